//===- SimulationBenchmark.cpp - Instructions simulated per second --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speed of the machine-level simulation on streams made up in memory: outcomes
// alone, one machine, sixteen machines at once in each instruction set, and the
// whole sensitivity analysis. items_per_second counts executed instructions.
//
//===----------------------------------------------------------------------===//

#include "../lib/Simulation/OutcomeTape.h"
#include "SourcePaths.h"
#include "rafter/Uarch/ProcessorFile.h"
#include <benchmark/benchmark.h>

using namespace rafter;
using namespace rafter::simulation;

namespace {

/// A loop like compiled code for Skylake: 30 % of memory operands, integer and
/// floating-point work, chains of several lengths. Its accesses hit L1 (0), go
/// through memory (1), or are scattered over L2 and never repeat (2).
struct Loop {
  InstructionTable Table;
  std::vector<ExecutedInstruction> Instructions;
  std::vector<uint64_t> Addresses;
  uint64_t Step;

  explicit Loop(uint64_t Step) : Step(Step) {
    Table.Units = {"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"};
    // Three units for each of 16 integer registers, one for each of 16 vector
    // registers, and flags.
    Table.NumRegisterUnits = 65;
    for (unsigned I = 0; I != 4; ++I) {
      load(48 + I, 0);
      fma(52 + I, 48 + I);
      alu(I + 1);
      store(52 + I, 1);
      alu(I + 5);
      lea(I + 9, I + 1);
      load(56 + I, 2);
      fma(60 + (I & 1), 56 + I);
      alu(0);
    }
    branch();
  }

  StaticInstruction &add(InstructionClass C) {
    StaticInstruction S;
    S.Class = C;
    S.Address = 4 * Table.Instructions.size();
    S.Bytes = 4;
    S.Reads.Begin = S.Reads.End = Table.Reads.size();
    S.Writes.Begin = S.Writes.End = Table.Writes.size();
    S.Ports.Begin = S.Ports.End = Table.Ports.size();
    S.Memory.Begin = S.Memory.End = Table.Memory.size();
    Table.Instructions.push_back(S);
    return Table.Instructions.back();
  }
  void close() {
    StaticInstruction &S = Table.Instructions.back();
    S.Reads.End = Table.Reads.size();
    S.Writes.End = Table.Writes.size();
    S.Ports.End = Table.Ports.size();
    S.Memory.End = Table.Memory.size();
  }
  void readGPR(unsigned R, ReadStage Stage = ReadStage::Execute) {
    for (unsigned U = 0; U != 3; ++U)
      Table.Reads.push_back({uint16_t(3 * R + U), Stage, 0});
  }
  void writeGPR(unsigned R) {
    for (unsigned U = 0; U != 3; ++U)
      Table.Writes.push_back({uint16_t(3 * R + U), 1});
  }
  void alu(unsigned R) {
    add(InstructionClass::IntegerALU);
    readGPR(R);
    writeGPR(R);
    Table.Writes.push_back({64, 1});
    Table.Ports.push_back({0b1100011, 1});
    close();
  }
  void lea(unsigned R, unsigned From) {
    add(InstructionClass::IntegerALU);
    readGPR(From);
    writeGPR(R);
    Table.Ports.push_back({0b100010, 1});
    close();
  }
  void fma(unsigned To, unsigned From) {
    add(InstructionClass::FloatFusedMultiplyAdd);
    Table.Reads.push_back({uint16_t(To), ReadStage::Execute, 0});
    Table.Reads.push_back({uint16_t(From), ReadStage::Execute, 0});
    Table.Writes.push_back({uint16_t(To), 4});
    Table.Ports.push_back({0b11, 1});
    close();
  }
  void load(unsigned To, unsigned Address) {
    add(InstructionClass::Load).LoadLatency = 5;
    readGPR(Address, ReadStage::Address);
    Table.Writes.push_back({uint16_t(To), 0});
    Table.Ports.push_back({0b1100, 1});
    Table.Memory.push_back({32, false, 1});
    close();
  }
  void store(unsigned From, unsigned Address) {
    add(InstructionClass::Store).Uops = 2;
    readGPR(Address, ReadStage::Address);
    Table.Reads.push_back({uint16_t(From), ReadStage::StoreData, 0});
    Table.Ports.push_back({0b10001100, 1});
    Table.Ports.push_back({0b10000, 1});
    Table.Memory.push_back({32, true, 2});
    close();
  }
  void branch() {
    add(InstructionClass::Branch).Branch = BranchKind::Conditional;
    Table.Reads.push_back({64, ReadStage::Execute, 0});
    Table.Ports.push_back({0b1000000, 1});
    close();
  }

  /// A place in an array of 128 KiB.
  static uint64_t scattered(uint64_t N) {
    return (N * 0x9e3779b97f4a7c15u >> 40) % (128 << 10) & ~uint64_t(31);
  }

