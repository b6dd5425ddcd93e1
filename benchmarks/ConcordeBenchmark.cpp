//===- ConcordeBenchmark.cpp - Cost of analysing a region -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trace analysis and analytical models on a region of a million instructions
// of a made-up program: loops over streams, tables and a stack, and chains of
// pointers, in proportions like those of compiled programs.
//
//===----------------------------------------------------------------------===//

#include "RegionModels.h"
#include <benchmark/benchmark.h>
#include <random>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// Static code of loops, and its execution.
class MadeUpProgram {
public:
  explicit MadeUpProgram(uint64_t Seed) : Random(Seed) {
    for (unsigned L = 0; L != 60; ++L)
      makeLoop(0x400000 + L * 0x1000);
  }

  void execute(size_t N, std::vector<CrackedInstruction> &Into) {
    size_t End = Into.size() + N;
    while (Into.size() < End) {
      Loop &L = Loops[below(Loops.size())];
      for (uint64_t Trips = 1 + below(60); Trips != 0; --Trips)
        for (Template &T : L)
          Into.push_back(T.next(Random));
    }
    Into.resize(End);
  }

private:
  enum Pattern { NoAddress, Stream, Table, Stack, Pointers };
  struct Template {
    CrackedInstruction Instruction;
    Pattern Kind = NoAddress;
    uint64_t Base = 0, Size = 64, Stride = 8, Offset = 0;

    CrackedInstruction next(std::mt19937_64 &Random) {
      switch (Kind) {
      case NoAddress:
        if (Instruction.Branch == BranchKind::Conditional)
          Instruction.Flags = Random() % 10 != 0;
        break;
      case Stream:
        Offset = (Offset + Stride) % Size;
        break;
      case Table:
      case Pointers:
        Offset = Random() % Size & ~7ull;
        break;
      case Stack:
        break;
      }
      Instruction.DataAddress = Base + Offset;
      return Instruction;
    }
  };
  using Loop = std::vector<Template>;

  uint64_t below(uint64_t N) { return Random() % N; }

  void makeLoop(uint64_t Address) {
    Loop &Body = Loops.emplace_back();
    size_t Length = 8 + below(80);
    uint64_t Heap = 0x10000000 + Loops.size() * 0x1000000;
    for (size_t I = 0; I != Length; ++I) {
      Template T;
      CrackedInstruction &X = T.Instruction;
      X.Address = Address + 4 * I;
      X.Sources = {reg(), below(2) ? reg() : uint8_t(0)};
      uint64_t Kind = below(100);
      if (Kind < 25) {
        X.Class = InstructionClass::Load;
        X.Destinations[0] = reg();
        choosePattern(T, Heap);
      } else if (Kind < 35) {
        X.Class = InstructionClass::Store;
        choosePattern(T, Heap);
      } else if (Kind < 45) {
        X.Class = InstructionClass::Branch;
        X.Branch = BranchKind::Conditional;
      } else {
        X.Class = Kind < 80 ? InstructionClass::IntegerALU
                            : InstructionClass::FloatAdd;
        X.Destinations[0] = reg();
      }
      Body.push_back(T);
    }
  }

  uint8_t reg() { return 1 + below(28); }

  void choosePattern(Template &T, uint64_t Heap) {
    T.Instruction.DataBytes = 8;
    uint64_t Kind = below(100);
    if (Kind < 40) {
      T.Kind = Stack;
      T.Base = 0x7fff0000 + 8 * below(64);
      T.Instruction.Sources[0] = 30;
    } else if (Kind < 75) {
      T.Kind = Stream;
      T.Base = Heap + below(16) * 0x10000;
      T.Size = 1ull << (10 + below(12));
      T.Stride = 8u << below(3);
      T.Instruction.Sources[0] = 29;
    } else {
      T.Kind = Kind < 95 ? Table : Pointers;
      T.Base = Heap;
      T.Size = 1ull << (9 + below(16));
      if (T.Kind == Pointers)
        T.Instruction.Sources[0] = T.Instruction.Destinations[0] = 27;
    }
  }

  std::mt19937_64 Random;
  std::vector<Loop> Loops;
};

const TraceRegion &region() {
  static const TraceRegion Region = [] {
    TraceRegion R;
    R.Name = "made-up";
    MadeUpProgram Program(1);
    Program.execute(1'000'000, R.WarmUp);
    Program.execute(1'000'000, R.Instructions);
    return R;
  }();
  return Region;
}

const RegionTrace &regionTrace() {
  static const RegionTrace Trace = llvm::cantFail(RegionTrace::make(region()));
  return Trace;
}

