//===- ReorderBufferModel.cpp - Bounds of reorder buffers -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReorderBufferModel.h"
#include "EventOrder.h"
#include "PassState.h"
#include "rafter/CoreModel/Latencies.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cstring>
#include <utility>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// An instruction waits for no more than the largest buffer of loads from
/// memory.
constexpr uint32_t GreatestLatency =
    LoadLatency[NumDataSources - 1] * StepSequence::LargestBuffer;

constexpr size_t TableSize = GreatestLatency + 1;

PassFunctions passFor(unsigned Width) {
#if defined(RAFTER_X86_LANES)
  if (Width == 16)
    return avx512Pass();
  if (Width == 8)
    return avx2Pass();
#endif
  return baselinePass();
}

} // namespace

bool ReorderBufferModel::hasRegisters(unsigned Width) {
#if defined(RAFTER_X86_LANES)
  if (Width == 16)
    return __builtin_cpu_supports("avx512f");
  if (Width == 8)
    return __builtin_cpu_supports("avx2");
#endif
  return Width == 4;
}

unsigned ReorderBufferModel::widestRegisters() {
  return hasRegisters(16) ? 16 : hasRegisters(8) ? 8 : 4;
}

ReorderBufferModel::ReorderBufferModel(const StepSequence &Sequence,
                                       unsigned Width, Shortcuts Taken)
    : Sequence(Sequence), Width(Width), Taken(Taken),
      State(std::make_unique<PassState>()) {
  assert(hasRegisters(Width) && "this computer has no such registers");
}

ReorderBufferModel::~ReorderBufferModel() = default;

void ReorderBufferModel::clearCounts() {
  if (Tables.size() < 2 * NumCounted * TableSize) {
    Tables.assign(2 * NumCounted * TableSize, 0);
    Issues.fill({});
    Commits.fill({});
    uint32_t *Next = Tables.data();
    for (unsigned L = 0; L != NumCounted; ++L)
      for (Counts *Of : {&Issues[L], &Commits[L]})
        Of->Numbers = std::exchange(Next, Next + TableSize);
  }
  for (unsigned L = 0; L != NumCounted; ++L) {
    Issues[L].clear();
    Commits[L].clear();
  }
}

llvm::ArrayRef<uint32_t> ReorderBufferModel::issueCounts(unsigned Lane) const {
  return Issues[Lane].used();
}

llvm::ArrayRef<uint32_t> ReorderBufferModel::commitCounts(unsigned Lane) const {
  return Commits[Lane].used();
}

void ReorderBufferModel::begin(const StepLatencies &Latencies,
                               llvm::ArrayRef<uint32_t> Sizes) {
  PassState &S = *State;
  S.Steps = Sequence.Steps.data();
  S.Extras = Sequence.Extras.data();
  S.Cycles = Latencies.cycles().data();
  S.Ordered = Latencies.ordered().data();
  for (unsigned L = 0; L != NumLanes; ++L)
    S.Sizes.Lane[L] = L < Sizes.size() ? Sizes[L] : 1;
  S.LeastSize = *llvm::min_element(S.Sizes.Lane);
  std::memset(S.Finish, 0, sizeof(S.Finish));
  std::memset(S.Commit, 0, sizeof(S.Commit));
  S.Position = S.NextExtra = S.NextOrdered = S.Visited = 0;
  S.Comparisons = 0;
  clearCounts();
  Executions.assign(LoadLatency[NumDataSources - 1] + 1, 0);
  WindowEnds.clear();
  NextOrdered = 0;
  Evaluated = 0;
}

void ReorderBufferModel::run(const StepLatencies &Latencies,
                             llvm::ArrayRef<uint32_t> Sizes, unsigned Counted) {
  assert(Sizes.size() <= NumLanes && Counted <= Sizes.size());
  NumCounted = Counted;
  begin(Latencies, Sizes);
  ByEvents = !runInProgramOrder();
  if (ByEvents) {
    begin(Latencies, Sizes);
    runByEvents(Latencies, Sizes);
  }
}

/// Event by event, a step of each size costs about as much as a hundred
/// comparisons, or thirty evaluations of all lanes.
bool ReorderBufferModel::isWorthwhile() const {
  constexpr size_t Least = 10000;
  return State->Comparisons / 100 + Evaluated / 30 <
         std::max(Least, Sequence.size());
}

bool ReorderBufferModel::areNear() const {
  const uint32_t Least = State->LeastSize;
  return Taken.DelayCommits && Least >= PassState::ArrivalBatch &&
         llvm::all_of(State->Sizes.Lane,
                      [&](uint32_t Size) { return Size - Least < 16; });
}

