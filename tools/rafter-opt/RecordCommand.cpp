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

#include "RecordCommand.h"
#include "Subcommands.h"
#include "rafter/Recorder/Record.h"
#include "rafter/Recorder/RecordRegions.h"
#include "rafter/Regions/RegionFile.h"
#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Usage =
    "usage: rafter-opt record [OPTIONS] -- PROGRAM ARGUMENTS...\n"
    "\n"
    "Runs an x86-64, AArch64 or RISC-V executable in QEMU's user mode and\n"
    "writes the instructions it executes and the addresses it accesses to a\n"
    "trace, which rafter-opt reads like any other input.\n"
    "\n"
    "  -o FILE                     the trace; PROGRAM.trace if not given\n"
    "  -rafter-function=NAME       record only this function and what it "
    "calls\n"
    "  -rafter-time-limit=SECONDS  stop the program after so long\n"
    "  -rafter-sysroot=DIRECTORY   where a dynamic executable for another\n"
    "                              machine finds its libraries\n"
    "\n"
    "Regions for Concorde, in a file of their own format:\n"
    "  --regions=N                 record N parts of the program only\n"
    "  --instructions=N            of each, to be measured; 100000\n"
    "  --warm-up=N                 before these, to warm caches; 500000\n"
    "  --seed=N                    of the random places; 1\n"
    "  --even                      at equal distances instead\n"
    "  --from=TRACE                of a trace of DynamoRIO, ChampSim or the "
    "CBP\n"
    "                              2025 kit, instead of a program\n"
    "\n"
    "  --from=TRACE --to=champsim  write all of any trace, or the regions of "
    "a\n"
    "                              file, for ChampSim; TRACE.champsim if "
    "there\n"
    "                              is no -o\n";

struct Request {
  RecordOptions Options;
  /// Unless null regions are asked for, with these settings.
  RegionSampling Sampling;
  bool HasRegions = false, HasSampling = false;
  /// Trace to take the regions from; empty: the program.
  std::string From;
  /// Convert the trace instead.
  bool ToChampSim = false;
  std::string Output;
  bool Help = false;
};

Expected<double> parseSeconds(StringRef Text) {
  double Seconds = 0;
  if (Text.getAsDouble(Seconds) || !(Seconds > 0) || Seconds > 1e9)
    return createStringError("-rafter-time-limit: '" + Text +
                             "' is no positive number of seconds");
  return Seconds;
}

/// A number from Least on, of at most MaxRegionInstructions.
Error parseCount(StringRef Name, StringRef Text, uint64_t Least,
                 uint64_t &Result) {
  if (!Text.getAsInteger(10, Result) && Result >= Least &&
      Result <= MaxRegionInstructions)
    return Error::success();
  return createStringError("--" + Name + ": '" + Text + "' is no number from " +
                           Twine(Least) + " to " +
                           Twine(MaxRegionInstructions));
}

/// The options that choose regions; false if Argument is none of them.
Expected<bool> parseSampling(StringRef Argument, Request &R) {
  StringRef Rest = Argument;
  Rest.consume_front("-");
  Rest.consume_front("-");
  auto [Name, Value] = Rest.split('=');
  RegionSampling &S = R.Sampling;
  if (Rest == "even") {
    S.Even = R.HasSampling = true;
    return true;
  }
  if (!is_contained(
          {"regions", "instructions", "warm-up", "seed", "from", "to"}, Name))
    return false;
  if (!Rest.contains('=') || Value.empty())
    return createStringError("--" + Name + ": no value");
  if (Name == "from") {
    R.From = Value.str();
    return true;
  }
  if (Name == "to") {
    R.ToChampSim = Value == "champsim";
    if (!R.ToChampSim)
      return createStringError("--to: '" + Value + "' is not champsim");
    return true;
  }
  if (Name == "regions") {
    R.HasRegions = true;
    if (Error E = parseCount(Name, Value, 1, S.Regions))
      return E;
    if (S.Regions > MaxRecordedRegions)
      return createStringError("--regions: at most " +
                               Twine(MaxRecordedRegions));
    return true;
  }
  R.HasSampling = true;
  Error E = Name == "instructions" ? parseCount(Name, Value, 1, S.Instructions)
            : Name == "warm-up"    ? parseCount(Name, Value, 0, S.WarmUp)
                                   : parseCount(Name, Value, 0, S.Seed);
  if (E)
    return E;
  return true;
}

/// What cannot be asked for together.
Error checkRequest(const Request &R) {
  if (R.ToChampSim) {
    if (R.From.empty())
      return createStringError("--to needs --from");
    if (R.HasRegions || R.HasSampling)
      return createStringError("--to converts all of a trace: regions cannot "
                               "be chosen at the same time");
    return Error::success();
  }
  if ((R.HasSampling || !R.From.empty()) && !R.HasRegions)
    return createStringError(
        "--instructions, --warm-up, --seed, --even and --from need --regions");
  if (R.HasRegions && !R.Options.Function.empty())
    return createStringError(
        "--regions and -rafter-function cannot be used together");
  if (R.HasRegions && R.Sampling.length() > MaxRegionInstructions)
    return createStringError("a region has at most " +
                             Twine(MaxRegionInstructions) +
                             " instructions, warm-up included");
  return Error::success();
}

