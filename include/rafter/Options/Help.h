//===- Help.h - The table of options for people -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_OPTIONS_HELP_H
#define RAFTER_OPTIONS_HELP_H

#include "rafter/Options/OptionTable.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// The --help of a subcommand (of rafter-opt itself if Name is empty), or of
/// one verb of it unless Verb is empty.
void printHelp(llvm::StringRef Name, llvm::StringRef Verb,
               llvm::raw_ostream &OS);

/// All of the table in Markdown: what docs/options.md has.
void printOptionsMarkdown(llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_OPTIONS_HELP_H
