//===- KnownTimes.cpp - Loops that were timed before ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/KnownTimes.h"
#include "rafter/Simulation/Analyze.h"

using namespace rafter;

namespace {

/// Numbers one behind the other.
class Key {
public:
  template <class... Numbers> void add(Numbers... All) {
    (append(static_cast<uint64_t>(All)), ...);
  }
  std::string take() { return std::move(Bytes); }

private:
  /// Seven bits a byte, the last without the highest bit.
  void append(uint64_t Number) {
    for (; Number >= 0x80; Number >>= 7)
      Bytes += static_cast<char>(Number | 0x80);
    Bytes += static_cast<char>(Number);
  }

  std::string Bytes;
};

} // namespace

static void add(Key &K, const InstructionTable &Table) {
  for (const StaticInstruction &I : Table.Instructions) {
    K.add(I.Address, I.Bytes, I.Branch, I.Class, I.Slots, I.Uops,
          I.DecodedSlots, I.LoadLatency, I.AfterFolded, I.FoldedAddition,
          I.LengthChanging, I.LostRename, I.Flags, I.Kind, I.Elements,
          I.Reads.size(), I.Writes.size(), I.Ports.size(), I.Memory.size());
    for (const RegisterRead &R : Table.reads(I))
      K.add(R.Unit, R.Stage, R.Delay, R.IsDivisor);
    for (const RegisterWrite &W : Table.writes(I))
      K.add(W.Unit, W.Latency, W.FromAddress);
    for (const PortUse &P : Table.ports(I))
      K.add(P.Units, P.Cycles);
    for (const MemoryOperand &M : Table.memory(I))
      K.add(M.Bytes, M.IsStore, M.AddressForm, M.CanBeRenamed);
  }
}

static void add(Key &K, const std::vector<ExecutedInstruction> &Path,
                const std::vector<AddressPattern> &Addresses) {
  K.add(Path.size());
  for (ExecutedInstruction E : Path)
    K.add(E);
  for (const AddressPattern &A : Addresses) {
    K.add(A.Base, A.SpreadBytes, A.Granule, A.Draw, A.Window, A.Offset, A.Ahead,
          A.Steps.size());
    for (int64_t Step : A.Steps)
      K.add(Step);
  }
}

static void add(Key &K, const LoopBody &Body) {
  add(K, Body.Path, Body.Addresses);
  add(K, Body.Before.Path, Body.Before.Addresses);
  add(K, Body.After.Path, Body.After.Addresses);
  K.add(Body.TripCounts.size());
  for (uint64_t Count : Body.TripCounts)
    K.add(Count);
}

/// What is known of K; otherwise what Source, made by Make, takes.
llvm::Expected<Prediction>
LoopTimer::find(std::string K, const InstructionTable &Table,
                llvm::function_ref<InstructionSource()> Make,
                const SimulationOptions &How) {
  {
    std::lock_guard<std::mutex> Lock(Known.Mutex);
    if (auto Time = Known.Times.find(K); Time != Known.Times.end())
      return **Asked.insert(&Time->second).first;
  }
  llvm::Expected<Prediction> P = rafter::predict(Table, Known.CPU, Make(), How);
  if (P) {
    std::lock_guard<std::mutex> Lock(Known.Mutex);
    Asked.insert(&Known.Times.try_emplace(std::move(K), *P).first->second);
  }
  return P;
}

llvm::Expected<Prediction> LoopTimer::predict(const InstructionTable &Table,
                                              const LoopBody &Body,
                                              const LoopStreamOptions &Stream,
                                              const SimulationOptions &How) {
  Key K;
  K.add(Stream.Iterations, Stream.Before, Stream.Earlier, Stream.EarlierLines,
        How.PerfectMemory, How.PerfectBranches);
  add(K, Body);
  add(K, Table);
  return find(
      K.take(), Table, [&] { return repeat(Body, Table, Stream); }, How);
}

llvm::Expected<Prediction>
LoopTimer::predictEntries(const InstructionTable &Table, const LoopBody &Body,
                          const EntryOptions &Stream,
                          const SimulationOptions &How) {
  Key K;
  K.add(Stream.Iterations, Stream.Entries, Stream.WarmEntries, uint64_t(2),
        How.PerfectMemory, How.PerfectBranches);
  add(K, Body);
  add(K, Table);
  return find(
      K.take(), Table, [&] { return repeatEntries(Body, Table, Stream); }, How);
}
