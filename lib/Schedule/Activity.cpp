//===- Activity.cpp - What each cycle was used for ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Schedule/Activity.h"

using namespace rafter;

static constexpr ActivityMask StartBits = (1u << NumChannels) - 1;

ActivityHistogram::ActivityHistogram() : Table(size_t(1) << Bits) {}

void ActivityHistogram::addSlowly(ActivityMask Mask, uint64_t Cycles) {
  Entry &E = Table[slot(Mask)];
  if (E.Cycles == 0)
    E = {Mask, Cycles};
  else
    Rest[Mask] += Cycles;
}

std::map<ActivityMask, uint64_t> ActivityHistogram::entries() const {
  std::map<ActivityMask, uint64_t> All = Rest;
  for (const Entry &E : Table)
    if (E.Cycles != 0)
      All[E.Mask] += E.Cycles;
  return All;
}

uint64_t
ActivityHistogram::count(std::initializer_list<ActivityMask> Sets) const {
  uint64_t Sum = 0;
  auto Matches = [&](ActivityMask Mask) {
    return std::all_of(Sets.begin(), Sets.end(),
                       [&](ActivityMask S) { return (Mask & S) != 0; });
  };
  for (const Entry &E : Table)
    if (E.Cycles != 0 && Matches(E.Mask))
      Sum += E.Cycles;
  for (auto [Mask, Cycles] : Rest)
    if (Matches(Mask))
      Sum += Cycles;
  return Sum;
}

ActivityRecorder::ActivityRecorder(
    const std::array<ActivityLength, NumChannels> &Lengths)
    : Lengths(Lengths) {}

void ActivityRecorder::occupyLonger(Channel K, Cycle C, unsigned Occupancy) {
  for (unsigned I = 0; I != Occupancy; ++I) {
    Window.at(C + I) |= issues(K);
    Used.set(C + I);
  }
}

void ActivityRecorder::stall(BufferKind B, Cycle From, Cycle To) {
  if (From >= To)
    return;
  std::deque<Interval> &Intervals = Stalls[static_cast<unsigned>(B)];
  if (!Intervals.empty() && From <= Intervals.back().To)
    Intervals.back().To = std::max(Intervals.back().To, To);
  else
    Intervals.push_back({From, To});
  Now.NextStall = std::min(Now.NextStall, From);
}

/// Nodes of these channels start in cycle C.
inline void ActivityRecorder::start(ActivityMask Starts, Cycle C) {
  for (; Starts != 0; Starts &= Starts - 1) {
    unsigned K = llvm::countr_zero(Starts);
    Cycle Executed = C + Lengths[K].Execution;
    Cycle Free = C + Lengths[K].Occupancy;
    Now.Active |= 1u << K | 1u << (NumChannels + K);
    Now.Until[K] = Executed;
    Now.Until[NumChannels + K] = Free;
    Now.NextEnd = std::min(Now.NextEnd, Free);
  }
}

/// Drops what has ended by cycle C.
inline void ActivityRecorder::end(Cycle C) {
  Cycle Next = NoCycle;
  for (ActivityMask Rest = Now.Active; Rest != 0; Rest &= Rest - 1) {
    unsigned Bit = llvm::countr_zero(Rest);
    if (Now.Until[Bit] <= C)
      Now.Active &= ~(1u << Bit);
    else
      Next = std::min(Next, Now.Until[Bit]);
  }
  Now.NextEnd = Next;
}

void ActivityRecorder::updateStalls(Cycle C) {
  Now.Stalled = 0;
  Now.NextStall = NoCycle;
  for (unsigned B = 0; B != NumBufferKinds; ++B) {
    std::deque<Interval> &Intervals = Stalls[B];
    while (!Intervals.empty() && Intervals.front().To <= C)
      Intervals.pop_front();
    if (Intervals.empty())
      continue;
    bool Inside = Intervals.front().From <= C;
    if (Inside)
      Now.Stalled |= stalls(static_cast<BufferKind>(B));
    Now.NextStall = std::min(Now.NextStall, Inside ? Intervals.front().To
                                                   : Intervals.front().From);
  }
}

void ActivityRecorder::fold(Cycle To) {
  Cycle C = Done;
  if (Now.NextStall != NoCycle)
    updateStalls(C);
  while (C < To) {
    ActivityMask Entry = Window.get(C);
    if (Entry != 0) {
      start(Entry & StartBits, C);
      Window.at(C) = 0;
    }
    if (C >= Now.NextEnd)
      end(C);
    if (C >= Now.NextStall)
      updateStalls(C);
    Entry &= ~StartBits;
    // Nothing changes before the next entry or the next end.
    Cycle Until = C + 1;
    if (Entry == 0 && Until < To && !Used.test(Until))
      Until = std::min({To, Now.NextEnd, Now.NextStall, Used.nextSet(Until)});
    Histogram.add(Entry | Now.Active | Now.Stalled, Until - C);
    C = Until;
  }
  Done = std::max(Done, To);
  Window.advanceOverCleared(Done);
  Used.advance(Done);
}
