//===- FrontEnd.cpp - Fetch and decode of the reference core --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include <utility>

using namespace rafter;

// decode() runs before fetch() in a cycle, so that it sees what was fetched in
// cycles before.
static_assert(FetchToDecode == 1);

void Core::decode() {
  uint32_t Waiting = Fetched - Decoded;
  uint32_t Room = Design.renameQueue() - (Decoded - Renamed);
  uint32_t N = std::min({Design.DecodeWidth, Waiting, Room});
  setTags(Decoded, std::min(Decoded + N, DecodeLateEnd), DecodeLateCause);
  Decoded += N;
  if (N != 0) {
    group(LastGroup++) = {Now + Design.decodeToRename(), Decoded};
    IsActive = true;
  }
  if (N == Waiting)
    return;
  DecodeLateEnd = Fetched;
  DecodeLateCause =
      N == Design.DecodeWidth ? CycleCause::DecodeWidth : RenameLateCause;
}

void Core::fetch() {
  takeInstructions();
  if (IsStopped && Restart <= Now) {
    IsStopped = false;
    IsAfterStop = true;
  }
  requestLines();
}

/// Moves instructions of lines that have arrived to the decoder's queue.
void Core::takeInstructions() {
  const uint32_t Before = Fetched;
  uint32_t Room = FetchQueue - (Fetched - Decoded);
  uint32_t Left = std::min(Design.FetchWidth, Room);
  while (Left != 0 && NumBuffers != 0 && buffer(0).Ready <= Now) {
    uint32_t N = std::min(Left, buffer(0).End - Fetched);
    Fetched += N;
    Left -= N;
    if (Fetched == buffer(0).End) {
      FirstBuffer = (FirstBuffer + 1) % 8;
      --NumBuffers;
    }
  }
  setTags(Before, Fetched, FetchCause);
  IsActive |= Fetched != Before;
  // Why no more: the width, the decoder, or the lines, of which more is known
  // behind the next requests.
  IsStarved = Left != 0;
  if (!IsStarved)
    FetchCause = Fetched - Before == Design.FetchWidth ? CycleCause::FetchWidth
                                                       : DecodeLateCause;
}

bool Core::stopsFetch(uint32_t Position) const {
  return (Trace[Position].has(CrackedInstruction::Barrier) &&
          !(Ideal & IdealWidth)) ||
         Mispredicted[Position];
}

/// The stretch of instructions in one line from Requested on, up to where
/// fetching stops.
Core::FetchBuffer Core::nextLine() const {
  uint64_t Line = lineOf(Trace[Requested].Address);
  uint32_t End = Requested;
  do {
    if (stopsFetch(End++))
      break;
  } while (End != Size && lineOf(Trace[End].Address) == Line);
  return {Line, 0, End, false, false, false};
}

unsigned Core::fillsInFlight() const {
  unsigned N = 0;
  for (unsigned I = 0; I != NumBuffers; ++I)
    N += buffer(I).IsMiss && buffer(I).Ready > Now;
  return N;
}

void Core::requestLines() {
  bool LackedFill = std::exchange(IsFillBlocked, false);
  while (!IsStopped && NumBuffers != Design.FetchBuffers && Requested != Size) {
    uint64_t Line = lineOf(Trace[Requested].Address);
    IsFillBlocked = fillsInFlight() >= Design.InstructionFills &&
                    !Memory.holdsInstructions(Line);
    if (IsFillBlocked)
      break;
    FetchBuffer Next = nextLine();
    MemoryTiming::Response Response = Memory.fetch(Now, Line);
    Next.Ready = Response.Ready;
    Next.IsMiss = Response.Source != DataSource::L1;
    Next.IsFirst = IsAfterStop;
    Next.LackedFill = std::exchange(LackedFill, false);
    // A line that is on its way already arrives no earlier.
    for (unsigned I = 0; I != NumBuffers; ++I)
      if (buffer(I).Line == Line)
        Next.Ready = std::max(Next.Ready, buffer(I).Ready);
    IsAfterStop = false;
    buffer(NumBuffers++) = Next;
    Requested = Next.End;
    IsActive = true;
    if (stopsFetch(Requested - 1)) {
      StopPosition = Requested - 1;
      IsStopped = true;
      Restart = Never;
      StopCause = Trace[StopPosition].has(CrackedInstruction::Barrier) &&
                          !(Ideal & IdealWidth)
                      ? CycleCause::Barrier
                      : CycleCause::BadSpeculation;
    }
  }
  if (IsStarved)
    FetchCause = fetchObstacle();
}

/// Why the lines do not give as many instructions as could be fetched.
CycleCause Core::fetchObstacle() const {
  if (NumBuffers == 0)
    return IsStopped ? StopCause : CycleCause::FetchBuffers;
  if (buffer(0).IsFirst && !buffer(0).IsMiss)
    return StopCause;
  return !buffer(0).IsMiss      ? CycleCause::FetchBuffers
         : buffer(0).LackedFill ? CycleCause::InstructionFills
                                : CycleCause::InstructionCache;
}
