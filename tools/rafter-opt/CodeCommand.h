//===- CodeCommand.h - Inputs that are no module ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembly, executables and traces go past the driver of opt: there is no
// module for its passes. -passes chooses what is printed.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_CODECOMMAND_H
#define RAFTER_TOOLS_RAFTEROPT_CODECOMMAND_H

#include "rafter/Options/Arguments.h"
#include "rafter/Passes/AnalyzeCode.h"

namespace rafter {

/// What the inputs, A's words, are if they are machine code; none if they are
/// modules or sources. Wrong usage is an error: machine code beside other
/// inputs, passes that need a module, a run of what cannot be run.
std::optional<llvm::Expected<CodeInput>>
codeInput(const Arguments &A, const AnalysisOptions &Options);

/// Whether a run is of a whole program, and so to be explained: too long for
/// the methods, unless they are asked for by name or for a page.
bool explainsProgram(const Arguments &A, const AnalysisOptions &Options);

/// Runs the executable Path once and says which of its loops take the time. The
/// report calls it Name.
llvm::Error explainExecutable(const Arguments &A,
                              const AnalysisOptions &Options,
                              llvm::StringRef Path, llvm::StringRef Name);

/// Analyses the input and writes the report.
llvm::Error runCodeCommand(const Arguments &A, CodeInput Kind,
                           AnalysisOptions Options);

/// The methods that --details names; without names, those of a report for which
/// nobody chose. Errors list the names.
llvm::Expected<MethodSet> chosenMethods(const Arguments &A);

/// Text is the answer on one screen where neither passes nor details are asked
/// for.
void chooseView(const Arguments &A, AnalysisOptions &Options);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_CODECOMMAND_H
