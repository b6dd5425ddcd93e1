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
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <chrono>
#include <random>
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
constexpr uint64_t MostL3Bytes = 58 * MiB;
/// Twice a whole number of lines in each of 11, 12, 15, 16 and 20 ways, those
/// of last levels, so that the mean of two capacities is such a number, too.
constexpr uint64_t L3Step = 2 * 2640 * Line;
/// Of a larger L3 so much is asked for latency and bandwidth.
constexpr uint64_t UsualL3Bytes = 16 * MiB;
/// Beyond L2, little beside L3, and within the second level of a TLB.
constexpr uint64_t NearBytes = 4 * MiB;
/// All times that are waited for are a quarter of a second.
constexpr unsigned TurnoverTries = 5;
/// Behind as many lines of others, in those of the level, half of its lines are
/// left: acosh(sqrt(2)), see SetAssociativeHierarchy.h.
constexpr double HalfLifeOfTurnover = 0.881373587;
constexpr unsigned LoadsPerRound = 16;

/// Cycles of one load of the chain from Start; at least Loads are timed.
double latencyOf(const ProbeSetting &S, void *Start, size_t Loads) {
  uint64_t Rounds =
      std::clamp<size_t>(Loads / LoadsPerRound, /*lo=*/500, /*hi=*/20000);
  return S.Clock.cyclesOf([&] { kernels::chase(Rounds, Start); }) /
         double(Rounds * LoadsPerRound);
}

/// Where the lines of a buffer are when a chain begins to go through them.
enum class Placed { InCaches, InMemory };

void evict(const char *Place) {
#if defined(__x86_64__)
  asm volatile("clflush %0" : : "m"(*Place) : "memory");
#else
  (void)Place;
#endif
}

/// Cycles that Wait lasted, and then those of one load of a chain through Bytes
/// all of which were read, or written back to memory, before it: the middle of
/// some tries. The chain is so short that nobody else does much meanwhile.
Expected<std::pair<double, double>>
latencyAfter(unsigned Tries, size_t Bytes, Placed Where,
             std::chrono::milliseconds Wait) {
  constexpr uint64_t Rounds = 250;
  Expected<ProbeMemory> Memory = ProbeMemory::allocate(Bytes, true);
  if (!Memory)
    return Memory.takeError();
  Memory->link(Bytes / Line, Line, /*Scatter=*/false);
  std::mt19937_64 Random(1);
  std::vector<std::pair<double, double>> Found;
  for (unsigned I = 0; I != Tries; ++I) {
    for (unsigned Sweep = 0; Sweep != 3; ++Sweep)
      for (size_t At = 0; At < Bytes; At += Line)
        if (Where == Placed::InCaches)
          *static_cast<volatile char *>(Memory->data() + At);
        else
          evict(Memory->data() + At);
    uint64_t Start = readCounter();
    auto End = std::chrono::steady_clock::now() + Wait;
    while (std::chrono::steady_clock::now() < End)
      ;
    double PerTick = cyclesPerTick();
    uint64_t Begin = readCounter();
    kernels::chase(Rounds, Memory->data() + Random() % (Bytes / Line) * Line);
    uint64_t Stop = readCounter();
    Found.push_back({double(Stop - Begin) * PerTick / (Rounds * LoadsPerRound),
                     double(Begin - Start) * PerTick});
  }
  llvm::sort(Found);
  auto [Latency, Waited] = Found[Found.size() / 2];
  return std::pair(Waited, Latency);
}

/// The same at once.
Expected<double> latencyIn(const ProbeSetting &S, size_t Bytes, Placed Where) {
  auto Found = latencyAfter(S.Options.Repetitions, Bytes, Where,
                            std::chrono::milliseconds(0));
  if (!Found)
    return Found.takeError();
  return Found->second;
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

/// One load in each of Pages pages of 4 KiB.
Expected<double> latencyOfPages(const ProbeSetting &S, size_t Pages) {
  Expected<ProbeMemory> Memory = ProbeMemory::allocate(Pages * Page, false);
  if (!Memory)
    return Memory.takeError();
  return latencyOf(S, Memory->link(Pages, Page, /*Scatter=*/true), Pages);
}

/// Of buffers of several sizes. 0: there is no L3.
Expected<uint64_t> capacityOfL3(const ProbeSetting &S, double OfMemory) {
  std::vector<std::pair<uint64_t, double>> Latencies;
  for (uint64_t Bytes = LeastL3Bytes;
       Bytes <= std::min(MostL3Bytes, S.Options.MemoryBytes / 4);
       Bytes += llvm::alignTo(Bytes / 5, MiB)) {
    Expected<double> Latency = latencyIn(S, Bytes, Placed::InCaches);
    if (!Latency)
      return Latency.takeError();
    Latencies.push_back({Bytes, *Latency});
    if (Latencies.front().second >= OfMemory / 2)
      break;
  }
  return capacityBehind(Latencies, OfMemory);
}

/// In which lines leave L3 that nobody here uses. 0: they do not.
Expected<double> turnoverOfL3(const ProbeSetting &S, double OfMemory) {
  std::vector<std::pair<double, double>> Latencies;
  for (unsigned Wait : {0, 1, 2, 4, 8, 16, 32, 64, 128}) {
    auto After =
        latencyAfter(std::min(S.Options.Repetitions, TurnoverTries), NearBytes,
                     Placed::InCaches, std::chrono::milliseconds(Wait));
    if (!After)
      return After.takeError();
    Latencies.push_back(*After);
  }
  return halfLife(Latencies, OfMemory) / HalfLifeOfTurnover;
}

std::string sizeText(uint64_t Bytes) {
  return Bytes >= (1 << 20) ? std::to_string(Bytes >> 20) + " MiB"
                            : std::to_string(Bytes >> 10) + " KiB";
}

} // namespace

