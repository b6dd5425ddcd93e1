//===- Report.h - What an analysis run has to say --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value that every printer (text, JSON, SVG, HTML) reads: regions in
// source order, each with the results of the analyses that were asked for.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_REPORT_H
#define RAFTER_REPORT_REPORT_H

#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Simulation/Prediction.h"
#include "rafter/Stream/SourceOperations.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rafter {

struct ConcordeReport;

/// Where a region's numbers come from.
enum class Mode : uint8_t { Static, Modelled, Measured };
/// "static", "modelled", "measured".
const char *name(Mode M);

/// How a run of the program under analysis ended, in -rafter-run.
struct RunOutcome {
  /// One line, for example "exit status 0", "killed by SIGSEGV (stack
  /// overflow)", "stopped after the time limit of 10 s".
  std::string Description;
  /// True if the program left main or called exit, with whatever status.
  bool Finished = true;
  int ExitStatus = 0;
};

/// One analysed region: a function of a run, or a loop nest.
struct RegionReport {
  std::string Name;
  std::string Function;
  /// Empty when the region is a whole function; otherwise the loop's name
  /// ("for.body" or "line 12").
  std::string Loop;
  SourceLocation Source;
  Mode How = Mode::Static;
  /// True: the caches are as a previous execution of the region left them.
  bool WarmCache = false;
  /// Executions of the region that the numbers add up.
  uint64_t Invocations = 1;
  /// What was assumed where nothing is known, one line each, in source order.
  std::vector<std::string> Assumptions;
  /// What was not seen: functions outside the module with their call counts.
  std::vector<std::pair<std::string, uint64_t>> NotSeen;
  std::optional<RunOutcome> Run;
  std::optional<ComputationDAG> DAG;
  std::optional<GeneralizedRoofline> Roofline;
  /// Of the machine code.
  std::optional<rafter::Sensitivity> Sensitivity;
  std::optional<rafter::Causality> Causality;
  /// Of parts of its machine code, as of one program with an attribution; null:
  /// not analysed.
  std::shared_ptr<const ConcordeReport> Concorde;
};

struct Report {
  /// The analysed file as the user named it.
  std::string Input;
  /// The CPU with all overrides applied.
  Processor CPU;
  /// Overrides of -rafter-set, as given.
  std::string Overrides;
  /// What stands in the source where that is MLIR; otherwise empty.
  SourceOperations Operations;
  std::vector<RegionReport> Regions;
};

} // namespace rafter

#endif // RAFTER_REPORT_REPORT_H
