//===- SpireBenchmark.cpp - Fitting, analysing and reading samples --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sizes of the SPIRE paper: 424 metrics with about 3,000 samples each in
// training, workloads of 27,560 samples; a Pareto front of 611 points; 1.3
// million samples in the wide CSV of the published program and as perf stat
// prints them. One thread.
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireAnalysis.h"
#include <benchmark/benchmark.h>
#include <cmath>
#include <random>

using namespace rafter;

namespace {

constexpr unsigned NumMetrics = 424, SamplesInTraining = 3000,
                   SamplesInWorkload = 65;

/// Half of the metrics hurt, half help; throughput is up to 4 and noisy.
SampleTable makeTable(unsigned SamplesPerMetric) {
  SampleTable T;
  T.TimeEvent = "cycles";
  T.WorkEvent = "instructions";
  T.addRun("run");
  T.scope("");
  std::mt19937_64 Random(1);
  std::uniform_real_distribution<double> Uniform(0, 1);
  for (unsigned M = 0; M != NumMetrics; ++M) {
    uint32_t Event = T.event("metric" + std::to_string(M));
    for (unsigned I = 0; I != SamplesPerMetric; ++I) {
      double Intensity = std::exp(8 * Uniform(Random) - 2);
      double Bound =
          M % 2 ? 4 * Intensity / (10 + Intensity) : 4 * 10 / (10 + Intensity);
      double Work = 1e6 * Bound * (0.3 + 0.7 * Uniform(Random));
      CounterSample S;
      S.Time = 1e6;
      S.Work = Work;
      S.Metric = Work / Intensity;
      S.Event = Event;
      T.Samples.push_back(S);
    }
  }
  return T;
}

void fit(benchmark::State &State) {
  SampleTable T = makeTable(SamplesInTraining);
  SpireFitOptions Options;
  Options.Replicates = State.range(0);
  for (auto _ : State)
    benchmark::DoNotOptimize(fitModel(T, Options));
  State.SetItemsProcessed(State.iterations() * T.Samples.size());
}
BENCHMARK(fit)->Arg(0)->Arg(5)->Unit(benchmark::kMillisecond);

/// All points of a convex, falling curve are on the front.
void fitFront(benchmark::State &State) {
  std::vector<IntensityPoint> Points;
  std::mt19937_64 Random(2);
  std::uniform_real_distribution<double> Uniform(0.9, 1);
  for (int64_t I = 0; I != State.range(0); ++I) {
    double Intensity = 1 + double(I);
    Points.push_back({Intensity, 4000 / Intensity - 1e-3 * Uniform(Random)});
  }
  for (auto _ : State)
    benchmark::DoNotOptimize(fitRight(Points));
  State.counters["front"] = double(paretoFront(Points).size());
}
BENCHMARK(fitFront)->Arg(100)->Arg(320)->Arg(611)->Arg(2000)->Unit(
    benchmark::kMillisecond);

void analyze(benchmark::State &State) {
  SpireModel Model = llvm::cantFail(fitModel(makeTable(SamplesInTraining)));
  SampleTable Workload = makeTable(SamplesInWorkload);
  AreaTable Areas;
  for (auto _ : State)
    benchmark::DoNotOptimize(analyzeWorkload(Model, Workload, Areas));
  State.SetItemsProcessed(State.iterations() * Workload.Samples.size());
}
BENCHMARK(analyze)->Unit(benchmark::kMillisecond);

std::string triples(const SampleTable &T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (unsigned M = 0; M != NumMetrics; ++M)
    OS << (M ? "," : "") << "cycles,instructions," << T.events()[M];
  OS << '\n';
  for (unsigned I = 0; I != SamplesInTraining; ++I)
    for (unsigned M = 0; M != NumMetrics; ++M) {
      const CounterSample &S = T.Samples[M * SamplesInTraining + I];
      OS << uint64_t(S.Time) << ',' << uint64_t(S.Work) << ','
         << uint64_t(S.Metric) << (M + 1 == NumMetrics ? '\n' : ',');
    }
  return Text;
}

/// Groups of four metrics with cycles and instructions.
std::string perfCSV(const SampleTable &T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  char Time[32];
  for (unsigned I = 0; I != SamplesInTraining; ++I) {
    std::snprintf(Time, sizeof(Time), "%18.9f", 0.1 * (I + 1));
    auto Line = [&](double Value, llvm::StringRef Event, unsigned Group) {
      OS << Time << ',' << uint64_t(Value) << ",," << Event << ','
         << 940000 + 37 * Group << ",0.94,,\n";
    };
    for (unsigned M = 0; M != NumMetrics; ++M) {
      const CounterSample &S = T.Samples[M * SamplesInTraining + I];
      if (M % 4 == 0) {
        Line(S.Time, "cycles", M / 4);
        Line(S.Work, "instructions", M / 4);
      }
      Line(S.Metric, T.events()[M], M / 4);
    }
  }
  return Text;
}

void readText(benchmark::State &State,
              std::string (*Write)(const SampleTable &)) {
  std::string Text = Write(makeTable(SamplesInTraining));
  size_t Samples = 0;
  for (auto _ : State) {
    SampleTable Table;
    llvm::cantFail(readSamples({Text, "samples.csv"}, {}, Table));
    Samples = Table.Samples.size();
  }
  State.counters["samples"] = double(Samples);
  State.SetBytesProcessed(State.iterations() * Text.size());
}
BENCHMARK_CAPTURE(readText, triples, triples)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(readText, perf, perfCSV)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
