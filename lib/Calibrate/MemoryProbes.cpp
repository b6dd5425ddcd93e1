//===- MemoryProbes.cpp - Caches, memory, translation ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains of loads through buffers of a size that one level holds, and streams
// over them.
//
//===----------------------------------------------------------------------===//

#include "CoreKernels.h"
#include "ProbeMemory.h"
#include "Probes.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <vector>

using namespace llvm;
using namespace rafter;

namespace {

constexpr size_t Line = 64;
constexpr size_t Page = 4096;
/// In every L1 and beyond every L1 of an x86-64 CPU, and within its L2.
constexpr size_t L1Bytes = size_t(16) << 10;
constexpr size_t L2Bytes = size_t(192) << 10;
/// Where the search for the end of L3 begins and ends: beyond L2, and what L3
/// is not larger than for one core.
constexpr uint64_t MiB = uint64_t(1) << 20;
constexpr uint64_t LeastL3Bytes = 2 * MiB;
constexpr uint64_t MostL3Bytes = 64 * MiB;
/// Of a larger L3 so much is asked for latency and bandwidth.
constexpr uint64_t UsualL3Bytes = 16 * MiB;
constexpr unsigned LoadsPerRound = 16;

/// Cycles of one load of the chain from Start; at least Loads are timed.
double latencyOf(const ProbeSetting &S, void *Start, size_t Loads) {
  uint64_t Rounds =
      std::clamp<size_t>(Loads / LoadsPerRound, /*lo=*/500, /*hi=*/20000);
  return S.Clock.cyclesOf([&] { kernels::chase(Rounds, Start); }) /
         double(Rounds * LoadsPerRound);
}

/// A chain through every line of Bytes.
Expected<double> latencyOfBuffer(const ProbeSetting &S, size_t Bytes) {
  Expected<ProbeMemory> Memory = ProbeMemory::allocate(Bytes, true);
  if (!Memory)
    return Memory.takeError();
  return latencyOf(S, Memory->link(Bytes / Line, Line, /*Scatter=*/false),
                   Bytes / Line);
}

Expected<double> bandwidthOfBuffer(const ProbeSetting &S, size_t Bytes) {
  Expected<ProbeMemory> Memory = ProbeMemory::allocate(Bytes, true);
  if (!Memory)
    return Memory.takeError();
  // Small buffers several times, so that the clock's own cost vanishes.
  size_t Times = std::max<size_t>(1, (size_t(1) << 20) / Bytes);
  double Cycles = S.Clock.cyclesOf([&] {
    for (size_t I = 0; I != Times; ++I)
      kernels::readStream(Bytes / 512, Memory->data());
  });
  return double(Bytes) * double(Times) / Cycles;
}

/// One load in each of Pages pages.
Expected<double> latencyOfPages(const ProbeSetting &S, size_t Pages,
                                bool HugePages) {
  Expected<ProbeMemory> Memory = ProbeMemory::allocate(Pages * Page, HugePages);
  if (!Memory)
    return Memory.takeError();
  return latencyOf(S, Memory->link(Pages, Page, /*Scatter=*/true), Pages);
}

/// Of buffers of several sizes. 0: there is no L3.
Expected<uint64_t> capacityOfL3(const ProbeSetting &S, double OfMemory) {
  std::vector<std::pair<uint64_t, double>> Latencies;
  for (uint64_t Bytes = LeastL3Bytes;
       Bytes <= std::min(MostL3Bytes, S.Options.MemoryBytes / 4);
       Bytes = llvm::alignDown(Bytes + Bytes / 2, MiB)) {
    Expected<double> Latency = latencyOfBuffer(S, Bytes);
    if (!Latency)
      return Latency.takeError();
    Latencies.push_back({Bytes, *Latency});
    if (Latencies.front().second >= OfMemory / 2)
      break;
  }
  return largestNear(Latencies, OfMemory);
}

std::string sizeText(uint64_t Bytes) {
  return Bytes >= (1 << 20) ? std::to_string(Bytes >> 20) + " MiB"
                            : std::to_string(Bytes >> 10) + " KiB";
}

} // namespace

