//===- ArgumentScan.cpp - Which arguments are input files -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks LLVM's registry of options which of them take the next argument.
//
//===----------------------------------------------------------------------===//

#include "ArgumentScan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"

using namespace rafter;
using llvm::StringRef;

/// True if option Name without a value in the same argument takes the next.
static bool takesNextArgument(StringRef Name) {
  auto &Registered = llvm::cl::getRegisteredOptions();
  auto It = Registered.find(Name);
  return It != Registered.end() &&
         It->second->getValueExpectedFlag() == llvm::cl::ValueRequired;
}

/// True if LLVM's command line can make sense of option Name.
static bool isKnown(StringRef Name) {
  using namespace llvm::cl;
  auto &Registered = getRegisteredOptions();
  if (Registered.contains(Name))
    return true;
  return llvm::any_of(Registered, [&](const auto &Entry) {
    FormattingFlags Form = Entry.second->getFormattingFlag();
    return (Form == Prefix || Form == AlwaysPrefix) &&
           Name.starts_with(Entry.first);
  });
}

static void noteFlag(ScannedArguments &Result, StringRef Name) {
  bool Ignored = false;
  bool *Flag = llvm::StringSwitch<bool *>(Name)
                   .Case("S", &Result.Assembly)
                   .Case("disable-output", &Result.DisableOutput)
                   .Case("disable-verify", &Result.DisableVerify)
                   .Cases({"O0", "O1", "O2", "O3", "Os", "Oz"},
                          &Result.OptimizationLevel)
                   .Case("print-passes", &Result.PrintsPasses)
                   .Default(&Ignored);
  *Flag = true;
}

ScannedArguments rafter::scanArguments(llvm::ArrayRef<const char *> Arguments) {
  ScannedArguments Result;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (Argument == "--") {
      Result.Inputs.insert(Result.Inputs.end(), Arguments.begin() + I + 1,
                           Arguments.end());
      break;
    }
    if (Argument == "-" || !Argument.starts_with("-")) {
      // A response file is the option parser's business.
      (Argument.starts_with("@") ? Result.Options : Result.Inputs)
          .push_back(Argument.str());
      continue;
    }
    auto [Name, Value] = Argument.drop_front().split('=');
    Name.consume_front("-");
    noteFlag(Result, Name);
    // An option may come from a plugin, once that is loaded.
    if (Result.Plugins.empty() && Result.Unknown.empty() && !isKnown(Name))
      Result.Unknown = Argument.str();
    bool Separate = !Argument.contains('=') && takesNextArgument(Name) &&
                    I + 1 < Arguments.size();
    if (Separate)
      Value = Arguments[++I];
    if (Name == "o" && (Separate || Argument.contains('='))) {
      Result.Output = Value.str();
      continue;
    }
    if (Name == "passes" || Name == "p") {
      Result.Pipeline = Value.str();
      continue;
    }
    if (Name == "load-pass-plugin")
      Result.Plugins.push_back(Value.str());
    Result.Options.push_back(Argument.str());
    if (Separate)
      Result.Options.push_back(Value.str());
  }
  return Result;
}
