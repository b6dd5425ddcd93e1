//===- CommandVerbs.h - What a subcommand does ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Subcommands that do one of several things, `rafter-opt NAME VERB ...`, and
// how errors become a line and an exit status.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_COMMANDVERBS_H
#define RAFTER_TOOLS_RAFTEROPT_COMMANDVERBS_H

#include "CommandOptions.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// An error of the command line, whose exit status is not that of bad input.
llvm::Error usageError(const llvm::Twine &Message);

/// Says E on Err as "rafter-opt NAME: ..." and gives the exit status: Done
/// without an error, WrongUsage for usageError, BadInput for any other.
int finishCommand(llvm::StringRef Name, llvm::Error E, llvm::raw_ostream &Err);

/// One of several things that a subcommand does.
struct CommandVerb {
  llvm::StringRef Name;
  std::vector<CommandOption> Options;
  /// Called when the options have been taken, with what is no option.
  std::function<llvm::Error(std::vector<std::string> Words)> Run;
};

/// Does what the first of Arguments names, with the rest of them; prints Usage
/// to Out if that is asked for. Errors: wrong usage, and those of the verb.
llvm::Error runVerb(llvm::ArrayRef<llvm::StringRef> Arguments,
                    llvm::ArrayRef<CommandVerb> Verbs, llvm::StringRef Usage,
                    llvm::raw_ostream &Out);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_COMMANDVERBS_H