  /// Addresses of one iteration; the arrays are 16 KiB or 64 MiB.
  InstructionSource source(uint64_t Iterations) {
    size_t Last = Table.Instructions.size() - 1;
    return [this, Iterations, Last](InstructionConsumer &C) {
      constexpr uint64_t Block = 64;
      uint64_t Mask = Step == 0 ? (16 << 10) - 1 : (64 << 20) - 1;
      C.beginRegion();
      for (uint64_t I = 0; I < Iterations; I += Block) {
        Instructions.clear();
        Addresses.clear();
        for (uint64_t J = I; J != I + Block; ++J) {
          for (size_t S = 0; S != Last; ++S) {
            Instructions.push_back(S);
            for (const MemoryOperand &M : Table.memory(Table.Instructions[S]))
              Addresses.push_back((M.IsStore ? 0x10000000 : 0x50000000) +
                                  (Step == 2
                                       ? scattered(J * Last + S)
                                       : (J * 128 + S * 3 / 8 * 32) & Mask));
          }
          Instructions.push_back(Last | TakenBit);
        }
        C.consume({Instructions, Addresses});
      }
      C.endRegion();
      return llvm::Error::success();
    };
  }
};

constexpr uint64_t Iterations = 1 << 16;

Processor skylake() {
  auto File = readProcessorFile(RAFTER_SOURCE_DIR "/uarch/skylake.yaml");
  if (!File) {
    llvm::errs() << llvm::toString(File.takeError()) << '\n';
    exit(1);
  }
  return File->CPU;
}

/// Counts nothing: outcomes alone.
struct Nothing : OutcomeConsumer {
  void beginRegion() override {}
  void outcomes(const OutcomeView &View) override {
    benchmark::DoNotOptimize(View.Begin);
  }
  void endIteration() override {}
  void endRegion() override {}
};

void outcomes(benchmark::State &State) {
  Loop L(State.range(0));
  Processor CPU = skylake();
  for (auto _ : State) {
    PreparedTable Prepared(CPU);
    llvm::cantFail(Prepared.update(L.Table));
    StreamDriver Driver(L.Table, CPU, {}, Prepared);
    Nothing N;
    Driver.add(N);
    llvm::cantFail(play(L.source(Iterations), Driver));
  }
  State.SetItemsProcessed(State.iterations() * Iterations *
                          L.Table.Instructions.size());
}

void oneMachine(benchmark::State &State) {
  Loop L(State.range(0));
  Processor CPU = skylake();
  for (auto _ : State)
    benchmark::DoNotOptimize(
        llvm::cantFail(predict(L.Table, CPU, L.source(Iterations))).Cycles);
  State.SetItemsProcessed(State.iterations() * Iterations *
                          L.Table.Instructions.size());
}

void sensitivities(benchmark::State &State) {
  Loop L(State.range(0));
  Processor CPU = skylake();
  for (auto _ : State)
    benchmark::DoNotOptimize(
        llvm::cantFail(analyzeSensitivity(L.Table, CPU, L.source(Iterations)))
            .Base.Cycles);
  State.SetItemsProcessed(State.iterations() * Iterations *
                          L.Table.Instructions.size());
}

/// Lanes alone, from a tape.
void lanes(benchmark::State &State) {
  Loop L(State.range(0));
  auto Target = static_cast<LaneTarget>(State.range(1));
  if (!isSupported(Target)) {
    State.SkipWithError("not on this computer");
    return;
  }
  Processor CPU = skylake();
  PreparedTable Prepared(CPU);
  llvm::cantFail(Prepared.update(L.Table));
  OutcomeTape Tape(size_t(1) << 30);
  StreamDriver Driver(L.Table, CPU, {}, Prepared);
  Driver.add(Tape);
  llvm::cantFail(play(L.source(Iterations), Driver));
  std::vector<MachineVariant> Variants(
      Target == LaneTarget::Scalar ? 1 : LaneMachine::MostLanes);
  for (size_t I = 1; I < Variants.size(); ++I)
    Variants[I].accelerate(static_cast<ResourceId>(FirstPortGroup + I),
                           Unlimited);
  LaneMachine Machine(Prepared, Variants);
  for (auto _ : State) {
    LaneTimer Timer(Machine, Target);
    OutcomeConsumer *C = &Timer;
    Tape.play(C);
    benchmark::DoNotOptimize(Timer.cycles(0));
  }
  State.SetItemsProcessed(State.iterations() * Iterations *
                          L.Table.Instructions.size());
}

BENCHMARK(outcomes)->ArgName("far")->DenseRange(0, 2);
BENCHMARK(oneMachine)->ArgName("far")->DenseRange(0, 2);
BENCHMARK(lanes)
    ->ArgNames({"far", "target"})
    ->ArgsProduct({{0, 1, 2}, {0, 1, 2, 3}});
BENCHMARK(sensitivities)->ArgName("far")->DenseRange(0, 2);

} // namespace

BENCHMARK_MAIN();
