//===- SteadyState.cpp - Leaves out what is known to recur ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteadyState.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <bit>
#include <cstring>

using namespace rafter;
using namespace rafter::simulation;

static constexpr uint32_t SlotMask = OutcomeModel::NumLineSlots - 1;
static_assert(std::has_single_bit(OutcomeModel::NumLineSlots));

// All but slots and positions is in whole words.
static_assert(offsetof(InstructionOutcome, FirstAccess) == 8);
static constexpr size_t Numbers = offsetof(InstructionOutcome, NumAccesses);
static constexpr size_t FlightAndBits =
    offsetof(InstructionOutcome, LastFlight);
static_assert(FlightAndBits == Numbers + 4);
static_assert(offsetof(InstructionOutcome, Spare) == FlightAndBits + 3);
static_assert(sizeof(InstructionOutcome) == FlightAndBits + 4);
static_assert(offsetof(AccessOutcome, ExtraCycles) == 8);
static_assert(offsetof(AccessOutcome, WriteBacks) == 16);
static_assert(offsetof(AccessOutcome, Line) == 24);

static bool equalButSlots(const AccessOutcome &A, const AccessOutcome &B) {
  return ((wordOf<0>(A) ^ wordOf<0>(B)) | (wordOf<8>(A) ^ wordOf<8>(B)) |
          (wordOf<16>(A) ^ wordOf<16>(B))) == 0;
}

/// How long ago the flight of a line slot began.
static uint32_t age(uint32_t Slot, uint32_t Flight) {
  return Slot == AccessOutcome::NoLine ? SlotMask + 1
                                       : (Flight - Slot) & SlotMask;
}

static uint64_t hashOf(const InstructionOutcome &I, const OutcomeView &View) {
  uint64_t Word = wordOf(I);
  for (unsigned A = 0; A != I.NumAccesses; ++A) {
    const AccessOutcome &O = View.Accesses[I.FirstAccess + A];
    uint64_t Rest = wordOf<8>(O) + (uint64_t(age(O.Line, I.LastFlight)) << 40) +
                    (uint64_t(age(O.Awaits, I.LastFlight)) << 52);
    Word = Word * 0x9fb21c651e98df25u +
           (wordOf(O) ^ Rest * 0xc2b2ae3d27d4eb4fu ^ wordOf<16>(O) << 32 ^
            wordOf<16>(O) >> 32);
  }
  return Word + (uint64_t(I.NumPrefetches) << 48) +
         (uint64_t(I.CodeFrom) << 56) + (uint64_t(I.WokenEarly) << 60) +
         (uint64_t(I.CodeMiss) << 61) + (uint64_t(I.Pipe) << 40);
}

void simulation::append(const OutcomeView &View, OutcomeChunk &Result) {
  for (const InstructionOutcome *I = View.Begin; I != View.End; ++I) {
    Result.Instructions.push_back(*I);
    InstructionOutcome &Kept = Result.Instructions.back();
    Kept.FirstAccess = Result.Accesses.size();
    Kept.FirstPrefetch = Result.Prefetches.size();
    const AccessOutcome *A = View.Accesses + I->FirstAccess;
    Result.Accesses.insert(Result.Accesses.end(), A, A + I->NumAccesses);
    const PrefetchOutcome *F = View.Prefetches + I->FirstPrefetch;
    Result.Prefetches.insert(Result.Prefetches.end(), F, F + I->NumPrefetches);
  }
}

//===----------------------------------------------------------------------===//
// OutcomeRecord
//===----------------------------------------------------------------------===//

void OutcomeRecord::clear(uint32_t NewFlight) {
  Outcomes.clear();
  Flight = NewFlight;
}

void OutcomeRecord::append(const InstructionOutcome *Begin,
                           const InstructionOutcome *End,
                           const OutcomeView &View) {
  simulation::append({Begin, End, View.Accesses, View.Prefetches}, Outcomes);
}

/// Whether B is line slot A, Shift further on.
static bool isSlot(uint32_t A, uint32_t B, uint32_t Shift) {
  if (A == AccessOutcome::NoLine || B == AccessOutcome::NoLine)
    return A == B;
  return ((A + Shift - B) & SlotMask) == 0;
}

