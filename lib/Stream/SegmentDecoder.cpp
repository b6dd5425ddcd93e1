//===- SegmentDecoder.cpp - From segment events to operations -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/ADT/ScopeExit.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// Operations handed on at a time: enough to make the call cheap, few enough
/// to stay in the L1 cache.
static constexpr size_t BatchSize = 1024;

static Error streamError(const llvm::Twine &Message) {
  return llvm::createStringError("malformed stream: " + Message);
}

SegmentDecoder::SegmentDecoder(const Program &P, StreamConsumer &Consumer)
    : P(P), Consumer(Consumer), Whole(SegmentConsumer::from(Consumer)),
      Segments(BatchSize) {
  TakesAddress.reserve(P.Table.Operations.size());
  for (const StaticOperation &O : P.Table.Operations)
    TakesAddress.push_back(isMemory(O.Kind));
  Buffer.reserve(BatchSize);
}

void SegmentDecoder::flushSegments() {
  if (NumSegments == 0)
    return;
  Whole->consumeSegments(P.Segments,
                         ArrayRef(Segments).take_front(NumSegments));
  NumSegments = 0;
}

void SegmentDecoder::flush() {
  flushSegments();
  if (Buffer.empty())
    return;
  Consumer.consume(Buffer);
  Buffer.clear();
}

void SegmentDecoder::beginRegion() {
  if (InRegion)
    endRegion();
  InRegion = true;
  Stack.clear();
  Consumer.beginRegion();
}

void SegmentDecoder::endRegion() {
  flush();
  InRegion = false;
  Consumer.endRegion();
}

void SegmentDecoder::finish() {
  if (InRegion)
    endRegion();
}

Error SegmentDecoder::enter(uint32_t Function) {
  uint64_t Base = 0;
  if (!Stack.empty())
    Base = uint64_t(Stack.back().Base) +
           P.Functions[Stack.back().Function].NumRegisters;
  if (Base + P.Functions[Function].NumRegisters > UINT32_MAX)
    return streamError("the calls are nested too deeply");
  Stack.push_back({Function, static_cast<uint32_t>(Base)});
  return Error::success();
}

/// Leaves activations that ended without a return, until Function is on top.
Error SegmentDecoder::settle(uint32_t Function) {
  size_t Depth = Stack.size();
  while (Depth != 0 && Stack[Depth - 1].Function != Function)
    --Depth;
  Stack.resize(Depth);
  return Depth == 0 ? enter(Function) : Error::success();
}

void SegmentDecoder::expand(const Segment &S, const uint64_t *Addresses) {
  uint32_t Base = Stack.back().Base;
  size_t Old = Buffer.size();
  Buffer.resize_for_overwrite(Old + (S.MovesEnd - S.MovesBegin) +
                              (S.End - S.Begin));
  DynamicOperation *Out = Buffer.begin() + Old;
  for (uint32_t I = S.MovesBegin; I != S.MovesEnd; ++I)
    *Out++ = {I, Base, 0};
  for (uint32_t I = S.Begin; I != S.End; ++I)
    *Out++ = {I, Base, TakesAddress[I] ? *Addresses++ : 0};
  if (Buffer.size() >= BatchSize)
    flush();
}

/// Decodes the loop whose event begins with Words. Returns its length.
Expected<uint64_t> SegmentDecoder::decodeLoop(ArrayRef<uint64_t> Words) {
  if (Words.size() < LoopWords)
    return streamError("the event of a loop is cut short");
  uint64_t First = Words[1] >> 32, Again = Words[1] & UINT32_MAX;
  for (uint64_t Number : {First, Again})
    if (Number >= P.Segments.size())
      return streamError("there is no segment " + llvm::Twine(Number));
  const Segment &S = P.Segments[First], &Next = P.Segments[Again];
  uint64_t Size = LoopWords + 2 * uint64_t(S.NumAddresses);
  if (Words.size() < Size)
    return streamError("the event of a loop is cut short");
  if (S.Flags || Next.Flags || S.Function != Next.Function ||
      S.NumAddresses != Next.NumAddresses || Words[2] == 0 ||
      Words[2] > UINT32_MAX)
    return streamError("segments " + llvm::Twine(First) + " and " +
                       llvm::Twine(Again) + " are no loop of " +
                       llvm::Twine(Words[2]) + " iterations");
  if (!InRegion)
    beginRegion();
  if (Stack.empty() || Stack.back().Function != S.Function)
    if (Error E = settle(S.Function))
      return E;
  ExecutedSegment Executed = {
      static_cast<uint32_t>(First), Stack.back().Base, Words.data() + LoopWords,
      static_cast<uint32_t>(Again), static_cast<uint32_t>(Words[2])};
  if (Whole) {
    next() = Executed;
  } else {
    Executed.forEach(S.NumAddresses, Scratch,
                     [&](uint32_t Number, const uint64_t *Addresses) {
                       expand(P.Segments[Number], Addresses);
                     });
  }
  return Size;
}

Error SegmentDecoder::decode(ArrayRef<uint64_t> Words) {
  // Segments that wait point into Words.
  auto AtEnd = llvm::scope_exit([this] { flushSegments(); });
  const uint64_t *W = Words.begin(), *End = Words.end();
  while (W != End) {
    uint64_t Number = *W++;
    if (LLVM_UNLIKELY(Number >= P.Segments.size())) {
      if (Number == Loop) {
        Expected<uint64_t> Size = decodeLoop(ArrayRef(W - 1, End));
        if (!Size)
          return Size.takeError();
        W += *Size - 1;
      } else if (Number == RegionBegin)
        beginRegion();
      else if (Number == RegionEnd)
        finish();
      else
        return streamError("there is no segment " + llvm::Twine(Number));
      continue;
    }
    const Segment &S = P.Segments[Number];
    if (LLVM_UNLIKELY(static_cast<size_t>(End - W) < S.NumAddresses))
      return streamError("the event of segment " + llvm::Twine(Number) +
                         " is cut short");
    if (LLVM_UNLIKELY(!InRegion))
      beginRegion();
    if (S.Flags & Segment::Entry) {
      if (Error E = enter(S.Function))
        return E;
    } else if (LLVM_UNLIKELY(Stack.empty() ||
                             Stack.back().Function != S.Function)) {
      if (Error E = settle(S.Function))
        return E;
    }
    if (Whole) {
      // Field by field: what is written in parts is not copied as a whole.
      ExecutedSegment &E = next();
      E.Number = static_cast<uint32_t>(Number);
      E.Frame = Stack.back().Base;
      E.Addresses = W;
      E.Count = 1;
    } else {
      expand(S, W);
    }
    W += S.NumAddresses;
    if (S.Flags & Segment::Return)
      Stack.pop_back();
  }
  return Error::success();
}
