//===- Arguments.cpp - What a command line said ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Options/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

char UsageError::ID = 0;

Error rafter::usageError(const Twine &Message) {
  return llvm::make_error<UsageError>(Message);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static std::optional<uint64_t> parseCount(StringRef Text) {
  uint64_t Value = 0;
  if (Text.getAsInteger(Text.starts_with("0x") ? 0 : 10, Value))
    return std::nullopt;
  return Value;
}

static std::string printNumber(double Value) {
  std::string Text;
  llvm::raw_string_ostream(Text) << llvm::format("%g", Value);
  return Text;
}

/// 60s, 2%, 400ms: a number may have the unit that its form is named after.
static StringRef withoutUnit(const ValueForm &Form, StringRef Text) {
  StringRef Unit = llvm::StringSwitch<StringRef>(Form.Name)
                       .Case("SECONDS", "s")
                       .Case("MS", "ms")
                       .Case("PERCENT", "%")
                       .Default("");
  if (Form.Kind == ValueKind::Number)
    Text.consume_back(Unit);
  return Text;
}

static Error checkValue(const ValueForm &Form, StringRef Text) {
  switch (Form.Kind) {
  case ValueKind::Flag:
  case ValueKind::Text:
  case ValueKind::List:
    return Error::success();
  case ValueKind::Choice: {
    llvm::SmallVector<StringRef, 8> Allowed;
    Form.Name.split(Allowed, '|');
    if (llvm::is_contained(Allowed, Text))
      return Error::success();
    return llvm::createStringError("'" + Text + "' is not one of " + Form.Name);
  }
  case ValueKind::Count: {
    std::optional<uint64_t> Value = parseCount(Text);
    if (Value && *Value >= Form.Least && *Value <= Form.Greatest)
      return Error::success();
    return llvm::createStringError("'" + Text + "' is no whole number from " +
                                   Twine(Form.Least) + " to " +
                                   Twine(Form.Greatest));
  }
  case ValueKind::Number: {
    double Value = 0;
    if (!withoutUnit(Form, Text).getAsDouble(Value) && Value <= Form.AtMost &&
        (Form.AboveIsFine ? Value >= Form.Above : Value > Form.Above))
      return Error::success();
    return llvm::createStringError("'" + Text + "' is no number " +
                                   (Form.AboveIsFine ? "from " : "above ") +
                                   printNumber(Form.Above) + " to " +
                                   printNumber(Form.AtMost));
  }
  }
  llvm_unreachable("all kinds are handled");
}

Error Arguments::take(const OptionRow &Row, StringRef Spelling,
                      StringRef Text) {
  if (Error E = checkValue(Row.Value, Text))
    return E;
  Given &G = Values[Row.Name];
  G.Spelling = Spelling.str();
  if (Row.Value.Kind != ValueKind::List)
    G.Texts.clear();
  G.Texts.push_back(withoutUnit(Row.Value, Text).str());
  return Error::success();
}

const Arguments::Given *Arguments::find(OptionName Name) const {
  auto It = Values.find(Name);
  return It == Values.end() ? nullptr : &It->getValue();
}

StringRef Arguments::text(OptionName Name) const {
  if (const Given *G = find(Name))
    return G->Texts.back();
  const OptionRow *Row = findOption(Command, Name);
  return Row ? Row->Default : "";
}

uint64_t Arguments::count(OptionName Name) const {
  return parseCount(text(Name)).value_or(0);
}

double Arguments::number(OptionName Name) const {
  double Value = 0;
  return text(Name).getAsDouble(Value) ? 0 : Value;
}

llvm::ArrayRef<std::string> Arguments::list(OptionName Name) const {
  const Given *G = find(Name);
  return G ? llvm::ArrayRef(G->Texts) : llvm::ArrayRef<std::string>();
}

Error Arguments::error(OptionName Name, const Twine &Message) const {
  const Given *G = find(Name);
  return usageError((G ? G->Spelling : "--" + StringRef(Name).str()) + ": " +
                    Message);
}

Error Arguments::error(OptionName Name, Error E) const {
  return error(Name, llvm::toString(std::move(E)));
}

//===----------------------------------------------------------------------===//
// The words of a subcommand
//===----------------------------------------------------------------------===//

const OptionRow *rafter::findOption(command::Id Command, StringRef Name) {
  Name.consume_front("rafter-");
  for (const OptionRow &Row : command::Options)
    if ((Row.Takers & Command) &&
        (Row.Name == Name || (!Name.empty() && Row.Alias == Name)))
      return &Row;
  return nullptr;
}

bool rafter::isHelpOption(StringRef Argument) {
  return Argument == "-h" || Argument == "-help" || Argument == "--help";
}

StringRef rafter::nearestWord(StringRef Word, llvm::ArrayRef<StringRef> Known) {
  StringRef Nearest;
  unsigned Least = std::min<size_t>(3, Word.size() / 2 + 1);
  for (StringRef Other : Known)
    if (unsigned Distance = Word.edit_distance(Other, true, Least);
        Distance < Least) {
      Least = Distance;
      Nearest = Other;
    }
  return Nearest;
}

std::string rafter::nearestOption(uint32_t Commands, StringRef Name) {
  StringRef Dashes = Name.consume_front("rafter-") ? "--rafter-" : "--";
  llvm::SmallVector<StringRef, 64> Known;
  for (const OptionRow &Row : command::Options)
    if ((Row.Takers & Commands) && !Row.Hidden)
      Known.push_back(Row.Name);
  StringRef Nearest = nearestWord(Name, Known);
  return Nearest.empty() ? "" : (Dashes + Nearest).str();
}

std::string rafter::didYouMean(StringRef Word) {
  return Word.empty() ? "" : ("; did you mean '" + Word + "'?").str();
}

static Error unknownOption(const CommandRow &Command, StringRef Argument,
                           StringRef Name) {
  std::string Verbs;
  for (const CommandRow &Other : command::Commands)
    if (Other.Name == Command.Name && findOption(Other.Id, Name))
      Verbs += (Verbs.empty() ? "" : ", ") + Other.Verb.str();
  StringRef Spelling = Argument.split('=').first;
  if (!Verbs.empty())
    return usageError(Spelling + ": only for " + Verbs);
  return usageError("unknown option '" + Argument + "'" +
                    didYouMean(nearestOption(Command.Id, Name)));
}

/// Takes the option at the front of Words, and its value.
static Error takeOption(const CommandRow &Command,
                        llvm::ArrayRef<StringRef> &Words, Arguments &Into) {
  StringRef Argument = Words.consume_front();
  auto [Spelling, Value] = Argument.split('=');
  StringRef Name = Spelling;
  Name.consume_front("-");
  Name.consume_front("-");
  const OptionRow *Row = findOption(Command.Id, Name);
  if (!Row)
    return unknownOption(Command, Argument, Name);
  bool HasValue = Argument.contains('=');
  if (Row->Value.Kind == ValueKind::Flag) {
    if (HasValue)
      return usageError(Spelling + ": takes no value");
  } else if (HasValue || !Row->Value.Name.starts_with("|")) {
    // What may do without a value has it behind '=' only.
    if (!HasValue && !Words.empty())
      Value = Words.consume_front();
    if (Value.empty())
      return usageError(Spelling + ": no value");
  }
  if (Error E = Into.take(*Row, Spelling, Value))
    return usageError(Spelling + ": " + llvm::toString(std::move(E)));
  return Error::success();
}

Expected<Arguments> rafter::parseArguments(const CommandRow &Command,
                                           llvm::ArrayRef<StringRef> Words) {
  Arguments Result(Command.Id);
  auto TakeProgram = [&](llvm::ArrayRef<StringRef> Rest) {
    Result.HasProgram = true;
    for (StringRef Word : Rest)
      Result.Program.push_back(Word.str());
  };
  while (!Words.empty()) {
    StringRef Word = Words.front();
    if (Word == "--") {
      TakeProgram(Words.drop_front());
      break;
    }
    if (isHelpOption(Word)) {
      Result.Help = true;
      break;
    }
    // A single dash is standard input.
    if (Word == "-" || !Word.starts_with("-")) {
      if (Command.EndsAtProgram) {
        TakeProgram(Words);
        break;
      }
      Result.Words.push_back(Word.str());
      Words = Words.drop_front();
    } else if (Error E = takeOption(Command, Words, Result)) {
      return E;
    }
  }
  return Result;
}
