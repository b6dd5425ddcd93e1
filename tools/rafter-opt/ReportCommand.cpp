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
#include "ProjectRecords.h"
#include "Subcommands.h"
#include "rafter/OptimizationRecords/MergeRecords.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace rafter;

static void print(const BuildReport &Report, const Arguments &A,
                  raw_ostream &OS) {
  if (A.is("format", "html"))
    printBuildHTML(Report, OS);
  else if (A.is("format", "lines"))
    printBuildLines(Report, OS);
  else if (A.is("format", "json"))
    printBuildJSON(Report, OS);
  else if (A.is("format", "sarif"))
    printBuildSARIF(Report, RAFTER_VERSION, OS);
  else
    printBuildText(Report, OS);
}

Error rafter::runReport(const Arguments &A, raw_ostream &Out,
                        raw_ostream &Err) {
  std::vector<std::string> Inputs = filesOf(A);
  if (Inputs.empty() && !A.given("project"))
    return usageError("no record and no directory");
  std::vector<BuildCondition> Conditions;
  for (StringRef Text : A.list("fail-if")) {
    Expected<std::vector<BuildCondition>> Parsed = parseBuildConditions(Text);
    if (!Parsed)
      return A.error("fail-if", Parsed.takeError());
    append_range(Conditions, *Parsed);
  }
  SmallString<128> Folder;
  scope_exit Remove([&] {
    if (!Folder.empty())
      sys::fs::remove_directories(Folder);
  });
  if (A.given("project")) {
    if (std::error_code EC = sys::fs::createUniqueDirectory("rafter", Folder)) {
      Folder.clear();
      return createStringError("cannot make a temporary folder: " +
                               EC.message());
    }
    if (Error E =
            recordProject(A.text("project"), Folder, A.count("jobs"), Err))
      return E;
    Inputs.push_back(Folder.str().str());
  }
  MergeOptions Options;
  Options.SourceRoot = A.text("source-root").str();
  if (A.given("source-root") && !sys::fs::is_directory(Options.SourceRoot))
    return A.error("source-root",
                   "'" + Options.SourceRoot + "' is not a directory");
  Options.Top = A.count("top");
  Options.Excerpts = A.is("format", "html") || A.is("format", "lines");
  MergedBuild Build = mergeRecords(Inputs, Options);
  for (ArrayRef<std::string> Lines :
       {ArrayRef(Build.Report.Problems), ArrayRef(Build.Hints)})
    for (const std::string &Line : Lines)
      Err << "rafter-opt report: " << Line << '\n';
  if (!Build.anyRead())
    return make_error<Reported>();
  if (Error E = printTo(A.text("output"), Out,
                        [&](raw_ostream &OS) { print(Build.Report, A, OS); }))
    return E;
  // A failure of standard output is one of the command.
  outs().flush();
  std::vector<std::string> Failures = findFailures(Build.Report, Conditions);
  for (const std::string &Line : Failures)
    Err << "rafter-opt report: " << Line << '\n';
  if (!outs().has_error())
    return Failures.empty() ? Error::success() : make_error<Reported>();
  std::error_code EC = outs().error();
  outs().clear_error();
  return createStringError("cannot write standard output: " + EC.message());
}
