//===- RecurrenceWatchTest.cpp - When learning is advised -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Periods are found, and what only looks like one costs no more than a share of
// what was executed.
//
//===----------------------------------------------------------------------===//

#include "RecurrenceWatch.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

using Advice = RecurrenceWatch::Advice;

/// Some function of a number that looks random.
uint64_t scatter(uint64_t N) {
  N = (N + 1) * 0x9E3779B97F4A7C15u;
  return (N ^ N >> 31) * 0xBF58476D1CE4E5B9u;
}

struct Costs {
  uint64_t States = 0, Trials = 0, FirstTrial = 0, Learned = 0;
};

/// Executes Length stretches, whose hashes and states repeat after so many, and
/// in which every trial is in vain.
Costs run(uint64_t Length, uint64_t HashPeriod, uint64_t StatePeriod) {
  RecurrenceWatch Watch;
  Costs C;
  for (uint64_t I = 0; I != Length; ++I) {
    if (!Watch.looks())
      continue;
    uint64_t State = scatter(~(I % StatePeriod));
    uint64_t Trial = 0;
    switch (Watch.add(scatter(I % HashPeriod))) {
    case Advice::None:
      continue;
    case Advice::SetAnchor:
      Watch.setAnchor(State);
      break;
    case Advice::Compare:
      Trial = Watch.compare(State);
      break;
    }
    ++C.States;
    if (Trial == 0)
      continue;
    if (C.Trials++ == 0)
      C.FirstTrial = Trial;
    C.Learned += Trial;
    Watch.vain(Trial, 0);
  }
  return C;
}

/// The first trial is long enough for one period and is no longer than needed;
/// a period that is found late is seen at every eighth stretch only.
TEST(RecurrenceWatch, FindsPeriods) {
  for (uint64_t Period : {1, 2, 7, 8, 30, 100, 500}) {
    SCOPED_TRACE(Period);
    Costs C = run(100'000, Period, Period);
    EXPECT_GE(C.FirstTrial, Period);
    EXPECT_LE(C.FirstTrial, 2 * Period + 100);
  }
  Costs Long = run(10'000'000, 6656, 6656);
  EXPECT_GE(Long.FirstTrial, 6656u);
  EXPECT_LE(Long.FirstTrial, 2 * 6656u + 100);
}

TEST(RecurrenceWatch, TriesNothingWhereNothingRepeats) {
  Costs C = run(1'000'000, 1'000'000, 1'000'000);
  EXPECT_EQ(C.Trials, 0u);
  EXPECT_LE(C.States, 40u);
}

/// Hashes pretend that states recur.
TEST(RecurrenceWatch, WritesFewStatesWhereOnlyHashesRepeat) {
  Costs C = run(1'000'000, 3, 1'000'000);
  EXPECT_EQ(C.Trials, 0u);
  EXPECT_LE(C.States, 1'000'000u / 1024 + 150);
}

/// States recur, but never for long.
TEST(RecurrenceWatch, LearnsLittleInVain) {
  for (uint64_t Period : {1, 10, 200}) {
    Costs C = run(1'000'000, Period, Period);
    EXPECT_GE(C.Trials, 2u);
    EXPECT_LE(C.Learned, 1'000'000u / 256 + 2000);
  }
}

} // namespace
