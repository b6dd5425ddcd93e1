//===- Tage.cpp - Directions of conditional branches ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prediction, allocation and ageing of TAGE, as in Seznec and Michaud 2006
// with the single allocation of the later LTAGE.
//
//===----------------------------------------------------------------------===//

#include "rafter/Branch/Tage.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

TageParameters TageParameters::sevenTables() {
  TageParameters P;
  P.Tables = 7;
  P.ShortestHistory = 5;
  P.LongestHistory = 130;
  P.LogEntries = 9;
  P.LogBimodal = 13;
  P.ShortestTag = 9;
  P.LongestTag = 12;
  return P;
}

TageParameters TageParameters::twelveTables() { return TageParameters(); }

/// The i-th length of the geometric series of the paper, section 2.
static unsigned historyLength(const TageParameters &P, unsigned I) {
  if (P.Tables == 1)
    return P.ShortestHistory;
  double Ratio = double(P.LongestHistory) / P.ShortestHistory;
  return unsigned(
      P.ShortestHistory * std::pow(Ratio, double(I) / (P.Tables - 1)) + 0.5);
}

Tage::Tage(const TageParameters &Parameters) : Sizes(Parameters) {
  Sizes.Tables = std::min(Sizes.Tables, MaxTables);
  Tables.resize(Sizes.Tables);
  for (unsigned I = 0; I != Sizes.Tables; ++I) {
    Table &T = Tables[I];
    T.History = historyLength(Sizes, I);
    T.TagBits = Sizes.ShortestTag;
    if (Sizes.Tables > 1)
      T.TagBits +=
          (Sizes.LongestTag - Sizes.ShortestTag) * I / (Sizes.Tables - 1);
    auto Fold = [&](unsigned Width) {
      Folded F;
      F.Width = uint16_t(Width);
      F.Leaving = uint16_t(T.History % Width);
      return F;
    };
    unsigned Log = Sizes.LogEntries;
    T.PathMask = (1u << std::min(T.History, 16u)) - 1;
    T.PathLeft = 1 + I % Log;
    T.PathRight = Log - T.PathLeft % Log;
    T.AddressRight = 1 + (I > Log ? I - Log : Log - I);
    T.Index = Fold(Log);
    T.TagA = Fold(T.TagBits);
    T.TagB = Fold(T.TagBits - 1);
    T.Entries.resize(size_t(1) << Sizes.LogEntries);
  }
  Bimodal.assign(size_t(1) << Sizes.LogBimodal, 2);
  size_t Ring = 1;
  while (Ring <= Sizes.LongestHistory)
    Ring *= 2;
  History.assign(Ring, 0);
}

uint32_t Tage::indexOf(const Table &T, uint64_t Address) const {
  unsigned Log = Sizes.LogEntries;
  uint32_t PathHash = Path & T.PathMask;
  PathHash ^= PathHash >> Log;
  PathHash = (PathHash << T.PathLeft) ^ (PathHash >> T.PathRight);
  uint64_t Hash =
      Address ^ (Address >> T.AddressRight) ^ T.Index.Value ^ PathHash;
  return uint32_t(Hash) & ((1u << Log) - 1);
}

uint16_t Tage::tagOf(const Table &T, uint64_t Address) const {
  uint64_t Hash = Address ^ T.TagA.Value ^ (uint64_t(T.TagB.Value) << 1);
  return uint16_t(Hash & ((1u << T.TagBits) - 1));
}

bool Tage::predict(uint64_t Address) {
  uint64_t Key = Address ^ (Address >> 2);
  Provider = Alternative = NoTable;
  for (int I = int(Tables.size()) - 1; I >= 0; --I) {
    Indices[I] = indexOf(Tables[I], Key);
    Tags[I] = tagOf(Tables[I], Key);
    if (Tables[I].Entries[Indices[I]].Tag != Tags[I])
      continue;
    if (Provider == NoTable)
      Provider = I;
    else if (Alternative == NoTable)
      Alternative = I;
  }
  bool Base = Bimodal[Key & (Bimodal.size() - 1)] >= 2;
  AlternativeTaken =
      Alternative == NoTable
          ? Base
          : Tables[Alternative].Entries[Indices[Alternative]].Counter >= 0;
  if (Provider == NoTable) {
    ProviderTaken = Predicted = AlternativeTaken;
    return Predicted;
  }
  const Entry &E = Tables[Provider].Entries[Indices[Provider]];
  ProviderTaken = E.Counter >= 0;
  bool Fresh = E.Useful == 0 && (E.Counter == 0 || E.Counter == -1);
  Predicted =
      Fresh && PreferAlternative >= 0 ? AlternativeTaken : ProviderTaken;
  return Predicted;
}