uint64_t rafter::largestNear(ArrayRef<std::pair<uint64_t, double>> Latencies,
                             double OfMemory) {
  if (Latencies.empty() || Latencies.front().second >= OfMemory / 2)
    return 0;
  // Where all buffers are near, none of them is from memory.
  double Far = OfMemory / 2;
  for (auto [Bytes, Latency] : Latencies)
    Far = std::max(Far, Latency);
  const double Near = Latencies.front().second;
  uint64_t Found = 0;
  for (auto [Bytes, Latency] : Latencies) {
    if (Latency - Near > (Far - Near) / 4)
      break;
    Found = Bytes;
  }
  return Found;
}

Error rafter::probeCaches(ProbeSetting &S) {
  struct {
    StringRef Level;
    uint64_t Bytes;
  } Levels[] = {{"mem", S.Options.MemoryBytes},
                {"L1", L1Bytes},
                {"L2", L2Bytes},
                {"L3", 0}};
  for (auto &[Level, Bytes] : Levels) {
    if (Bytes == 0)
      Bytes = std::min(UsualL3Bytes, S.Options.MemoryBytes);
    Expected<double> Latency = latencyOfBuffer(S, Bytes);
    if (!Latency)
      return Latency.takeError();
    S.add(("latency." + Level).str(), *Latency,
          "chain of loads over " + sizeText(Bytes) +
              ", pages of 2 MiB where the system has them",
          /*Whole=*/true);
    if (Level != "mem")
      continue;
    Expected<uint64_t> Capacity = capacityOfL3(S, *Latency);
    if (!Capacity)
      return Capacity.takeError();
    if (*Capacity == 0)
      continue;
    S.add("capacity.L3", double(*Capacity),
          "the largest of buffers of " + sizeText(LeastL3Bytes) + " to " +
              sizeText(MostL3Bytes) + " of which a chain of loads mostly hits",
          /*Whole=*/true);
    std::end(Levels)[-1].Bytes = std::clamp(llvm::alignDown(*Capacity / 2, MiB),
                                            LeastL3Bytes, UsualL3Bytes);
  }
  if (!S.Features.lookup("avx"))
    return Error::success();
  // What L1 delivers depends on the mix of loads and stores.
  for (auto &[Level, Bytes] : Levels) {
    if (Level == "L1")
      continue;
    Expected<double> Bandwidth = bandwidthOfBuffer(S, Bytes);
    if (!Bandwidth)
      return Bandwidth.takeError();
    S.add(("bandwidth." + Level).str(), *Bandwidth,
          "reads of 32 bytes over " + sizeText(Bytes));
  }
  return Error::success();
}

Error rafter::probeTranslation(ProbeSetting &S) {
  // Beyond every first level of a TLB and within every second one; in L1 both
  // times.
  constexpr size_t SecondLevelPages = 300;
  // Beyond the second level.
  constexpr size_t WalkPages = 16384;
  double Latency[2][2];
  size_t Pages[2] = {SecondLevelPages, WalkPages};
  for (unsigned Case : {0u, 1u})
    for (bool HugePages : {false, true}) {
      Expected<double> One = latencyOfPages(S, Pages[Case], HugePages);
      if (!One)
        return One.takeError();
      Latency[Case][HugePages] = *One;
    }
  Expected<ProbeMemory> Memory = ProbeMemory::allocate(L1Bytes, false);
  if (!Memory)
    return Memory.takeError();
  double Near =
      latencyOf(S, Memory->link(L1Bytes / Line, Line, /*Scatter=*/false), 0);
  // 60 bytes into every other line: 8 bytes cross.
  double Crossing = latencyOf(
      S, Memory->link(L1Bytes / Line / 2 - 1, 2 * Line, false, 60), 0);
  S.add("line-crossing", std::max(Crossing - Near, 0.0),
        "chain of loads that cross a line, less one that does not");
  S.add("dtlb.second-latency", std::max(Latency[0][0] - Near, 0.0),
        "one load in each of 300 pages, less the latency of L1");
  S.add("dtlb.walk", std::max(Latency[1][0] - Latency[1][1], 0.0),
        "one load in each of 16384 pages of 4 KiB, less the same in pages of "
        "2 MiB");
  return Error::success();
}
