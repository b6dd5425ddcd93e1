//===- ActivityRecorder.cpp - Issues and stalls by cycle -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActivityRecorder.h"
#include <tuple>

using namespace rafter;

ActivityRecorder::ActivityRecorder(
    const std::array<ActivityLength, NumChannels> &Lengths)
    : Lengths(Lengths) {}

/// The lowest N bits.
static uint64_t lowest(uint64_t N) {
  return N >= 64 ? ~uint64_t(0) : (uint64_t(1) << N) - 1;
}

/// Each bit of Starts, and the Length - 1 bits after it.
static uint64_t lengthen(uint64_t Starts, uint32_t Length) {
  if (Length >= 64) // From the first start on.
    return Starts == 0 ? 0 : ~lowest(llvm::countr_zero(Starts));
  uint64_t Result = Starts;
  for (uint32_t Done = 1; Done < Length;) {
    uint32_t Step = std::min(Done, Length - Done);
    Result |= Result << Step;
    Done += Step;
  }
  return Result;
}

/// What goes on in the 64 cycles of a word.
ActivityRecorder::Planes ActivityRecorder::planes(Cycle Word) const {
  Planes P;
  Cycle Begin = Word * 64;
  auto Carried = [=](Cycle Until) {
    return Until > Begin ? lowest(Until - Begin) : 0;
  };
  for (unsigned K = 0; K != NumChannels; ++K) {
    uint64_t S = Starts[K].word(Word);
    P[K] = Carried(ExecutesUntil[K]);
    P[NumChannels + K] = Carried(OccupiesUntil[K]) | Occupied[K].word(Word);
    if (S != 0) {
      P[K] |= lengthen(S, Lengths[K].Execution);
      P[NumChannels + K] |= lengthen(S, Lengths[K].Occupancy);
    }
    // Whoever occupies its unit executes, even if its result is there already.
    P[K] |= P[NumChannels + K];
  }
  for (unsigned B = 0; B != NumBufferKinds; ++B)
    P[2 * NumChannels + B] = Stalls[B].word(Word);
  return P;
}

