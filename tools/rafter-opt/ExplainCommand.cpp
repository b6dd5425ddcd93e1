//===- ExplainCommand.cpp - rafter-opt explain ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program and says which of its loops take the time, and why.
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "Subcommands.h"
#include "rafter/Sampling/AnalyzeProgram.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;
using namespace rafter;

Error rafter::explainProgram(const Arguments &A, raw_ostream &Out,
                             raw_ostream &) {
  if (A.Program.empty())
    return usageError("no program to explain");
  Expected<Processor> CPU =
      loadProcessor(A.text("cpu"), A.text("uarch"), join(A.list("set"), ","));
  if (!CPU)
    return CPU.takeError();
  RecordOptions Options;
  Options.Command = A.Program;
  Options.TimeLimit = A.number("time-limit");
  Options.Sysroot = A.text("sysroot").str();
  Options.DiscardOutput = true;
  Expected<SampledProgram> Program = sampleProgram(Options, WindowSampling());
  if (!Program)
    return Program.takeError();
  Expected<ProgramFinding> Finding = analyzeProgram(*Program, *CPU);
  if (!Finding)
    return createStringError(A.Program.front() + ": " +
                             toString(Finding.takeError()));
  Finding->Command = A.Program;
  return printTo(A.text("output"), Out, [&](raw_ostream &OS) {
    printText(OS, *Finding, A.given("details"));
  });
}