static void count(int8_t &Counter, bool Up, int8_t Least, int8_t Greatest) {
  if (Up)
    Counter = std::min<int8_t>(Counter + 1, Greatest);
  else
    Counter = std::max<int8_t>(Counter - 1, Least);
}

/// A fixed sequence: the same stream always gives the same predictions.
uint32_t Tage::random() {
  RandomState ^= RandomState << 13;
  RandomState ^= RandomState >> 17;
  RandomState ^= RandomState << 5;
  return RandomState;
}

/// After a misprediction: one entry with a longer history learns the branch.
void Tage::allocate(bool Taken) {
  int First = Provider + 1;
  int Last = int(Tables.size());
  if (First >= Last)
    return;
  // Shorter histories twice as often as the next longer ones.
  uint32_t Coin = random();
  int Start = First;
  if (Start + 1 < Last && (Coin & 1)) {
    ++Start;
    if (Start + 1 < Last && (Coin & 2))
      ++Start;
  }
  for (int I = Start; I < Last; ++I) {
    Entry &E = Tables[I].Entries[Indices[I]];
    if (E.Useful != 0)
      continue;
    E.Tag = Tags[I];
    E.Counter = Taken ? 0 : -1;
    return;
  }
  for (int I = First; I < Last; ++I)
    --Tables[I].Entries[Indices[I]].Useful;
}

void Tage::age() {
  for (Table &T : Tables)
    for (Entry &E : T.Entries)
      E.Useful >>= 1;
}

void Tage::update(uint64_t Address, bool Taken) {
  if (++Branches % Sizes.ResetPeriod == 0)
    age();
  uint64_t Key = Address ^ (Address >> 2);
  bool Differ = ProviderTaken != AlternativeTaken;
  Entry *Used = Provider == NoTable
                    ? nullptr
                    : &Tables[Provider].Entries[Indices[Provider]];
  bool Fresh =
      Used && Used->Useful == 0 && (Used->Counter == 0 || Used->Counter == -1);
  if (Fresh && Differ)
    count(PreferAlternative, AlternativeTaken == Taken, -8, 7);
  bool ProviderWasRight = Used && ProviderTaken == Taken;
  if (Predicted != Taken && !(Fresh && ProviderWasRight))
    allocate(Taken);
  if (Used) {
    count(Used->Counter, Taken, -4, 3);
    if (Differ) {
      if (ProviderTaken == Taken)
        Used->Useful = std::min<uint8_t>(Used->Useful + 1, 3);
      else if (Used->Useful != 0)
        --Used->Useful;
    }
    // A provider that is new teaches the alternative as well.
    if (Fresh && Alternative != NoTable)
      count(Tables[Alternative].Entries[Indices[Alternative]].Counter, Taken,
            -4, 3);
  }
  if (!Used || (Fresh && Alternative == NoTable)) {
    uint8_t &Counter = Bimodal[Key & (Bimodal.size() - 1)];
    if (Taken)
      Counter = std::min<uint8_t>(Counter + 1, 3);
    else if (Counter != 0)
      --Counter;
  }
  pushHistory(Address, Taken);
}

void Tage::note(uint64_t Address, uint64_t Target) {
  pushHistory(Address, ((Address >> 2) ^ (Target >> 2) ^ (Target >> 5)) & 1);
}

void Tage::pushHistory(uint64_t Address, bool Bit) {
  uint32_t Mask = uint32_t(History.size()) - 1;
  Head = (Head - 1) & Mask;
  History[Head] = Bit;
  Path = ((Path << 1) ^
          uint32_t((Address ^ (Address >> 2) ^ (Address >> 5)) & 1)) &
         0xffff;
  for (Table &T : Tables) {
    uint32_t Out = History[(Head + T.History) & Mask];
    T.Index.update(Bit, Out);
    T.TagA.update(Bit, Out);
    T.TagB.update(Bit, Out);
  }
}
