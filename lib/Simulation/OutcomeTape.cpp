//===- OutcomeTape.cpp - Outcomes, kept to be played again ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutcomeTape.h"

using namespace rafter;
using namespace rafter::simulation;

/// Instructions of a piece.
static constexpr size_t PieceSize = 4096;

bool OutcomeTape::fits(size_t More) {
  Bytes += More;
  if (Bytes <= MostBytes)
    return !Overflowed;
  Overflowed = true;
  std::vector<OutcomeChunk>().swap(Pieces);
  std::vector<Event>().swap(Events);
  return false;
}

void OutcomeTape::mark(Event::KindOf Kind) {
  if (fits(sizeof(Event)))
    Events.push_back({Kind});
}

void OutcomeTape::outcomes(const OutcomeView &View) {
  if (Overflowed)
    return;
  uint32_t FirstAccess = ~0u, LastAccess = 0;
  uint32_t FirstPrefetch = ~0u, LastPrefetch = 0;
  for (const InstructionOutcome *I = View.Begin; I != View.End; ++I) {
    FirstAccess = std::min(FirstAccess, I->FirstAccess);
    LastAccess = std::max(LastAccess, I->FirstAccess + I->NumAccesses);
    FirstPrefetch = std::min(FirstPrefetch, I->FirstPrefetch);
    LastPrefetch = std::max(LastPrefetch, I->FirstPrefetch + I->NumPrefetches);
  }
  size_t Count = View.End - View.Begin;
  size_t NumAccesses = LastAccess - FirstAccess;
  size_t NumPrefetches = LastPrefetch - FirstPrefetch;
  if (!fits(sizeof(Event) + Count * sizeof(InstructionOutcome) +
            NumAccesses * sizeof(AccessOutcome) +
            NumPrefetches * sizeof(PrefetchOutcome)))
    return;
  if (Pieces.empty() || Pieces.back().Instructions.size() >= PieceSize)
    Pieces.emplace_back();
  OutcomeChunk &Piece = Pieces.back();
  Event E = {Event::Outcomes, uint32_t(Pieces.size() - 1),
             uint32_t(Piece.Instructions.size()), uint32_t(Count)};
  uint32_t AccessesBefore = Piece.Accesses.size();
  uint32_t PrefetchesBefore = Piece.Prefetches.size();
  for (const InstructionOutcome *I = View.Begin; I != View.End; ++I) {
    InstructionOutcome Moved = *I;
    Moved.FirstAccess += AccessesBefore - FirstAccess;
    Moved.FirstPrefetch += PrefetchesBefore - FirstPrefetch;
    Piece.Instructions.push_back(Moved);
  }
  Piece.Accesses.insert(Piece.Accesses.end(), View.Accesses + FirstAccess,
                        View.Accesses + LastAccess);
  Piece.Prefetches.insert(Piece.Prefetches.end(),
                          View.Prefetches + FirstPrefetch,
                          View.Prefetches + LastPrefetch);
  Events.push_back(E);
  Size += Count;
}

void OutcomeTape::play(llvm::ArrayRef<OutcomeConsumer *> Consumers) const {
  for (const Event &E : Events) {
    OutcomeView View = {};
    if (E.Kind == Event::Outcomes) {
      const OutcomeChunk &Piece = Pieces[E.Piece];
      const InstructionOutcome *First = Piece.Instructions.data() + E.First;
      View = {First, First + E.Count, Piece.Accesses.data(),
              Piece.Prefetches.data()};
    }
    for (OutcomeConsumer *C : Consumers) {
      switch (E.Kind) {
      case Event::Begin:
        C->beginRegion();
        break;
      case Event::Outcomes:
        C->outcomes(View);
        break;
      case Event::Iteration:
        C->endIteration();
        break;
      case Event::End:
        C->endRegion();
        break;
      }
    }
  }
}

void OutcomeSample::outcomes(const OutcomeView &View) {
  if (Count == 0 && Seen % Stride == 0) {
    if (Windows.size() == MostWindows)
      skipWindows();
    if (Seen % Stride == 0)
      Windows.emplace_back(~size_t(0));
  }
  if (Seen % Stride == 0)
    Windows.back().outcomes(View);
  Count += View.End - View.Begin;
  if (Count >= WindowSize) {
    Count = 0;
    ++Seen;
  }
}

/// Forgets every second stretch.
void OutcomeSample::skipWindows() {
  Stride *= 2;
  size_t Kept = 0;
  for (size_t W = 0; W < Windows.size(); W += 2) {
    if (Kept != W)
      Windows[Kept] = std::move(Windows[W]);
    ++Kept;
  }
  Windows.erase(Windows.begin() + Kept, Windows.end());
}

void OutcomeSample::play(llvm::ArrayRef<OutcomeConsumer *> Consumers,
                         bool WithIterations) const {
  for (OutcomeConsumer *C : Consumers)
    C->beginRegion();
  for (const OutcomeTape &W : Windows) {
    W.play(Consumers);
    if (WithIterations)
      for (OutcomeConsumer *C : Consumers)
        C->endIteration();
  }
  for (OutcomeConsumer *C : Consumers)
    C->endRegion();
}
