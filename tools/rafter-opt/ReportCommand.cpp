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

#include "Subcommands.h"
#include "rafter/Records/MergeRecords.h"
#include "rafter/Report/WriteReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

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
  StringRef Format = "html";
  StringRef Output = "-";
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

Error parseOption(StringRef Argument, Request &R) {
  if (takeOption(Argument, "rafter-format")) {
    if (!is_contained({"html", "text", "json"}, Argument))
      return createStringError("-rafter-format: '" + Argument +
                               "' is not one of html|text|json");
    R.Format = Argument;
  } else if (takeOption(Argument, "rafter-output")) {
    if (Argument.empty())
      return createStringError("-rafter-output: no file name");
    R.Output = Argument;
  } else if (takeOption(Argument, "rafter-source-root")) {
    if (!sys::fs::is_directory(Argument))
      return createStringError("-rafter-source-root: '" + Argument +
                               "' is not a directory");
    R.Merge.SourceRoot = Argument.str();
  } else if (takeOption(Argument, "rafter-top")) {
    if (Argument.getAsInteger(10, R.Merge.Top))
      return createStringError("-rafter-top: '" + Argument +
                               "' is not a number");
  } else {
    return createStringError("unknown option '" + Argument + "'");
  }
  return Error::success();
}

Expected<Request> parseArguments(ArrayRef<StringRef> Arguments) {
  Request R;
  for (StringRef Argument : Arguments) {
    if (is_contained({"-h", "-help", "--help"}, Argument)) {
      R.Help = true;
      return R;
    }
    if (!Argument.starts_with("-"))
      R.Inputs.push_back(Argument.str());
    else if (Error E = parseOption(Argument, R))
      return E;
  }
  if (R.Inputs.empty())
    return createStringError("no record and no directory");
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
  if (R.Output != "-")
    return writeFileWhole(
        R.Output, [&](raw_ostream &OS) { print(Report, R.Format, OS); });
  print(Report, R.Format, outs());
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
  Error E = write(Build.Report, R);
  if (!E)
    return Done;
  errs() << "rafter-opt report: " << toString(std::move(E)) << '\n';
  return BadInput;
}

} // namespace

int rafter::runReportCommand(ArrayRef<StringRef> Arguments) {
  Expected<Request> R = parseArguments(Arguments);
  if (!R) {
    errs() << "rafter-opt report: " << toString(R.takeError())
           << " (see rafter-opt report --help)\n";
    return WrongUsage;
  }
  if (R->Help) {
    outs() << Usage;
    return Done;
  }
  return runRequest(*R);
}