/// Of instructions that are alike otherwise, those in which slots matter.
static bool equalInSlots(const InstructionOutcome &Kept,
                         const InstructionOutcome &I,
                         const OutcomeChunk &Outcomes, const OutcomeView &View,
                         uint32_t Shift) {
  const AccessOutcome *A = Outcomes.Accesses.data() + Kept.FirstAccess;
  const AccessOutcome *B = View.Accesses + I.FirstAccess;
  for (unsigned K = 0; K != I.NumAccesses; ++K)
    if (!equalButSlots(A[K], B[K]) || !isSlot(A[K].Line, B[K].Line, Shift) ||
        !isSlot(A[K].Awaits, B[K].Awaits, Shift))
      return false;
  for (unsigned K = 0; K != I.NumPrefetches; ++K) {
    const PrefetchOutcome &A = Outcomes.Prefetches[Kept.FirstPrefetch + K];
    const PrefetchOutcome &B = View.Prefetches[I.FirstPrefetch + K];
    if (A.From != B.From || A.To != B.To || A.SameSet != B.SameSet ||
        !isSlot(A.Line, B.Line, Shift) || !isSlot(A.Awaits, B.Awaits, Shift))
      return false;
  }
  return true;
}

size_t OutcomeRecord::alike(size_t Index, const InstructionOutcome *Begin,
                            const InstructionOutcome *End,
                            const OutcomeView &View, uint32_t Shift) const {
  const InstructionOutcome *Kept = Outcomes.Instructions.data() + Index;
  const InstructionOutcome *I = Begin;
  Shift &= SlotMask;
  for (; I != End; ++I, ++Kept) {
    // All but the slot.
    const uint32_t Differ =
        (wordOf<Numbers, uint32_t>(*Kept) ^ wordOf<Numbers, uint32_t>(*I)) |
        ((Kept->LastFlight + Shift - I->LastFlight) & SlotMask) |
        uint32_t(wordOf<FlightAndBits + 2, uint16_t>(*Kept) ^
                 wordOf<FlightAndBits + 2, uint16_t>(*I));
    if (((wordOf(*Kept) ^ wordOf(*I)) | Differ) != 0)
      break;
    if ((I->NumAccesses | I->NumPrefetches) != 0 &&
        !equalInSlots(*Kept, *I, Outcomes, View, Shift))
      break;
  }
  return I - Begin;
}

OutcomeChunk OutcomeRecord::prefix(size_t Count, uint32_t Shift) const {
  auto Move = [&](uint32_t &Slot) {
    if (Slot != AccessOutcome::NoLine)
      Slot = (Slot + Shift) & SlotMask;
  };
  OutcomeChunk C;
  C.Instructions.assign(Outcomes.Instructions.begin(),
                        Outcomes.Instructions.begin() + Count);
  size_t NumAccesses = 0, NumPrefetches = 0;
  for (InstructionOutcome &I : C.Instructions) {
    I.LastFlight = (I.LastFlight + Shift) & SlotMask;
    NumAccesses += I.NumAccesses;
    NumPrefetches += I.NumPrefetches;
  }
  C.Accesses.assign(Outcomes.Accesses.begin(),
                    Outcomes.Accesses.begin() + NumAccesses);
  for (AccessOutcome &A : C.Accesses) {
    Move(A.Line);
    Move(A.Awaits);
  }
  C.Prefetches.assign(Outcomes.Prefetches.begin(),
                      Outcomes.Prefetches.begin() + NumPrefetches);
  for (PrefetchOutcome &F : C.Prefetches) {
    Move(F.Line);
    Move(F.Awaits);
  }
  return C;
}

//===----------------------------------------------------------------------===//
// SteadyState
//===----------------------------------------------------------------------===//

SteadyState::SteadyState(LaneSimulator &Lanes, unsigned NumLanes)
    : Lanes(Lanes), NumLanes(NumLanes), Start(NumLanes), Length(NumLanes) {}

void SteadyState::beginRegion() {
  State = Phase::Looking;
  Found.clear();
  Rounds.clear();
  Ear.clear();
  Hash = InRound = Count = NextTry = 0;
  Wait = LeastWait;
  Hopeless = 0;
}

void SteadyState::run(const OutcomeView &View) {
  Found.clear();
  follow(View);
}

