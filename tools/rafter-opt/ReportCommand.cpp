//===- ReportCommand.cpp - rafter-opt report ------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the remarks that the plugin left in the optimization records of a
// build into one ranked report.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "CommandVerbs.h"
#include "Subcommands.h"
#include "rafter/OptimizationRecords/MergeRecords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt report [OPTIONS] RECORD|DIRECTORY...\n"
    "\n"
    "Merges the remarks of Rafter in the optimization records of a build "
    "(YAML,\n"
    "bitstream, objects with a section of remarks) into one list, most cycles\n"
    "saved first. Directories are searched for records.\n"
    "\n"
    "  -rafter-format=html|text|json  html if not given\n"
    "  -rafter-output=FILE            write there instead of standard output\n"
    "  -rafter-source-root=DIR        look for sources below DIR first\n"
    "  -rafter-top=N                  only the first N; 0, the default, is "
    "all\n";

/// What the command line asks for.
struct Request {
  bool Help = false;
  std::vector<std::string> Inputs;
  MergeOptions Merge;
  std::string Format = "html", Output;
};

constexpr StringRef Formats[] = {"html", "text", "json"};

Error takeSourceRoot(StringRef Path, Request &R) {
  if (!sys::fs::is_directory(Path))
    return createStringError("'" + Path + "' is not a directory");
  R.Merge.SourceRoot = Path.str();
  return Error::success();
}

Expected<Request> parseArguments(ArrayRef<StringRef> Arguments) {
  Request R;
  Expected<CommandWords> Words = parseCommand(
      Arguments, {choiceOption("rafter-format", R.Format, Formats),
                  textOption("rafter-output", R.Output),
                  {"rafter-source-root",
                   [&R](StringRef Text) { return takeSourceRoot(Text, R); }},
                  countOption("rafter-top", R.Merge.Top, 0, ~uint64_t(0))});
  if (!Words)
    return usageError(toString(Words.takeError()));
  R.Help = Words->Help;
  if (R.Help)
    return R;
  R.Inputs = std::move(Words->Operands);
  append_range(R.Inputs, Words->Program);
  if (R.Inputs.empty())
    return usageError("no record and no directory");
  R.Merge.Excerpts = R.Format == "html";
  return R;
}

void print(const BuildReport &Report, StringRef Format, raw_ostream &OS) {
  if (Format == "html")
    printBuildHTML(Report, OS);
  else if (Format == "json")
    printBuildJSON(Report, OS);
  else
    printBuildText(Report, OS);
}

/// A failure of standard output is one of the command.
Error write(const BuildReport &Report, const Request &R) {
  if (Error E = printTo(R.Output, outs(),
                        [&](raw_ostream &OS) { print(Report, R.Format, OS); }))
    return E;
  outs().flush();
  if (!outs().has_error())
    return Error::success();
  std::error_code EC = outs().error();
  outs().clear_error();
  return createStringError("cannot write standard output: " + EC.message());
}

int runRequest(const Request &R) {
  MergedBuild Build = mergeRecords(R.Inputs, R.Merge);
  for (ArrayRef<std::string> Lines :
       {ArrayRef(Build.Report.Problems), ArrayRef(Build.Hints)})
    for (const std::string &Line : Lines)
      errs() << "rafter-opt report: " << Line << '\n';
  if (!Build.anyRead())
    return BadInput;
  return finishCommand("report", write(Build.Report, R), errs());
}

} // namespace

int rafter::runReportCommand(ArrayRef<StringRef> Arguments) {
  Expected<Request> R = parseArguments(Arguments);
  if (!R)
    return finishCommand("report", R.takeError(), errs());
  if (R->Help) {
    outs() << Usage;
    return Done;
  }
  return runRequest(*R);
}
