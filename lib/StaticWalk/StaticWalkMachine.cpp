//===- StaticWalkMachine.cpp - Executes the integer part ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The control flow of the walk: blocks, edges, calls, limits, repetition. What
// single operations do is in StaticWalkExecute.cpp.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkMachine.h"
#include "rafter/Stream/SegmentDecoder.h"
#include <algorithm>

namespace rafter::walk {

/// Words handed on at a time.
static constexpr size_t ChunkWords = 16384;
/// Where the stack of the walked program begins, and room for a new frame.
static constexpr uint64_t StackTop = 0x7ffff0000000;

Machine::Machine(CodeOf Codes, const MachineOptions &Options, Send Events)
    : Codes(std::move(Codes)), Options(Options), Events(std::move(Events)),
      Out(ChunkWords) {}

void Machine::stop(Ending How) {
  Result.How = How;
  Running = false;
}

void Machine::flush() {
  if (OutUsed == 0 || !Running)
    return;
  if (llvm::Error E = Events(llvm::ArrayRef(Out).take_front(OutUsed))) {
    Failure = std::move(E);
    Running = false;
  }
  OutUsed = 0;
}

void Machine::enter(uint32_t Function) {
  Activation A{Function, &Codes(Function), 0, StackTop, None, None};
  if (!Stack.empty()) {
    const Activation &Caller = Stack.back();
    A.Base = Caller.Base + Caller.Code->Frame.size();
    A.StackPointer = Caller.StackPointer - 64;
  }
  size_t Size = A.Base + A.Code->Frame.size();
  if (Values.size() < Size)
    Values.resize(std::max(Size, Values.size() * 2));
  std::copy(A.Code->Frame.begin(), A.Code->Frame.end(),
            Values.begin() + A.Base);
  Stack.push_back(A);
  if (Tries.size() <= Function) {
    Tries.resize(Function + 1);
    Walked.resize(Function + 1);
  }
  Tries[Function].resize(A.Code->Loops.size());
  Walked[Function].resize(A.Code->Blocks.size());
  Code = A.Code;
  Frame = Values.data() + A.Base;
  At = 0;
  FirstSegment = Code->EntrySegment;
  PathLength = MaxPath;
}

/// Returns to the caller; false if there is none.
bool Machine::leave(uint64_t Value) {
  Activation Callee = Stack.back();
  Stack.pop_back();
  if (Stack.empty())
    return false;
  Code = Stack.back().Code;
  Frame = Values.data() + Stack.back().Base;
  if (Callee.Result != None)
    Frame[Callee.Result] = Value & maskOf(Code->Widths[Callee.Result]);
  PathLength = MaxPath;
  return take(Callee.ReturnEdge);
}

/// Makes room for so many words.
void Machine::reserve(size_t Size) {
  if (OutUsed + Size <= Out.size())
    return;
  flush();
  if (Size > Out.size())
    Out.resize(Size);
}

void Machine::emit(const Block &B) {
  reserve(B.Words);
  uint64_t *To = Out.data() + OutUsed;
  for (uint32_t I = B.PiecesBegin; I != B.PiecesEnd; ++I) {
    const Piece &P = Code->Pieces[I];
    uint32_t Segment = P.Segment == None ? FirstSegment : P.Segment;
    if (Segment == None)
      continue;
    *To++ = Segment;
    for (uint32_t A = P.AddressesBegin; A != P.AddressesEnd; ++A)
      *To++ = Frame[Code->Addresses[A]];
    Result.Operations += P.Weight;
    ++Result.Events;
  }
  OutUsed = To - Out.data();
}

void Machine::count(const Block &B, uint64_t Times) {
  for (uint32_t I = B.UnseenBegin; I != B.UnseenEnd; ++I) {
    uint32_t Index = Code->Unseen[I];
    if (Result.Unseen.size() <= Index)
      Result.Unseen.resize(Index + 1, 0);
    Result.Unseen[Index] += Times;
  }
}

uint32_t Machine::chooseEdge(const Block &B) const {
  if (B.Ends == Terminator::Jump)
    return B.EdgesBegin;
  uint64_t V = Frame[B.Value];
  if (B.Ends == Terminator::Branch)
    return B.EdgesBegin + (V & 1 ? 0 : 1);
  uint32_t Cases = B.EdgesEnd - B.EdgesBegin - 1;
  for (uint32_t I = 0; I != Cases; ++I)
    if (Code->Cases[B.CasesBegin + I] == V)
      return B.EdgesBegin + 1 + I;
  return B.EdgesBegin;
}

void Machine::move(const Edge &E) {
  if (!E.MovesOverlap) {
    for (uint32_t M = E.MovesBegin; M != E.MovesEnd; ++M)
      Frame[Code->Moves[M].Dst] = Frame[Code->Moves[M].Src];
    return;
  }
  Scratch.clear();
  for (uint32_t M = E.MovesBegin; M != E.MovesEnd; ++M)
    Scratch.push_back(Frame[Code->Moves[M].Src]);
  for (uint32_t M = E.MovesBegin; M != E.MovesEnd; ++M)
    Frame[Code->Moves[M].Dst] = Scratch[M - E.MovesBegin];
}

uint64_t Machine::threshold(unsigned Depth) const {
  uint64_t Part = Options.MaxOperations / 10;
  return Options.MaxOperations + Part * (std::min(Depth, 11u) - 1);
}

/// Whether the walk ends after the iteration that E closes.
bool Machine::atLimit(const Edge &E) {
  unsigned Depth = Code->Loops[E.BackedgeOf].Depth + Stack.size() - 1;
  if (!Emitting || Result.Operations < threshold(Depth))
    return false;
  Result.StoppedIn = E.BackedgeOf;
  Result.StoppedFunction = Stack.back().Function;
  stop(Ending::Limit);
  return true;
}

/// False if the walk ends here, or if the phis have been advanced already.
bool Machine::backedge(const Edge &E) {
  const LoopShape &L = Code->Loops[E.BackedgeOf];
  if (atLimit(E))
    return false;
  if (++Steps > (Emitting ? Options.MaxSteps : Options.MaxStepsBefore)) {
    stop(Ending::Runaway);
    return false;
  }
  return !(L.Innermost && Options.UseRepeats && PathLength < MaxPath &&
           repeat(E));
}

/// Follows an edge; false when the walk ends.
bool Machine::take(uint32_t EdgeIndex) {
  const Edge &E = Code->Edges[EdgeIndex];
  if (PathLength < MaxPath)
    Path[PathLength++] = EdgeIndex;
  if (E.BackedgeOf == None || backedge(E))
    move(E);
  At = E.To;
  FirstSegment = E.Segment;
  return Running;
}

/// After one iteration: sends the iterations that repeat it and leaves the
/// phis as the next one finds them. False if there are none.
bool Machine::repeat(const Edge &Back) {
  Attempts &T = Tries[Stack.back().Function][Back.BackedgeOf];
  if (T.Wait > 0) {
    --T.Wait;
    return false;
  }
  uint64_t Count =
      Repeats.analyze(*Code, llvm::ArrayRef(Path, PathLength), Frame);
  if (Count == Forever && !Emitting) {
    Repeats.clear();
    stop(Ending::Runaway);
    return true;
  }
  if (Count < 2) {
    // Try again later, ever later.
    T.Penalty = std::min(T.Penalty * 2 + 1, 1023u);
    T.Wait = T.Penalty;
    Count = 0;
  } else {
    T.Penalty = 0;
    sendRepeats(Back, Count);
    atLimit(Back);
  }
  Repeats.clear();
  return Count != 0;
}

/// Sends what Words holds Count times, each time WordSteps further.
void Machine::sendOneByOne(uint64_t Count) {
  size_t Size = Words.size();
  reserve(Size);
  while (Count != 0 && Running) {
    uint64_t Now = std::min<uint64_t>(Count, (Out.size() - OutUsed) / Size);
    uint64_t *At = Out.data() + OutUsed;
    for (uint64_t I = 0; I != Now; ++I)
      for (size_t W = 0; W != Size; ++W) {
        *At++ = Words[W];
        Words[W] += WordSteps[W];
      }
    OutUsed += Now * Size;
    Count -= Now;
    if (Count != 0)
      flush();
  }
}

/// The same for one segment, in one event.
void Machine::sendLoop(uint64_t Count) {
  size_t Addresses = Words.size() - 1;
  while (Count != 0 && Running) {
    uint64_t Now = std::min<uint64_t>(Count, UINT32_MAX);
    reserve(SegmentDecoder::LoopWords + 2 * Addresses);
    uint64_t *At = Out.data() + OutUsed;
    *At++ = SegmentDecoder::Loop;
    *At++ = Words[0] << 32 | Words[0];
    *At++ = Now;
    At = std::copy(Words.begin() + 1, Words.end(), At);
    At = std::copy(WordSteps.begin() + 1, WordSteps.end(), At);
    OutUsed = At - Out.data();
    for (size_t W = 1; W <= Addresses; ++W)
      Words[W] += Now * WordSteps[W];
    Count -= Now;
  }
}

void Machine::sendRepeats(const Edge &Back, uint64_t Count) {
  // The words of one iteration that begins and ends with the backedge, and how
  // they advance.
  Words.clear();
  WordSteps.clear();
  uint64_t Weight = 0, Events = 0;
  bool Unseen = false;
  uint32_t To = Back.To, Segment = Back.Segment;
  for (uint32_t EdgeIndex : llvm::ArrayRef(Path, PathLength)) {
    const Block &B = Code->Blocks[To];
    for (uint32_t I = B.PiecesBegin; I != B.PiecesEnd; ++I) {
      const Piece &P = Code->Pieces[I];
      uint32_t Number = P.Segment == None ? Segment : P.Segment;
      if (Number == None)
        continue;
      Words.push_back(Number);
      WordSteps.push_back(0);
      for (uint32_t A = P.AddressesBegin; A != P.AddressesEnd; ++A) {
        Words.push_back(Frame[Code->Addresses[A]] +
                        Repeats.step(Code->Addresses[A]));
        WordSteps.push_back(Repeats.step(Code->Addresses[A]));
      }
      Weight += P.Weight;
      ++Events;
    }
    Unseen |= B.UnseenBegin != B.UnseenEnd;
    To = Code->Edges[EdgeIndex].To;
    Segment = Code->Edges[EdgeIndex].Segment;
  }
  if (Emitting) {
    uint64_t End =
        threshold(Code->Loops[Back.BackedgeOf].Depth + Stack.size() - 1);
    uint64_t Room = End > Result.Operations ? End - Result.Operations : 1;
    if (Weight != 0)
      Count = std::min(Count, (Room + Weight - 1) / Weight);
    else if (Count == Forever)
      return stop(Ending::Runaway);
    Result.Operations += Weight * Count;
    Result.Events += Events * Count;
    Result.RepeatedEvents += Events * Count;
    for (size_t I = 0; Unseen && I != PathLength; ++I)
      count(Code->Blocks[Code->Edges[Path[I]].To], Count);
    if (Events == 1)
      sendLoop(Count);
    else if (Events != 0)
      sendOneByOne(Count);
  }
  for (uint32_t M = Back.MovesBegin; M != Back.MovesEnd; ++M) {
    Slot Phi = Code->Moves[M].Dst;
    Frame[Phi] = (Frame[Phi] + (Count + 1) * Repeats.step(Phi)) &
                 maskOf(Code->Widths[Phi]);
  }
}

void Machine::walk() {
  while (Running) {
    const Block &B = Code->Blocks[At];
    Walked[Stack.back().Function][At] = 1;
    if (B.Starts)
      Emitting = true;
    if (B.Stops)
      return stop(Emitting ? Ending::Complete : Ending::NotReached);
    if (B.InnermostHeaderOf != None)
      PathLength = 0;
    execute(B);
    if (Emitting) {
      if (B.PiecesBegin != B.PiecesEnd)
        emit(B);
      if (B.UnseenBegin != B.UnseenEnd)
        count(B, 1);
    }
    switch (B.Ends) {
    case Terminator::Jump:
    case Terminator::Branch:
    case Terminator::Switch:
      take(chooseEdge(B));
      break;
    case Terminator::Call: {
      if (Stack.size() >= Options.MaxDepth)
        return stop(Ending::Runaway);
      // Recursion has no backedge to stop at.
      if (Result.Operations >= threshold(11))
        return stop(Ending::Limit);
      const CallSite &C = Code->Calls[B.Call];
      Scratch.clear();
      for (const Move &M : C.Arguments)
        Scratch.push_back(Frame[M.Src]);
      uint32_t Edge = B.EdgesBegin;
      std::vector<uint64_t> Arguments = Scratch;
      enter(C.Callee);
      Stack.back().ReturnEdge = Edge;
      Stack.back().Result = C.Result;
      for (size_t I = 0; I != Arguments.size(); ++I)
        Frame[C.Arguments[I].Dst] = Arguments[I];
      break;
    }
    case Terminator::Return:
      if (!leave(B.Value == None ? 0 : Frame[B.Value]) && Stack.empty())
        return stop(Emitting ? Ending::Complete : Ending::NotReached);
      break;
    case Terminator::Stuck:
      return stop(Ending::Stuck);
    }
  }
}

llvm::Expected<MachineResult> Machine::run(uint32_t Root, uint64_t Begin,
                                           uint64_t End) {
  enter(Root);
  Out[OutUsed++] = Begin;
  walk();
  Running = !Failure;
  if (OutUsed == Out.size())
    flush();
  Out[OutUsed++] = End;
  flush();
  if (Failure)
    return std::move(*Failure);
  return Result;
}

} // namespace rafter::walk
