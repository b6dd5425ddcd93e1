//===- BranchOutcomes.cpp - Which branches a core mispredicts -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/BranchOutcomes.h"
#include "rafter/Branch/BranchPredictor.h"
#include "rafter/Support/RandomNumbers.h"

using namespace rafter;

/// What the predictor sees of a branch. Following: the address of what was
/// executed next.
static ExecutedBranch describe(const CrackedInstruction &I,
                               uint64_t Following) {
  ExecutedBranch Branch;
  Branch.Address = I.Address;
  Branch.Next = I.Address + I.Bytes;
  Branch.Taken = I.has(CrackedInstruction::Taken);
  Branch.Target = Branch.Taken ? Following : Branch.Next;
  Branch.Kind = I.Branch;
  return Branch;
}

/// Calls Visit with the position of each branch, in order, and where it went.
/// After: the address behind the last instruction; 0 if unknown.
template <typename Visitor>
static void forEachBranch(llvm::ArrayRef<CrackedInstruction> Trace,
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
  if (Region.State)
    for (const CrackedInstruction &Branch : Region.State->Branches)
      Predictor.mispredicts(describe(Branch, Branch.DataAddress));
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
  uint64_t Start = RandomNumbers(Seed).next();
  for (size_t I = 0; I != Trace.size(); ++I) {
    if (!isPredicted(Trace[I].Branch))
      continue;
    ++Outcomes.Branches;
    // The upper half of the product is uniform in 0 to 99.
    uint64_t Hash = RandomNumbers::mix(Start + I * RandomNumbers::Step);
    uint64_t Draw = (Hash >> 32) * 100 >> 32;
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