/// False if it was given up.
bool ReorderBufferModel::runInProgramOrder() {
  // Nothing is taken back that is further than the largest buffer behind.
  constexpr size_t Block = StepSequence::LargestBuffer;
  PassState &S = *State;
  const PassFunctions Functions = passFor(Width);
  PassFunction Pass = NumCounted != 0 ? Functions.RunWithWaits
                      : areNear()     ? Functions.RunNearSizes
                                      : Functions.Run;
  size_t Settled = 0;
  while (S.Position != Sequence.size()) {
    size_t End = std::min(Sequence.size(), Settled + 2 * Block);
    while (S.Position != End) {
      size_t From = S.Position;
      Pass(S, End);
      Evaluated += S.Position - From;
      if (S.Position == End)
        break;
      ++Evaluated;
      if (!Taken.ResolveLanesTogether || !Functions.Resolve(S))
        resolveOrder(S);
      if (!isWorthwhile())
        return false;
    }
    size_t Now = End == Sequence.size() ? End : End - Block;
    settle(Settled, Now);
    Settled = Now;
  }
  if (Sequence.size() == 0)
    settle(0, 0);
  for (unsigned L = 0; L != NumLanes; ++L)
    Last[L] = S.Commit[(Sequence.size() - 1) % PassState::Ring].Lane[L];
  return true;
}

void ReorderBufferModel::runByEvents(const StepLatencies &Latencies,
                                     llvm::ArrayRef<uint32_t> Sizes) {
  EventOrder Events(Sequence, Latencies);
  WindowEnds.resize(Sequence.WindowEnds.size());
  for (unsigned L = 0; L != Sizes.size(); ++L) {
    llvm::ArrayRef<EventOrder::Times> Steps = Events.run(Sizes[L]);
    for (auto [End, Row] : llvm::zip_equal(Sequence.WindowEnds, WindowEnds))
      Row[L] = End == 0 ? 0 : Steps[End - 1].Commit;
    Last[L] = Steps.back().Commit;
    if (L >= NumCounted)
      continue;
    for (const EventOrder::Times &T : Steps) {
      Issues[L].add(T.Start - T.Arrival);
      Commits[L].add(T.Commit - T.Finish);
      if (L + 1 == NumCounted)
        ++Executions[T.Finish - T.Start];
    }
  }
}

void ReorderBufferModel::settle(size_t From, size_t To) {
  while (WindowEnds.size() != Sequence.WindowEnds.size()) {
    size_t End = Sequence.WindowEnds[WindowEnds.size()];
    if (End > To)
      break;
    if (End == 0) {
      WindowEnds.push_back({});
      continue;
    }
    const LaneRow &Commit = State->Commit[(End - 1) % PassState::Ring];
    std::memcpy(&WindowEnds.emplace_back(), &Commit, sizeof(Commit));
  }
  if (NumCounted != 0)
    count(From, To);
}

void ReorderBufferModel::countFromLists(size_t From, size_t To) {
  LatencyTables Of;
  Of.Tables = Tables.data();
  Of.NumCounted = NumCounted;
  for (unsigned L = 0; L != NumCounted; ++L) {
    Of.Wait.Lane[L] = Issues[L].Numbers - Tables.data();
    Of.Done.Lane[L] = Commits[L].Numbers - Tables.data();
  }
  passFor(Width).Count(*State, From, To, Of);
  for (unsigned L = 0; L != NumCounted; ++L) {
    Issues[L].note(Of.LongestWait.Lane[L]);
    Commits[L].note(Of.LongestDone.Lane[L]);
  }
}

void ReorderBufferModel::count(size_t From, size_t To) {
  countExecutions(From, To);
  if (Taken.CountFromLists && passFor(Width).Count) {
    countFromLists(From, To);
    return;
  }
  PassState &S = *State;
  // Tables take turns, so that an increment rarely waits for the one before.
  std::array<uint32_t *, NumLanes> Issue, Commit;
  for (unsigned L = 0; L != NumCounted; ++L) {
    Issue[L] = Issues[L].Numbers;
    Commit[L] = Commits[L].Numbers;
  }
  LaneRow LongestWait = {}, LongestDone = {};
  for (size_t I = From; I != To; ++I) {
    size_t R = I % PassState::Ring;
    const LaneRow &Wait = S.Wait[R], &C = S.Commit[R], &F = S.Finish[R];
    LaneRow Done;
    for (unsigned L = 0; L != NumLanes; ++L) {
      Done.Lane[L] = C.Lane[L] - F.Lane[L];
      LongestWait.Lane[L] = std::max(LongestWait.Lane[L], Wait.Lane[L]);
      LongestDone.Lane[L] = std::max(LongestDone.Lane[L], Done.Lane[L]);
    }
    for (unsigned L = 0; L != NumCounted; ++L) {
      ++Issue[L][Wait.Lane[L]];
      ++Commit[L][Done.Lane[L]];
    }
  }
  for (unsigned L = 0; L != NumCounted; ++L) {
    Issues[L].note(LongestWait.Lane[L]);
    Commits[L].note(LongestDone.Lane[L]);
  }
}

void ReorderBufferModel::countExecutions(size_t From, size_t To) {
  PassState &S = *State;
  unsigned Lane = NumCounted - 1;
  for (size_t I = From; I != To; ++I) {
    uint32_t Cycles = S.Cycles[I];
    if (Cycles == 0)
      Cycles = S.Finish[I % PassState::Ring].Lane[Lane] -
               S.load(NextOrdered++).Start.Lane[Lane];
    ++Executions[Cycles];
  }
}
