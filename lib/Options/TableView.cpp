//===- TableView.cpp - The table of options, arranged ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TableView.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace rafter;
using llvm::StringRef;

CommandList rafter::commandsOf(StringRef Name, StringRef Verb) {
  CommandList Result;
  for (const CommandRow &Row : command::Commands)
    if (Row.Name == Name && (Verb.empty() || Row.Verb == Verb))
      Result.push_back(&Row);
  return Result;
}

/// What a command takes: that of files has the options of the passes, too.
static uint32_t takers(const CommandRow &Command) {
  uint32_t Takers = Command.Id;
  if (Command.Id == command::Module)
    Takers |= command::Passes;
  return Takers;
}

std::vector<const OptionRow *> rafter::optionsOf(const CommandRow &Command) {
  std::vector<const OptionRow *> Result;
  for (const OptionRow &Row : command::Options)
    if ((Row.Takers & takers(Command)) && !Row.Hidden)
      Result.push_back(&Row);
  return Result;
}

/// The verbs among Commands that take Row; "" if there is one command only.
static std::string verbsOf(const OptionRow &Row,
                           llvm::ArrayRef<const CommandRow *> Commands) {
  std::string Verbs;
  bool All = true;
  for (const CommandRow *C : Commands) {
    if (Row.Takers & C->Id)
      Verbs += (Verbs.empty() ? "" : ", ") + C->Verb.str();
    else
      All = false;
  }
  return All && Commands.size() > 1 ? "all" : Verbs;
}

std::vector<OptionSection>
rafter::sectionsOf(llvm::ArrayRef<const CommandRow *> Commands) {
  uint32_t Takers = 0;
  for (const CommandRow *C : Commands)
    Takers |= takers(*C);
  std::vector<OptionSection> Sections;
  std::string Title;
  for (const OptionRow &Row : command::Options) {
    if (!(Row.Takers & Takers) || Row.Hidden)
      continue;
    if (!(Takers & command::Module))
      Title = verbsOf(Row, Commands);
    else if (!Row.Title.empty())
      Title = Row.Title.str();
    auto Known =
        llvm::find_if(Sections, [&](auto &S) { return S.Title == Title; });
    if (Known == Sections.end())
      Known = Sections.insert(Known, {Title, {}});
    Known->Rows.push_back(&Row);
  }
  return Sections;
}

const SubcommandRow &rafter::subcommandNamed(StringRef Name) {
  return *llvm::find_if(command::Subcommands,
                        [&](auto &Row) { return Row.Name == Name; });
}

std::string rafter::usageOf(const CommandRow &Command) {
  std::string Result = "rafter-opt";
  for (StringRef Word : {Command.Name, Command.Verb, Command.Operands})
    if (!Word.empty())
      Result += (llvm::Twine(" ") + Word).str();
  return Result;
}

std::string rafter::spellingOf(const OptionRow &Row) {
  if (Row.Takers & command::Passes)
    return ("-rafter-" + llvm::Twine(Row.Name)).str();
  bool IsShort = Row.Name.size() == 1 || (Row.Takers & command::Module);
  return (llvm::Twine(IsShort ? "-" : "--") + Row.Name).str();
}

std::string rafter::usageOf(const OptionRow &Row) {
  std::string Result = spellingOf(Row);
  if (!Row.Alias.empty())
    Result = (llvm::Twine("-") + Row.Alias + ", " + Result).str();
  StringRef Value = Row.Value.Name;
  if (Value.consume_front("|"))
    return (llvm::Twine(Result) + "[=" + Value + "]").str();
  if (Row.Value.Kind != ValueKind::Flag)
    Result += (llvm::Twine(Row.Name.size() == 1 ? " " : "=") + Value).str();
  return Result;
}

std::string rafter::helpOf(const OptionRow &Row) {
  if (Row.Default.empty())
    return Row.Help.str();
  return (llvm::Twine(Row.Help) + " (default " + Row.Default + ")").str();
}

llvm::SmallVector<StringRef, 8> rafter::choicesOf(const OptionRow &Row) {
  llvm::SmallVector<StringRef, 8> Words;
  if (Row.Value.Kind == ValueKind::Choice)
    Row.Value.Name.split(Words, '|', -1, /*KeepEmpty=*/false);
  return Words;
}
