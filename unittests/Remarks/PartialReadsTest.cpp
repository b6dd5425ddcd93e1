//===- PartialReadsTest.cpp - Tests of loads of parts of stores -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialReads.h"
#include "MakeRemarks.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

struct Access {
  bool IsStore;
  unsigned Bytes;
  uint64_t Base;
  int64_t Step = 0;
};

/// Whether a loop of these accesses reads parts of stores.
bool reads(std::vector<Access> Accesses) {
  MachineLoop L;
  for (const Access &A : Accesses) {
    StaticInstruction I;
    MemoryOperand Operand;
    Operand.Bytes = A.Bytes;
    Operand.IsStore = A.IsStore;
    I.Memory.Begin = L.Table.Memory.size();
    I.Memory.End = I.Memory.Begin + 1;
    L.Table.Memory.push_back(Operand);
    L.Body.Path.push_back(L.Table.Instructions.size());
    L.Table.Instructions.push_back(I);
    AddressPattern P;
    P.Base = A.Base;
    P.Steps = {A.Step};
    L.Body.Addresses.push_back(P);
  }
  return mayReadPartsOfStores(L);
}

TEST(PartialReads, PlacesThatStayAreCompared) {
  EXPECT_TRUE(reads({{true, 1, 100}, {false, 8, 96}}));
  EXPECT_FALSE(reads({{true, 8, 96}, {false, 1, 100}})) << "all of it is there";
  EXPECT_FALSE(reads({{true, 1, 100}, {false, 8, 104}})) << "beside it";
}

TEST(PartialReads, ElementsOfOneSizeMeetAsAWhole) {
  EXPECT_FALSE(reads({{true, 4, 1000, 4}, {false, 4, 996, 4}}));
  EXPECT_TRUE(reads({{true, 4, 1000, 4}, {false, 4, 998, 4}})) << "across two";
  EXPECT_TRUE(reads({{true, 4, 1000, 6}, {false, 4, 996, 4}}));
  EXPECT_TRUE(reads({{true, 1, 1000, 1}, {false, 8, 992, 8}}));
}

TEST(PartialReads, OtherObjectsAreFar) {
  EXPECT_FALSE(reads({{true, 1, 100}, {false, 8, 96 + (1ull << 32)}}));
  EXPECT_FALSE(reads({{false, 8, 96}}));
}

} // namespace
