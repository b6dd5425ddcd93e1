//===- CodeRegions.h - Regions of machine code ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the readers of machine code share.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_CODEREGIONS_H
#define RAFTER_LIB_PASSES_CODEREGIONS_H

#include "rafter/Analysis/Report.h"
#include "rafter/Passes/AnalysisOptions.h"
#include "rafter/Stream/LoopStream.h"

namespace rafter {

/// Makes all of LLVM's targets known. May be called again.
void initializeMachineCode();

/// E, which names the file Path unless it does already.
llvm::Error withPath(llvm::StringRef Path, llvm::Error E);

/// Adds what the methods that Options ask for find about S to Result.
llvm::Error addRegion(Source &S, const AnalysisOptions &Options,
                      Report &Result);

/// Says how many addresses of Body depend on data.
void addAddressAssumption(const LoopBody &Body, Origin &Region);

/// What was assumed about the instructions Code of Table, each line once.
void addTableAssumptions(const InstructionTable &Table, TableRange Code,
                         Origin &Region);

/// The regions of a recorded trace: one for each thread.
llvm::Error analyzeTrace(llvm::StringRef Path, const AnalysisOptions &Options,
                         Report &Result);
/// Runs the executable at Path and analyses what it does.
llvm::Error analyzeRunOf(llvm::StringRef Path, const AnalysisOptions &Options,
                         Report &Result);
/// The loops found in the code of the executable at Path.
llvm::Error analyzeExecutable(llvm::StringRef Path,
                              const AnalysisOptions &Options, Report &Result);

} // namespace rafter

#endif // RAFTER_LIB_PASSES_CODEREGIONS_H
