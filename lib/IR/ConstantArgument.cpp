//===- ConstantArgument.cpp - What all calls pass -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/ConstantArgument.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

std::string rafter::functionName(const Function &F) {
  const DISubprogram *Source = F.getSubprogram();
  return Source ? Source->getName().str() : demangle(F.getName());
}

std::optional<rafter::ConstantArgument>
rafter::constantArgument(const Argument &A) {
  const Function &F = *A.getParent();
  std::optional<uint64_t> Found;
  unsigned Calls = 0;
  for (const User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledOperand() != &F ||
        Call->arg_size() <= A.getArgNo() || Call->getFunction() == &F)
      continue;
    auto *C = dyn_cast<ConstantInt>(Call->getArgOperand(A.getArgNo()));
    if (!C || C->getBitWidth() > 64 || (Found && *Found != C->getZExtValue()))
      return std::nullopt;
    Found = C->getZExtValue();
    ++Calls;
  }
  if (!Found)
    return std::nullopt;
  return ConstantArgument{*Found,
                          "(argument of " + functionName(F) + ", as in " +
                              (Calls == 1 ? "its only call" : "all its calls") +
                              " in this module)"};
}