void SteadyState::runAgain(const OutcomeView &View) {
  const size_t Size = View.End - View.Begin;
  // Where line slots move on, each time is another one.
  if (State != Phase::Skipping || PeriodFlights != 0 || Size == 0) {
    follow(View);
    return;
  }
  const std::pair Place = {View.Begin, Cursor};
  if (auto Known = Found.find(Place);
      Known != Found.end() && View.End <= Known->second) {
    Periods += (Cursor + Size - 1) / Period.size();
    Cursor = (Cursor + Size - 1) % Period.size() + 1;
    return;
  }
  const uint64_t Before = Settled;
  follow(View);
  if (Settled != Before)
    return;
  if (Found.size() == MostFound)
    Found.clear();
  Found[Place] = View.End;
}

void SteadyState::follow(const OutcomeView &View) {
  const InstructionOutcome *I = View.Begin;
  while (I != View.End) {
    if (State != Phase::Skipping) {
      I = simulate(I, View);
      continue;
    }
    I = skip(I, View);
    if (I != View.End)
      settle();
  }
}

void SteadyState::execute(const InstructionOutcome *Begin,
                          const InstructionOutcome *End,
                          const OutcomeView &View) {
  if (Begin == End)
    return;
  Lanes.run({Begin, End, View.Accesses, View.Prefetches});
  Flight = End[-1].LastFlight;
  Count += End - Begin;
  if (State == Phase::Recording)
    Period.append(Begin, End, View);
}

/// Simulates from I on, until it can skip.
const InstructionOutcome *SteadyState::simulate(const InstructionOutcome *I,
                                                const OutcomeView &View) {
  if (!Ear.isOn()) {
    execute(I, View.End, View);
    if (Ear.pass(View.End - I)) {
      Rounds.clear();
      Hash = InRound = 0;
    }
    return View.End;
  }
  const InstructionOutcome *Begin = I;
  uint64_t H = Hash;
  const InstructionOutcome *RoundBegin = I;
  while (I != View.End) {
    H = (H + hashOf(*I, View)) * 0x9e3779b97f4a7c15u;
    const InstructionOutcome &Last = *I++;
    if (LLVM_LIKELY(!Last.Taken) || I == View.End || I->Static > Last.Static)
      continue;
    Hash = H;
    InRound += I - RoundBegin;
    bool Stops = endRound();
    H = 0;
    RoundBegin = I;
    if (!Stops)
      continue;
    execute(Begin, I, View);
    Begin = I;
    stop();
    if (State == Phase::Skipping)
      return I;
  }
  Hash = H;
  InRound += I - RoundBegin;
  execute(Begin, I, View);
  return I;
}

/// Notes the round that has ended. Whether there is something to do once all of
/// it is simulated.
bool SteadyState::endRound() {
  Rounds.add(Hash, InRound);
  if (State == Phase::Looking)
    Ear.hear(InRound, Rounds.isRepetitive(LeastWait));
  if (State == Phase::Recording)
    PeriodRounds.push_back({Hash, InRound});
  Hash = InRound = 0;
  if (State == Phase::Looking)
    return isDue();
  if (!Rounds.repeats(Distance)) {
    giveUp();
    return false;
  }
  return PeriodRounds.size() % Interval == 0;
}

void SteadyState::stop() {
  if (State == Phase::Recording)
    compare();
  else
    look();
}

/// Decides at which distance to look for a recurrence, if it is time to.
bool SteadyState::isDue() {
  if (Count < NextTry)
    return false;
  const RoundTracker::Repetition *R = Rounds.suited(LeastWait, Hopeless);
  if (!R)
    return false;
  Distance = R->Distance;
  uint64_t Size = std::max<uint64_t>(1, R->Instructions * Distance / R->Rounds);
  Interval =
      Distance * static_cast<uint32_t>((LeastInterval + Size - 1) / Size);
  MostComparisons = 1;
  return true;
}

/// Keeps the state of now, to compare later ones with it.
void SteadyState::look() {
  if (!Lanes.remember(Flight)) {
    giveUp();
    return;
  }
  Lanes.time(Start.data());
  Period.clear(Flight);
  Marks.clear();
  PeriodRounds.clear();
  Comparisons = 0;
  IsSecond = false;
  State = Phase::Recording;
}

void SteadyState::compare() {
  Recurrence Found = Lanes.recurs(Flight, IsSecond);
  if (Found == Recurrence::InTimes) {
    // Once more over the same stretch.
    Interval = PeriodRounds.size();
    look();
    IsSecond = true;
    return;
  }
  if (Found == Recurrence::InAll) {
    Lanes.time(Length.data());
    for (unsigned I = 0; I != NumLanes; ++I)
      Length[I] -= Start[I];
    PeriodFlights = (Flight - Period.Flight) & SlotMask;
    Cursor = 0;
    Periods = 0;
    State = Phase::Skipping;
    return;
  }
  if (Period.size() > LongestPeriod || IsSecond) {
    if (!IsSecond)
      Hopeless = Distance;
    giveUp();
    return;
  }
  // The state may not have been steady yet (Brent's algorithm).
  if (++Comparisons == MostComparisons) {
    MostComparisons *= 2;
    look();
  }
}

