//===- SourceNames.cpp - What values are called in the source -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/SourceLoops.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rafter {

/// The variable that debug information says holds V, or lies at V; perhaps one
/// of a function that was inlined.
static std::string variableOf(const Value &V, bool MayBeInlined = true) {
  SmallVector<DbgVariableRecord *> Records;
  findDbgUsers(const_cast<Value *>(&V), Records);
  for (const DbgVariableRecord *R : Records)
    if (!R->getVariable()->isArtificial() &&
        R->getExpression()->getNumElements() == 0 &&
        (MayBeInlined || !R->getDebugLoc().getInlinedAt()))
      return R->getVariable()->getName().str();
  return "";
}

/// The parameter as it is declared: its records may be gone. None where
/// parameters of the source are several of the function, or none.
static std::string parameterOf(const Argument &A) {
  std::string Name;
  size_t Parameters = 0;
  if (const DISubprogram *Source = A.getParent()->getSubprogram())
    for (const DINode *Node : Source->getRetainedNodes())
      if (auto *Variable = dyn_cast_or_null<DILocalVariable>(Node);
          Variable && Variable->getArg() != 0) {
        ++Parameters;
        auto *Type = dyn_cast_or_null<DIDerivedType>(Variable->getType());
        if (Variable->getArg() == A.getArgNo() + 1 &&
            (Type || !A.getType()->isPointerTy()))
          Name = Variable->getName().str();
      }
  return Parameters == A.getParent()->arg_size() ? Name : "";
}

std::string sourceParameterName(const Argument &A) {
  std::string Name = variableOf(A, /*MayBeInlined=*/false);
  return Name.empty() ? parameterOf(A) : Name;
}

static std::string nameOf(const Value &V) {
  if (auto *Global = dyn_cast<GlobalVariable>(&V))
    return Global->hasPrivateLinkage() ? "" : demangle(Global->getName());
  if (isa<Constant>(V))
    return "";
  std::string Name = variableOf(V);
  if (auto *A = dyn_cast<Argument>(&V); A && Name.empty())
    Name = parameterOf(*A);
  return Name;
}

std::string sourceName(const Value &V) {
  std::string Name = nameOf(V);
  if (!Name.empty() || !V.getType()->isPointerTy())
    return Name;
  // Where the address comes from; a pointer that moves begins before the loop.
  const Value *Object = getUnderlyingObject(&V);
  if (auto *Phi = dyn_cast<PHINode>(Object)) {
    Name = nameOf(*Phi);
    if (!Name.empty())
      return Name;
    Object = getUnderlyingObject(Phi->getIncomingValue(0));
  }
  return nameOf(*Object);
}

} // namespace rafter
