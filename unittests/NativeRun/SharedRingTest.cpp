//===- SharedRingTest.cpp - The ring of chunks ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedRing.h"
#include <gtest/gtest.h>
#include <thread>

using namespace rafter;

TEST(SharedRing, KeepsTheOrderOfAllWords) {
  llvm::Expected<SharedRing> Ring = SharedRing::create(3, 5);
  ASSERT_TRUE(bool(Ring));
  constexpr uint64_t Count = 2'000'000;
  std::atomic<bool> Done = false;
  std::thread Producer([&] {
    for (uint64_t I = 0; I != Count; ++I)
      Ring->append(I);
    Done = true;
    Ring->callAttention();
  });
  uint64_t Next = 0;
  auto Take = [&](llvm::ArrayRef<uint64_t> Words) {
    for (uint64_t W : Words)
      ASSERT_EQ(W, Next++);
  };
  while (true) {
    uint32_t Attention = Ring->attention();
    bool WasDone = Done;
    while (!Ring->front().empty()) {
      Take(Ring->front());
      Ring->pop();
    }
    if (WasDone)
      break;
    Ring->waitForAttention(Attention, 10);
  }
  Producer.join();
  Take(Ring->rest());
  EXPECT_EQ(Next, Count);
}

TEST(SharedRing, DoesNotTrustSizesAndCursors) {
  llvm::Expected<SharedRing> Ring = SharedRing::create(0, 5);
  ASSERT_TRUE(bool(Ring));
  ControlBlock &C = Ring->control();
  C.Sizes[0] = ~0u;
  C.Produced = 1;
  EXPECT_EQ(Ring->front().size(), ControlBlock::ChunkWords + 5);
  C.State.Cursor = nullptr;
  EXPECT_TRUE(Ring->rest().empty());
  C.State.Cursor = reinterpret_cast<uint64_t *>(~uint64_t(7));
  EXPECT_TRUE(Ring->rest().empty());
}

TEST(SharedRing, ADetachedProcessWaitsForNobody) {
  llvm::Expected<SharedRing> Ring = SharedRing::create(0, 1);
  ASSERT_TRUE(bool(Ring));
  Ring->detach();
  for (uint64_t I = 0; I != 20 * ControlBlock::ChunkWords; ++I)
    Ring->append(I);
  EXPECT_TRUE(Ring->front().empty());
}
