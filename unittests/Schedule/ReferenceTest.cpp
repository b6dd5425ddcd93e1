//===- ReferenceTest.cpp - Against the brute-force scheduler --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler, with its rings and words of bits, gives the same as the rules
// written down without any: total cycles, nodes of each channel, and what each
// single cycle was used for, which every count of the method is a sum over.
//
//===----------------------------------------------------------------------===//

#include "RandomCases.h"
#include "ReferenceScheduler.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

/// What differs between the library and the reference; empty if nothing does.
std::string difference(const RandomCase &Case, uint64_t Cut) {
  ReferenceResult Reference = scheduleByReference(
      Case.CPU, expandNodes(Case.CPU, Case.Table, Case.Regions,
                            Case.Warm ? Case.Regions.front() : Region()));
  ScheduleResult Ours = schedule(Case, Cut);
  std::string Text;
  auto Compare = [&](const std::string &What, uint64_t A, uint64_t B) {
    if (A != B)
      Text += "  " + What + ": " + std::to_string(A) + ", by the rules " +
              std::to_string(B) + "\n";
  };
  Compare("cycles", Ours.Cycles, Reference.Cycles);
  for (unsigned K = 0; K != NumChannels; ++K)
    Compare("nodes of channel " + std::to_string(K), Ours.Channels[K].Nodes,
            Reference.Nodes[K]);
  std::map<ActivityMask, uint64_t> Masks = Ours.Activity.entries();
  for (auto [Mask, Cycles] : Masks)
    Compare("cycles with mask " + llvm::utohexstr(Mask), Cycles,
            Reference.Activity[Mask]);
  for (auto [Mask, Cycles] : Reference.Activity)
    if (!Masks.count(Mask))
      Compare("cycles with mask " + llvm::utohexstr(Mask), 0, Cycles);
  return Text;
}

/// Applies Change if the case still differs after it.
template <typename Function>
bool keepIfDifferent(RandomCase &Case, uint64_t Cut, Function Change) {
  RandomCase Smaller = Case;
  Change(Smaller);
  if (difference(Smaller, Cut).empty())
    return false;
  Case = std::move(Smaller);
  return true;
}

/// Removes operations and limits for as long as the case still differs.
void shrink(RandomCase &Case, uint64_t Cut) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t R = 0; R != Case.Regions.size(); ++R)
      for (size_t I = 0; I < Case.Regions[R].size(); ++I)
        Changed |= keepIfDifferent(Case, Cut, [=](RandomCase &C) {
          C.Regions[R].erase(C.Regions[R].begin() + I);
        });
  }
  const Processor Free;
  keepIfDifferent(Case, Cut, [](RandomCase &C) { C.Warm = false; });
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    keepIfDifferent(Case, Cut,
                    [&](RandomCase &C) { C.CPU.Compute[K] = Free.Compute[K]; });
  for (unsigned B = 0; B != NumBufferKinds; ++B)
    keepIfDifferent(Case, Cut,
                    [&](RandomCase &C) { C.CPU.Buffers[B] = Unlimited; });
  for (unsigned M = 0; M != NumMemoryLevels; ++M)
    keepIfDifferent(Case, Cut, [&](RandomCase &C) {
      C.CPU.Memory[M].Bandwidth = Unlimited;
    });
  for (double Processor::*Rate :
       {&Processor::FetchBandwidth, &Processor::ComputeThroughput,
        &Processor::LoadThroughput, &Processor::StoreThroughput,
        &Processor::AddressThroughput})
    keepIfDifferent(Case, Cut, [&](RandomCase &C) { C.CPU.*Rate = Unlimited; });
  keepIfDifferent(Case, Cut,
                  [](RandomCase &C) { C.CPU.Order = MemoryOrder::Weak; });
}

void expectEqual(uint64_t Seed, bool Long = false) {
  RandomCase Case = randomCase(Seed, Long);
  if (difference(Case, Seed).empty())
    return;
  shrink(Case, Seed);
  FAIL() << "seed " << Seed << '\n' << difference(Case, Seed) << describe(Case);
}

TEST(Reference, EqualsTheSchedulerOnRandomCases) {
  for (uint64_t Seed = 0; Seed != 4000 && !HasFatalFailure(); ++Seed)
    expectEqual(Seed);
}

TEST(Reference, EqualsTheSchedulerOnLongRandomCases) {
  for (uint64_t Seed = 0; Seed != 40 && !HasFatalFailure(); ++Seed)
    expectEqual(Seed, /*Long=*/true);
}

/// The cases are worth something: every channel, level and stall occurs.
TEST(Reference, RandomCasesReachEverything) {
  std::array<uint64_t, NumChannels> Nodes = {};
  std::array<uint64_t, NumBufferKinds> Stalls = {};
  uint64_t Warm = 0, Empty = 0;
  for (uint64_t Seed = 0; Seed != 500; ++Seed) {
    RandomCase Case = randomCase(Seed);
    ScheduleResult R = schedule(Case);
    for (unsigned K = 0; K != NumChannels; ++K)
      Nodes[K] += R.Channels[K].Nodes;
    for (unsigned B = 0; B != NumBufferKinds; ++B)
      Stalls[B] += R.Activity.count({stalls(static_cast<BufferKind>(B))});
    Warm += Case.Warm;
    Empty += R.Cycles == 0;
  }
  for (uint64_t N : Nodes)
    EXPECT_GT(N, 100u);
  for (uint64_t N : Stalls)
    EXPECT_GT(N, 100u);
  EXPECT_GT(Warm, 0u);
  EXPECT_GT(Empty, 0u);
}

} // namespace
