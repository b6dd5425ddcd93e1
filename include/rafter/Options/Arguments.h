//===- Arguments.h - What a command line said -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of the options of one command, checked by the table, from the
// words of a subcommand or from LLVM's command line.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_OPTIONS_ARGUMENTS_H
#define RAFTER_OPTIONS_ARGUMENTS_H

#include "rafter/Options/OptionTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace rafter {

/// An error of the command line, whose exit status is not that of bad input.
class UsageError : public llvm::ErrorInfo<UsageError, llvm::StringError> {
public:
  explicit UsageError(const llvm::Twine &Message)
      : ErrorInfo(Message.str(), llvm::inconvertibleErrorCode()) {}
  static char ID;
};
llvm::Error usageError(const llvm::Twine &Message);

class Arguments {
public:
  explicit Arguments(command::Id Command) : Command(Command) {}

  /// Takes Text as the value of Row, which was given as Spelling ("--seed").
  /// The error is of the value, without the option's name.
  llvm::Error take(const OptionRow &Row, llvm::StringRef Spelling,
                   llvm::StringRef Text);

  bool given(OptionName Name) const { return find(Name) != nullptr; }
  /// As given, or the default.
  llvm::StringRef text(OptionName Name) const;
  bool is(OptionName Name, llvm::StringRef Word) const {
    return text(Name) == Word;
  }
  /// 0 if it is not given and has no default.
  uint64_t count(OptionName Name) const;
  double number(OptionName Name) const;
  /// Every value given.
  llvm::ArrayRef<std::string> list(OptionName Name) const;

  /// E as wrong usage of the option, which begins with its name as given.
  llvm::Error error(OptionName Name, llvm::Error E) const;
  llvm::Error error(OptionName Name, const llvm::Twine &Message) const;
  /// Parse(text(Name)), whose error is one of the option.
  template <typename Parser> auto parse(OptionName Name, Parser Parse) const {
    auto Result = Parse(text(Name));
    if (!Result)
      Result = error(Name, Result.takeError());
    return Result;
  }

  command::Id command() const { return Command; }

  /// What is no option, in order.
  std::vector<std::string> Words;
  /// What follows "--", or the first word where options end at a program.
  std::vector<std::string> Program;
  bool HasProgram = false;
  /// --help was given, and nothing behind it was read.
  bool Help = false;

private:
  struct Given {
    std::string Spelling;
    std::vector<std::string> Texts;
  };
  const Given *find(OptionName Name) const;

  command::Id Command;
  llvm::StringMap<Given> Values;
};

/// The row of the option Name ("seed", or its alias, with or without "rafter-")
/// for Command; null if it takes none of this name.
const OptionRow *findOption(command::Id Command, llvm::StringRef Name);

/// The one of Known that Word was probably meant to be; empty if none is near.
llvm::StringRef nearestWord(llvm::StringRef Word,
                            llvm::ArrayRef<llvm::StringRef> Known);

/// The option of the Commands (bits) that Name was probably meant to be, as
/// "--NAME", with "rafter-" if Name has it; empty if none is near.
std::string nearestOption(uint32_t Commands, llvm::StringRef Name);

/// "; did you mean 'WORD'?", or nothing if Word is empty.
std::string didYouMean(llvm::StringRef Word);

/// "-h", "-help" or "--help".
bool isHelpOption(llvm::StringRef Argument);

/// Reads Words as the arguments of a subcommand's verb: --NAME=VALUE,
/// --NAME VALUE, with one dash or two, in any order. Errors are of usage.
llvm::Expected<Arguments> parseArguments(const CommandRow &Command,
                                         llvm::ArrayRef<llvm::StringRef> Words);

/// Of the options that registerOptions makes known.
inline constexpr llvm::StringRef OptionsCategory = "Rafter options";

/// Makes the options of Into's command known to LLVM's command line, their
/// names behind Prefix, which fills Into from then on. Into must live as long
/// as the process.
void registerOptions(llvm::StringRef Prefix, Arguments &Into);

} // namespace rafter

#endif // RAFTER_OPTIONS_ARGUMENTS_H
