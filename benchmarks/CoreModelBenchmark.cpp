//===- CoreModelBenchmark.cpp - Speed of the reference core ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions per second of the reference core and of what goes before it, on
// one core of the host. The argument of a core is a design: 0 is Neoverse N1,
// 1 the largest, others are random.
//
//===----------------------------------------------------------------------===//

#include "../unittests/CoreModel/TraceBuilder.h"
#include "benchmark/benchmark.h"
#include "rafter/CoreModel/ReferenceCore.h"
#include <algorithm>

using namespace rafter;

namespace {

CoreDesign designOf(int64_t Number) {
  return Number == 0   ? CoreDesign()
         : Number == 1 ? largestDesign()
                       : randomDesign(uint64_t(Number));
}

/// A region of 100,000 instructions behind a warm-up.
TraceRegion program(const ProgramShape &Shape, size_t WarmUp = 100000) {
  std::vector<CrackedInstruction> Trace;
  addRandomProgram(Trace, Shape, WarmUp + 100000, 1);
  TraceRegion Region;
  Region.WarmUp.assign(Trace.begin(), Trace.begin() + WarmUp);
  Region.Instructions.assign(Trace.begin() + WarmUp, Trace.end());
  return Region;
}

/// Code and data stay in L1.
TraceRegion hits() {
  ProgramShape Shape;
  Shape.CodeLines = 64;
  Shape.DataLines = 128;
  return program(Shape);
}

/// As many loads, each from a random line of 256 MB.
TraceRegion randomLoads() {
  ProgramShape Shape;
  Shape.CodeLines = 64;
  Shape.DataLines = 256 * 1024 * 1024 / 64;
  Shape.Regular = 0;
  return program(Shape);
}

/// Code of 256 kB and data of 4 MB, half of them in order.
TraceRegion large(size_t WarmUp) {
  ProgramShape Shape;
  Shape.CodeLines = 4096;
  Shape.DataLines = 65536;
  return program(Shape, WarmUp);
}
TraceRegion large() { return large(100000); }

/// The machine is never quiet: with repetitions, the best one counts.
double best(const std::vector<double> &Times) {
  return *std::min_element(Times.begin(), Times.end());
}

template <TraceRegion (*Make)()> void simulate(benchmark::State &State) {
  const TraceRegion Region = Make();
  const CoreDesign Design = designOf(State.range(0));
  const Dependences Producers(Region.Instructions);
  const BranchOutcomes Outcomes = predictBranches(Region, Design);
  double CPI = 0;
  for (auto _ : State)
    CPI = simulateCore(Design, Region, Producers, Outcomes).cpi();
  State.SetItemsProcessed(State.iterations() * Region.Instructions.size());
  State.counters["CPI"] = CPI;
}
BENCHMARK(simulate<hits>)->DenseRange(0, 3)->ComputeStatistics("best", best);
BENCHMARK(simulate<randomLoads>)
    ->DenseRange(0, 3)
    ->ComputeStatistics("best", best);
BENCHMARK(simulate<large>)->DenseRange(0, 3)->ComputeStatistics("best", best);

void dependences(benchmark::State &State) {
  const TraceRegion Region = large();
  for (auto _ : State)
    benchmark::DoNotOptimize(Dependences(Region.Instructions));
  State.SetItemsProcessed(State.iterations() * Region.Instructions.size());
}
BENCHMARK(dependences)->ComputeStatistics("best", best);

void tage(benchmark::State &State) {
  const TraceRegion Region = large();
  for (auto _ : State)
    benchmark::DoNotOptimize(predictByTage(Region));
  State.SetItemsProcessed(State.iterations() * Region.Instructions.size());
}
BENCHMARK(tage)->ComputeStatistics("best", best);

/// A label as data sets need it, from the region alone: 100,000 instructions
/// behind 500,000.
void label(benchmark::State &State) {
  const TraceRegion Region = large(500000);
  for (auto _ : State)
    benchmark::DoNotOptimize(simulateCore(CoreDesign(), Region));
  State.SetItemsProcessed(State.iterations() * Region.Instructions.size());
}
BENCHMARK(label)->ComputeStatistics("best", best);

} // namespace

BENCHMARK_MAIN();
