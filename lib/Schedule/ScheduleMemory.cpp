//===- ScheduleMemory.cpp - What is known of recurring states -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace rafter;
using llvm::ArrayRef;

/// Bounds of what is kept: some 20 MB.
static constexpr size_t MostBytes = 12 << 20, MostSteps = 1 << 16;

void ScheduleMemory::clear() {
  States.clear();
  Bytes.clear();
  Steps.clear();
  Codes.clear();
  Uses.clear();
  Counts.clear();
  Parts.clear();
  ++Generation;
  StateTable.assign(1024, None);
  StepTable.assign(1024, None);
}

bool ScheduleMemory::isFull() const {
  return Bytes.size() > MostBytes || Steps.size() > MostSteps ||
         Codes.size() > MostBytes / 8 || Uses.size() > MostBytes / 16 ||
         Parts.size() > MostBytes / 8;
}

/// Puts Number, whose hash is Hash, into the first free slot for it.
static void put(std::vector<uint32_t> &Table, uint32_t Number, uint64_t Hash) {
  size_t At = Hash & (Table.size() - 1);
  while (Table[At] != ~0u)
    At = (At + 1) & (Table.size() - 1);
  Table[At] = Number;
}

/// Makes room for one more than Count numbers.
template <typename Function>
static void grow(std::vector<uint32_t> &Table, size_t Count, Function HashOf) {
  if (2 * (Count + 1) <= Table.size())
    return;
  std::vector<uint32_t> Old(2 * Table.size(), ~0u);
  Old.swap(Table);
  for (uint32_t Number : Old)
    if (Number != ~0u)
      put(Table, Number, HashOf(Number));
}

ScheduleMemory::State ScheduleMemory::intern(ArrayRef<uint8_t> B) {
  uint64_t Hash = llvm::xxh3_64bits(B);
  size_t Mask = StateTable.size() - 1;
  for (size_t At = Hash & Mask; StateTable[At] != None; At = (At + 1) & Mask) {
    const StateEntry &S = States[StateTable[At]];
    if (S.Hash == Hash && B == ArrayRef(&Bytes[S.Begin], S.Size))
      return StateTable[At];
  }
  grow(StateTable, States.size(), [&](State S) { return States[S].Hash; });
  State Number = static_cast<State>(States.size());
  put(StateTable, Number, Hash);
  StateEntry S;
  S.Begin = Bytes.size();
  S.Size = B.size();
  S.Lines = B[0] | B[1] << 8;
  S.Stores = B[2 * S.Lines + 2] | B[2 * S.Lines + 3] << 8;
  S.Hash = Hash;
  States.push_back(S);
  Bytes.insert(Bytes.end(), B.begin(), B.end());
  return Number;
}

static uint64_t mix(uint64_t A, uint64_t B) {
  return (A ^ (A >> 29) ^ B) * 0x9E3779B97F4A7C15u;
}

uint64_t ScheduleMemory::hashOf(const Input &I) {
  uint64_t Hash = mix(uint64_t(I.From) << 32 | I.Stretch, I.Frame);
  for (uint32_t Word : I.Code)
    Hash = mix(Hash, Word);
  return Hash ^ Hash >> 32;
}

uint64_t ScheduleMemory::hashOf(const Step &S) const {
  return hashOf({S.From, S.Stretch, S.Frame,
                 ArrayRef(Codes).slice(S.CodeBegin, S.CodeSize)});
}

ScheduleMemory::Step *ScheduleMemory::lookup(const Input &I) {
  // A loop goes on, or ends.
  StateEntry &From = States[I.From];
  std::swap(From.LastStep, From.OtherStep);
  if (From.LastStep != None && matches(Steps[From.LastStep], I))
    return &Steps[From.LastStep];
  size_t Mask = StepTable.size() - 1;
  for (size_t At = hashOf(I) & Mask; StepTable[At] != None;
       At = (At + 1) & Mask) {
    Step &S = Steps[StepTable[At]];
    if (S.From == I.From && matches(S, I)) {
      States[I.From].LastStep = StepTable[At];
      return &S;
    }
  }
  return nullptr;
}

ScheduleMemory::Step &ScheduleMemory::addStep(const Input &I, State To,
                                              Cycle Passed) {
  Step S;
  S.From = I.From;
  S.To = To;
  S.Stretch = I.Stretch;
  S.Frame = I.Frame;
  S.CodeBegin = Codes.size();
  S.CodeSize = I.Code.size();
  Codes.insert(Codes.end(), I.Code.begin(), I.Code.end());
  S.Passed = Passed;
  S.UsesBegin = S.UsesEnd = Uses.size();
  S.CountsBegin = S.CountsEnd = Counts.size();
  S.FlopBytes = 0;
  grow(StepTable, Steps.size(), [&](uint32_t N) { return hashOf(Steps[N]); });
  put(StepTable, Steps.size(), hashOf(I));
  States[I.From].LastStep = Steps.size();
  Steps.push_back(S);
  return Steps.back();
}

void ScheduleMemory::add(const Input &I, State To, Cycle Passed,
                         ArrayRef<uint32_t> Several) {
  Step &S = addStep(I, To, Passed);
  S.PartsBegin = Parts.size();
  Parts.insert(Parts.end(), Several.begin(), Several.end());
  S.PartsEnd = Parts.size();
}

void ScheduleMemory::add(const Input &I, State To, Cycle Passed,
                         ArrayRef<ActivityList::Entry> UsedFor,
                         const NodeCounts &Before, const NodeCounts &After) {
  Step &S = addStep(I, To, Passed);
  Uses.insert(Uses.end(), UsedFor.begin(), UsedFor.end());
  S.UsesEnd = Uses.size();
  for (unsigned K = 0; K != NumChannels; ++K) {
    const ChannelCounts &A = Before.Channels[K], &B = After.Channels[K];
    if (B.Nodes != A.Nodes)
      Counts.push_back({K, static_cast<uint32_t>(B.Nodes - A.Nodes),
                        static_cast<uint32_t>(B.Flops - A.Flops),
                        static_cast<uint32_t>(B.Bytes - A.Bytes)});
  }
  S.CountsEnd = Counts.size();
  S.FlopBytes = After.FlopBytes - Before.FlopBytes;
}

void ScheduleMemory::addTo(ActivityHistogram &Activity, NodeCounts &All) const {
  std::vector<uint64_t> Times;
  for (const Step &S : Steps)
    Times.push_back(S.Taken);
  for (const Step &S : Steps)
    for (uint32_t I = S.PartsBegin; I != S.PartsEnd; ++I)
      Times[Parts[I]] += S.Taken;
  for (auto [S, Taken] : llvm::zip_equal(Steps, Times)) {
    if (Taken == 0)
      continue;
    for (uint32_t I = S.UsesBegin; I != S.UsesEnd; ++I)
      Activity.add(Uses[I].Mask, Uses[I].Cycles * Taken);
    for (uint32_t I = S.CountsBegin; I != S.CountsEnd; ++I) {
      ChannelCounts &C = All.Channels[Counts[I].Unit];
      C.Nodes += Counts[I].Nodes * Taken;
      C.Flops += Counts[I].Flops * Taken;
      C.Bytes += Counts[I].Bytes * Taken;
    }
    All.FlopBytes += S.FlopBytes * Taken;
  }
}
