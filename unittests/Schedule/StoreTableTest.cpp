//===- StoreTableTest.cpp - Against a map of all words --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads find the last stores to their words for as long as they are in flight.
//
//===----------------------------------------------------------------------===//

#include "StoreTable.h"
#include "RandomCases.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace rafter;
using namespace rafter::test;

namespace {

/// So many of the last stores are asked for.
constexpr uint64_t Window = 200;

void expectEqual(uint64_t Seed, uint64_t Words) {
  StoreTable Table;
  std::map<uint64_t, uint64_t> Last; // by word of 4 bytes
  Random R(Seed);
  uint64_t Next = 1;
  for (unsigned I = 0; I != 20000; ++I) {
    uint64_t Address = 4096 + 4 * R.below(Words);
    uint32_t Bytes = R.oneOf({1, 2, 4, 8, 8, 16, 32, 64});
    if (R.once(8))
      Address += R.below(4); // not aligned
    uint64_t First = Next > Window ? Next - Window : 1;
    uint64_t Begin = Address / 4, End = (Address + Bytes - 1) / 4 + 1;
    if (R.once(2)) {
      Table.store(Address, Bytes, Next, First);
      for (uint64_t Word = Begin; Word != End; ++Word)
        Last[Word] = Next;
      ++Next;
      continue;
    }
    std::set<uint64_t> Expected, Found;
    for (uint64_t Word = Begin; Word != End; ++Word)
      if (Last[Word] >= First)
        Expected.insert(Last[Word]);
    Table.find(Address, Bytes, First, [&](uint64_t N) { Found.insert(N); });
    ASSERT_EQ(Found, Expected) << "seed " << Seed << ", operation " << I;
  }
}

TEST(StoreTable, EqualsAMapOfAllWords) {
  for (uint64_t Seed = 0; Seed != 10; ++Seed) {
    expectEqual(Seed, 20);     // few words, stored over and over
    expectEqual(Seed, 5000);   // hundreds in flight: the table grows
    expectEqual(Seed, 100000); // and forgets
  }
}

std::set<uint64_t> found(StoreTable &T, uint64_t Address, uint32_t Bytes) {
  std::set<uint64_t> Numbers;
  T.find(Address, Bytes, 1, [&](uint64_t N) { Numbers.insert(N); });
  return Numbers;
}

/// A store of half a granule leaves the other half to the store before it.
TEST(StoreTable, HalvesOfAGranuleAreApart) {
  using Numbers = std::set<uint64_t>;
  StoreTable Table;
  Table.store(4096, 8, 1, 1);
  Table.store(4100, 4, 2, 1);
  EXPECT_EQ(found(Table, 4096, 4), Numbers({1}));
  EXPECT_EQ(found(Table, 4100, 4), Numbers({2}));
  EXPECT_EQ(found(Table, 4096, 8), Numbers({1, 2}));
  EXPECT_EQ(found(Table, 4104, 8), Numbers());
  EXPECT_EQ(found(Table, 4092, 4), Numbers());
  // Bytes of one word are not told apart.
  EXPECT_EQ(found(Table, 4103, 1), Numbers({2}));
}

/// A heap's index doubles until only the topmost bits of addresses differ.
TEST(StoreTable, StaysSmallForAddressesThatDouble) {
  StoreTable Table;
  for (uint64_t Bit = 3; Bit != 64; ++Bit)
    Table.store(4096 + (uint64_t(1) << Bit), 8, Bit, 1);
  EXPECT_LE(Table.capacity(), 1024u);
  EXPECT_EQ(found(Table, 4096 + (uint64_t(1) << 63), 8),
            std::set<uint64_t>({63}));
}

} // namespace
