//===- RecurringStretch.cpp - What comes again is not decided -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecurringStretch.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using namespace rafter;
using namespace rafter::simulation;

static InstructionChunk dropFront(const InstructionChunk &C,
                                  size_t NumInstructions, size_t NumAddresses) {
  return {C.Instructions.drop_front(NumInstructions),
          C.Addresses.drop_front(NumAddresses)};
}

void RecurringStretch::clear() {
  assert(!isKnown() && "leave it first");
  State = Phase::Looking;
  Rounds.clear();
  Ear.clear();
  Hash = AddressHash = InRound = 0;
  BehindLast = 0;
  Count = NextTry = 0;
  Wait = LeastWait;
  Hopeless = 0;
}

//===----------------------------------------------------------------------===//
// Looking and recording
//===----------------------------------------------------------------------===//

/// Follows rounds up to the end of Rest, or to where one has ended and there is
/// something to do, which Stops says. Gives the instructions up to there.
size_t RecurringStretch::scan(const InstructionChunk &Rest,
                              size_t &NumAddresses, bool &Stops) {
  const ExecutedInstruction *Begin = Rest.Instructions.begin();
  const ExecutedInstruction *E = Begin, *End = Rest.Instructions.end();
  const uint64_t *A = Rest.Addresses.begin(), *LastA = Rest.Addresses.end();
  const ExecutedInstruction *RoundBegin = Begin;
  Stops = false;
  NumAddresses = 0;
  if (!IsOn || !Ear.isOn()) {
    for (ExecutedInstruction I : Rest.Instructions)
      NumAddresses += Table.Instructions[I & ~TakenBit].Memory.size();
    if (IsOn && Ear.pass(Rest.Instructions.size())) {
      Rounds.clear();
      Hash = AddressHash = InRound = 0;
      BehindLast = 0;
    }
    return Rest.Instructions.size();
  }
  for (; E != End; ++E) {
    const uint32_t Static = *E & ~TakenBit;
    if (LLVM_UNLIKELY(Static < BehindLast) &&
        InRound + (E - RoundBegin) >= LeastRound) {
      InRound += E - RoundBegin;
      RoundBegin = E;
      BehindLast = 0;
      Stops = endRound();
      if (Stops)
        break;
    }
    BehindLast = Static + 1;
    Hash = (Hash << 7 | Hash >> 57) ^ *E;
    const size_t Operands = Table.Instructions[Static].Memory.size();
    NumAddresses += Operands;
    for (size_t K = 0; K != Operands && A != LastA; ++K)
      AddressHash = (AddressHash << 9 | AddressHash >> 55) + *A++;
  }
  InRound += E - RoundBegin;
  return E - Begin;
}

InstructionChunk RecurringStretch::decide(InstructionChunk Rest,
                                          OutcomeChunk &Result) {
  assert(!isKnown() && !Rest.Instructions.empty());
  size_t NumAddresses;
  bool Stops;
  const size_t Size = scan(Rest, NumAddresses, Stops);
  const size_t Given = std::min(NumAddresses, Rest.Addresses.size());
  if (Size != 0) {
    InstructionChunk Some = {Rest.Instructions.take_front(Size),
                             Rest.Addresses.take_front(Given)};
    const size_t First = Result.Instructions.size();
    Model.decide(Some, Result);
    if (State == Phase::Recording) {
      note(Some, Result, First);
      // Without their addresses, instructions are not alike.
      if (Given != NumAddresses)
        giveUp();
    }
  }
  Rest = dropFront(Rest, Size, Given);
  if (!Stops)
    return Rest;
  const size_t First = Result.Instructions.size();
  Model.finish(Result, addressOf(Rest.Instructions.front()));
  if (State == Phase::Recording) {
    note({}, Result, First);
    compare();
  } else if (isDue()) {
    begin();
  }
  return Rest;
}

/// Records what was decided, with the outcomes from First on.
void RecurringStretch::note(const InstructionChunk &Decided,
                            const OutcomeChunk &Result, size_t First) {
  Instructions.insert(Instructions.end(), Decided.Instructions.begin(),
                      Decided.Instructions.end());
  Addresses.insert(Addresses.end(), Decided.Addresses.begin(),
                   Decided.Addresses.end());
  const InstructionOutcome *Begin = Result.Instructions.data();
  Record.append(
      Begin + First, Begin + Result.Instructions.size(),
      {nullptr, nullptr, Result.Accesses.data(), Result.Prefetches.data()});
}

