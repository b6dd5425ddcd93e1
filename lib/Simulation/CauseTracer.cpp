//===- CauseTracer.cpp - Follows the causes of time in a stream -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CauseTracer.h"
#include "llvm/ADT/DenseMap.h"

using namespace rafter;
using namespace rafter::simulation;

/// Stretches of the path that are looked at each time: some windows.
static constexpr unsigned LongestLook = 4096;

static bool isLoad(ResourceId R) {
  return (R >= LatencyOfLevel && R < LatencyOfClass) || R == StoreForwarding;
}

/// Latencies of instructions, loads, and what delays the data of loads.
static bool isResult(ResourceId R) {
  return isLoad(R) || (R >= FailedForwarding && R <= Translation) ||
         (R >= LatencyOfClass && R < FirstPortGroup);
}

void CauseTracer::beginRegion() {
  Machine.lanes().beginRegion(Origin);
  Machine.beginRegion();
}

void CauseTracer::outcomes(const OutcomeView &View) {
  Machine.run(View);
  CauseLanes &Lanes = Machine.lanes();
  if (!Lanes.full())
    return;
  // A collection joins what the path consists of.
  lookAtPath();
  Lanes.collect([&](CauseLanes::TimeHolder Hold) {
    Machine.forEachTime([&](CauseTime &X) { Hold(X); });
  });
}

int64_t CauseTracer::now() const {
  int64_t Units;
  Machine.time(&Units);
  return Units;
}

void CauseTracer::endIteration() {
  int64_t Units = Past + now();
  Iterations.add(&Units);
  Machine.lanes().endIteration();
}

/// Goes back along the end of the critical path. Whatever is no result begins
/// a new run.
void CauseTracer::lookAtPath() {
  using Label = std::pair<uint32_t, ResourceId>;
  const CauseArena &Arena = Machine.lanes().arena();
  // Where each label of the run stands for the last time, in units.
  llvm::DenseMap<Label, int64_t> Run;
  // What still waits for a load further back.
  std::vector<std::pair<Label, int64_t>> Waiting;
  CauseArena::Event E = Machine.lanes().eventOf(Machine.retired());
  for (unsigned Left = LongestLook; Left != 0 && Arena.isSingle(E); --Left) {
    Label At = {Arena.label(E).Instruction, Arena.label(E).Resource};
    int64_t Units = Arena.units(E);
    E = Arena.parent(E);
    PathUnits &Use = Before[At];
    Use.All += Units;
    if (!isResult(At.second)) {
      Run.clear();
      Waiting.clear();
      continue;
    }
    auto [Later, IsNew] = Run.try_emplace(At, Units);
    if (!IsNew)
      Use.Recurs += std::exchange(Later->second, Units);
    if (isLoad(At.second)) {
      for (const auto &[Who, Amount] : Waiting)
        Before[Who].AfterLoad += Amount;
      Waiting.clear();
    }
    Waiting.push_back({At, Units});
    if (!Arena.isSingle(E))
      return;
    ResourceId Above = Arena.label(E).Resource;
    if (isResult(Above))
      Use.Result += Units;
    if (Above == At.second)
      Use.SameClass += Units;
  }
}

void CauseTracer::endRegion() {
  lookAtPath();
  Past += now();
  CauseLanes &Lanes = Machine.lanes();
  CauseArena::Event Last = Lanes.eventOf(Machine.retired());
  for (const CauseArena::Share &S : Lanes.arena().sharesOf(Last))
    All[{S.Label.Instruction, S.Label.Resource}] += S.Units;
}
