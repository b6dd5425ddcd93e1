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

#include "Tage.h"
#include <algorithm>
#include <bit>
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
unsigned Tage::lengthOf(const TageParameters &P, unsigned Table) {
  if (P.Tables == 1)
    return P.ShortestHistory;
  double Ratio = double(P.LongestHistory) / P.ShortestHistory;
  return unsigned(P.ShortestHistory *
                      std::pow(Ratio, double(Table) / (P.Tables - 1)) +
                  0.5);
}

static unsigned tagBits(const TageParameters &P, unsigned Table) {
  if (P.Tables == 1)
    return P.ShortestTag;
  return P.ShortestTag +
         (P.LongestTag - P.ShortestTag) * Table / (P.Tables - 1);
}

FoldedHistories Tage::makeHistories(const TageParameters &P) {
  std::vector<FoldedHistories::History> Histories;
  for (unsigned I = 0; I != P.Tables; ++I) {
    unsigned Bits = tagBits(P, I);
    Histories.push_back({lengthOf(P, I), {P.LogEntries, Bits, Bits - 1}});
  }
  return FoldedHistories(Histories);
}

static TageParameters limited(TageParameters P) {
  P.Tables = std::min(P.Tables, Tage::MaxTables);
  return P;
}

static uint16_t upperHalf(uint16_t A, uint16_t B) {
  return uint16_t(uint32_t(A) * B >> 16);
}

/// The factor that makes upperHalf a right shift by 1 to 16 bits.
static uint16_t rightShift(unsigned Bits) {
  return uint16_t(1u << (16 - Bits));
}

Tage::Tage(const TageParameters &Parameters)
    : Sizes(limited(Parameters)), Histories(makeHistories(Sizes)) {
  unsigned Log = Sizes.LogEntries;
  for (unsigned I = 0; I != Sizes.Tables; ++I) {
    unsigned Left = 1 + I % Log;
    Mix.PathMask[I] = uint16_t((1u << std::min(lengthOf(Sizes, I), 16u)) - 1);
    Mix.PathLeft[I] = uint16_t(1u << Left);
    Mix.PathRight[I] = rightShift(Log - Left % Log);
    Mix.AddressRight[I] = rightShift(1 + (I > Log ? I - Log : Log - I));
    Mix.TagLeft[I] = uint16_t(1u << (16 - tagBits(Sizes, I)));
  }
  EntryTags.resize(size_t(Sizes.Tables) << Log);
  Entries.resize(EntryTags.size());
  Bimodal.assign(size_t(1) << Sizes.LogBimodal, 2);
}

/// Indices and tags in all tables, in loops that the compiler vectorizes.
void Tage::hash(uint64_t Key) {
  const uint16_t Low = uint16_t(Key), High = uint16_t(Key >> 16);
  const uint16_t IndexMask = uint16_t((1u << Sizes.LogEntries) - 1);
  const uint16_t IndexRight = rightShift(16 - Sizes.LogEntries);
  const uint16_t LogRight = rightShift(Sizes.LogEntries);
  const Row &Index = Histories.folded(0);
  for (unsigned I = 0; I != MaxTables; ++I) {
    uint16_t P = Path & Mix.PathMask[I];
    P ^= upperHalf(P, LogRight);
    uint16_t Hash = uint16_t(P * Mix.PathLeft[I]);
    Hash ^= upperHalf(P, Mix.PathRight[I]);
    Hash ^= upperHalf(Low, Mix.AddressRight[I]);
    Hash ^= uint16_t(High * Mix.AddressRight[I]);
    Indices[I] = ((Hash ^ Low) & IndexMask) ^ upperHalf(Index[I], IndexRight);
  }
  const Row &TagA = Histories.folded(1), &TagB = Histories.folded(2);
  for (unsigned I = 0; I != MaxTables; ++I)
    Tags[I] = uint16_t(Low * Mix.TagLeft[I]) ^ TagA[I] ^ TagB[I];
}

/// The two longest histories whose tags match.
void Tage::match() {
  uint32_t Matches = 0;
  size_t Size = size_t(1) << Sizes.LogEntries;
  const uint16_t *Table = EntryTags.data() + EntryTags.size();
  for (unsigned I = Sizes.Tables; I-- > 0;) {
    Table -= Size;
    Matches = 2 * Matches + (Table[Indices[I]] == Tags[I]);
  }
  Provider = int(std::bit_width(Matches)) - 1;
  if (Provider != NoTable)
    Matches ^= 1u << Provider;
  Alternative = int(std::bit_width(Matches)) - 1;
}

bool Tage::predict(uint64_t Address) {
  uint64_t Key = Address ^ (Address >> 2);
  if (!Holds || Address != LastAddress) {
    hash(Key);
    match();
    Holds = true;
    LastAddress = Address;
  }
  AlternativeTaken = Alternative == NoTable
                         ? Bimodal[Key & (Bimodal.size() - 1)] >= 2
                         : entry(Alternative).Counter >= 0;
  if (Provider == NoTable) {
    ProviderTaken = Predicted = AlternativeTaken;
    return Predicted;
  }
  const Entry &E = entry(Provider);
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
  int Last = int(Sizes.Tables);
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
    Entry &E = entry(I);
    if (E.Useful != 0)
      continue;
    EntryTags[slot(I)] = Tags[I];
    E.Counter = Taken ? 0 : -1;
    Holds = false;
    return;
  }
  for (int I = First; I < Last; ++I)
    --entry(I).Useful;
}

void Tage::age() {
  SinceAgeing = 0;
  for (Entry &E : Entries)
    E.Useful >>= 1;
}

void Tage::update(uint64_t Address, bool Taken) {
  if (++SinceAgeing == Sizes.ResetPeriod)
    age();
  uint64_t Key = Address ^ (Address >> 2);
  bool Differ = ProviderTaken != AlternativeTaken;
  Entry *Used = Provider == NoTable ? nullptr : &entry(Provider);
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
      count(entry(Alternative).Counter, Taken, -4, 3);
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
  uint16_t Before = Path;
  Path =
      uint16_t((Path << 1) ^ ((Address ^ (Address >> 2) ^ (Address >> 5)) & 1));
  bool Changed = Histories.push(Bit);
  if (Changed || Path != Before)
    Holds = false;
}
