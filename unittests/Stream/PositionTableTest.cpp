//===- PositionTableTest.cpp - Where a number was seen last ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/PositionTable.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace rafter;

namespace {

TEST(PositionTableTest, ItIsAMap) {
  std::mt19937_64 Random(1);
  for (size_t Keys : {1, 7, 100, 5000}) {
    PositionTable Table(Keys);
    std::map<uint64_t, uint32_t> Expected;
    // Keys 0 and all ones, neighbours, and keys that differ in the upper bits.
    auto Key = [&] {
      uint64_t K = Random() % Keys;
      return K % 3 == 0 ? K : K % 3 == 1 ? ~K : K << 50;
    };
    for (uint32_t I = 0; I != 20000; ++I) {
      uint64_t Set = Key(), Get = Key();
      if (Expected.size() < Keys || Expected.count(Set)) {
        Table[Set] = I;
        Expected[Set] = I;
      }
      auto Known = Expected.find(Get);
      ASSERT_EQ(Table.find(Get), Known == Expected.end()
                                     ? uint32_t(PositionTable::None)
                                     : Known->second);
    }
  }
}

TEST(PositionTableTest, ATableForNothingFindsNothing) {
  PositionTable Table(0);
  EXPECT_EQ(Table.find(0), PositionTable::None);
  EXPECT_EQ(Table.find(~0ull), PositionTable::None);
}

} // namespace