uint64_t rafter::capacityBehind(ArrayRef<std::pair<uint64_t, double>> Latencies,
                                double OfMemory) {
  if (Latencies.empty() || Latencies.front().second >= OfMemory / 2)
    return 0;
  const double Near = Latencies.front().second;
  const double Quarter = Near + (OfMemory - Near) / 4;
  for (size_t I = 1; I != Latencies.size(); ++I) {
    auto [Small, Below] = Latencies[I - 1];
    auto [Large, Above] = Latencies[I];
    if (Above <= Quarter)
      continue;
    double Bytes = double(Small) +
                   double(Large - Small) * (Quarter - Below) / (Above - Below);
    return static_cast<uint64_t>(Bytes * 3 / 4);
  }
  return Latencies.back().first;
}

double rafter::halfLife(ArrayRef<std::pair<double, double>> Latencies,
                        double OfMemory) {
  if (Latencies.empty() || Latencies.front().second >= OfMemory / 2)
    return 0;
  double Near = Latencies.front().second, Far = OfMemory;
  for (auto [Waited, Latency] : Latencies)
    Far = std::max(Far, Latency);
  double Half = (Near + Far) / 2;
  for (size_t I = 1; I != Latencies.size(); ++I) {
    auto [Early, Below] = Latencies[I - 1];
    auto [Late, Above] = Latencies[I];
    if (Above >= Half)
      return Early + (Late - Early) * (Half - Below) / (Above - Below);
  }
  return 0;
}

/// What the last level keeps, and for how long. Returns where its own latency
/// and bandwidth are measured.
static Expected<uint64_t> probeLastLevel(ProbeSetting &S, double OfMemory) {
  Expected<uint64_t> Capacity = capacityOfL3(S, OfMemory);
  if (!Capacity)
    return Capacity.takeError();
  if (*Capacity == 0)
    return std::min(UsualL3Bytes, S.Options.MemoryBytes);
  S.add("capacity.L3", double(llvm::alignDown(*Capacity, L3Step)),
        "three quarters of the buffer, of " + sizeText(LeastL3Bytes) + " to " +
            sizeText(MostL3Bytes) +
            ", of which a quarter of the loads right after its use is from "
            "memory",
        /*Whole=*/true);
  Expected<double> Turnover = turnoverOfL3(S, OfMemory);
  if (!Turnover)
    return Turnover.takeError();
  if (*Turnover != 0)
    S.add("turnover.L3", *Turnover,
          "after 0.88 times as long half of " + sizeText(NearBytes) +
              " that were not used are in memory; up to 128 ms",
          /*Whole=*/true);
  return std::clamp(llvm::alignDown(*Capacity / 2, MiB), LeastL3Bytes,
                    UsualL3Bytes);
}

Error rafter::probeCaches(ProbeSetting &S) {
  for (auto [Level, Bytes] :
       {std::pair("L1", L1Bytes), std::pair("L2", L2Bytes)}) {
    Expected<double> Latency = latencyOfBuffer(S, Bytes);
    if (!Latency)
      return Latency.takeError();
    S.add(std::string("latency.") + Level, *Latency,
          "chain of loads over " + sizeText(Bytes) +
              ", pages of 2 MiB where the system has them",
          /*Whole=*/true);
  }
  Expected<double> OfMemory = latencyIn(S, NearBytes, Placed::InMemory);
  if (!OfMemory)
    return OfMemory.takeError();
  S.add("latency.mem", *OfMemory,
        "chain of loads over " + sizeText(NearBytes) +
            " that were just written back to memory",
        /*Whole=*/true);
  Expected<uint64_t> L3Bytes = probeLastLevel(S, *OfMemory);
  if (!L3Bytes)
    return L3Bytes.takeError();
  Expected<double> OfL3 = latencyIn(S, *L3Bytes, Placed::InCaches);
  if (!OfL3)
    return OfL3.takeError();
  S.add("latency.L3", *OfL3,
        "chain of loads over " + sizeText(*L3Bytes) + " that were just read",
        /*Whole=*/true);
  if (!S.Features.lookup("avx"))
    return Error::success();
  // What L1 delivers depends on the mix of loads and stores.
  for (auto [Level, Bytes] :
       {std::pair("L2", uint64_t(L2Bytes)), std::pair("L3", *L3Bytes),
        std::pair("mem", S.Options.MemoryBytes)}) {
    Expected<double> Bandwidth = bandwidthOfBuffer(S, Bytes);
    if (!Bandwidth)
      return Bandwidth.takeError();
    S.add(std::string("bandwidth.") + Level, *Bandwidth,
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
  Expected<double> OfSecondLevel = latencyOfPages(S, SecondLevelPages);
  if (!OfSecondLevel)
    return OfSecondLevel.takeError();
  // Not the same in pages of 2 MiB: a hypervisor may translate these in pieces
  // of 4 KiB, so that they are walked for as well.
  Expected<double> OfWalk = latencyOfPages(S, WalkPages);
  if (!OfWalk)
    return OfWalk.takeError();
  Expected<double> OfLines = latencyOfBuffer(S, WalkPages * Line);
  if (!OfLines)
    return OfLines.takeError();
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
  S.add("dtlb.second-latency", std::max(*OfSecondLevel - Near, 0.0),
        "one load in each of 300 pages, less the latency of L1");
  S.add("dtlb.walk", std::max(*OfWalk - *OfLines, 0.0),
        "one load in each of 16384 pages of 4 KiB, less as many lines in a "
        "row");
  return Error::success();
}
