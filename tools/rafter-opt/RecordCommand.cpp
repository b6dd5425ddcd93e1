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
#include "rafter/Tracing/Record.h"
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
    "                              machine finds its libraries\n";

struct Request {
  RecordOptions Options;
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
    } else if (Error E = parseOption(Argument, R)) {
      return E;
    }
  }
  if (Arguments.empty())
    return createStringError("no program to record");
  for (StringRef Word : Arguments)
    R.Options.Command.push_back(Word.str());
  if (R.Output.empty())
    R.Output =
        (sys::path::filename(R.Options.Command.front()) + ".trace").str();
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
