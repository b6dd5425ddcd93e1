//===- ByteCodingTest.cpp - Numbers in traces -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/ByteCoding.h"
#include "gtest/gtest.h"

using namespace rafter::trace;

namespace {

TEST(ByteCoding, NumbersComeBack) {
  constexpr uint64_t Numbers[] = {0,        1,          127,        128,  300,
                                  1u << 31, 1ull << 56, 1ull << 63, ~0ull};
  std::vector<uint8_t> Bytes;
  for (uint64_t N : Numbers)
    appendNumber(Bytes, N);
  ByteReader Reader(Bytes);
  for (uint64_t N : Numbers)
    EXPECT_EQ(Reader.number(), N);
  EXPECT_TRUE(Reader.empty());
  EXPECT_FALSE(Reader.failed());
}

TEST(ByteCoding, WhatIsNoNumberEndsTheReading) {
  std::vector<uint8_t> Endless(20, 0x80), TooGreat(9, 0xff);
  TooGreat.push_back(0x02);
  for (const std::vector<uint8_t> &Bytes :
       {std::vector<uint8_t>{}, std::vector<uint8_t>{0x80}, Endless,
        TooGreat}) {
    ByteReader Reader(Bytes);
    EXPECT_EQ(Reader.number(), 0u);
    EXPECT_TRUE(Reader.failed());
    EXPECT_TRUE(Reader.empty());
  }
}

} // namespace
