//===- CommandLine.h - The -rafter-... options ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only place that knows LLVM's command line: turns it into plain values.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_COMMANDLINE_H
#define RAFTER_PASSES_COMMANDLINE_H

#include "rafter/Passes/AnalysisOptions.h"
#include "rafter/Remarks/RemarkOptions.h"
#include <string>
#include <vector>

namespace rafter {

/// Makes the options known to LLVM's command line. False if they already are,
/// because a plugin is loaded into a tool that has the passes itself.
bool registerCommandLineOptions();

/// The options as given. A value that makes no sense is an error that names
/// the option. registerCommandLineOptions must have returned true before.
llvm::Expected<AnalysisOptions> commandLineOptions();

/// -rafter-cflags, split like a shell does.
std::vector<std::string> commandLineCompilerFlags();

/// -rafter-function.
std::string commandLineFunction();

/// The -rafter-remark-... options, with the CPU and the assumed values of the
/// others. A value that makes no sense is an error that names the option.
llvm::Expected<RemarkOptions> commandLineRemarkOptions();

/// -rafter-budgets: the path of a file, or "".
std::string commandLineBudgets();

/// -rafter-print: the passes that the plugin adds to the end of the
/// optimizer's pipeline. An unknown name is an error.
llvm::Expected<MethodSet> commandLineMethodsToPrint();

} // namespace rafter

#endif // RAFTER_PASSES_COMMANDLINE_H