/// Set bits, without a call where the target has no instruction for it.
static unsigned popcount(uint64_t Bits) {
  Bits -= Bits >> 1 & 0x5555555555555555;
  Bits = (Bits & 0x3333333333333333) + (Bits >> 2 & 0x3333333333333333);
  return ((Bits + (Bits >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56;
}

/// Counts the cycles of a word by their masks: splits them at one plane after
/// the other, where the plane tells them apart.
void ActivityRecorder::count(const Planes &P, uint64_t Cycles) {
  struct Part {
    uint64_t Cycles;
    ActivityMask Mask;
  };
  std::array<Part, 64> Parts;
  Parts[0] = {Cycles, 0};
  unsigned NumParts = Cycles != 0;
  ActivityMask Always = 0;
  for (unsigned Plane = 0; Plane != NumPlanes; ++Plane) {
    uint64_t Active = P[Plane] & Cycles;
    if (Active == 0)
      continue;
    ActivityMask Bit = ActivityMask(1) << Plane;
    if (Active == Cycles) {
      Always |= Bit;
      continue;
    }
    for (unsigned I = 0, E = NumParts; I != E; ++I) {
      Part &Old = Parts[I];
      uint64_t Inside = Old.Cycles & Active;
      if (Inside == 0)
        continue;
      if (Inside == Old.Cycles) {
        Old.Mask |= Bit;
        continue;
      }
      Old.Cycles ^= Inside;
      Parts[NumParts++] = {Inside, Old.Mask | Bit};
    }
  }
  for (unsigned I = 0; I != NumParts; ++I)
    add(Parts[I].Mask | Always, popcount(Parts[I].Cycles));
}

/// Until when nodes of channel K execute and occupy their unit that started
/// before a word or in these cycles of it.
std::pair<Cycle, Cycle> ActivityRecorder::untils(unsigned K, Cycle Word,
                                                 uint64_t Starts) const {
  if (Starts == 0)
    return {ExecutesUntil[K], OccupiesUntil[K]};
  Cycle Last = Word * 64 + 63 - llvm::countl_zero(Starts);
  return {Last + Lengths[K].Execution, Last + Lengths[K].Occupancy};
}

/// Remembers what lasts beyond a word.
void ActivityRecorder::leave(Cycle Word) {
  for (unsigned K = 0; K != NumChannels; ++K)
    std::tie(ExecutesUntil[K], OccupiesUntil[K]) =
        untils(K, Word, Starts[K].word(Word));
}

/// When nothing changes within a word, nothing may change for long: counts the
/// words before Limit that are like it. Returns the first word that may differ.
Cycle ActivityRecorder::skip(Cycle Word, Cycle Limit, const Planes &P) {
  ActivityMask Mask = 0;
  Cycle Next = Limit * 64;
  auto Until = [&](Cycle Change) {
    if (Change >= Word * 64)
      Next = std::min(Next, Change);
  };
  for (unsigned Plane = 0; Plane != NumPlanes; ++Plane) {
    if (P[Plane] != 0 && ~P[Plane] != 0)
      return Word;
    Mask |= ActivityMask(P[Plane] & 1) << Plane;
  }
  for (unsigned K = 0; K != NumChannels; ++K) {
    Until(Starts[K].nextSet(Word * 64));
    Until(ExecutesUntil[K]);
    Until(OccupiesUntil[K]);
    Until(Occupied[K].test(Word * 64) ? Occupied[K].nextClear(Word * 64)
                                      : Occupied[K].nextSet(Word * 64));
  }
  for (const CycleBits &S : Stalls)
    Until(S.test(Word * 64) ? S.nextClear(Word * 64) : S.nextSet(Word * 64));
  if (Next / 64 <= Word)
    return Word;
  add(Mask, (Next / 64 - Word) * 64);
  return Next / 64;
}

void ActivityRecorder::fold(Cycle To) {
  Cycle Word = Done / 64, End = To / 64;
  uint64_t Before = lowest(Done % 64); // of the first word, counted already
  while (Word < End) {
    Planes P = planes(Word);
    if (Before == 0 && End - Word > 2 * FoldEvery / 64) {
      Cycle Next = skip(Word, End, P);
      if (Next != Word) {
        Word = Next;
        continue;
      }
    }
    count(P, ~Before);
    leave(Word);
    ++Word;
    Before = 0;
  }
  if (To % 64 != 0)
    count(planes(Word), lowest(To % 64) & ~Before);
  Done = To;
  for (unsigned K = 0; K != NumChannels; ++K) {
    Starts[K].advance(Done);
    Occupied[K].advance(Done);
  }
  for (CycleBits &S : Stalls)
    S.advance(Done);
}

void ActivityRecorder::finish(Cycle End, Cycle Next) {
  foldUpTo(End);
  Done = Next;
  for (unsigned K = 0; K != NumChannels; ++K) {
    Starts[K].forget(Next);
    Occupied[K].forget(Next);
    ExecutesUntil[K] = OccupiesUntil[K] = 0;
  }
  for (CycleBits &S : Stalls)
    S.forget(Next);
}

void ActivityRecorder::save(StateWriter &W) const {
  uint64_t Before = lowest(W.Now % 64);
  for (unsigned K = 0; K != NumChannels; ++K) {
    auto [Executes, Occupies] =
        untils(K, W.Now / 64, Starts[K].word(W.Now / 64) & Before);
    W.time(Executes);
    W.time(Occupies);
    W.bits(Starts[K]);
    W.bits(Occupied[K]);
  }
  for (const CycleBits &S : Stalls)
    W.bits(S);
}

void ActivityRecorder::restore(StateReader &R) {
  Done = R.Now;
  for (unsigned K = 0; K != NumChannels; ++K) {
    ExecutesUntil[K] = R.time();
    OccupiesUntil[K] = R.time();
    Starts[K].advance(Done);
    R.bits(Starts[K]);
    Occupied[K].advance(Done);
    R.bits(Occupied[K]);
  }
  for (CycleBits &S : Stalls) {
    S.advance(Done);
    R.bits(S);
  }
}
