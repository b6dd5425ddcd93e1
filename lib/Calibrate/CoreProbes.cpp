//===- CoreProbes.cpp - Widths, renaming, branches, latencies -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One kernel or a comparison of two for each parameter. Yes or no is decided
// half way between what the two cases cost.
//
//===----------------------------------------------------------------------===//

#include "CoreKernels.h"
#include "ProbeMemory.h"
#include "Probes.h"
#include <algorithm>
#include <random>

using namespace llvm;
using namespace rafter;

namespace {

/// Data of kernels that only want some memory.
constexpr size_t SmallBytes = 1 << 16;

/// Cycles of one of PerRound things.
double cyclesEach(const ProbeSetting &S, kernels::Kernel Kernel, void *Data,
                  uint64_t Rounds, double PerRound) {
  return S.Clock.cyclesOf([&] { Kernel(Rounds, Data); }) /
         (double(Rounds) * PerRound);
}

/// Two doubles for the chains, which do not become short by division or roots.
Expected<ProbeMemory> smallMemory() {
  Expected<ProbeMemory> Memory =
      ProbeMemory::allocate(SmallBytes, /*HugePages=*/false);
  if (Memory) {
    double Values[2] = {1.9374652718e3, 1.3826354829};
    __builtin_memcpy(Memory->data(), Values, sizeof(Values));
  }
  return Memory;
}

} // namespace

Error rafter::probeComputation(ProbeSetting &S) {
  Expected<ProbeMemory> Memory = smallMemory();
  if (!Memory)
    return Memory.takeError();
  auto Chain = [&](kernels::Kernel Kernel) {
    return cyclesEach(S, Kernel, Memory->data(), 100, 32);
  };
  auto Add = [&](StringRef Key, double Cycles) {
    S.add(Key, Cycles, "chain of scalar operations on doubles", /*Whole=*/true);
  };
  double Multiply = Chain(kernels::multiplyChain);
  Add("latency.add", Chain(kernels::addChain));
  Add("latency.mul", Multiply);
  if (S.Features.lookup("fma"))
    Add("latency.fma", Chain(kernels::fusedChain));
  Add("latency.div", Chain(kernels::divideChain));
  Add("latency.sqrt",
      std::max(Chain(kernels::squareRootChain) - Multiply, 0.0));
  return Error::success();
}

Error rafter::probeFrontEnd(ProbeSetting &S) {
  Expected<ProbeMemory> Memory = smallMemory();
  if (!Memory)
    return Memory.takeError();
  void *Data = Memory->data();
  S.add("decode.width", 1 / cyclesEach(S, kernels::coldNops, Data, 10, 7000),
        "loop of 7000 no-operations of 4 bytes");
  S.add("decode.bytes",
        8 / cyclesEach(S, kernels::coldLongNops, Data, 10, 3800),
        "loop of 3800 no-operations of 8 bytes");
  S.add("rename.width", 1 / cyclesEach(S, kernels::nops, Data, 50, 600),
        "loop of 600 no-operations");
  // The loop's own branch is the 17th.
  S.add("branches.taken", 1 / cyclesEach(S, kernels::jumps, Data, 200, 17),
        "16 jumps, one in each line");

  constexpr size_t Words = 8192;
  std::mt19937_64 Random(1);
  std::vector<uint64_t> Hard(Words), Easy(Words, 0x5555555555555555);
  for (uint64_t &Word : Hard)
    Word = Random();
  auto PerBranch = [&](std::vector<uint64_t> &Outcomes) {
    return cyclesEach(S, kernels::branches, Outcomes.data(), Words, 64);
  };
  // Every other branch is mispredicted; the shift that decides takes a cycle.
  double Penalty = 2 * (PerBranch(Hard) - PerBranch(Easy)) - 1;
  S.add("branches.misprediction", std::max(Penalty, 0.0),
        "half a million branches on random bits, against alternating ones; "
        "with the way from rename to execution");
  return Error::success();
}

Error rafter::probeRename(ProbeSetting &S) {
  Expected<ProbeMemory> Memory = smallMemory();
  if (!Memory)
    return Memory.takeError();
  void *Data = Memory->data();
  double Slot = cyclesEach(S, kernels::nops, Data, 50, 600);

  // Five no-operations and a pair: six slots or seven.
  auto Shares = [&](kernels::Kernel Kernel) {
    return cyclesEach(S, Kernel, Data, 100, 64) < 6.5 * Slot;
  };
  bool Compares = Shares(kernels::comparePairs);
  bool Adds = Shares(kernels::additionPairs) && Shares(kernels::decrementPairs);
  S.addWord("fusion.macro",
            Compares ? (Adds ? "x86-arithmetic" : "x86-compare") : "none",
            "five no-operations and cmp, add or dec with a branch");
  S.addWord("fusion.micro", Shares(kernels::plainLoads) ? "on" : "off",
            "five no-operations and an addition from memory");
  if (S.Features.lookup("avx"))
    S.addWord("fusion.unlaminate-indexed",
              Shares(kernels::indexedVectorLoads) ? "off" : "on",
              "five no-operations and a VEX-coded addition from memory with an "
              "index");

  bool Integer = cyclesEach(S, kernels::integerMoves, Data, 200, 64) < 0.8;
  bool Vector = cyclesEach(S, kernels::vectorMoves, Data, 200, 64) < 0.8;
  S.addWord("rename.eliminate-moves",
            Integer ? (Vector ? "all" : "integer")
                    : (Vector ? "vector" : "none"),
            "chains of moves");
  // No machine has as many vector units as slots.
  S.addWord("rename.zero-idioms",
            cyclesEach(S, kernels::zeroIdioms, Data, 50, 512) < 1.2 * Slot
                ? "on"
                : "off",
            "512 exclusive-ors of a vector register with itself");
  S.addWord("rename.fold-additions",
            cyclesEach(S, kernels::immediateAdditions, Data, 200, 64) < 0.8
                ? "on"
                : "off",
            "chain of additions of 1");
  return Error::success();
}

Error rafter::probeForwarding(ProbeSetting &S) {
  Expected<ProbeMemory> Memory = smallMemory();
  if (!Memory)
    return Memory.takeError();
  void *Data = Memory->data();
  double Indexed = cyclesEach(S, kernels::indexedForwarding, Data, 300, 16);
  double Plain = cyclesEach(S, kernels::plainForwarding, Data, 300, 16);
  // Where a store and a load take less than the two take to issue, nothing is
  // left of the latency.
  constexpr double NoLatency = 1.5;
  bool Renames = Plain < Indexed / 2;
  S.add("store-forward.latency", Renames ? Indexed : Plain,
        Renames ? "store and load with an index register, a chain"
                : "store and load of a register, a chain");
  if (Renames)
    S.add("store-forward.renamed", Plain < NoLatency ? 0 : Plain,
          "store and load without an index register, a chain");
  S.add("store-commit", 1 / cyclesEach(S, kernels::stores, Data, 300, 64),
        "stores of 8 bytes to one line");
  return Error::success();
}
