//===- AnalyzeCode.h - From machine code to a report ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inputs that are no module: assembly blocks, executables and recorded
// traces. Every analysis runs on each of them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_ANALYZECODE_H
#define RAFTER_PASSES_ANALYZECODE_H

#include "rafter/Analysis/Report.h"
#include "rafter/Passes/AnalysisOptions.h"
#include <optional>

namespace rafter {

enum class CodeInput : uint8_t {
  Assembly,
  Executable,
  Trace,
  /// These two have instructions that name no CPU.
  Regions,
  ForeignTrace,
  /// Of performance counters; a file says so to those who ask for them only.
  Samples
};

/// What Path holds, by its extension (.s, .S, .asm) or its first bytes; none if
/// it is no machine code or cannot be read.
std::optional<CodeInput> detectCode(llvm::StringRef Path);

/// Whether LLVM knows the CPU that CPU's file names, with its units and
/// instructions. Files that name none are for levels without machine code.
llvm::Error checkMachineModel(const Processor &CPU);

/// Writes R, and the drawing of its first DAG, where Options say.
llvm::Error writeAnalysis(Report R, const AnalysisOptions &Options);

/// Analyses Path. Errors name the file and the cause.
llvm::Expected<Report> analyzeCode(llvm::StringRef Path, CodeInput Kind,
                                   const AnalysisOptions &Options);

} // namespace rafter

#endif // RAFTER_PASSES_ANALYZECODE_H
