//===- Completions.cpp - The table of options for shells ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A script for each shell, which knows subcommands, verbs, options and the
// words of choices; anything else is completed as a file.
//
//===----------------------------------------------------------------------===//

#include "TableView.h"
#include "rafter/Options/Help.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

/// Text between single quotes of a shell.
static std::string quoted(StringRef Text) {
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

static std::vector<StringRef> subcommandNames() {
  std::vector<StringRef> Names;
  for (const SubcommandRow &Row : command::Subcommands)
    if (!Row.Name.empty())
      Names.push_back(Row.Name);
  return Names;
}

static std::vector<StringRef> verbsOf(StringRef Name) {
  std::vector<StringRef> Verbs;
  for (const CommandRow *C : commandsOf(Name, ""))
    if (!C->Verb.empty())
      Verbs.push_back(C->Verb);
  return Verbs;
}

/// "spire fit", "diff", "".
static std::string keyOf(const CommandRow &C) {
  return C.Verb.empty() ? C.Name.str() : (C.Name + " " + C.Verb).str();
}

/// With the "=" behind which a value follows.
static std::string wordOf(const OptionRow &Row) {
  bool HasWord = Row.Value.Kind == ValueKind::Flag || Row.Name.size() == 1 ||
                 Row.Value.Name.starts_with("|");
  return spellingOf(Row) + (HasWord ? "" : "=");
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

void rafter::printBashCompletion(raw_ostream &OS) {
  OS << "# Completes command lines of rafter-opt in bash.\n"
        "_rafter_opt() {\n"
        // bash splits words at "=", too.
        "  local line=${COMP_LINE:0:COMP_POINT} words current command options "
        "values\n"
        "  read -ra words <<<\"$line\"\n"
        "  current=${line##* }\n"
        "  command=${words[1]}\n"
        "  [[ $line == *[[:space:]]*[[:space:]]* ]] || command=\n"
        "  case $command in\n";
  for (StringRef Name : subcommandNames()) {
    OS << "  " << Name << ')';
    if (std::vector<StringRef> Verbs = verbsOf(Name); !Verbs.empty())
      OS << "\n    case ${words[2]} in\n    " << llvm::join(Verbs, "|")
         << ") command+=\" ${words[2]}\" ;;\n    esac\n   ";
    OS << " ;;\n";
  }
  OS << "  *) command= ;;\n  esac\n  case $command in\n";
  for (const CommandRow &C : command::Commands) {
    OS << "  " << quoted(keyOf(C)) << ") options='";
    if (C.Name.empty())
      OS << llvm::join(subcommandNames(), " ") << " help ";
    for (const OptionRow *Row : optionsOf(C))
      OS << wordOf(*Row) << ' ';
    OS << "--help' ;;\n";
  }
  for (StringRef Name : subcommandNames())
    if (std::vector<StringRef> Verbs = verbsOf(Name); !Verbs.empty())
      OS << "  " << Name << ") options='" << llvm::join(Verbs, " ")
         << " --help' ;;\n";
  OS << "  esac\n  case \"$command ${current%%=*}\" in\n";
  for (const CommandRow &C : command::Commands)
    for (const OptionRow *Row : optionsOf(C))
      if (auto Words = choicesOf(*Row); !Words.empty())
        OS << "  " << quoted(keyOf(C) + " " + spellingOf(*Row)) << ") values='"
           << llvm::join(Words, " ") << "' ;;\n";
  OS << "  esac\n"
        "  if [[ $current == -*=* ]]; then\n"
        "    if [[ $values ]]; then\n"
        "      COMPREPLY=($(compgen -W \"$values\" -- \"${current#*=}\"))\n"
        "    else\n"
        "      COMPREPLY=($(compgen -f -- \"${current#*=}\"))\n"
        "    fi\n"
        "    return\n"
        "  fi\n"
        "  COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
        "  [[ ${COMPREPLY-} == *= ]] && compopt -o nospace 2>/dev/null\n"
        "  [[ $current == -* ]] || COMPREPLY+=($(compgen -f -- "
        "\"$current\"))\n"
        "}\n"
        "complete -o filenames -o bashdefault -F _rafter_opt rafter-opt\n";
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// An option for _arguments: '--format=-[of the output]:text|json:(text json)'.
static std::string zshSpec(const OptionRow &Row) {
  auto Escaped = [](StringRef Text) {
    std::string Result;
    for (char C : Text) {
      if (C == '[' || C == ']' || C == ':' || C == '\\')
        Result += '\\';
      Result += C;
    }
    return Result;
  };
  std::string Spec = Row.Value.Kind == ValueKind::List ? "*" : "";
  Spec += spellingOf(Row);
  StringRef Value = Row.Value.Name;
  bool IsOptional = Value.consume_front("|");
  if (Row.Value.Kind != ValueKind::Flag)
    Spec += Row.Name.size() == 1 ? "" : IsOptional ? "=-" : "=";
  Spec += "[" + Escaped(helpOf(Row)) + "]";
  if (Row.Value.Kind == ValueKind::Flag)
    return Spec;
  auto Choices = choicesOf(Row);
  return Spec + (IsOptional ? "::" : ":") + Escaped(Value) + ":" +
         (Choices.empty() ? "_files" : "(" + llvm::join(Choices, " ") + ")");
}

static void printZshOptions(const CommandRow &C, raw_ostream &OS) {
  OS << "_arguments -S \\\n";
  for (const OptionRow *Row : optionsOf(C))
    OS << "      " << quoted(zshSpec(*Row)) << " \\\n";
  OS << "      '--help[what it does and takes]' '*:file:_files'";
}

void rafter::printZshCompletion(raw_ostream &OS) {
  OS << "#compdef rafter-opt\n"
        "# Completes command lines of rafter-opt in zsh.\n"
        "_rafter-opt() {\n"
        "  local -a commands\n"
        "  commands=(\n";
  for (const SubcommandRow &Row : command::Subcommands)
    if (!Row.Name.empty())
      OS << "    " << quoted((Row.Name + ":" + Row.Help).str()) << '\n';
  OS << "    'help:what a subcommand does and takes'\n  )\n"
        "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
        "    _describe -t commands subcommand commands\n"
        "    _files\n    return\n  fi\n"
        "  case $words[2] in\n"
        "  help) _describe -t commands subcommand commands ;;\n";
  for (StringRef Name : subcommandNames()) {
    OS << "  " << Name << ")\n    shift words; (( CURRENT-- ))\n";
    std::vector<StringRef> Verbs = verbsOf(Name);
    if (Verbs.empty()) {
      OS << "    ";
      printZshOptions(*commandsOf(Name, "").front(), OS);
      OS << "\n    ;;\n";
      continue;
    }
    OS << "    if (( CURRENT == 2 )); then\n      compadd "
       << llvm::join(Verbs, " ")
       << "\n      return\n    fi\n    case $words[2] in\n";
    for (const CommandRow *C : commandsOf(Name, "")) {
      OS << "    " << C->Verb << ") shift words; (( CURRENT-- ))\n      ";
      printZshOptions(*C, OS);
      OS << " ;;\n";
    }
    OS << "    esac\n    ;;\n";
  }
  OS << "  *) ";
  printZshOptions(*commandsOf("", "").front(), OS);
  OS << "\n    ;;\n  esac\n}\n"
        "if [[ $funcstack[1] == _rafter-opt ]]; then\n"
        "  _rafter-opt \"$@\"\nelse\n  compdef _rafter-opt rafter-opt\nfi\n";
}

//===----------------------------------------------------------------------===//
// fish
//===----------------------------------------------------------------------===//

static void printFishOption(const OptionRow &Row, StringRef Condition,
                            raw_ostream &OS) {
  std::string Spelling = spellingOf(Row);
  StringRef Name = StringRef(Spelling).ltrim('-');
  OS << "complete -c rafter-opt -n " << quoted(Condition)
     << (StringRef(Spelling).starts_with("--") ? " -l "
         : Name.size() == 1                    ? " -s "
                                               : " -o ")
     << Name;
  auto Choices = choicesOf(Row);
  if (!Choices.empty())
    OS << " -x -a " << quoted(llvm::join(Choices, " "));
  else if (Row.Value.Kind != ValueKind::Flag &&
           !Row.Value.Name.starts_with("|"))
    OS << " -r";
  OS << " -d " << quoted(helpOf(Row)) << '\n';
}

void rafter::printFishCompletion(raw_ostream &OS) {
  std::string Names = llvm::join(subcommandNames(), " ");
  std::string None = "not __fish_seen_subcommand_from " + Names + " help";
  OS << "# Completes command lines of rafter-opt in fish.\n";
  for (const SubcommandRow &Row : command::Subcommands)
    if (!Row.Name.empty())
      OS << "complete -c rafter-opt -n __fish_is_first_token -a " << Row.Name
         << " -d " << quoted(Row.Help) << '\n';
  OS << "complete -c rafter-opt -n __fish_is_first_token -a help -d 'what a "
        "subcommand does and takes'\n"
        "complete -c rafter-opt -n '__fish_seen_subcommand_from help' -f -a "
     << quoted(Names) << '\n';
  for (const CommandRow &C : command::Commands) {
    std::string Condition = None;
    if (!C.Name.empty())
      Condition = ("__fish_seen_subcommand_from " + C.Name).str();
    if (!C.Verb.empty()) {
      OS << "complete -c rafter-opt -n "
         << quoted(Condition + "; and not __fish_seen_subcommand_from " +
                   llvm::join(verbsOf(C.Name), " "))
         << " -f -a " << C.Verb << '\n';
      Condition += ("; and __fish_seen_subcommand_from " + C.Verb).str();
    }
    for (const OptionRow *Row : optionsOf(C))
      printFishOption(*Row, Condition, OS);
  }
}
