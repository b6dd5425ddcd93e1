//===- LoopsAgain.cpp - Loops that come again with their lines ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines stand in the order of their last accesses. Where a loop has just been
// executed, then touches some lines X, and the loop comes again with the same
// lines, and X was touched before it the last time, too, the order behind it is
// the one that it was then. So the loop's lines are not touched again, only X.
// The order that is kept is then right whenever the loop begins; where
// something else than X comes, the loop's lines are touched first, to catch up.
//
//===----------------------------------------------------------------------===//

#include "AccessOutcomes.h"

using namespace rafter;
using llvm::ArrayRef;

/// More lines between two executions of a loop are not kept.
static constexpr size_t MostBetween = 32;

/// Touches the lines of the first executions of the past loop.
void AccessOutcomes::touchPast(uint64_t Executions) {
  auto Touch = [&](const LineGroup &G, uint64_t N) {
    Lru.access((G.Address + N * G.Step) >> LineShift);
  };
  for (uint64_t N = 0; N != Executions; ++N) {
    for (const LineGroup &G : Past.Groups)
      Touch(G, N);
    for (uint8_t G : Past.LastOrder)
      Touch(Past.Groups[G], N);
  }
}

/// Whether the loop that begins touches the lines of the past one, in that
/// order, all of which are in L1 and not on their way.
bool AccessOutcomes::comesAgain(ArrayRef<AccessSite> Sites,
                                uint64_t Count) const {
  if (Past.Sites != Sites.data() || Past.Count != Count ||
      Past.Grouping != Grouping || Past.Since != Past.Before ||
      Past.Number >= Lines.First ||
      Count * Groups.size() + Past.Since.size() > MostRepeated)
    return false;
  uint64_t LineBytes = uint64_t(1) << LineShift;
  for (size_t I = 0; I != Groups.size(); ++I) {
    const LineGroup &G = Groups[I], &P = Past.Groups[I];
    if (G.Step != P.Step)
      return false;
    if (G.Address == P.Address && G.Span == P.Span)
      continue;
    if (G.Step % LineBytes != 0 ||
        G.Address >> LineShift != P.Address >> LineShift ||
        (G.Address + G.Span - 1) >> LineShift != P.Address >> LineShift)
      return false;
  }
  return true;
}

void AccessOutcomes::beginPast(ArrayRef<AccessSite> Sites, uint64_t Count) {
  Past.Again = comesAgain(Sites, Count);
  if (Past.Again) {
    Past.LeftOut = true;
  } else {
    // The same lines between, as far as they went: the order is right.
    if (Past.LeftOut && Past.Since.size() != Past.Before.size())
      catchUp();
    Past.LeftOut = false;
    Past.Sites = Sites.data();
    Past.Count = Count;
    Past.Grouping = Grouping;
    Past.Groups = Groups;
    Past.LastOrder = LastOrder;
    Past.Number = 0;
    Past.Before = Past.Since;
  }
  Past.Since.clear();
  Past.Left = 0;
  Past.GoesOn = true;
}

/// Brings the lines into the order that they have.
void AccessOutcomes::catchUp() {
  if (!Past.Sites || !std::exchange(Past.LeftOut, false))
    return;
  touchPast(Past.Count);
  for (uint64_t Line : Past.GoesOn ? Past.Before : Past.Since)
    Lru.access(Line);
  if (Past.GoesOn)
    touchPast(Past.Left);
}

/// Notes the lines that accesses outside of decideLoop are about to touch.
void AccessOutcomes::noteBetween(ArrayRef<AccessSite> Sites,
                                 const uint64_t *Addresses) {
  if (Past.GoesOn) {
    // Not all of the loop is decided by decideLoop.
    forgetLoop();
    Past.Again = false;
    return;
  }
  size_t Noted = Past.Since.size();
  for (const AccessSite &Site : Sites) {
    uint64_t Address = *Addresses++;
    for (uint64_t Line = Address >> LineShift;
         Line <= (Address + Site.Bytes - 1) >> LineShift; ++Line)
      Past.Since.push_back(Line);
  }
  bool Same =
      Past.Since.size() <= Past.Before.size() &&
      std::equal(Past.Since.begin(), Past.Since.end(), Past.Before.begin());
  if (Past.LeftOut && !Same) {
    llvm::SmallVector<uint64_t, 32> All = Past.Since;
    Past.Since.truncate(Noted);
    catchUp();
    Past.Since = All;
  }
  if (Past.Since.size() > MostBetween)
    forgetLoop();
}