/// Notes the round that has ended. Whether there is something to do before the
/// next one.
bool RecurringStretch::endRound() {
  constexpr uint64_t Golden = 0x9e3779b97f4a7c15u;
  uint64_t Mixed = (Hash * Golden ^ AddressHash) * 0xc2b2ae3d27d4eb4fu;
  Rounds.add((Mixed ^ Mixed >> 32) * Golden, InRound);
  Count += InRound;
  if (State == Phase::Looking)
    Ear.hear(InRound, Rounds.isRepetitive(LeastWait));
  Hash = AddressHash = InRound = 0;
  if (State == Phase::Looking)
    return isDue();
  ++Recorded;
  if (!Rounds.repeats(Distance) || Model.changes() != ChangesBefore) {
    giveUp();
    return false;
  }
  return Recorded % Interval == 0;
}

/// Decides at which distance to look for a stretch, if it is time to.
bool RecurringStretch::isDue() {
  if (Count < NextTry)
    return false;
  const RoundTracker::Repetition *R = Rounds.suited(LeastWait, Hopeless);
  if (!R)
    return false;
  Distance = R->Distance;
  const uint64_t Size =
      std::max<uint64_t>(1, R->Instructions * Distance / R->Rounds);
  if (Size > LongestStretch)
    return false;
  Interval = Distance * static_cast<uint32_t>((LeastStretch + Size - 1) / Size);
  return true;
}

/// Records from here on.
void RecurringStretch::begin() {
  State = Phase::Recording;
  Recorded = 0;
  Instructions.clear();
  Addresses.clear();
  Record.clear(0);
  ChangesBefore = Model.changes();
  Before.clear();
  Model.appendState(Before);
}

void RecurringStretch::giveUp() {
  State = Phase::Looking;
  NextTry = Count + Wait;
  Wait = std::min(2 * Wait, LongestWait);
}

/// Whether what was recorded has led to the state that it began with.
void RecurringStretch::compare() {
  if (Model.changes() != ChangesBefore) {
    giveUp();
    return;
  }
  Now.clear();
  Model.appendState(Now);
  if (Now == Before) {
    finishRecord();
    return;
  }
  // Some of the state recurs after several rounds only.
  if (2 * Instructions.size() > LongestStretch) {
    Hopeless = Distance;
    giveUp();
  }
}

void RecurringStretch::finishRecord() {
  State = Phase::Known;
  Cursor = NextBranch = 0;
  Periods = 0;
  IsPending = false;
  Unlike.reset();
  assert(Record.size() == size() && "nothing is kept back");
  AddressesBefore.clear();
  Branches.clear();
  uint32_t NumAddresses = 0;
  for (size_t I = 0; I != size(); ++I) {
    AddressesBefore.push_back(NumAddresses);
    const ExecutedInstruction E = Instructions[I];
    const StaticInstruction &S = Table.Instructions[E & ~TakenBit];
    NumAddresses += S.Memory.size();
    if (S.Branch == BranchKind::None)
      continue;
    ExecutedBranch B;
    B.Address = S.Address;
    B.Next = S.Address + S.Bytes;
    B.Target = addressOf(Instructions[I + 1 == size() ? 0 : I + 1]);
    B.Kind = S.Branch;
    B.Taken = (E & TakenBit) != 0;
    Branches.push_back({I, B, Record.Outcomes.Instructions[I].Mispredicted});
  }
  AddressesBefore.push_back(NumAddresses);
  // Views go on with the beginning.
  for (size_t More = LongestView; More != 0;) {
    const size_t Some = std::min(More, size());
    OutcomeChunk Front = Record.prefix(Some, 0);
    const InstructionOutcome *Begin = Front.Instructions.data();
    Record.append(
        Begin, Begin + Some,
        {nullptr, nullptr, Front.Accesses.data(), Front.Prefetches.data()});
    More -= Some;
  }
}

//===----------------------------------------------------------------------===//
// Following
//===----------------------------------------------------------------------===//