/// An option with its value, "-NAME=VALUE" or "--NAME=VALUE".
Error parseOption(StringRef Argument, Request &R) {
  StringRef Rest = Argument;
  Rest.consume_front("-");
  Rest.consume_front("-");
  auto [Name, Value] = Rest.split('=');
  if (!Argument.contains('=') ||
      !is_contained({"rafter-function", "rafter-time-limit", "rafter-sysroot"},
                    Name))
    return createStringError("unknown option '" + Argument + "'");
  if (Value.empty())
    return createStringError("-" + Name + ": no value");
  if (Name == "rafter-function") {
    R.Options.Function = Value.str();
  } else if (Name == "rafter-sysroot") {
    R.Options.Sysroot = Value.str();
  } else {
    Expected<double> Seconds = parseSeconds(Value);
    if (!Seconds)
      return Seconds.takeError();
    R.Options.TimeLimit = *Seconds;
  }
  return Error::success();
}

/// Options end at "--" or at the program.
Expected<Request> parseArguments(ArrayRef<StringRef> Arguments) {
  Request R;
  while (!Arguments.empty()) {
    StringRef Argument = Arguments.front();
    if (!Argument.starts_with("-"))
      break;
    Arguments = Arguments.drop_front();
    if (Argument == "--")
      break;
    if (is_contained({"-h", "-help", "--help"}, Argument)) {
      R.Help = true;
      return R;
    }
    if (Argument == "-o") {
      if (Arguments.empty() || Arguments.front().empty())
        return createStringError("-o: no file name");
      R.Output = Arguments.front().str();
      Arguments = Arguments.drop_front();
      continue;
    }
    Expected<bool> IsSampling = parseSampling(Argument, R);
    if (!IsSampling)
      return IsSampling.takeError();
    if (*IsSampling)
      continue;
    if (Error E = parseOption(Argument, R))
      return E;
  }
  if (Error E = checkRequest(R))
    return E;
  if (!R.From.empty()) {
    if (!Arguments.empty())
      return createStringError("--from and a program cannot be used together");
    if (R.Output.empty())
      R.Output = (sys::path::filename(R.From) +
                  (R.ToChampSim ? ".champsim" : ".regions"))
                     .str();
    return R;
  }
  if (Arguments.empty())
    return createStringError("no program to record");
  for (StringRef Word : Arguments)
    R.Options.Command.push_back(Word.str());
  if (R.Output.empty())
    R.Output = (sys::path::filename(R.Options.Command.front()) +
                (R.HasRegions ? ".regions" : ".trace"))
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

int convertRegionsCommand(const Request &R, raw_ostream &Err) {
  Expected<RegionConversion> Result =
      convertRegions(R.From, R.Sampling, R.Output);
  if (!Result) {
    Err << "rafter-opt record: " << toString(Result.takeError()) << '\n';
    return BadInput;
  }
  Err << "rafter-opt record: " << R.From << " (" << Result->Format
      << "): " << Result->Executed << " instructions, " << Result->Regions
      << " regions of " << R.Sampling.Instructions << " after "
      << R.Sampling.WarmUp << " -> " << R.Output << '\n';
  return Done;
}

int convertToChampSimCommand(const Request &R, raw_ostream &Err) {
  Expected<ChampSimConversion> Result = convertToChampSim(R.From, R.Output);
  if (!Result) {
    Err << "rafter-opt record: " << toString(Result.takeError()) << '\n';
    return BadInput;
  }
  Err << "rafter-opt record: " << R.From << " (" << Result->Format
      << "): " << Result->Executed << " instructions -> " << R.Output << '\n';
  return Done;
}

int recordRegionsCommand(const Request &R, raw_ostream &Err) {
  Expected<RegionRecordResult> Result =
      recordRegions(R.Options, R.Sampling, R.Output);
  if (!Result) {
    Err << "rafter-opt record: " << toString(Result.takeError()) << '\n';
    return BadInput;
  }
  Err << "rafter-opt record: " << R.Options.Command.front() << ": "
      << Result->Outcome.Description << "; " << Result->Executed
      << " instructions, " << Result->Regions << " regions of "
      << R.Sampling.Instructions << " after " << R.Sampling.WarmUp << ", "
      << format("%.3g", double(Result->Bytes) / double(Result->Instructions))
      << " bytes each -> " << R.Output << '\n';
  for (const std::string &Remark : Result->Remarks)
    Err << "rafter-opt record: " << Remark << '\n';
  return Done;
}

} // namespace

int rafter::recordCommand(ArrayRef<StringRef> Arguments, raw_ostream &Out,
                          raw_ostream &Err) {
  Expected<Request> R = parseArguments(Arguments);
  if (!R) {
    Err << "rafter-opt record: " << toString(R.takeError())
        << " (see rafter-opt record --help)\n";
    return WrongUsage;
  }
  if (R->Help) {
    Out << Usage;
    return Done;
  }
  if (R->ToChampSim)
    return convertToChampSimCommand(*R, Err);
  if (R->HasRegions)
    return R->From.empty() ? recordRegionsCommand(*R, Err)
                           : convertRegionsCommand(*R, Err);
  bool Progressed = false;
  if (Err.is_displayed())
    R->Options.Progress = [&](uint64_t Instructions) {
      Err << '\r' << Instructions / 1000000 << " million instructions";
      Err.flush();
      Progressed = true;
    };
  Expected<RecordResult> Result = recordTrace(R->Options, R->Output);
  if (Progressed)
    Err << "\r\033[K";
  if (!Result) {
    Err << "rafter-opt record: " << toString(Result.takeError()) << '\n';
    return BadInput;
  }
  if (!Result->RegionEntered)
    Result->Remarks.push_back("function '" + R->Options.Function +
                              "' was never entered: the trace is empty");
  printSummary(*R, *Result, Err);
  return Done;
}

int rafter::runRecordCommand(ArrayRef<StringRef> Arguments) {
  return recordCommand(Arguments, outs(), errs());
}
