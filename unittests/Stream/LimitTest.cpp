//===- LimitTest.cpp - What can limit a program -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Limit.h"
#include "rafter/Stream/Instruction.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

/// A machine with ports and a divider.
InstructionTable machine() {
  InstructionTable Table;
  Table.Units = {"p0", "p1", "p5", "p10", "divider", "pipe"};
  return Table;
}

Limit ports(uint64_t Mask) { return Limit::ports(Mask, machine()); }

} // namespace

TEST(LimitName, JoinsSingleDigitsOfPorts) {
  EXPECT_EQ(name(ports(0b000111)), "p015");
  EXPECT_EQ(name(ports(0b001001)), "p0+p10");
  EXPECT_EQ(name(ports(0b010000)), "divider");
  EXPECT_EQ(name(ports(0)), "");
}

TEST(LimitName, SaysWhatItIsSaidOf) {
  EXPECT_EQ(name(LimitKind::ReorderBuffer), "ROB");
  EXPECT_EQ(name(Limit::bandwidth(MemoryLevel::L2)), "bandwidth L2");
  EXPECT_EQ(name(Limit::latency(MemoryLevel::Memory)), "latency mem");
  EXPECT_EQ(name(Limit::latency(InstructionClass::FloatAdd)),
            "latency float add");
  EXPECT_EQ(name({LimitKind::Rename, LimitKind::Retire, ports(1)}),
            "rename + retire + p0");
}

TEST(LimitWords, AreThoseOfASentence) {
  EXPECT_EQ(describe(Limit::latency(InstructionClass::FloatAdd)),
            "the latency of float add");
  EXPECT_EQ(describe(Limit::bandwidth(MemoryLevel::L2)), "the bandwidth of L2");
  EXPECT_EQ(describe(ports(0b100)), "port p5");
  EXPECT_EQ(describe(ports(0b1000)), "port p10");
  EXPECT_EQ(describe(ports(0b11)), "ports p01");
  EXPECT_EQ(describe(ports(0b100000)), "pipe");
  EXPECT_EQ(describe(ports(0b10000)), "the divider");
  EXPECT_EQ(describe(ports(0)), "");
  EXPECT_EQ(describe({LimitKind::Rename, LimitKind::Scheduler, ports(0b111)}),
            "rename, the reservation station (RS) and ports p015");
}

TEST(LimitKinds, DividersAreNoPorts) {
  EXPECT_EQ(ports(0b11).Kind, LimitKind::Ports);
  EXPECT_EQ(ports(0b10001).Kind, LimitKind::Divider);
}

TEST(LimitKeys, GiveTheLimitBack) {
  for (const Limit &L :
       {Limit(LimitKind::Rename), Limit(LimitKind::Misprediction),
        Limit(LimitKind::Translation), Limit::bandwidth(MemoryLevel::L3),
        Limit::latency(MemoryLevel::L1),
        Limit::latency(InstructionClass::FloatFusedMultiplyAdd), ports(0b1011),
        ports(0b10001)})
    EXPECT_EQ(findLimit(key(L)), L) << key(L);
  EXPECT_EQ(key(ports(0b1011)), "ports p0 p1 p10");
}

TEST(LimitKeys, OfTheFutureAreNotKnown) {
  for (const char *Key : {"", "latency", "latency of L1", "port", "ROB "})
    EXPECT_EQ(findLimit(Key), std::nullopt) << Key;
}
