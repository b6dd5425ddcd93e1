//===- CommandFiles.h - Files of subcommands --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How subcommands read their input and write their output, and the options of
// those that read samples of performance counters.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_COMMANDFILES_H
#define RAFTER_TOOLS_RAFTEROPT_COMMANDFILES_H

#include "rafter/CoreModel/CoreDesign.h"
#include "rafter/Counters/SampleTable.h"
#include "rafter/Options/Arguments.h"
#include "rafter/Support/Files.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Words and what follows "--": files that may begin with a dash.
std::vector<std::string> filesOf(const Arguments &A);

/// Prints to the file at Path, whole or not at all; to Out if Path is empty or
/// "-".
llvm::Error printTo(llvm::StringRef Path, llvm::raw_ostream &Out,
                    llvm::function_ref<void(llvm::raw_ostream &)> Print);

/// The design of a core that an option describes.
llvm::Expected<CoreDesign> designOf(const Arguments &A, OptionName Name,
                                    bool WithFurther = false);

/// --time, --work, --separator and --skip-bad-lines.
SampleReadOptions sampleOptions(const Arguments &A);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_COMMANDFILES_H
