//===- FoldedHistoriesTest.cpp - Shortcuts change no prediction -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folded histories by their definition, and the predictor against one that
// takes no shortcuts, on random branches and on long runs of equal ones.
//
//===----------------------------------------------------------------------===//

#include "PlainTage.h"
#include "gtest/gtest.h"
#include <random>

using namespace rafter;

namespace {

using Lengths = std::vector<FoldedHistories::History>;

/// Bits that often stay the same for long.
class Bits {
public:
  explicit Bits(unsigned Seed) : Random(Seed) {}
  bool next() {
    if (Rest-- == 0) {
      Rest = Random() % 4 == 0 ? Random() % 150 : Random() % 3;
      Value = Random() & 1;
    }
    return Value;
  }
  std::mt19937 Random;

private:
  unsigned Rest = 0;
  bool Value = false;
};

void compareFolds(const Lengths &Histories, unsigned Seed) {
  FoldedHistories Folded(Histories);
  std::deque<bool> Plain;
  Bits Source(Seed);
  for (unsigned Step = 0; Step != 1000; ++Step) {
    bool Bit = Source.next();
    std::vector<uint16_t> Before, After;
    auto Collect = [&](std::vector<uint16_t> &Values) {
      for (unsigned F = 0; F != FoldedHistories::NumFolds; ++F)
        for (unsigned I = 0; I != FoldedHistories::MaxHistories; ++I)
          Values.push_back(Folded.folded(F)[I]);
    };
    Collect(Before);
    bool Changed = Folded.push(Bit);
    Collect(After);
    ASSERT_TRUE(Changed || Before == After);
    Plain.push_front(Bit);
    for (unsigned I = 0; I != Histories.size(); ++I)
      for (unsigned F = 0; F != FoldedHistories::NumFolds; ++F) {
        unsigned Width = Histories[I].Widths[F];
        ASSERT_EQ(Folded.folded(F)[I] >> (16 - Width),
                  plainFold(Plain, Histories[I].Length, Width))
            << "step " << Step << " length " << Histories[I].Length << " width "
            << Width;
        ASSERT_EQ(Folded.folded(F)[I] << Width & 0xffff, 0);
      }
  }
}

TEST(FoldedHistoriesTest, FoldsAreThoseOfTheDefinition) {
  compareFolds({{1, {1, 2, 15}},
                {15, {3, 15, 14}},
                {16, {16 - 1, 7, 8}},
                {17, {1, 11, 5}},
                {31, {10, 9, 8}},
                {32, {4, 5, 6}},
                {33, {11, 12, 13}},
                {200, {11, 15, 14}}},
               1);
}

TEST(FoldedHistoriesTest, FoldsOfRandomSizesAreThoseOfTheDefinition) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 30; ++Round) {
    Lengths Histories(1 + Random() % FoldedHistories::MaxHistories);
    for (FoldedHistories::History &H : Histories) {
      H.Length = 1 + Random() % (Round % 2 ? 20 : 120);
      for (unsigned &Width : H.Widths)
        Width = 1 + Random() % FoldedHistories::MaxWidth;
    }
    compareFolds(Histories, Round);
    if (HasFatalFailure())
      return;
  }
}

TEST(FoldedHistoriesTest, EqualBitsChangeNothingOnceTheyFillTheHistory) {
  FoldedHistories Folded({{5, {3, 4, 2}}, {40, {11, 9, 8}}});
  EXPECT_FALSE(Folded.push(false));
  for (unsigned I = 0; I != 40; ++I)
    EXPECT_TRUE(Folded.push(true)) << I;
  EXPECT_FALSE(Folded.push(true));
  EXPECT_TRUE(Folded.push(false));
}

/// Runs both predictors on branches that are random, follow patterns, or repeat
/// for longer than the history.
void comparePredictors(const TageParameters &Sizes, unsigned Seed,
                       unsigned Count) {
  Tage Fast(Sizes);
  PlainTage Plain(Sizes);
  Bits Directions(Seed);
  std::mt19937 &Random = Directions.Random;
  std::vector<uint64_t> Addresses;
  for (unsigned I = 0; I != 40; ++I)
    Addresses.push_back((uint64_t(Random()) << 32 | Random()) >> Random() % 60);
  unsigned Phase = 0, Rest = 0;
  for (unsigned I = 0; I != Count; ++I) {
    if (Rest-- == 0) {
      Phase = Random() % 4;
      Rest = Random() % (3 * Sizes.LongestHistory);
    }
    uint64_t Address = Addresses[Phase == 0   ? Random() % Addresses.size()
                                 : Phase == 1 ? I % 5
                                              : 7];
    if (Phase == 0 && Random() % 8 == 0) {
      uint64_t Target = Addresses[Random() % Addresses.size()];
      Fast.note(Address, Target);
      Plain.note(Address, Target);
      continue;
    }
    bool Taken = Phase == 2 || (Phase == 1 && I % 7 < 3) || Directions.next();
    ASSERT_EQ(Fast.predict(Address), Plain.predict(Address)) << I;
    Fast.update(Address, Taken);
    Plain.update(Address, Taken);
  }
}

TEST(TagePredictionsTest, ShortcutsChangeNoPrediction) {
  comparePredictors(TageParameters::twelveTables(), 1, 15000);
  comparePredictors(TageParameters::sevenTables(), 2, 40000);
}

TEST(TagePredictionsTest, ShortcutsChangeNoPredictionWhateverTheSizes) {
  std::mt19937 Random(3);
  for (unsigned Round = 0; Round != 40; ++Round) {
    TageParameters Sizes;
    Sizes.Tables = 1 + Random() % Tage::MaxTables;
    Sizes.ShortestHistory = 1 + Random() % 20;
    Sizes.LongestHistory = Sizes.ShortestHistory + Random() % 60;
    Sizes.LogEntries = 1 + Random() % 15;
    Sizes.LogBimodal = 1 + Random() % 10;
    Sizes.ShortestTag = 2 + Random() % 8;
    Sizes.LongestTag = Sizes.ShortestTag + Random() % (16 - Sizes.ShortestTag);
    Sizes.ResetPeriod = 100 + Random() % 1000;
    comparePredictors(Sizes, Round, 3000);
    if (HasFatalFailure())
      return;
  }
}

} // namespace