/// How many of the next instructions are as in the stretch, up to its end.
size_t RecurringStretch::same(const InstructionChunk &Rest) const {
  size_t Size = std::min(Rest.Instructions.size(), size() - Cursor);
  const ExecutedInstruction *Kept = Instructions.data() + Cursor;
  if (std::memcmp(Kept, Rest.Instructions.data(), Size * sizeof(*Kept)) != 0)
    Size = std::mismatch(Kept, Kept + Size, Rest.Instructions.begin()).first -
           Kept;
  const uint32_t First = AddressesBefore[Cursor];
  const uint64_t *KeptAddresses = Addresses.data() + First;
  const size_t Needed = AddressesBefore[Cursor + Size] - First;
  size_t Same = std::min(Needed, Rest.Addresses.size());
  if (Same != 0 && std::memcmp(KeptAddresses, Rest.Addresses.data(),
                               Same * sizeof(uint64_t)) != 0)
    Same = std::mismatch(KeptAddresses, KeptAddresses + Same,
                         Rest.Addresses.begin())
               .first -
           KeptAddresses;
  if (Same == Needed)
    return Size;
  // The instruction with the first address that differs.
  auto Behind = std::upper_bound(AddressesBefore.begin() + Cursor,
                                 AddressesBefore.end(), First + Same);
  return Behind - AddressesBefore.begin() - 1 - Cursor;
}

/// Predicts the branches before End. False: one was not predicted as in the
/// stretch, and the stream is behind it.
bool RecurringStretch::predict(size_t End) {
  for (; NextBranch != Branches.size() && Branches[NextBranch].Position < End;
       ++NextBranch) {
    const Branch &B = Branches[NextBranch];
    if (LLVM_LIKELY(Model.mispredicts(B.Executed) == B.Mispredicted))
      continue;
    Cursor = B.Position + 1;
    IsPending = true;
    Unlike = B.Executed.Target;
    return false;
  }
  return true;
}

InstructionChunk RecurringStretch::follow(InstructionChunk Rest) {
  assert(isKnown());
  while (!Rest.Instructions.empty()) {
    if (Cursor == size()) {
      if (Rest.Instructions.front() != Instructions.front() || !predict(Cursor))
        break;
      Model.skip(size());
      ++Periods;
      Cursor = NextBranch = 0;
      IsPending = false;
    }
    const size_t Before = Cursor, Size = same(Rest);
    if (Size == 0)
      break;
    // Where the last one leads is not known yet.
    const bool IsAlike = predict(Cursor + Size - 1);
    if (IsAlike) {
      Cursor += Size;
      IsPending = isBranch(Cursor - 1);
    }
    Rest = dropFront(Rest, Cursor - Before,
                     AddressesBefore[Cursor] - AddressesBefore[Before]);
    if (!IsAlike)
      break;
  }
  return Rest;
}

OutcomeView RecurringStretch::viewOf(size_t Begin, size_t End) const {
  const InstructionOutcome *First = Record.Outcomes.Instructions.data();
  return {First + Begin, First + End, Record.Outcomes.Accesses.data(),
          Record.Outcomes.Prefetches.data()};
}

OutcomeView RecurringStretch::view(uint64_t First) const {
  const size_t Begin = First % size();
  return viewOf(Begin, Begin + (decided() - First));
}

void RecurringStretch::leave(OutcomeChunk &Result) {
  assert(isKnown());
  Model.goThrough(
      {llvm::ArrayRef(Instructions).take_front(Cursor),
       llvm::ArrayRef(Addresses).take_front(AddressesBefore[Cursor])},
      Record.Outcomes.Instructions);
  if (Unlike)
    Model.finish(Result, *Unlike,
                 !Record.Outcomes.Instructions[Cursor - 1].Mispredicted);
  const uint64_t Gained = Periods * size() + Cursor;
  State = Phase::Looking;
  Rounds.clear();
  Hash = AddressHash = InRound = 0;
  BehindLast = 0;
  Count += Gained;
  // Looking again costs little where it brought much.
  Wait =
      Gained >= 8 * LeastStretch ? LeastWait : std::min(2 * Wait, LongestWait);
  NextTry = Count + Wait;
}
