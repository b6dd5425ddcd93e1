//===- Subcommands.cpp - Finds and runs a subcommand ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subcommands.h"
#include "rafter/Options/Help.h"
#include "rafter/Support/Emphasis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

char Reported::ID = 0;

static constexpr struct {
  command::Id Id;
  SubcommandFunction *Run;
} Functions[] = {
    {command::ConcordeFeatures, printConcordeFeatures},
    {command::ConcordeLabel, labelRegions},
    {command::ConcordeCheck, checkShards},
    {command::ConcordeTrain, trainConcorde},
    {command::ConcordePredict, predictConcorde},
    {command::ConcordeAttribute, attributeConcorde},
    {command::Counters, runCounters},
    {command::Diff, runDiff},
    {command::Explain, explainProgram},
    {command::FingerprintSlices, sliceSamples},
    {command::FingerprintTrain, trainFingerprint},
    {command::FingerprintShow, showFingerprint},
    {command::FingerprintClassify, classifySamples},
    {command::FingerprintValidate, validateFingerprint},
    {command::Record, runRecord},
    {command::Report, runReport},
    {command::Simulate, runSimulate},
    {command::SpireFit, fitSpire},
    {command::SpireAnalyze, analyzeSpire},
    {command::SpirePlot, plotSpire},
    {command::UarchList, listUarch},
    {command::UarchShow, showUarch},
    {command::UarchCalibrate, calibrateUarch},
    {command::UarchInfer, inferUarch},
};

/// Text in one line that a terminal takes for nothing else: file names may have
/// any byte.
static void printLine(StringRef Text, llvm::raw_ostream &OS) {
  for (char C : Text) {
    if (C == '\n')
      OS << "\\n";
    else if (static_cast<unsigned char>(C) < ' ' && C != '\t')
      OS << "\\x" << llvm::format_hex_no_prefix(C, 2);
    else
      OS << C;
  }
}

int rafter::finish(Error E, const Twine &Prefix, const Twine &After) {
  // Of help; LLVM ends the program when nobody has looked.
  llvm::outs().flush();
  std::error_code EC = llvm::outs().error();
  llvm::outs().clear_error();
  if (!E && EC)
    E = llvm::createStringError("cannot write standard output: " +
                                EC.message());
  if (!E)
    return Done;
  ExitStatus Status = E.isA<UsageError>() ? WrongUsage : BadInput;
  E = llvm::handleErrors(std::move(E),
                         [&](const Reported &R) { Status = R.Status; });
  if (E) {
    Emphasis(llvm::errs(), Emphasis::Bad) << Prefix << ':';
    llvm::errs() << ' ';
    printLine(llvm::toString(std::move(E)), llvm::errs());
    llvm::errs() << (Status == WrongUsage ? After.str() : "") << '\n';
  }
  return Status;
}

bool rafter::isSubcommand(StringRef Name) {
  return !Name.empty() &&
         llvm::any_of(command::Commands,
                      [&](const CommandRow &Row) { return Row.Name == Name; });
}

/// Takes the verb off Words. Null: the help was asked for and printed.
static Expected<const CommandRow *>
takeVerb(StringRef Name, llvm::SmallVectorImpl<StringRef> &Words) {
  auto Verb = llvm::find_if(
      Words, [](StringRef Word) { return !Word.starts_with("-"); });
  std::string Verbs;
  llvm::SmallVector<StringRef, 8> Known;
  for (const CommandRow &Row : command::Commands) {
    if (Row.Name != Name)
      continue;
    Known.push_back(Row.Verb);
    if (Row.Verb.empty())
      return &Row;
    if (Verb != Words.end() && Row.Verb == *Verb) {
      Words.erase(Verb);
      return &Row;
    }
    Verbs += (Verbs.empty() ? "" : ", ") + Row.Verb.str();
  }
  if (llvm::any_of(Words, isHelpOption)) {
    printHelp(Name, "", llvm::outs());
    return nullptr;
  }
  if (Verb == Words.end())
    return usageError("expected one of " + Verbs);
  return usageError("'" + *Verb + "' is not one of " + Verbs +
                    didYouMean(nearestWord(*Verb, Known)));
}

static llvm::SmallVector<StringRef, 16> subcommandNames() {
  llvm::SmallVector<StringRef, 16> Names = {"help"};
  for (const SubcommandRow &Row : command::Subcommands)
    if (!Row.Name.empty())
      Names.push_back(Row.Name);
  return Names;
}

/// help [SUBCOMMAND [VERB]]
static Error help(llvm::ArrayRef<StringRef> Words) {
  StringRef Name = Words.empty() ? "" : Words[0];
  StringRef Verb = Words.size() < 2 ? "" : Words[1];
  if (!Name.empty() && !isSubcommand(Name))
    return usageError("there is no subcommand '" + Name + "'" +
                      didYouMean(nearestWord(Name, subcommandNames())));
  llvm::SmallVector<StringRef, 16> Rest(Words.drop_front(Words.size() ? 1 : 0));
  if (!Verb.empty())
    if (auto Command = takeVerb(Name, Rest); !Command)
      return Command.takeError();
  printHelp(Name, Verb, llvm::outs());
  return Error::success();
}

int rafter::runHelp(llvm::ArrayRef<StringRef> Words) {
  return finish(help(Words), "rafter-opt help", " (see rafter-opt --help)");
}

std::optional<int> rafter::complainOfMisspelling(StringRef Word) {
  if (Word.empty() || Word.find_first_of("-./\\") != StringRef::npos ||
      llvm::sys::fs::exists(Word))
    return std::nullopt;
  StringRef Nearest = nearestWord(Word, subcommandNames());
  if (Nearest.empty())
    return std::nullopt;
  return finish(usageError("'" + Word + "' is neither a subcommand nor a file" +
                           didYouMean(Nearest)),
                "rafter-opt", " (see rafter-opt --help)");
}

static Error run(StringRef Name, llvm::SmallVectorImpl<StringRef> &Words) {
  Expected<const CommandRow *> Command = takeVerb(Name, Words);
  if (!Command || !*Command)
    return Command.takeError();
  Expected<Arguments> A = parseArguments(**Command, Words);
  if (!A)
    return A.takeError();
  if (A->Help) {
    printHelp(Name, (*Command)->Verb, llvm::outs());
    return Error::success();
  }
  auto Function = llvm::find_if(
      Functions, [&](const auto &F) { return F.Id == (*Command)->Id; });
  return Function->Run(*A, llvm::outs(), llvm::errs());
}

int rafter::runSubcommand(StringRef Name, llvm::ArrayRef<StringRef> Given) {
  llvm::SmallVector<StringRef, 16> Words(Given);
  return finish(run(Name, Words), "rafter-opt " + Name,
                " (see rafter-opt " + Name + " --help)");
}
