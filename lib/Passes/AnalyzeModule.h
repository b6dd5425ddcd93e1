//===- AnalyzeModule.h - From a module to a report --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins the layers: loads the CPU, gets a stream (a run, or a static walk of
// loop nests), feeds the consumers, and collects their results.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_ANALYZEMODULE_H
#define RAFTER_LIB_PASSES_ANALYZEMODULE_H

#include "rafter/Analysis/Report.h"
#include "rafter/Passes/AnalysisOptions.h"

namespace rafter {

/// Analyses M as Options say. M is not changed. Errors: the CPU file, the
/// lowering, the run (see runProgram), or a function that is not defined.
llvm::Expected<Report> analyzeModule(llvm::Module &M,
                                     llvm::FunctionAnalysisManager &Analyses,
                                     const AnalysisOptions &Options);

} // namespace rafter

#endif // RAFTER_LIB_PASSES_ANALYZEMODULE_H
