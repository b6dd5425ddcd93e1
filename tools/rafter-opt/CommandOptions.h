//===- CommandOptions.h - Options of subcommands ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of options with what each does, for subcommands that have no module.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_COMMANDOPTIONS_H
#define RAFTER_TOOLS_RAFTEROPT_COMMANDOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace rafter {

/// An option that is given as -NAME=VALUE, --NAME=VALUE, or, if its name has
/// one letter, as -NAME VALUE; without a value if Flag is set.
struct CommandOption {
  llvm::StringRef Name;
  /// Takes the value; its error is said of the option.
  std::function<llvm::Error(llvm::StringRef)> Take;
  bool Flag = false;
};

/// Takes what is no option to the variable.
CommandOption textOption(llvm::StringRef Name, std::string &Value);
CommandOption flagOption(llvm::StringRef Name, bool &Value);
/// Adds each value that is given.
CommandOption listOption(llvm::StringRef Name,
                         std::vector<std::string> &Values);
/// A whole number from Least to Greatest.
CommandOption countOption(llvm::StringRef Name, uint64_t &Value, uint64_t Least,
                          uint64_t Greatest);
/// A number up to Greatest, from 0 if ZeroIsFine, otherwise above 0.
CommandOption numberOption(llvm::StringRef Name, double &Value, double Greatest,
                           bool ZeroIsFine);
/// One of the words Allowed, which must outlive the option.
CommandOption choiceOption(llvm::StringRef Name, std::string &Value,
                           llvm::ArrayRef<llvm::StringRef> Allowed);

struct CommandWords {
  /// --help was given.
  bool Help = false;
  /// What is no option, in order.
  std::vector<std::string> Operands;
  /// What follows "--"; HasProgram says whether that was given.
  std::vector<std::string> Program;
  bool HasProgram = false;
};

/// Parses Arguments by Options. An unknown option or a bad value is an error.
llvm::Expected<CommandWords>
parseCommand(llvm::ArrayRef<llvm::StringRef> Arguments,
             llvm::ArrayRef<CommandOption> Options);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_COMMANDOPTIONS_H
