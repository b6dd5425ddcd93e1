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

#include "rafter/CoreModel/CoreDesign.h"
#include "rafter/IR/ProgramLowering.h"
#include "rafter/Report/WriteReport.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Simulation/Analyze.h"
#include "rafter/StaticWalk/StaticWalk.h"
#include "rafter/Tracing/Run.h"
#include <optional>
#include <string>

namespace rafter {

/// The analyses, in the order in which a report has them.
enum class AnalysisKind : uint8_t {
  DAG,
  Roofline,
  Sensitivity,
  Causality,
  Concorde
};
inline constexpr unsigned NumAnalysisKinds = 5;
/// "computation-dag", "generalized-roofline", "sensitivity", "causality": the
/// NAME of print<NAME>.
const char *name(AnalysisKind K);
/// The analysis called Name; none if there is no such analysis.
std::optional<AnalysisKind> findAnalysis(llvm::StringRef Name);

/// Which results a report is to have.
struct AnalysisKinds {
  bool DAG = false;
  bool Roofline = false;
  bool Sensitivity = false;
  bool Causality = false;
  bool Concorde = false;

  bool any() const { return ofOperations() || ofInstructions(); }
  /// Whether any of them consumes operations.
  bool ofOperations() const { return DAG || Roofline; }
  /// Whether any of them consumes instructions.
  bool ofInstructions() const { return Sensitivity || Causality || Concorde; }
  bool &operator[](AnalysisKind K);
};

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
  SchedulerOptions Scheduling;
  LoweringOptions Lowering;

  CodeLevel Level = CodeLevel::Machine;
  /// The compilation goes on to generate code: what consumes machine code waits
  /// for that.
  bool CodeFollows = false;
  /// Where machine code cannot be analysed (the CPU is of another instruction
  /// set, say), the report tells why and has the other analyses.
  bool MachineCodeIfPossible = false;
  /// Of sensitivity: the factors by which resources are accelerated.
  SensitivityOptions Acceleration;
  /// Of causality: also count the paper's taints.
  bool Taint = false;

  /// Of Concorde: the file of the trained model, and the core.
  std::string ConcordeModel;
  CoreDesign Design;

  AnalysisKinds Kinds;
  Format OutputFormat = Format::Text;
  /// Where the report goes; empty or "-": standard output.
  std::string OutputFile;
  /// Where the DAG of the first region goes as DOT; empty: nowhere.
  std::string DOTFile;
  /// Nodes of the largest DAG that is drawn.
  uint64_t DOTNodeLimit = 500;
};

} // namespace rafter

#endif // RAFTER_PASSES_ANALYSISOPTIONS_H
