//===- CauseArena.cpp - Who the time is owed to ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CauseArena.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::simulation;

CauseArena::CauseArena(size_t Capacity)
    : Capacity(std::max<size_t>(Capacity, Root + 2)), Limit(this->Capacity),
      Slots(1024) {
  Events.reserve(Limit + Limit / 8);
  clear();
}

void CauseArena::clear() {
  Events.assign(Root + 1, {None, CauseLabel::NoInstruction, 0, 0});
  Segments.clear();
  Sums.clear();
  Totals.clear();
  Limit = Capacity;
}

template <typename Function>
void CauseArena::forEachSum(const Node &N, Function F) const {
  if (N.Resource != Joined) {
    F(key(N), int64_t(N.Units));
    return;
  }
  const Segment &S = Segments[N.Instruction];
  for (size_t I = S.Begin; I != S.End; ++I)
    F(Sums[I].Label, Sums[I].Units);
}

/// An event that stays: the root unless everything hangs on one event behind
/// it, what is held, and where paths meet.
bool CauseArena::isAnchor(Event E) const {
  return Marks[E].Held || Marks[E].Children != 1;
}

/// Predecessors have smaller numbers than their successors: one sweep finds
/// what is needed, and how many needed successors it has (2 for more).
void CauseArena::markPaths() {
  for (Event E = Events.size() - 1; E != Root; --E) {
    if (!Marks[E].Needed)
      continue;
    Mark &Above = Marks[Events[E].Parent];
    Above.Needed = true;
    Above.Children = std::min(Above.Children + 1, 2);
  }
  Marks[Root].Needed = true;
}

void CauseArena::growSlots() {
  size_t Size = Slots.size() * 2;
  Slots.assign(Size, {});
  size_t End = NewSums.size();
  for (size_t I = SegmentBegin; I != End; ++I) {
    size_t At = (NewSums[I].Label * 0x9E3779B97F4A7C15u >> 20) & (Size - 1);
    while (Slots[At].Round == Round)
      At = (At + 1) & (Size - 1);
    Slots[At] = {NewSums[I].Label, Round, uint32_t(I - SegmentBegin)};
  }
}

/// Adds to the segment at the end of NewSums.
void CauseArena::accumulate(Key Label, int64_t Units) {
  size_t Mask = Slots.size() - 1;
  size_t At = (Label * 0x9E3779B97F4A7C15u >> 20) & Mask;
  while (Slots[At].Round == Round) {
    if (Slots[At].Label == Label) {
      NewSums[SegmentBegin + Slots[At].At].Units += Units;
      return;
    }
    At = (At + 1) & Mask;
  }
  Slots[At] = {Label, Round, uint32_t(NewSums.size() - SegmentBegin)};
  NewSums.push_back({Label, Units});
  if ((NewSums.size() - SegmentBegin) * 2 > Slots.size())
    growSlots();
}

/// E and the events above it, up to but without the next anchor (Above; None
/// if the path comes from the beginning), as one event.
CauseArena::Node CauseArena::joinPath(Event E, Event &Above) {
  Above = Events[E].Parent;
  if (Above != None && isAnchor(Above))
    if (Events[E].Resource != Joined)
      return Events[E];
  ++Round;
  SegmentBegin = NewSums.size();
  auto Add = [&](Key Label, int64_t Units) { accumulate(Label, Units); };
  forEachSum(Events[E], Add);
  while (Above != None && !isAnchor(Above)) {
    if (Above != Root)
      forEachSum(Events[Above], Add);
    Above = Events[Above].Parent;
  }
  NewSegments.push_back({SegmentBegin, NewSums.size()});
  return {None, uint32_t(NewSegments.size() - 1), 0, Joined};
}

void CauseArena::collect(llvm::function_ref<void(Holder)> Visit) {
  Held.clear();
  Marks.assign(Events.size(), {});
  Visit([&](Event &E) {
    Marks[E].Needed = Marks[E].Held = true;
    Held.push_back(&E);
  });
  markPaths();
  Moved.resize(Events.size());
  NewSegments.clear();
  NewSums.clear();
  NewEvents.assign(Root, Events[None]);
  for (Event E = Root; E != Events.size(); ++E) {
    if (!Marks[E].Needed || !isAnchor(E))
      continue;
    Event Above = None;
    Node N = Events[Root];
    if (E != Root) {
      N = joinPath(E, Above);
      if (Above != None) {
        N.Parent = Moved[Above];
      } else {
        // Everything held comes after E: its path is settled.
        for (size_t I = SegmentBegin; I != NewSums.size(); ++I)
          Totals[NewSums[I].Label] += NewSums[I].Units;
        NewSums.resize(SegmentBegin);
        NewSegments.pop_back();
        N = {None, CauseLabel::NoInstruction, 0, 0};
      }
    }
    Moved[E] = NewEvents.size();
    NewEvents.push_back(N);
  }
  std::swap(Events, NewEvents);
  std::swap(Segments, NewSegments);
  std::swap(Sums, NewSums);
  for (Event *E : Held)
    *E = Moved[*E];
  // What stays must not be looked at too often.
  Limit = std::max(Capacity, 2 * Events.size());
}

std::vector<CauseArena::Share> CauseArena::sharesOf(Event Last) const {
  llvm::DenseMap<Key, int64_t> All = Totals;
  for (Event E = Last; E != Root; E = Events[E].Parent)
    forEachSum(Events[E],
               [&](Key Label, int64_t Units) { All[Label] += Units; });
  std::vector<Share> Shares;
  for (const auto &[Label, Units] : All)
    Shares.push_back({{uint32_t(Label >> 16), ResourceId(Label)}, Units});
  std::sort(Shares.begin(), Shares.end(), [](const Share &A, const Share &B) {
    return std::pair(A.Label.Instruction, A.Label.Resource) <
           std::pair(B.Label.Instruction, B.Label.Resource);
  });
  return Shares;
}
