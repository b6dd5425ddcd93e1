//===- InstructionAnalysis.cpp - Analyses of machine streams --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionAnalysis.h"
#include "CodeRegions.h"
#include "ConcordeAnalysis.h"
#include "rafter/Report/Findings.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "rafter/Roofline/RooflineAnalysis.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Stream/InstructionsOfOperations.h"
#include "rafter/Stream/OperationsOfInstructions.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;

Error rafter::analyzeInstructions(const MachineStream &Stream,
                                  const Processor &CPU,
                                  const AnalysisOptions &Options,
                                  RegionReport &Region) {
  if (Options.Kinds.Sensitivity) {
    SensitivityOptions Chosen = Options.Acceleration;
    Chosen.PerfectMemory |= Stream.PerfectMemory;
    Chosen.PerfectBranches |= Stream.PerfectBranches;
    Expected<Sensitivity> Result =
        analyzeSensitivity(Stream.Table, CPU, Stream.Source, Chosen);
    if (!Result)
      return Result.takeError();
    Region.add(makeFinding(std::move(*Result)));
  }
  if (Options.Kinds.Causality) {
    CausalityOptions Chosen;
    Chosen.PerfectMemory = Stream.PerfectMemory;
    Chosen.PerfectBranches = Stream.PerfectBranches;
    Chosen.Taint = Options.Taint;
    Expected<Causality> Result =
        analyzeCausality(Stream.Table, CPU, Stream.Source, Chosen);
    if (!Result)
      return Result.takeError();
    Region.add(makeFinding(std::move(*Result)));
  }
  if (Options.Kinds.Concorde)
    return analyzeConcorde(Stream, Options, Region);
  return Error::success();
}

/// A steady state is reached within a few windows of the reorder buffer; the
/// slope is taken from what follows.
static constexpr double WindowsToSimulate = 16;
/// Of a CPU without a limit on its window.
static constexpr double InstructionsWithoutWindow = 8192;
static constexpr uint64_t LeastIterations = 64;

uint64_t rafter::steadyIterations(const Processor &CPU, size_t Instructions) {
  double Window = CPU.buffer(BufferKind::ReorderBuffer);
  double Simulated = std::isfinite(Window) ? Window * WindowsToSimulate
                                           : InstructionsWithoutWindow;
  return std::max<uint64_t>(
      LeastIterations,
      std::ceil(Simulated / std::max<size_t>(Instructions, 1)));
}

namespace {

/// Takes a stream for the table that grows on the way.
class Ignored final : public InstructionConsumer {
public:
  void setWarmUp(bool) override {}
  void beginRegion() override {}
  void consume(const InstructionChunk &) override {}
  void endRegion() override {}
};

} // namespace

Error rafter::analyzeAsOperations(const MachineStream &Stream,
                                  const Processor &CPU,
                                  const AnalysisOptions &Options,
                                  RegionReport &Region) {
  if (!Options.Kinds.ofOperations())
    return Error::success();
  // What has been played before has filled the table.
  if (!Options.Kinds.ofInstructions()) {
    Ignored Nothing;
    if (Error E = Stream.Source(Nothing))
      return E;
  }
  LoweredInstructions Lowered = lowerInstructions(Stream.Table);
  std::optional<Scheduler> Schedule;
  std::optional<DAGBuilder> DAG;
  llvm::SmallVector<StreamConsumer *, 2> Consumers;
  if (Options.Kinds.Roofline)
    Consumers.push_back(
        &Schedule.emplace(CPU, Lowered.Table, Options.Scheduling));
  if (Options.Kinds.DAG)
    Consumers.push_back(&DAG.emplace(
        Lowered.Table, Options.DOTFile.empty() ? 0 : Options.DOTNodeLimit));
  OperationsOfInstructions Adapter(Stream.Table, Lowered, Consumers);
  // Of a block, whose accesses hit L1, the first execution fetches the lines.
  if (Stream.PerfectMemory) {
    Adapter.setWarmUp(true);
    if (Error E = Stream.Source(Adapter))
      return E;
    Adapter.setWarmUp(false);
  }
  if (Error E = Stream.Source(Adapter))
    return E;
  if (DAG)
    Region.add(makeFinding(DAG->result()));
  if (Schedule)
    Region.add(makeFinding(analyzeRoofline(CPU, Schedule->result())));
  return Error::success();
}

Error rafter::analyzeOperationsAsInstructions(const OperationTable &Table,
                                              const OperationSource &Source,
                                              const Processor &CPU,
                                              const AnalysisOptions &Options,
                                              RegionReport &Region) {
  InstructionsOfOperations Adapter(Table, CPU);
  if (Error E = Source(Adapter))
    return E;
  InstructionSource Instructions = [&](InstructionConsumer &Consumer) {
    Adapter.setTarget(&Consumer);
    Error E = Source(Adapter);
    Adapter.setTarget(nullptr);
    return E;
  };
  return analyzeInstructions({Adapter.table(), Instructions},
                             processorOfOperations(CPU), Options, Region);
}
