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
#include "Subcommands.h"
#include "rafter/Report/ReportDiff.h"
#include "rafter/Report/WriteReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"

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
  StringRef Old, New;
  std::vector<DiffCondition> Conditions;
  StringRef Output = "-";
  bool AsJSON = false;
};

/// Takes "-NAME=" or "--NAME=" off Argument.
bool takeOption(StringRef &Argument, StringRef Name) {
  StringRef Rest = Argument;
  if (!Rest.consume_front("--") && !Rest.consume_front("-"))
    return false;
  if (!Rest.consume_front(Name) || !Rest.consume_front("="))
    return false;
  Argument = Rest;
  return true;
}

Error addConditions(StringRef Text, Request &R) {
  Expected<std::vector<DiffCondition>> Conditions = parseConditions(Text);
  if (!Conditions)
    return createStringError("--fail-if: " + toString(Conditions.takeError()));
  append_range(R.Conditions, *Conditions);
  return Error::success();
}

Error parseOption(StringRef Argument, Request &R) {
  if (takeOption(Argument, "fail-if"))
    return addConditions(Argument, R);
  if (takeOption(Argument, "rafter-format")) {
    if (Argument != "text" && Argument != "json")
      return createStringError("-rafter-format: '" + Argument +
                               "' is not one of text|json");
    R.AsJSON = Argument == "json";
    return Error::success();
  }
  if (takeOption(Argument, "rafter-output")) {
    if (Argument.empty())
      return createStringError("-rafter-output: no file name");
    R.Output = Argument;
    return Error::success();
  }
  return createStringError("unknown option '" + Argument + "'");
}

Expected<Request> parseArguments(ArrayRef<StringRef> Arguments) {
  Request R;
  SmallVector<StringRef> Files;
  while (!Arguments.empty()) {
    StringRef Argument = Arguments.consume_front();
    if (is_contained({"-h", "-help", "--help"}, Argument)) {
      R.Help = true;
      return R;
    }
    if (Argument == "--fail-if" || Argument == "-fail-if") {
      if (Arguments.empty())
        return createStringError("--fail-if: no condition");
      if (Error E = addConditions(Arguments.consume_front(), R))
        return E;
    } else if (!Argument.starts_with("-")) {
      Files.push_back(Argument);
    } else if (Error E = parseOption(Argument, R)) {
      return E;
    }
  }
  if (Files.size() != 2)
    return createStringError("expected two reports, the old and the new one");
  R.Old = Files[0];
  R.New = Files[1];
  return R;
}

Expected<std::vector<ComparedRegion>> read(StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + Buffer.getError().message());
  return readReport((*Buffer)->getMemBufferRef());
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
  auto Print = [&](raw_ostream &OS) {
    if (R.AsJSON)
      printDiffJSON(Diff, Failures, OS);
    else
      printDiffText(Diff, OS);
  };
  if (R.Output == "-")
    Print(Out);
  else if (Error E = writeFileWhole(R.Output, Print))
    return E;
  return Failures;
}

} // namespace

int rafter::diffCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                        raw_ostream &Err) {
  Expected<Request> R = parseArguments(Arguments);
  if (!R) {
    Err << "rafter-opt diff: " << toString(R.takeError())
        << " (see rafter-opt diff --help)\n";
    return WrongUsage;
  }
  if (R->Help) {
    Out << Usage;
    return Done;
  }
  Expected<std::vector<std::string>> Failures = compare(*R, Out);
  if (!Failures) {
    Err << "rafter-opt diff: " << toString(Failures.takeError()) << '\n';
    return BadInput;
  }
  Out.flush();
  for (const std::string &Line : *Failures)
    Err << "rafter-opt diff: " << Line << '\n';
  return Failures->empty() ? Done : BadInput;
}

int rafter::runDiffCommand(ArrayRef<StringRef> Arguments) {
  return diffCommand(Arguments, outs(), errs());
}
