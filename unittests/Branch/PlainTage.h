//===- PlainTage.h - TAGE, written down plainly ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The predictor of Tage.h without any of its shortcuts: it keeps the history
// and folds it anew for each table and each branch.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_BRANCH_PLAINTAGE_H
#define RAFTER_UNITTESTS_BRANCH_PLAINTAGE_H

#include "Tage.h"
#include <algorithm>
#include <cmath>
#include <deque>

namespace rafter {

/// Bit i is the exclusive or of the bits whose age is i modulo Width.
inline uint32_t plainFold(const std::deque<bool> &History, unsigned Length,
                          unsigned Width) {
  uint32_t Value = 0;
  for (unsigned Age = 0; Age != std::min<size_t>(Length, History.size()); ++Age)
    Value ^= uint32_t(History[Age]) << Age % Width;
  return Value;
}

class PlainTage {
public:
  explicit PlainTage(const TageParameters &Parameters)
      : P(Parameters), Bimodal(size_t(1) << P.LogBimodal, 2),
        Tables(P.Tables, std::vector<Entry>(size_t(1) << P.LogEntries)) {}

  bool predict(uint64_t Address) {
    Current.clear();
    Base = &Bimodal[(Address ^ (Address >> 2)) % Bimodal.size()];
    Provider = Alternative = -1;
    for (unsigned I = 0; I != P.Tables; ++I) {
      Current.push_back(&Tables[I][index(Address, I)]);
      if (Current[I]->Tag == tag(Address, I)) {
        Alternative = Provider;
        Provider = I;
      }
    }
    AlternativeTaken =
        Alternative < 0 ? *Base >= 2 : Current[Alternative]->Counter >= 0;
    ProviderTaken =
        Provider < 0 ? AlternativeTaken : Current[Provider]->Counter >= 0;
    Fresh =
        Provider >= 0 && Current[Provider]->Useful == 0 &&
        (Current[Provider]->Counter == 0 || Current[Provider]->Counter == -1);
    Predicted =
        Fresh && PreferAlternative >= 0 ? AlternativeTaken : ProviderTaken;
    return Predicted;
  }

  void update(uint64_t Address, bool Taken) {
    if (++Branches % P.ResetPeriod == 0)
      for (auto &Table : Tables)
        for (Entry &E : Table)
          E.Useful /= 2;
    bool Differ = ProviderTaken != AlternativeTaken;
    bool FreshBefore = Fresh;
    if (FreshBefore && Differ)
      count(PreferAlternative, AlternativeTaken == Taken, -8, 7);
    if (Predicted != Taken && !(FreshBefore && ProviderTaken == Taken))
      allocate(Address, Taken);
    if (Provider >= 0) {
      Entry &E = *Current[Provider];
      count(E.Counter, Taken, -4, 3);
      if (Differ && ProviderTaken == Taken)
        E.Useful = std::min<unsigned>(E.Useful + 1, 3);
      else if (Differ && E.Useful != 0)
        --E.Useful;
      if (FreshBefore && Alternative >= 0)
        count(Current[Alternative]->Counter, Taken, -4, 3);
    }
    if (Provider < 0 || (FreshBefore && Alternative < 0))
      count(*Base, Taken, 0, 3);
    push(Address, Taken);
  }

  void note(uint64_t Address, uint64_t Target) {
    push(Address, ((Address >> 2) ^ (Target >> 2) ^ (Target >> 5)) & 1);
  }

private:
  struct Entry {
    uint32_t Tag = 0;
    int Counter = 0;
    uint8_t Useful = 0;
  };

  unsigned length(unsigned I) const {
    if (P.Tables == 1)
      return P.ShortestHistory;
    double Ratio = double(P.LongestHistory) / P.ShortestHistory;
    return unsigned(
        P.ShortestHistory * std::pow(Ratio, double(I) / (P.Tables - 1)) + 0.5);
  }
  unsigned tagBits(unsigned I) const {
    if (P.Tables == 1)
      return P.ShortestTag;
    return P.ShortestTag + (P.LongestTag - P.ShortestTag) * I / (P.Tables - 1);
  }
  uint32_t index(uint64_t Address, unsigned I) const {
    unsigned Log = P.LogEntries, Left = 1 + I % Log;
    uint64_t Key = Address ^ (Address >> 2);
    uint32_t PathHash = Path & ((1u << std::min(length(I), 16u)) - 1);
    PathHash ^= PathHash >> Log;
    PathHash = (PathHash << Left) ^ (PathHash >> (Log - Left % Log));
    uint64_t Hash = Key ^ (Key >> (1 + (I > Log ? I - Log : Log - I))) ^
                    plainFold(History, length(I), Log) ^ PathHash;
    return Hash % (1u << Log);
  }
  uint32_t tag(uint64_t Address, unsigned I) const {
    unsigned Bits = tagBits(I);
    uint64_t Key = Address ^ (Address >> 2);
    return (Key ^ plainFold(History, length(I), Bits) ^
            plainFold(History, length(I), Bits - 1) << 1) %
           (1u << Bits);
  }
  static void count(auto &Counter, bool Up, int Least, int Greatest) {
    Counter = std::clamp(Counter + (Up ? 1 : -1), Least, Greatest);
  }
  void allocate(uint64_t Address, bool Taken) {
    int First = Provider + 1, Last = int(P.Tables);
    if (First >= Last)
      return;
    RandomState ^= RandomState << 13;
    RandomState ^= RandomState >> 17;
    RandomState ^= RandomState << 5;
    int Start = First;
    if (Start + 1 < Last && (RandomState & 1))
      ++Start;
    if (Start != First && Start + 1 < Last && (RandomState & 2))
      ++Start;
    for (int I = Start; I < Last; ++I)
      if (Current[I]->Useful == 0) {
        Current[I]->Tag = tag(Address, I);
        Current[I]->Counter = Taken ? 0 : -1;
        return;
      }
    for (int I = First; I < Last; ++I)
      --Current[I]->Useful;
  }
  void push(uint64_t Address, bool Bit) {
    History.push_front(Bit);
    if (History.size() > P.LongestHistory)
      History.pop_back();
    Path = ((Path << 1) ^ ((Address ^ (Address >> 2) ^ (Address >> 5)) & 1)) &
           0xffff;
  }

  TageParameters P;
  std::vector<uint8_t> Bimodal;
  std::vector<std::vector<Entry>> Tables;
  std::deque<bool> History;
  uint32_t Path = 0;
  uint64_t Branches = 0;
  int PreferAlternative = 0;
  uint32_t RandomState = 0x2545f491;

  // The prediction in progress.
  std::vector<Entry *> Current;
  uint8_t *Base = nullptr;
  int Provider = -1, Alternative = -1;
  bool ProviderTaken = false, AlternativeTaken = false, Predicted = false;
  bool Fresh = false;
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_BRANCH_PLAINTAGE_H
