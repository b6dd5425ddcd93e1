//===- Help.cpp - The table of options for people -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Options/Help.h"
#include "TableView.h"
#include "rafter/Support/Emphasis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

/// Text from Column on in lines of 99, as the answer has; the first begins
/// there already.
static void printWrapped(StringRef Text, unsigned Column, raw_ostream &OS) {
  llvm::SmallVector<StringRef, 16> Words;
  Text.split(Words, ' ');
  unsigned At = Column;
  for (StringRef Word : Words) {
    if (At != Column && At + 1 + Word.size() > 99) {
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
  constexpr unsigned Column = 34;
  std::string Usage = "  " + usageOf(Row);
  OS << Usage;
  if (Usage.size() + 2 > Column) {
    OS << '\n';
    Usage.clear();
  }
  OS.indent(Column - Usage.size());
  printWrapped(helpOf(Row), Column, OS);
}

static void printSection(const OptionSection &S, raw_ostream &OS) {
  OS << '\n';
  if (!S.Title.empty()) {
    Emphasis(OS, Emphasis::Strong) << S.Title;
    OS << '\n';
  }
  for (const OptionRow *Row : S.Rows)
    printOption(*Row, OS);
}

static void printUsage(llvm::ArrayRef<const CommandRow *> Commands,
                       raw_ostream &OS) {
  StringRef Before = "usage: ";
  for (const CommandRow *C : Commands) {
    OS << Before << usageOf(*C) << '\n';
    Before = "       ";
  }
}

static void printSubcommands(raw_ostream &OS) {
  for (StringRef Group : command::SubcommandGroups) {
    OS << '\n';
    Emphasis(OS, Emphasis::Strong) << Group;
    OS << '\n';
    for (const SubcommandRow &Row : command::Subcommands)
      if (Row.Group == Group)
        OS << "  " << llvm::formatv("{0,-12}", Row.Name) << Row.Help << '\n';
  }
}

static void printMainHelp(raw_ostream &OS) {
  CommandList Commands = commandsOf("", "");
  printUsage(Commands, OS);
  OS << "       rafter-opt SUBCOMMAND ...      (see rafter-opt help "
        "SUBCOMMAND)\n\n";
  printWrapped(subcommandNamed("").Text, 0, OS);
  printSubcommands(OS);
  for (const OptionSection &S : sectionsOf(Commands))
    if (S.Title != command::OptGroup)
      printSection(S, OS);
  OS << "\n-rafter-NAME may be written --NAME. All options of LLVM: "
        "--help-llvm.\n";
}

void rafter::printHelp(StringRef Name, StringRef Verb, raw_ostream &OS) {
  if (Name.empty())
    return printMainHelp(OS);
  CommandList Commands = commandsOf(Name, Verb);
  printUsage(Commands, OS);
  OS << '\n';
  printWrapped(subcommandNamed(Name).Text, 0, OS);
  for (const OptionSection &S : sectionsOf(Commands))
    printSection(S, OS);
}

void rafter::printHelpOfOpt(raw_ostream &OS) {
  for (const OptionSection &S : sectionsOf(commandsOf("", "")))
    if (S.Title == command::OptGroup)
      printSection(S, OS);
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
       << "\n\n```text\n";
    for (const CommandRow *C : Commands)
      OS << usageOf(*C) << '\n';
    OS << "```\n\n" << Sub.Text << "\n";
    for (const OptionSection &S : sectionsOf(Commands)) {
      OS << "\n| " << S.Title << " | | default |\n|---|---|---|\n";
      for (const OptionRow *Row : S.Rows)
        OS << "| `" << cell(usageOf(*Row)) << "` | " << cell(Row->Help) << " | "
           << cell(Row->Default) << " |\n";
    }
    OS << (&Sub == std::end(command::Subcommands) - 1 ? "" : "\n");
  }
}
