//===- SchedulerBenchmark.cpp - Nodes scheduled per second ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speed of decoding and scheduling for streams like those of the kernels in
// examples/, made up in memory: no program runs. items_per_second counts nodes
// of the computation DAG.
//
//===----------------------------------------------------------------------===//

#include "SourcePaths.h"
#include "rafter/Memory/LruHierarchy.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "rafter/Uarch/ProcessorFile.h"
#include <benchmark/benchmark.h>
#include <random>

using namespace rafter;

namespace {

/// One loop body as a segment, and the events of its iterations.
struct LoopStream {
  Program Code;
  std::vector<uint64_t> Events;
  uint64_t Nodes = 0;

  LoopStream() {
    Code.Functions.push_back({"kernel", 32, 0});
    Code.Segments.emplace_back();
  }

  /// Appends an operation to the body. Registers are given as letters of an
  /// alphabet of 32.
  void add(OperationKind Kind, std::vector<Register> Sources, Register Result) {
    StaticOperation O;
    O.Kind = Kind;
    O.NumSources = Sources.size();
    std::copy(Sources.begin(), Sources.end(), O.Sources);
    O.Result = Result;
    Code.Table.Operations.push_back(O);
    Segment &S = Code.Segments.front();
    S.End = Code.Table.Operations.size();
    S.NumAddresses += isMemory(Kind);
  }
  void load(Register To) { add(OperationKind::Load, {}, To); }
  void store(Register From) { add(OperationKind::Store, {From}, NoRegister); }

  void iterate(std::initializer_list<uint64_t> Addresses) {
    Events.push_back(0);
    Events.insert(Events.end(), Addresses);
    Nodes += Code.Table.Operations.size();
  }
};

constexpr uint64_t Iterations = 1 << 18;
constexpr uint64_t ArrayA = 0x10000000, ArrayB = 0x50000000,
                   ArrayC = 0x90000000;
enum : Register { S, X, Y, Z, U, V };

LoopStream sum() {
  LoopStream L;
  L.load(X);
  L.add(OperationKind::Add, {S, X}, S);
  for (uint64_t I = 0; I < Iterations; ++I)
    L.iterate({ArrayA + 8 * I});
  return L;
}

LoopStream triad() {
  LoopStream L;
  L.load(X);
  L.load(Y);
  L.add(OperationKind::Multiply, {Y}, Z);
  L.add(OperationKind::Add, {X, Z}, Z);
  L.store(Z);
  for (uint64_t I = 0; I < Iterations; ++I)
    L.iterate({ArrayA + 8 * I, ArrayB + 8 * I, ArrayC + 8 * I});
  return L;
}

/// The innermost loop of a matrix-matrix product of 512 rows: B by columns.
LoopStream matrixColumn() {
  LoopStream L;
  L.load(X);
  L.load(Y);
  L.add(OperationKind::Multiply, {X, Y}, Z);
  L.add(OperationKind::Add, {S, Z}, S);
  for (uint64_t I = 0; I < Iterations; ++I)
    L.iterate(
        {ArrayA + 8 * (I % 512), ArrayB + 4096 * (I % 512) + I / 512 * 8});
  return L;
}

LoopStream butterfly() {
  LoopStream L;
  L.load(X);
  L.load(Y);
  L.add(OperationKind::Add, {X, Y}, U);
  L.add(OperationKind::Add, {X, Y}, V);
  L.store(U);
  L.store(V);
  for (uint64_t I = 0; I < Iterations; ++I) {
    uint64_t A = ArrayA + 8 * (I % 2048), B = A + 8 * 2048;
    L.iterate({A, B, A, B});
  }
  return L;
}

/// Independent loads from 64 MB at random.
LoopStream randomLoads() {
  LoopStream L;
  L.load(X);
  std::mt19937_64 Random(1);
  for (uint64_t I = 0; I < Iterations; ++I)
    L.iterate({ArrayA + Random() % (64 << 20) / 8 * 8});
  return L;
}

} // namespace

static Processor processor(benchmark::State &State, const char *Name) {
  std::string Path = std::string(RAFTER_SOURCE_DIR "/uarch/") + Name + ".yaml";
  llvm::Expected<ProcessorFile> File = readProcessorFile(Path);
  if (File)
    return File->CPU;
  State.SkipWithError(llvm::toString(File.takeError()).c_str());
  return Processor();
}

static void schedule(benchmark::State &State, LoopStream (*Make)(),
                     const char *CPUName) {
  LoopStream L = Make();
  Processor CPU = processor(State, CPUName);
  for (auto _ : State) {
    Scheduler Consumer(CPU, L.Code.Table);
    SegmentDecoder Decoder(L.Code, Consumer);
    // One chunk at a time, as events come from a run.
    uint64_t Begin = SegmentDecoder::RegionBegin;
    llvm::cantFail(Decoder.decode(Begin));
    llvm::cantFail(Decoder.decode(L.Events));
    Decoder.finish();
    benchmark::DoNotOptimize(Consumer.result().Cycles);
  }
  State.SetItemsProcessed(State.iterations() * L.Nodes);
}

BENCHMARK_CAPTURE(schedule, sum, sum, "xeon-e5-2680");
BENCHMARK_CAPTURE(schedule, triad, triad, "xeon-e5-2680");
BENCHMARK_CAPTURE(schedule, matrix_column, matrixColumn, "xeon-e5-2680");
BENCHMARK_CAPTURE(schedule, butterfly, butterfly, "xeon-e5-2680");
BENCHMARK_CAPTURE(schedule, random_loads, randomLoads, "xeon-e5-2680");
BENCHMARK_CAPTURE(schedule, triad_sapphirerapids, triad, "sapphirerapids");
BENCHMARK_CAPTURE(schedule, butterfly_sapphirerapids, butterfly,
                  "sapphirerapids");

/// Hit levels alone: accesses per second.
static void hitLevels(benchmark::State &State, LoopStream (*Make)()) {
  LoopStream L = Make();
  std::vector<uint64_t> Lines;
  unsigned Accesses = L.Code.Segments.front().NumAddresses;
  for (size_t I = 0; I < L.Events.size(); ++I)
    if (I % (Accesses + 1) != 0)
      Lines.push_back(L.Events[I] / 64);
  Processor CPU = processor(State, "xeon-e5-2680");
  LruHierarchy Caches(CPU);
  for (auto _ : State)
    for (uint64_t Line : Lines)
      benchmark::DoNotOptimize(Caches.access(Line).Level);
  State.SetItemsProcessed(State.iterations() * Lines.size());
}

BENCHMARK_CAPTURE(hitLevels, sequential, sum);
BENCHMARK_CAPTURE(hitLevels, three_streams, triad);
BENCHMARK_CAPTURE(hitLevels, columns, matrixColumn);
BENCHMARK_CAPTURE(hitLevels, random, randomLoads);

BENCHMARK_MAIN();
