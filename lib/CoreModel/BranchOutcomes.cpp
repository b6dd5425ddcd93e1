//===- BranchOutcomes.cpp - Which branches a core mispredicts -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/BranchOutcomes.h"
#include "rafter/Branch/BranchPredictor.h"

using namespace rafter;

/// A finalizer with good avalanche: SplitMix64's (G. Steele, D. Lea, C. Flood:
/// Fast splittable pseudorandom number generators, OOPSLA 2014).
static uint64_t mix(uint64_t Z) {
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return Z ^ (Z >> 31);
}

/// What the predictor sees of a branch. Following: the address of what was
/// executed next.
static ExecutedBranch describe(const TraceInstruction &I, uint64_t Following) {
  ExecutedBranch Branch;
  Branch.Address = I.Address;
  Branch.Next = I.Address + I.Bytes;
  Branch.Taken = I.has(TraceInstruction::Taken);
  Branch.Target = Branch.Taken ? Following : Branch.Next;
  Branch.Kind = I.Branch;
  return Branch;
}

/// Calls Visit with the position of each branch, in order, and where it went.
/// After: the address behind the last instruction; 0 if unknown.
template <typename Visitor>
static void forEachBranch(llvm::ArrayRef<TraceInstruction> Trace,
                          uint64_t After, Visitor Visit) {
  for (size_t I = 0; I != Trace.size(); ++I) {
    if (!Trace[I].isBranch())
      continue;
    uint64_t Next = I + 1 == Trace.size() ? After : Trace[I + 1].Address;
    Visit(I, describe(Trace[I], Next));
  }
}

BranchOutcomes rafter::predictByTage(const TraceRegion &Region) {
  const auto &Trace = Region.Instructions;
  BranchPredictor Predictor;
  forEachBranch(Region.WarmUp, Trace.empty() ? 0 : Trace.front().Address,
                [&](size_t, const ExecutedBranch &Branch) {
                  Predictor.mispredicts(Branch);
                });
  BranchOutcomes Outcomes;
  Outcomes.Mispredicted.resize(Trace.size());
  forEachBranch(Trace, 0, [&](size_t I, const ExecutedBranch &Branch) {
    Outcomes.Branches += isPredicted(Branch.Kind);
    if (!Predictor.mispredicts(Branch))
      return;
    Outcomes.Mispredicted.set(I);
    ++Outcomes.Mispredictions;
  });
  return Outcomes;
}

BranchOutcomes rafter::predictBySimple(const TraceRegion &Region,
                                       uint32_t Percent, uint64_t Seed) {
  const auto &Trace = Region.Instructions;
  BranchOutcomes Outcomes;
  Outcomes.Mispredicted.resize(Trace.size());
  uint64_t Start = mix(Seed + 0x9e3779b97f4a7c15);
  for (size_t I = 0; I != Trace.size(); ++I) {
    if (!isPredicted(Trace[I].Branch))
      continue;
    ++Outcomes.Branches;
    // The upper half of the product is uniform in 0 to 99.
    uint64_t Draw = (mix(Start + I * 0x9e3779b97f4a7c15) >> 32) * 100 >> 32;
    if (Draw >= Percent)
      continue;
    Outcomes.Mispredicted.set(I);
    ++Outcomes.Mispredictions;
  }
  return Outcomes;
}

BranchOutcomes rafter::predictBranches(const TraceRegion &Region,
                                       const CoreDesign &Design) {
  if (Design.Predictor == PredictorKind::Tage)
    return predictByTage(Region);
  return predictBySimple(Region, Design.MispredictionPercent);
}
