//===- Help.h - The table of options for people -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_OPTIONS_HELP_H
#define RAFTER_OPTIONS_HELP_H

#include "rafter/Options/OptionTable.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// The --help of a subcommand (of rafter-opt itself if Name is empty: two
/// screens), or of one verb of it unless Verb is empty.
void printHelp(llvm::StringRef Name, llvm::StringRef Verb,
               llvm::raw_ostream &OS);

/// The options that --help leaves out, which LLVM's opt has as well.
void printHelpOfOpt(llvm::raw_ostream &OS);

/// All of the table in Markdown: what docs/options.md has.
void printOptionsMarkdown(llvm::raw_ostream &OS);

/// The manual page, in section 1, of a subcommand, or of rafter-opt itself.
void printManPage(llvm::StringRef Name, llvm::StringRef Version,
                  llvm::raw_ostream &OS);

/// What shells complete the words of a command line with.
void printBashCompletion(llvm::raw_ostream &OS);
void printZshCompletion(llvm::raw_ostream &OS);
void printFishCompletion(llvm::raw_ostream &OS);

/// Writes manual pages and completions below Directory, as they lie below the
/// share folder of an installation. Errors name the file.
llvm::Error writeHelpFiles(llvm::StringRef Directory, llvm::StringRef Version);

} // namespace rafter

#endif // RAFTER_OPTIONS_HELP_H