/// Every line misses once in a while.
std::vector<uint8_t> loadCycles() {
  std::vector<uint8_t> Cycles;
  for (const RegionTrace::Load &L : regionTrace().loads()) {
    bool New = L.Previous == RegionTrace::None ||
               L.Position - regionTrace().loads()[L.Previous].Position > 5000;
    constexpr uint8_t Levels[] = {10, 10, 30, 200};
    Cycles.push_back(New ? Levels[L.Position / 7 % 4] : 4);
  }
  return Cycles;
}

void traceAnalysis(benchmark::State &State) {
  const TraceRegion &Region = region();
  for (auto _ : State)
    benchmark::DoNotOptimize(RegionTrace::make(Region));
}

void loadLatencies(benchmark::State &State) {
  std::vector<uint8_t> Cycles = loadCycles();
  for (auto _ : State)
    benchmark::DoNotOptimize(
        StepLatencies::ofInstructions(regionTrace(), Cycles));
}

void reorderBuffers(benchmark::State &State) {
  StepLatencies Memory =
      StepLatencies::ofInstructions(regionTrace(), loadCycles());
  ReorderBufferModel Model(regionTrace().instructions());
  std::vector<uint32_t> Sizes;
  for (unsigned L = 0; L != 16; ++L)
    Sizes.push_back(State.range(0) == 0 ? std::min(1u << L, 1024u)
                                        : State.range(0) + L);
  for (auto _ : State)
    Model.run(Memory, Sizes, State.range(1));
  State.counters["evaluated"] =
      double(Model.numEvaluated()) / regionTrace().size();
  State.counters["ordered"] = Memory.ordered().size();
}

/// The levels of all 40 memories for data and 20 for instructions.
void caches(benchmark::State &State) {
  for (auto _ : State) {
    CacheLevels Levels(region(), regionTrace());
    CoreDesign Design;
    for (Design.L1Data = Design.L1Instruction = 16; Design.L1Data <= 256;
         Design.L1Data = Design.L1Instruction = Design.L1Data * 2)
      for (Design.L2 = 512; Design.L2 <= 4096; Design.L2 *= 2) {
        benchmark::DoNotOptimize(Levels.fetchCycles(Design));
        for (Design.PrefetchDegree = 0; Design.PrefetchDegree <= 4;
             Design.PrefetchDegree += 4)
          benchmark::DoNotOptimize(Levels.data(Design));
      }
  }
}

/// Random designs of a region of 100,000 instructions, as for a data set.
void dataSet(benchmark::State &State) {
  static const TraceRegion Short = [] {
    TraceRegion R;
    R.Name = "made-up";
    R.WarmUp = region().WarmUp;
    R.WarmUp.erase(R.WarmUp.begin(), R.WarmUp.end() - 100'000);
    R.Instructions = region().Instructions;
    R.Instructions.resize(100'000);
    return R;
  }();
  std::vector<float> Features(NumFeatures);
  for (auto _ : State) {
    std::vector<CoreDesign> Designs;
    for (int64_t Seed = 0; Seed != State.range(0); ++Seed)
      Designs.push_back(randomDesign(Seed));
    auto Source = llvm::cantFail(RegionFeatures::make(Short));
    Source->prepare(Designs);
    for (const CoreDesign &Design : Designs) {
      readFeatures(*Source, Design, Features);
      benchmark::DoNotOptimize(Source->boundCPI(Design));
    }
  }
}

std::unique_ptr<RegionFeatures> features() {
  return llvm::cantFail(RegionFeatures::make(region()));
}

void oneDesign(benchmark::State &State) {
  std::vector<float> Features(NumFeatures);
  for (auto _ : State)
    readFeatures(*features(), CoreDesign(), Features);
}

void precompute(benchmark::State &State) {
  (void)region();
  for (auto _ : State)
    features()->precompute(RegionFeatures::Values(State.range(0)));
}

BENCHMARK(traceAnalysis)->Unit(benchmark::kMillisecond);
BENCHMARK(loadLatencies)->Unit(benchmark::kMillisecond);
BENCHMARK(reorderBuffers)
    ->Args({0, 0})
    ->Args({0, 11})
    ->Args({1, 0})
    ->Args({100, 0})
    ->Args({1000, 0})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(caches)->Unit(benchmark::kMillisecond);
BENCHMARK(dataSet)->Arg(1)->Arg(4)->Arg(16)->Unit(benchmark::kMillisecond);
BENCHMARK(oneDesign)->Unit(benchmark::kMillisecond);
BENCHMARK(precompute)
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kSecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

} // namespace

BENCHMARK_MAIN();