void SteadyState::giveUp() {
  State = Phase::Looking;
  NextTry = Count + Wait;
  Wait = std::min(2 * Wait, LongestWait);
}

/// After so many whole periods that were left out, line slots are so much
/// further on than in the record.
uint32_t SteadyState::shift(uint64_t NumPeriods) const {
  return static_cast<uint32_t>(PeriodFlights * (NumPeriods + 1)) & SlotMask;
}

OutcomeView simulation::viewOf(const OutcomeChunk &C) {
  const InstructionOutcome *Begin = C.Instructions.data();
  return {Begin, Begin + C.Instructions.size(), C.Accesses.data(),
          C.Prefetches.data()};
}

/// Follows the period from I on, to the first outcome that differs.
const InstructionOutcome *SteadyState::skip(const InstructionOutcome *I,
                                            const OutcomeView &View) {
  while (I != View.End) {
    if (Cursor == Period.size()) {
      Cursor = 0;
      ++Periods;
    }
    const size_t Most = std::min<size_t>(View.End - I, Period.size() - Cursor);
    const size_t Alike =
        Period.alike(Cursor, I, I + Most, View, shift(Periods));
    I += Alike;
    Cursor += Alike;
    if (Alike != Most)
      break;
  }
  return I;
}

void SteadyState::settle() {
  if (State != Phase::Skipping)
    return;
  State = Phase::Looking;
  ++Settled;
  Found.clear();
  // Distances need only the last rounds.
  uint64_t Least = 2 * RoundTracker::MostRounds;
  for (uint64_t P = std::min(Periods, Least / PeriodRounds.size() + 1); P != 0;
       --P)
    for (auto [RoundHash, Instructions] : PeriodRounds)
      Rounds.add(RoundHash, Instructions);
  uint64_t Left = Periods;
  if (Periods != 0 &&
      !Lanes.advance(Periods - 1, uint32_t(PeriodFlights * (Periods - 1)))) {
    OutcomeChunk Last = Period.prefix(Period.size(), shift(Periods - 1));
    Lanes.run(viewOf(Last));
    --Left;
  } else if (Periods != 0) {
    Lanes.advance(1, PeriodFlights);
  }
  uint64_t Gained = Left * Period.size();
  Count += Periods * Period.size();
  Skipped += Gained;
  // Looking again costs little where it brought much.
  Wait = Gained >= 8 * LeastWait ? LeastWait : std::min(2 * Wait, LongestWait);
  NextTry = Count + Cursor + Wait;
  OutcomeChunk Rest = Period.prefix(Cursor, shift(Periods));
  OutcomeView View = viewOf(Rest);
  simulate(View.Begin, View);
}

void SteadyState::endIteration(int64_t *Units) {
  if (State == Phase::Skipping) {
    if (timeInPeriod(Units))
      return;
    settle();
  }
  Lanes.time(Units);
  if (State == Phase::Recording) {
    Marks.push_back(
        {Period.size(), std::vector<int64_t>(Units, Units + NumLanes)});
    for (unsigned I = 0; I != NumLanes; ++I)
      Marks.back().Since[I] -= Start[I];
  }
  if (InRound != 0 && endRound())
    stop();
}

/// The time at the cursor, if an iteration ended there in the record.
bool SteadyState::timeInPeriod(int64_t *Units) const {
  const Mark *M = nullptr;
  if (Cursor != 0 && Cursor != Period.size()) {
    auto Found = std::lower_bound(
        Marks.begin(), Marks.end(), Cursor,
        [](const Mark &M, size_t Position) { return M.Position < Position; });
    if (Found == Marks.end() || Found->Position != Cursor)
      return false;
    M = &*Found;
  }
  uint64_t Whole = Periods + 1 + (Cursor == Period.size());
  for (unsigned I = 0; I != NumLanes; ++I)
    Units[I] = Start[I] + int64_t(Whole) * Length[I] + (M ? M->Since[I] : 0);
  return true;
}
