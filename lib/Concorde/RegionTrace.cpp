//===- RegionTrace.cpp - A region as the analytical models see it ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/RegionTrace.h"
#include "rafter/CoreModel/Latencies.h"
#include "rafter/Stream/Dependences.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

llvm::Expected<RegionTrace> RegionTrace::make(const TraceRegion &Region) {
  llvm::ArrayRef<TraceInstruction> Instructions = Region.Instructions;
  if (Instructions.empty())
    return llvm::createStringError(Region.Name +
                                   ": the region has no instructions");
  if (Instructions.size() > MaxInstructions)
    return llvm::createStringError(
        Region.Name + ": the region has " + llvm::Twine(Instructions.size()) +
        " instructions; at most " + llvm::Twine(MaxInstructions) +
        " are analysed at once");
  RegionTrace Trace;
  Trace.findDependences(Instructions);
  Trace.findLines(Instructions);
  Trace.countWindows(Instructions);
  return Trace;
}

void RegionTrace::findDependences(
    llvm::ArrayRef<TraceInstruction> Instructions) {
  Dependences Found(Instructions);
  Steps.resize(Instructions.size());
  FixedLatencies.reserve(Instructions.size());
  for (size_t I = 0; I != Instructions.size(); ++I) {
    Step &S = Steps[I];
    unsigned Number = 0;
    for (uint32_t Producer : Found.producers(I)) {
      if (I - Producer >= LargestWindow)
        continue;
      uint16_t Place = Producer % RingSize;
      if (Number == 0)
        S.First = Place;
      else if (Number == 1)
        S.Second = Place;
      else
        Extras.push_back(Place);
      ++Number;
    }
    S.ExtraEnd = Extras.size();
    FixedLatencies.push_back(
        Instructions[I].isLoad() ? 0 : executionLatency(Instructions[I].Class));
  }
}

void RegionTrace::findLines(llvm::ArrayRef<TraceInstruction> Instructions) {
  llvm::DenseMap<uint64_t, uint32_t> LastLoad;
  for (size_t I = 0; I != Instructions.size(); ++I) {
    uint64_t Line = Instructions[I].Address / LineBytes;
    if (Fetches.empty() || Fetches.back().Line != Line)
      Fetches.push_back({Line, static_cast<uint32_t>(I)});
    if (!Instructions[I].isLoad())
      continue;
    uint32_t Number = Loads.size();
    auto [Last, New] =
        LastLoad.try_emplace(Instructions[I].DataAddress / LineBytes, Number);
    Loads.push_back(
        {static_cast<uint32_t>(I), New ? uint32_t(None) : Last->second});
    Last->second = Number;
  }
}

static void count(WindowCounts &Window, const TraceInstruction &I) {
  ++Window.Instructions;
  Window.Loads += I.isLoad();
  Window.Stores += I.isStore();
  Window.Integer += issueQueue(I.Class) == IssueQueue::Integer;
  Window.Float += issueQueue(I.Class) == IssueQueue::Float;
  Window.Barriers += I.has(TraceInstruction::Barrier);
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

void RegionTrace::countWindows(llvm::ArrayRef<TraceInstruction> Instructions) {
  Windows.resize(std::max<size_t>(1, Instructions.size() / WindowSize));
  for (size_t W = 0; W != Windows.size(); ++W)
    for (const TraceInstruction &I :
         Instructions.drop_front(W * WindowSize).take_front(WindowSize))
      count(Windows[W], I);
}
