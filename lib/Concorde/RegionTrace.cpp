//===- RegionTrace.cpp - A region as the analytical models see it ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionTrace.h"
#include "rafter/CoreModel/Latencies.h"
#include "rafter/Stream/Dependences.h"
#include "rafter/Stream/PositionTable.h"
#include <algorithm>
#include <optional>
#include <utility>

using namespace rafter;
using namespace rafter::concorde;

llvm::Expected<RegionTrace> RegionTrace::make(const TraceRegion &Region) {
  std::optional<Dependences> Producers;
  return make(Region, [&]() -> const Dependences & {
    return Producers.emplace(Region.Instructions);
  });
}

llvm::Expected<RegionTrace>
RegionTrace::make(const TraceRegion &Region,
                  llvm::function_ref<const Dependences &()> Producers) {
  llvm::ArrayRef<CrackedInstruction> Executed = Region.Instructions;
  if (Executed.empty())
    return llvm::createStringError(Region.Name +
                                   ": the region has no instructions");
  if (Executed.size() > MaxInstructions)
    return llvm::createStringError(
        Region.Name + ": the region has " + llvm::Twine(Executed.size()) +
        " instructions; at most " + llvm::Twine(MaxInstructions) +
        " are analysed at once");
  RegionTrace Trace;
  Trace.findLines(Executed);
  Trace.countWindows(Executed);
  Trace.keepDependences(Executed, Producers());
  return Trace;
}

void RegionTrace::keepDependences(llvm::ArrayRef<CrackedInstruction> Executed,
                                  const Dependences &Producers) {
  Instructions.Steps.resize(Executed.size());
  FixedLatencies.reserve(Executed.size());
  for (size_t I = 0; I != Executed.size(); ++I) {
    StepSequence::Step &S = Instructions.Steps[I];
    unsigned Number = 0;
    for (uint32_t Producer : Producers.producers(I)) {
      if (I - Producer >= StepSequence::LargestBuffer)
        continue;
      uint16_t Place = Producer % StepSequence::RingSize;
      if (Number == 0)
        S.First = Place;
      else if (Number == 1)
        S.Second = Place;
      else
        Instructions.Extras.push_back(Place);
      ++Number;
    }
    S.ExtraEnd = Instructions.Extras.size();
    FixedLatencies.push_back(
        Executed[I].isLoad() ? 0 : executionLatency(Executed[I].Class));
  }
}

void RegionTrace::findLines(llvm::ArrayRef<CrackedInstruction> Executed) {
  size_t NumLoads = 0, NumFetches = 0;
  uint64_t Line = ~uint64_t(0);
  for (const CrackedInstruction &I : Executed) {
    NumLoads += I.isLoad();
    NumFetches +=
        std::exchange(Line, I.Address / LineBytes) != I.Address / LineBytes;
  }
  Loads.reserve(NumLoads);
  Fetches.reserve(NumFetches);
  PositionTable LastLoad(NumLoads), LineNumbers(NumFetches);
  Line = ~uint64_t(0);
  for (size_t I = 0; I != Executed.size(); ++I) {
    if (Executed[I].Address / LineBytes != Line) {
      Line = Executed[I].Address / LineBytes;
      uint32_t &Number = LineNumbers[Line];
      if (Number == PositionTable::None)
        Number = NumLines++;
      Fetches.push_back({static_cast<uint32_t>(I), Number});
    }
    if (Executed[I].isLoad()) {
      uint32_t &Last = LastLoad[Executed[I].DataAddress / LineBytes];
      Load &New = Loads.emplace_back();
      New.Position = I;
      New.Previous = std::exchange(Last, Loads.size() - 1);
      if (New.Previous == None)
        continue;
      const uint32_t Away = Loads.size() - 1 - New.Previous;
      if (Away < StepSequence::LargestBuffer)
        New.NearInLoads = Away;
      if (I - Loads[New.Previous].Position < StepSequence::LargestBuffer)
        New.NearInSteps = Away;
    }
  }
  LoadSteps.Steps.resize(Loads.size());
  FetchSteps.Steps.resize(Fetches.size());
}

static void count(WindowCounts &Window, const CrackedInstruction &I) {
  ++Window.Instructions;
  Window.Loads += I.isLoad();
  Window.Stores += I.isStore();
  Window.Integer += issueQueue(I.Class) == IssueQueue::Integer;
  Window.Float += issueQueue(I.Class) == IssueQueue::Float;
  Window.Barriers += I.has(CrackedInstruction::Barrier);
  switch (I.Branch) {
  case BranchKind::None:
    break;
  case BranchKind::Conditional:
    ++Window.Conditionals;
    break;
  case BranchKind::Jump:
  case BranchKind::Call:
    ++Window.Jumps;
    break;
  case BranchKind::IndirectJump:
  case BranchKind::IndirectCall:
  case BranchKind::Return:
    ++Window.Indirects;
    break;
  }
}

void RegionTrace::countWindows(llvm::ArrayRef<CrackedInstruction> Executed) {
  Windows.resize(std::max<size_t>(1, Executed.size() / WindowSize));
  uint32_t Load = 0, Fetch = 0;
  for (size_t W = 0; W != Windows.size(); ++W) {
    for (const CrackedInstruction &I :
         Executed.drop_front(W * WindowSize).take_front(WindowSize))
      count(Windows[W], I);
    uint32_t End = W * WindowSize + Windows[W].Instructions;
    Load += Windows[W].Loads;
    while (Fetch != Fetches.size() && Fetches[Fetch].Position < End)
      ++Fetch;
    Instructions.WindowEnds.push_back(End);
    LoadSteps.WindowEnds.push_back(Load);
    FetchSteps.WindowEnds.push_back(Fetch);
  }
}
