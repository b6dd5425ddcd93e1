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

#include "CommandFiles.h"
#include "Subcommands.h"
#include "rafter/Analysis/ReportDiff.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace rafter;

static Expected<std::vector<ComparedRegion>> read(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return File.takeError();
  return readReport((*File)->getMemBufferRef());
}

Error rafter::runDiff(const Arguments &A, raw_ostream &Out, raw_ostream &Err) {
  if (A.Words.size() != 2 || A.HasProgram)
    return usageError("expected two reports, the old and the new one");
  std::vector<DiffCondition> Conditions;
  for (StringRef Text : A.list("fail-if")) {
    Expected<std::vector<DiffCondition>> Parsed = parseConditions(Text);
    if (!Parsed)
      return A.error("fail-if", Parsed.takeError());
    append_range(Conditions, *Parsed);
  }
  Expected<std::vector<ComparedRegion>> Old = read(A.Words[0]);
  if (!Old)
    return Old.takeError();
  Expected<std::vector<ComparedRegion>> New = read(A.Words[1]);
  if (!New)
    return New.takeError();
  ReportDiff Diff = compareReports(std::move(*Old), std::move(*New));
  std::vector<std::string> Failures = findFailures(Diff, Conditions);
  if (Error E = printTo(A.text("output"), Out, [&](raw_ostream &OS) {
        if (A.is("format", "json"))
          printDiffJSON(Diff, Failures, OS);
        else
          printDiffText(Diff, OS);
      }))
    return E;
  Out.flush();
  for (const std::string &Line : Failures)
    Err << "rafter-opt diff: " << Line << '\n';
  return Failures.empty() ? Error::success() : make_error<Reported>();
}
