//===- AnalysisOptions.h - What an analysis is asked to do ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of the passes as a plain value. CommandLine.h fills it from
// -rafter-... options; tests and other hosts fill it themselves.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_ANALYSISOPTIONS_H
#define RAFTER_PASSES_ANALYSISOPTIONS_H

#include "rafter/Analysis/MethodTable.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/IR/ProgramLowering.h"
#include "rafter/NativeRun/Run.h"
#include "rafter/StaticWalk/StaticWalk.h"
#include <functional>
#include <optional>
#include <string>

namespace rafter {

/// What the instructions of sensitivity and causality are.
enum class CodeLevel : uint8_t {
  /// Those of the machine code.
  Machine,
  /// The operations of the IR, as the generalized roofline takes them.
  IR
};

struct AnalysisOptions {
  /// The analysed file for the report; empty: the module's identifier.
  std::string InputName;

  /// CPU file by name, or by path if UarchFile is not empty.
  std::string CPUName = "host";
  std::string UarchFile;
  /// "rs=20,latency.add=4".
  std::string Overrides;
  /// Of the frames that pages lie in; 0: addresses are physical.
  uint64_t FrameSeed = 1;

  /// True: execute the program; otherwise walk its loop nests.
  bool Run = false;
  RunOptions Program;
  StaticWalkOptions Walk;
  /// The region of interest: a function by its name in the IR or the source;
  /// empty: the entry of a run, the hottest loop nests of a static analysis.
  std::string Function;
  /// Loop nests of a static analysis, hottest first.
  unsigned MaxRegions = 5;

  /// The caches are as a previous execution of the region left them.
  bool WarmCache = false;
  /// They are that where the module calls the function more than once, or what
  /// it works on fits into L2, and empty otherwise. Not of runs.
  bool CachesAsCalled = false;
  LoweringOptions Lowering;

  CodeLevel Level = CodeLevel::Machine;
  /// The compilation goes on to generate code: what consumes machine code waits
  /// for that.
  bool CodeFollows = false;
  /// Where machine code cannot be analysed (the CPU is of another instruction
  /// set, say), the report tells why and has the other analyses.
  bool MachineCodeIfPossible = false;
  /// The methods that are asked for, and the options of all.
  MethodSet Asked = MethodTable().none();
  MethodOptions OfMethods;
  /// Adds to a report before it is written; may be null.
  std::function<llvm::Error(Report &)> Complete;
  Format OutputFormat = Format::Text;
  /// Where the report goes; empty or "-": standard output.
  std::string OutputFile;
  /// Where the DAG of the first region goes as DOT; empty: nowhere.
  std::string DOTFile;
};

} // namespace rafter

#endif // RAFTER_PASSES_ANALYSISOPTIONS_H
