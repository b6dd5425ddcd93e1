//===- StoreTableTest.cpp - Against a map of all words --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads find the last store to their words for as long as it is in flight,
// however often the table is cleaned.
//
//===----------------------------------------------------------------------===//

#include "StoreTable.h"
#include "RandomCases.h"
#include "gtest/gtest.h"
#include <map>

using namespace rafter;
using namespace rafter::test;

namespace {

/// Time goes on by Step between operations; stores complete up to 1000 cycles
/// later.
void expectEqual(uint64_t Seed, uint64_t Words, uint64_t Step) {
  StoreTable Table;
  std::map<uint64_t, Cycle> Done; // by word of 4 bytes
  Random R(Seed);
  for (Cycle Now = 1; Now < 20000 * Step; Now += Step) {
    uint64_t Address = 4096 + 4 * R.below(Words);
    uint32_t Bytes = R.oneOf({1, 2, 4, 8, 8, 16, 32, 64});
    if (R.once(8))
      Address += R.below(4); // not aligned
    uint64_t First = Address / 4, Last = (Address + Bytes - 1) / 4;
    if (R.once(2)) {
      Cycle Until = Now + 1 + R.below(1000);
      Table.store(Address, Bytes, Until, Now);
      for (uint64_t Word = First; Word <= Last; ++Word)
        Done[Word] = Until;
      continue;
    }
    Cycle Expected = 0;
    for (uint64_t Word = First; Word <= Last; ++Word)
      Expected = std::max(Expected, Done[Word]);
    // What has completed may be forgotten.
    ASSERT_EQ(std::max(Table.ready(Address, Bytes), Now),
              std::max(Expected, Now))
        << "seed " << Seed << ", cycle " << Now;
  }
}

TEST(StoreTable, EqualsAMapOfAllWords) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    expectEqual(Seed, 20, 1);     // few words, stored over and over
    expectEqual(Seed, 5000, 1);   // hundreds in flight: the table grows
    expectEqual(Seed, 100000, 7); // and is cleaned again
  }
}

/// A store of half a granule leaves the other half to the store before it.
TEST(StoreTable, HalvesOfAGranuleAreApart) {
  StoreTable Table;
  Table.store(4096, 8, 100, 0);
  Table.store(4100, 4, 50, 0);
  EXPECT_EQ(Table.ready(4096, 4), 100u);
  EXPECT_EQ(Table.ready(4100, 4), 50u);
  EXPECT_EQ(Table.ready(4096, 8), 100u);
  EXPECT_EQ(Table.ready(4104, 8), 0u);
  EXPECT_EQ(Table.ready(4092, 4), 0u);
  // Bytes of one word are not told apart.
  EXPECT_EQ(Table.ready(4103, 1), 50u);
}

} // namespace
