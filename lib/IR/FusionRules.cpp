//===- FusionRules.cpp - Where a multiplication joins an addition ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conditions are those of LLVM's SelectionDAGBuilder for llvm.fmuladd and
// of DAGCombiner::visitFADDForFMACombine and visitFSUBForFMACombine. A product
// with several uses stays, as on all targets without aggressive fusion.
//
//===----------------------------------------------------------------------===//

#include "FusionRules.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <mutex>

using namespace rafter;
using namespace llvm;

FusionRules::FusionRules(const Module &M) : M(M) {}
FusionRules::~FusionRules() = default;

/// A machine for the target of M; null if there is none.
static std::unique_ptr<TargetMachine> targetMachine(const Module &M) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
  });
  Triple Target = M.getTargetTriple();
  if (Target.empty())
    Target = Triple(sys::getDefaultTargetTriple());
  std::string Cause;
  const llvm::Target *T = TargetRegistry::lookupTarget(Target, Cause);
  return std::unique_ptr<TargetMachine>(
      T ? T->createTargetMachine(Target, "", "", TargetOptions(), std::nullopt)
        : nullptr);
}

/// Whether instructions of F multiply and add numbers of type T at once.
bool FusionRules::hasFused(const Function &F, Type *T) const {
  if (!IsAsked) {
    Machine = targetMachine(M);
    IsAsked = true;
  }
  if (Last != &F) {
    Last = &F;
    const TargetSubtargetInfo *Subtarget =
        Machine ? Machine->getSubtargetImpl(F) : nullptr;
    Lowering = Subtarget ? Subtarget->getTargetLowering() : nullptr;
  }
  return Lowering && Lowering->isOperationLegalOrCustom(
                         ISD::FMA, EVT::getEVT(T->getScalarType(), true));
}

/// A multiplication in the block of its only use, the addition or subtraction
/// I.
static bool canJoin(const Value *V, const Instruction &I) {
  const auto *P = dyn_cast<Instruction>(V);
  return P && P->getOpcode() == Instruction::FMul && P->hasAllowContract() &&
         P->hasOneUse() && P->getParent() == I.getParent();
}

const Instruction *FusionRules::product(const Instruction &I) const {
  if ((I.getOpcode() != Instruction::FAdd &&
       I.getOpcode() != Instruction::FSub) ||
      !I.hasAllowContract())
    return nullptr;
  for (const Value *V : I.operand_values())
    if (canJoin(V, I))
      return hasFused(*I.getFunction(), I.getType()) ? cast<Instruction>(V)
                                                     : nullptr;
  return nullptr;
}

const Instruction *FusionRules::sum(const Instruction &I) const {
  if (I.getOpcode() != Instruction::FMul || !I.hasOneUse())
    return nullptr;
  const auto *User = cast<Instruction>(*I.user_begin());
  return product(*User) == &I ? User : nullptr;
}

bool FusionRules::isSplit(const Instruction &I) const {
  const auto *II = dyn_cast<IntrinsicInst>(&I);
  return II &&
         (II->getIntrinsicID() == Intrinsic::fmuladd ||
          II->getIntrinsicID() ==
              Intrinsic::experimental_constrained_fmuladd) &&
         !hasFused(*I.getFunction(), I.getType());
}
