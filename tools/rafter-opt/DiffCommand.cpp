//===- DiffCommand.cpp - rafter-opt diff ----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares two reports in JSON, so that continuous integration can fail when a
// change makes a region slower.
//
//===----------------------------------------------------------------------===//

#include "DiffCommand.h"
#include "CommandFiles.h"
#include "CommandVerbs.h"
#include "Subcommands.h"
#include "rafter/Analysis/ReportDiff.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt diff OLD.json NEW.json [OPTIONS]\n"
    "\n"
    "Compares two reports of -rafter-format=json region by region.\n"
    "\n"
    "  --fail-if 'FIGURE OP RATIO'  exit with status 1 where new/old is so:\n"
    "                               FIGURE is cycles, cycles_per_iteration,\n"
    "                               performance or instructions, OP is one of\n"
    "                               < <= > >=; several separated by commas\n"
    "  -rafter-format=text|json     text if not given\n"
    "  -rafter-output=FILE          write there instead of standard output\n";

/// What the command line asks for.
struct Request {
  bool Help = false;
  std::string Old, New;
  std::vector<DiffCondition> Conditions;
  std::string Output, Format;
};

Error addConditions(StringRef Text, Request &R) {
  Expected<std::vector<DiffCondition>> Conditions = parseConditions(Text);
  if (!Conditions)
    return Conditions.takeError();
  append_range(R.Conditions, *Conditions);
  return Error::success();
}

constexpr StringRef Formats[] = {"text", "json"};

Expected<Request> parseArguments(ArrayRef<StringRef> Arguments) {
  Request R;
  Expected<CommandWords> Words = parseCommand(
      Arguments,
      {{"fail-if", [&R](StringRef Text) { return addConditions(Text, R); }},
       choiceOption("rafter-format", R.Format, Formats),
       textOption("rafter-output", R.Output)});
  if (!Words)
    return usageError(toString(Words.takeError()));
  R.Help = Words->Help;
  if (R.Help)
    return R;
  if (Words->Operands.size() != 2 || Words->HasProgram)
    return usageError("expected two reports, the old and the new one");
  R.Old = Words->Operands[0];
  R.New = Words->Operands[1];
  return R;
}

Expected<std::vector<ComparedRegion>> read(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  return readReport((*File)->getMemBufferRef());
}

/// Prints the comparison; the result is one line for each failed condition.
Expected<std::vector<std::string>> compare(const Request &R, raw_ostream &Out) {
  Expected<std::vector<ComparedRegion>> Old = read(R.Old);
  if (!Old)
    return Old.takeError();
  Expected<std::vector<ComparedRegion>> New = read(R.New);
  if (!New)
    return New.takeError();
  ReportDiff Diff = compareReports(std::move(*Old), std::move(*New));
  std::vector<std::string> Failures = findFailures(Diff, R.Conditions);
  if (Error E = printTo(R.Output, Out, [&](raw_ostream &OS) {
        if (R.Format == "json")
          printDiffJSON(Diff, Failures, OS);
        else
          printDiffText(Diff, OS);
      }))
    return E;
  return Failures;
}

} // namespace

int rafter::diffCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                        raw_ostream &Err) {
  Expected<Request> R = parseArguments(Arguments);
  if (!R)
    return finishCommand("diff", R.takeError(), Err);
  if (R->Help) {
    Out << Usage;
    return Done;
  }
  Expected<std::vector<std::string>> Failures = compare(*R, Out);
  if (!Failures)
    return finishCommand("diff", Failures.takeError(), Err);
  Out.flush();
  for (const std::string &Line : *Failures)
    Err << "rafter-opt diff: " << Line << '\n';
  return Failures->empty() ? Done : BadInput;
}

int rafter::runDiffCommand(ArrayRef<StringRef> Arguments) {
  return diffCommand(Arguments, outs(), errs());
}
