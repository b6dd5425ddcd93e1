//===- CommandOptions.cpp - Options of subcommands ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

CommandOption rafter::textOption(StringRef Name, std::string &Value) {
  return {Name, [&Value](StringRef Text) -> Error {
            Value = Text.str();
            return Text.empty() ? llvm::createStringError("no value")
                                : Error::success();
          }};
}

CommandOption rafter::listOption(StringRef Name,
                                 std::vector<std::string> &Values) {
  return {Name, [&Values](StringRef Text) -> Error {
            Values.push_back(Text.str());
            return Error::success();
          }};
}

CommandOption rafter::flagOption(StringRef Name, bool &Value) {
  return {Name,
          [&Value](StringRef) {
            Value = true;
            return Error::success();
          },
          /*Flag=*/true};
}

CommandOption rafter::countOption(StringRef Name, uint64_t &Value,
                                  uint64_t Least, uint64_t Greatest) {
  return {Name, [&Value, Least, Greatest](StringRef Text) -> Error {
            uint64_t Given = 0;
            if (Text.getAsInteger(10, Given) || Given < Least ||
                Given > Greatest)
              return llvm::createStringError(
                  "'" + Text + "' is no whole number from " + Twine(Least) +
                  " to " + Twine(Greatest));
            Value = Given;
            return Error::success();
          }};
}

CommandOption rafter::numberOption(StringRef Name, double &Value,
                                   double Greatest, bool ZeroIsFine) {
  return {Name, [&Value, Greatest, ZeroIsFine](StringRef Text) -> Error {
            double Given = 0;
            if (Text.getAsDouble(Given) || !(Given >= 0) ||
                (Given == 0 && !ZeroIsFine) || Given > Greatest)
              return llvm::createStringError(
                  "'" + Text + "' is no number " +
                  (ZeroIsFine ? "from 0" : "above 0") +
                  llvm::formatv(" to {0}", Greatest).str());
            Value = Given;
            return Error::success();
          }};
}

CommandOption rafter::choiceOption(StringRef Name, std::string &Value,
                                   llvm::ArrayRef<StringRef> Allowed) {
  return {Name, [&Value, Allowed](StringRef Text) -> Error {
            if (!llvm::is_contained(Allowed, Text))
              return llvm::createStringError("'" + Text + "' is not one of " +
                                             llvm::join(Allowed, "|"));
            Value = Text.str();
            return Error::success();
          }};
}

/// Takes the option at the front of Arguments.
static Error takeOption(llvm::ArrayRef<StringRef> &Arguments,
                        llvm::ArrayRef<CommandOption> Options) {
  StringRef Argument = Arguments.consume_front();
  StringRef Rest = Argument;
  Rest.consume_front("-");
  Rest.consume_front("-");
  auto [Name, Value] = Rest.split('=');
  const CommandOption *Option = llvm::find_if(
      Options, [&](const CommandOption &O) { return O.Name == Name; });
  if (Option == Options.end())
    return llvm::createStringError("unknown option '" + Argument + "'");
  bool HasValue = Rest.contains('=');
  if (!HasValue && !Option->Flag) {
    if (Arguments.empty())
      return llvm::createStringError("-" + Name + ": no value");
    Value = Arguments.consume_front();
  } else if (HasValue && Option->Flag) {
    return llvm::createStringError("-" + Name + ": takes no value");
  }
  if (Error E = Option->Take(Value))
    return llvm::createStringError("-" + Name + ": " +
                                   llvm::toString(std::move(E)));
  return Error::success();
}

llvm::Expected<CommandWords>
rafter::parseCommand(llvm::ArrayRef<StringRef> Arguments,
                     llvm::ArrayRef<CommandOption> Options) {
  CommandWords Words;
  while (!Arguments.empty()) {
    StringRef Argument = Arguments.front();
    if (Argument == "--") {
      Words.HasProgram = true;
      for (StringRef Word : Arguments.drop_front())
        Words.Program.push_back(Word.str());
      break;
    }
    if (Argument == "-h" || Argument == "-help" || Argument == "--help") {
      Words.Help = true;
      return Words;
    }
    // A single dash is standard input.
    if (Argument == "-" || !Argument.starts_with("-")) {
      Words.Operands.push_back(Argument.str());
      Arguments = Arguments.drop_front();
    } else if (Error E = takeOption(Arguments, Options)) {
      return E;
    }
  }
  return Words;
}
