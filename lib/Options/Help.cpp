//===- Help.cpp - The table of options for people -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options stand under the verbs that take them, or under the titles of the
// table, in its order.
//
//===----------------------------------------------------------------------===//

#include "rafter/Options/Help.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {

/// Options that stand together.
struct Section {
  std::string Title;
  std::vector<const OptionRow *> Rows;
};

using CommandList = llvm::SmallVector<const CommandRow *, 8>;

} // namespace

static CommandList commandsOf(StringRef Name, StringRef Verb) {
  CommandList Result;
  for (const CommandRow &Row : command::Commands)
    if (Row.Name == Name && (Verb.empty() || Row.Verb == Verb))
      Result.push_back(&Row);
  return Result;
}

/// The verbs among Commands that take Row; "" if there is one command only.
static std::string takersOf(const OptionRow &Row,
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

static std::vector<Section>
sectionsOf(llvm::ArrayRef<const CommandRow *> Commands) {
  uint32_t Takers = 0;
  for (const CommandRow *C : Commands)
    Takers |= C->Id;
  if (Takers & command::Module)
    Takers |= command::Passes;
  std::vector<Section> Sections;
  std::string Title;
  for (const OptionRow &Row : command::Options) {
    if (!(Row.Takers & Takers) || Row.Hidden)
      continue;
    if (!(Takers & command::Module))
      Title = takersOf(Row, Commands);
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

/// "-o, --output=FILE", "-rafter-cpu=NAME", "-n N".
static std::string usageOf(const OptionRow &Row) {
  StringRef Value = Row.Value.Name;
  auto Spell = [&](StringRef Name, StringRef Dashes) {
    bool IsFlag = Row.Value.Kind == ValueKind::Flag;
    if (Value.starts_with("|"))
      return (Dashes + Name + "[=" + Value.drop_front() + "]").str();
    return (Dashes + Name +
            (IsFlag             ? ""
             : Name.size() == 1 ? " "
                                : "=") +
            Value)
        .str();
  };
  if (Row.Takers & command::Passes)
    return Spell(Row.Name, "-rafter-");
  bool Short = Row.Name.size() == 1 || (Row.Takers & command::Module);
  return (Row.Alias.empty() ? "" : "-" + Row.Alias.str() + ", ") +
         Spell(Row.Name, Short ? "-" : "--");
}

/// Its help, and its default.
static std::string helpOf(const OptionRow &Row) {
  if (Row.Default.empty())
    return Row.Help.str();
  return (Row.Help + " (default " + Row.Default + ")").str();
}

/// Text from Column on in lines of 79; the first begins there already.
static void printWrapped(StringRef Text, unsigned Column, raw_ostream &OS) {
  llvm::SmallVector<StringRef, 16> Words;
  Text.split(Words, ' ');
  unsigned At = Column;
  for (StringRef Word : Words) {
    if (At != Column && At + 1 + Word.size() > 79) {
      OS << '\n';
      OS.indent(Column);
      At = Column;
    }
    OS << (At == Column ? "" : " ") << Word;
    At += Word.size() + (At == Column ? 0 : 1);
  }
  OS << '\n';
}

static void printOption(const OptionRow &Row, raw_ostream &OS) {
  constexpr unsigned Column = 32;
  std::string Usage = "  " + usageOf(Row);
  OS << Usage;
  if (Usage.size() + 2 > Column) {
    OS << '\n';
    Usage.clear();
  }
  OS.indent(Column - Usage.size());
  printWrapped(helpOf(Row), Column, OS);
}

static const SubcommandRow &subcommand(StringRef Name) {
  return *llvm::find_if(command::Subcommands,
                        [&](auto &Row) { return Row.Name == Name; });
}

static void printUsage(const CommandRow &C, raw_ostream &OS) {
  OS << "rafter-opt";
  for (StringRef Word : {C.Name, C.Verb, C.Operands})
    if (!Word.empty())
      OS << ' ' << Word;
  OS << '\n';
}

void rafter::printHelp(StringRef Name, StringRef Verb, raw_ostream &OS) {
  CommandList Commands = commandsOf(Name, Verb);
  StringRef Before = "usage: ";
  for (const CommandRow *C : Commands) {
    OS << Before;
    printUsage(*C, OS);
    Before = "       ";
  }
  if (Name.empty())
    for (const SubcommandRow &Row : command::Subcommands)
      if (!Row.Name.empty())
        OS << "       rafter-opt "
           << llvm::formatv("{0,-18}", Row.Name + " ...") << Row.Help << '\n';
  OS << '\n';
  printWrapped(subcommand(Name).Text, 0, OS);
  for (const Section &S : sectionsOf(Commands)) {
    OS << '\n' << S.Title << (S.Title.empty() ? "" : "\n");
    for (const OptionRow *Row : S.Rows)
      printOption(*Row, OS);
  }
  OS << "\nAn option that is written --NAME may be written -rafter-NAME and "
        "the "
        "other way\nround."
     << (Name.empty() ? " All options of LLVM: --help-list-hidden.\n" : "\n");
}

/// Text in a cell of a table.
static std::string cell(StringRef Text) {
  std::string Result;
  for (char C : Text)
    (C == '|' || C == '<' ? Result += '\\' : Result) += C;
  return Result;
}

void rafter::printOptionsMarkdown(raw_ostream &OS) {
  for (const SubcommandRow &Sub : command::Subcommands) {
    CommandList Commands = commandsOf(Sub.Name, "");
    OS << "## rafter-opt" << (Sub.Name.empty() ? " FILE" : " ") << Sub.Name
       << "\n\n```\n";
    for (const CommandRow *C : Commands)
      printUsage(*C, OS);
    OS << "```\n\n" << Sub.Text << "\n";
    for (const Section &S : sectionsOf(Commands)) {
      OS << "\n| " << S.Title << " | | default |\n|---|---|---|\n";
      for (const OptionRow *Row : S.Rows)
        OS << "| `" << cell(usageOf(*Row)) << "` | " << cell(Row->Help) << " | "
           << cell(Row->Default) << " |\n";
    }
    OS << (&Sub == std::end(command::Subcommands) - 1 ? "" : "\n");
  }
}
