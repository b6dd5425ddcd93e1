//===- ManPages.cpp - The table of options as manual pages ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the man macros of roff, section 1: one page for rafter-opt and one for
// each subcommand.
//
//===----------------------------------------------------------------------===//

#include "TableView.h"
#include "rafter/Options/Help.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::Error;
using llvm::raw_ostream;
using llvm::StringRef;

/// Text as roff takes it: no requests at the begin of a line, plain hyphens.
static std::string roff(StringRef Text) {
  std::string Result;
  if (Text.starts_with(".") || Text.starts_with("'"))
    Result = "\\&";
  for (char C : Text) {
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else
      Result += C;
  }
  return Result;
}

static std::string pageName(StringRef Name) {
  return Name.empty() ? "rafter-opt" : ("rafter-opt-" + Name).str();
}

static void printOptions(const OptionSection &S, raw_ostream &OS) {
  if (!S.Title.empty())
    OS << ".SS " << roff(S.Title) << '\n';
  for (const OptionRow *Row : S.Rows)
    OS << ".TP\n.B " << roff(usageOf(*Row)) << '\n'
       << roff(helpOf(*Row)) << ".\n";
}

static void printSubcommands(raw_ostream &OS) {
  OS << ".SH SUBCOMMANDS\n";
  for (StringRef Group : command::SubcommandGroups) {
    OS << ".SS " << roff(Group) << '\n';
    for (const SubcommandRow &Row : command::Subcommands)
      if (Row.Group == Group)
        OS << ".TP\n.BR " << roff(pageName(Row.Name)) << " (1)\n"
           << roff(Row.Help) << ".\n";
  }
}

void rafter::printManPage(StringRef Name, StringRef Version, raw_ostream &OS) {
  CommandList Commands = commandsOf(Name, "");
  const SubcommandRow &Sub = subcommandNamed(Name);
  OS << ".TH " << roff(StringRef(pageName(Name)).upper()) << " 1 \"\" \"Rafter "
     << Version << "\"\n.ad l\n.SH NAME\n"
     << roff(pageName(Name)) << " \\- "
     << roff(Name.empty() ? "tell why a program runs no faster" : Sub.Help)
     << "\n.SH SYNOPSIS\n.nf\n";
  for (const CommandRow *C : Commands)
    OS << roff(usageOf(*C)) << '\n';
  if (Name.empty())
    OS << roff("rafter-opt SUBCOMMAND ...") << '\n';
  OS << ".fi\n.SH DESCRIPTION\n" << roff(Sub.Text) << '\n';
  if (Name.empty())
    printSubcommands(OS);
  OS << ".SH OPTIONS\n"
     << roff("Each --NAME may be written -rafter-NAME and the other way round; "
             "a value follows behind = or as the next word.")
     << '\n';
  for (const OptionSection &S : sectionsOf(Commands))
    printOptions(S, OS);
  OS << ".SH EXIT STATUS\n"
        "0: it was done; 1: the input is bad, or a condition or budget does "
        "not hold; 2: wrong usage.\n"
        ".SH ENVIRONMENT\n.TP\n.B RAFTER_UARCH_PATH\n"
        "Folders with CPU files, separated by colons, before those that are "
        "installed.\n.TP\n.B NO_COLOR\nNo colours on terminals.\n"
        ".SH SEE ALSO\n";
  OS << (Name.empty() ? ".BR opt (1),\n.BR clang (1)\n"
                      : ".BR rafter\\-opt (1)\n");
}

Error rafter::writeHelpFiles(StringRef Directory, StringRef Version) {
  auto Write = [&](const llvm::Twine &Folder, const llvm::Twine &Name,
                   llvm::function_ref<void(raw_ostream &)> Print) -> Error {
    llvm::SmallString<128> Path(Directory);
    llvm::sys::path::append(Path, Folder);
    if (std::error_code EC = llvm::sys::fs::create_directories(Path))
      return llvm::createStringError("cannot write '" + Path +
                                     "': " + EC.message());
    llvm::sys::path::append(Path, Name);
    return writeFileWhole(Path, Print);
  };
  for (const SubcommandRow &Sub : command::Subcommands)
    if (Error E =
            Write("man/man1", pageName(Sub.Name) + ".1", [&](raw_ostream &OS) {
              printManPage(Sub.Name, Version, OS);
            }))
      return E;
  if (Error E = Write("bash-completion/completions", "rafter-opt",
                      printBashCompletion))
    return E;
  if (Error E = Write("zsh/site-functions", "_rafter-opt", printZshCompletion))
    return E;
  return Write("fish/vendor_completions.d", "rafter-opt.fish",
               printFishCompletion);
}
