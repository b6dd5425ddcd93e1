//===- FingerprintBenchmark.cpp - Training of trees and choice of events --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices like those of the paper: 31,000 of 40 events in 8 classes, and the
// choice of 40 events out of more. Each class has its mean of each event, with
// noise that makes classes overlap.
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/EventSelection.h"
#include "rafter/Fingerprint/TreeTraining.h"
#include <benchmark/benchmark.h>
#include <random>

using namespace rafter;

static LabelledSlices makeSlices(size_t NumSlices, size_t NumEvents) {
  constexpr size_t NumClasses = 8;
  std::mt19937 Random(1);
  std::normal_distribution<double> Noise(0, 0.25);
  LabelledSlices S;
  for (size_t C = 0; C != NumClasses; ++C)
    S.Classes.push_back("class" + std::to_string(C));
  std::vector<std::vector<double>> Means(NumEvents);
  for (size_t E = 0; E != NumEvents; ++E) {
    S.addAttribute({"event" + std::to_string(E), {}, false});
    for (size_t C = 0; C != NumClasses; ++C)
      Means[E].push_back(static_cast<double>(Random() % 1000) / 1000);
  }
  for (size_t I = 0; I != NumSlices; ++I) {
    size_t Row = S.addSlice();
    S.Labels[Row] = Random() % NumClasses;
    for (size_t E = 0; E != NumEvents; ++E)
      S.Columns[E][Row] = Means[E][S.Labels[Row]] + Noise(Random);
  }
  return S;
}

static void trainTree(benchmark::State &State) {
  LabelledSlices S = makeSlices(State.range(0), 40);
  std::vector<uint32_t> Rows = labelledRows(S);
  size_t Nodes = 0;
  for (auto _ : State)
    Nodes = llvm::cantFail(rafter::trainTree(S, Rows, {})).Nodes.size();
  State.counters["nodes"] = Nodes;
}
BENCHMARK(trainTree)->Arg(31000)->Unit(benchmark::kMillisecond);

static void chooseKeyEvents(benchmark::State &State) {
  LabelledSlices S = makeSlices(5000, State.range(0));
  std::vector<uint32_t> Rows = labelledRows(S);
  for (auto _ : State)
    benchmark::DoNotOptimize(keyEvents(S, Rows, 40));
}
BENCHMARK(chooseKeyEvents)->Arg(100)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
