//===- RecordCommand.cpp - rafter-opt record ------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records what an executable does into a trace file, and says in one line what
// it was.
//
//===----------------------------------------------------------------------===//

#include "Subcommands.h"
#include "rafter/Recorder/Record.h"
#include "rafter/Recorder/RecordRegions.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/Support/ProgressLine.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace rafter;

namespace {

struct Request {
  RecordOptions Options;
  RegionSampling Sampling;
  /// Trace to take the regions from; empty: the program.
  std::string From;
  std::string Output;
};

/// What cannot be asked for together.
Error checkUsage(const Arguments &A) {
  bool HasSampling = A.given("instructions") || A.given("warm-up") ||
                     A.given("seed") || A.given("even") || A.given("phases") ||
                     A.given("state");
  if (A.given("to")) {
    if (!A.given("from"))
      return usageError("--to needs --from");
    if (A.given("regions") || HasSampling)
      return usageError("--to converts all of a trace: regions cannot be "
                        "chosen at the same time");
  } else if ((HasSampling || A.given("from")) && !A.given("regions")) {
    return usageError("--instructions, --warm-up, --seed, --even, --phases, "
                      "--state and --from need --regions");
  }
  if (A.given("even") && A.given("phases"))
    return usageError("--even and --phases cannot be used together");
  // The emulator counts more than what is played, such as instructions that do
  // nothing: places of the one are not those of the other.
  if (A.given("phases") && !A.given("state") && !A.given("from"))
    return usageError("--phases of a program needs --state");
  if (A.given("regions") && A.given("function"))
    return usageError("--regions and --function cannot be used together");
  if (A.count("instructions") + A.count("warm-up") > MaxRegionInstructions)
    return usageError("a region has at most " + Twine(MaxRegionInstructions) +
                      " instructions, warm-up included");
  if (A.given("from") && !A.Program.empty())
    return usageError("--from and a program cannot be used together");
  if (!A.given("from") && A.Program.empty())
    return usageError("no program to record");
  return Error::success();
}

Request requestOf(const Arguments &A) {
  Request R;
  R.Options.Command = A.Program;
  R.Options.Function = A.text("function").str();
  R.Options.UsesOutside = true;
  R.Options.Sysroot = A.text("sysroot").str();
  R.Options.TimeLimit = A.number("time-limit");
  R.Sampling.Regions = A.count("regions");
  R.Sampling.Instructions = A.count("instructions");
  R.Sampling.WarmUp = A.count("warm-up");
  R.Sampling.Seed = A.count("seed");
  R.Sampling.By = A.given("even")     ? RegionSampling::Choice::Even
                  : A.given("phases") ? RegionSampling::Choice::Phases
                                      : RegionSampling::Choice::Random;
  R.Sampling.State = A.given("state");
  R.From = A.text("from").str();
  R.Output = A.text("output").str();
  if (R.Output.empty())
    R.Output = (sys::path::filename(R.From.empty() ? A.Program[0] : R.From) +
                (A.given("to")        ? ".champsim"
                 : A.given("regions") ? ".regions"
                                      : ".trace"))
                   .str();
  return R;
}

void printSummary(const Request &R, const RecordResult &Result,
                  raw_ostream &Err) {
  Err << "rafter-opt record: " << R.Options.Command.front() << ": "
      << Result.Outcome.Description << "; " << Result.Instructions
      << " instructions";
  if (!R.Options.Function.empty())
    Err << " in " << R.Options.Function << " (" << Result.OutsideInstructions
        << " outside)";
  if (Result.Threads.size() > 1)
    Err << ", " << Result.Threads.size() << " threads";
  uint64_t Bytes = 0;
  if (!sys::fs::file_size(R.Output, Bytes) && Result.Instructions != 0)
    Err << ", " << format("%.3g", double(Bytes) / double(Result.Instructions))
        << " bytes each";
  Err << " -> " << R.Output << '\n';
  for (const std::string &Remark : Result.Remarks)
    Err << "rafter-opt record: " << Remark << '\n';
}

Error convertRegions(const Request &R, raw_ostream &Err) {
  Expected<RegionConversion> Result =
      rafter::convertRegions(R.From, R.Sampling, R.Output);
  if (!Result)
    return Result.takeError();
  Err << "rafter-opt record: " << R.From << " (" << Result->Format
      << "): " << Result->Executed << " instructions, " << Result->Regions
      << " regions of " << R.Sampling.Instructions << " after "
      << R.Sampling.WarmUp << " -> " << R.Output << '\n';
  return Error::success();
}

Error convertToChampSim(const Request &R, raw_ostream &Err) {
  Expected<ChampSimConversion> Result =
      rafter::convertToChampSim(R.From, R.Output);
  if (!Result)
    return Result.takeError();
  Err << "rafter-opt record: " << R.From << " (" << Result->Format
      << "): " << Result->Executed << " instructions -> " << R.Output << '\n';
  return Error::success();
}

/// Shows how far the program is.
void showProgress(RecordOptions &Options, ProgressLine &Line) {
  Options.Progress = [&Line](uint64_t Instructions) {
    Line.show("running the program",
              Twine(Instructions / 1000000) + " million instructions");
  };
}

Error recordRegions(Request R, raw_ostream &Err) {
  ProgressLine Line(Err, ProgressLine::Verbosity::Normal);
  showProgress(R.Options, Line);
  Expected<RegionRecordResult> Result =
      rafter::recordRegions(R.Options, R.Sampling, R.Output);
  Line.end();
  if (!Result)
    return Result.takeError();
  Err << "rafter-opt record: " << R.Options.Command.front() << ": "
      << Result->Outcome.Description << "; " << Result->Executed
      << " instructions, " << Result->Regions << " regions of "
      << R.Sampling.Instructions << " after " << R.Sampling.WarmUp << ", "
      << format("%.3g", double(Result->Bytes) / double(Result->Instructions))
      << " bytes each -> " << R.Output << '\n';
  for (const std::string &Remark : Result->Remarks)
    Err << "rafter-opt record: " << Remark << '\n';
  return Error::success();
}

Error recordTrace(Request R, raw_ostream &Err) {
  ProgressLine Line(Err, ProgressLine::Verbosity::Normal);
  showProgress(R.Options, Line);
  Expected<RecordResult> Result = rafter::recordTrace(R.Options, R.Output);
  Line.end();
  if (!Result)
    return Result.takeError();
  if (!Result->RegionEntered)
    Result->Remarks.push_back("function '" + R.Options.Function +
                              "' was never entered: the trace is empty");
  printSummary(R, *Result, Err);
  return Error::success();
}

} // namespace

Error rafter::runRecord(const Arguments &A, raw_ostream &, raw_ostream &Err) {
  if (Error E = checkUsage(A))
    return E;
  Request R = requestOf(A);
  llvm::Expected<std::vector<std::string>> Command =
      commandOfScript(std::move(R.Options.Command));
  if (!Command)
    return Command.takeError();
  R.Options.Command = std::move(*Command);
  if (A.given("to"))
    return ::convertToChampSim(R, Err);
  if (A.given("regions"))
    return A.given("from") ? ::convertRegions(R, Err)
                           : ::recordRegions(std::move(R), Err);
  return ::recordTrace(std::move(R), Err);
}
