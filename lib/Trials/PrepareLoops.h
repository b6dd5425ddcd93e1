//===- PrepareLoops.h - Analyses of one function ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_TRIALS_PREPARELOOPS_H
#define RAFTER_LIB_TRIALS_PREPARELOOPS_H

#include "llvm/Passes/PassBuilder.h"

namespace rafter {

/// Managers of all of LLVM's analyses, for passes on one function.
struct LoopAnalyses {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;

  LoopAnalyses() {
    llvm::PassBuilder Builder;
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  }
};

} // namespace rafter

#endif // RAFTER_LIB_TRIALS_PREPARELOOPS_H
