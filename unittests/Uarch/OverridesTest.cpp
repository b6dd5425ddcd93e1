//===- OverridesTest.cpp - What -rafter-set changes -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// KEY=VALUE,... on top of a CPU: legal values, removal of features, mistakes.
//
//===----------------------------------------------------------------------===//

#include "TestFile.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace rafter;
using namespace rafter::test;

namespace {

std::string overrideError(StringRef Overrides) {
  Processor CPU;
  return toString(applyOverrides(CPU, Overrides));
}

TEST(Overrides, ChangeWhatTheyName) {
  Processor CPU;
  ASSERT_FALSE(
      bool(applyOverrides(CPU, "rs=20,latency.add=4,capacity.L1=32K,"
                               "memory-order=weak,prefetch.next-line=on,"
                               "transfer.L2=access,throughput.div=1/4")));
  EXPECT_EQ(CPU.buffer(BufferKind::ReservationStation), 20);
  EXPECT_EQ(CPU.compute(ComputeKind::Add).Latency, 4);
  EXPECT_EQ(CPU.memory(MemoryLevel::L1).Capacity, 32768);
  EXPECT_EQ(CPU.Order, MemoryOrder::Weak);
  EXPECT_TRUE(CPU.NextLinePrefetch);
  EXPECT_EQ(CPU.memory(MemoryLevel::L2).Transfer, TransferUnit::Access);
  EXPECT_EQ(CPU.compute(ComputeKind::Divide).Throughput, 0.25);
  EXPECT_EQ(CPU.compute(ComputeKind::Multiply).Latency, 1);
}

TEST(Overrides, EveryKeyOfTheSchemaIsAKey) {
  for (const ParameterSchema &S : parameterSchemas()) {
    Processor CPU;
    std::string Value = S.isWord() ? S.Words.split('|').second.str()
                        : S.Unit == "bytes"
                            ? "64"
                            : utostr(uint64_t(std::max(2.0, S.Least)));
    if (S.isWord())
      Value = StringRef(Value).split('|').first.str();
    std::string Text = S.Key.str() + "=" + Value;
    EXPECT_EQ(toString(applyOverrides(CPU, Text)), "") << Text;
  }
}

TEST(Overrides, InfinityAndZeroRemoveFeatures) {
  for (StringRef Value : {"0", "inf"}) {
    Processor CPU;
    CPU.buffer(BufferKind::ReorderBuffer) = 10;
    CPU.memory(MemoryLevel::Memory).Bandwidth = 8;
    CPU.memory(MemoryLevel::Memory).Latency = 100;
    std::string Text =
        ("rob=" + Value + ",bandwidth.mem=" + Value + ",latency.mem=" + Value)
            .str();
    ASSERT_FALSE(bool(applyOverrides(CPU, Text)));
    EXPECT_EQ(CPU.buffer(BufferKind::ReorderBuffer), Unlimited);
    EXPECT_EQ(CPU.memory(MemoryLevel::Memory).Bandwidth, Unlimited);
    EXPECT_EQ(CPU.memory(MemoryLevel::Memory).Latency, 0);
  }
  Processor CPU;
  ASSERT_FALSE(bool(applyOverrides(CPU, "capacity.L3=0")));
  EXPECT_EQ(CPU.memory(MemoryLevel::L3).Capacity, 0);
}

TEST(Overrides, TheLastOneOfAKeyCounts) {
  Processor CPU;
  ASSERT_FALSE(bool(applyOverrides(CPU, "rs=20, rs=30 ,")));
  EXPECT_EQ(CPU.buffer(BufferKind::ReservationStation), 30);
}

TEST(Overrides, UnknownKeyNamesTheNearest) {
  EXPECT_EQ(overrideError("latncy.add=4"),
            "-rafter-set: unknown key 'latncy.add'; did you mean "
            "'latency.add'?");
  EXPECT_EQ(overrideError("ROB=4"),
            "-rafter-set: unknown key 'ROB'; did you mean 'rob'?");
  EXPECT_EQ(overrideError("zzzzzz=4"), "-rafter-set: unknown key 'zzzzzz'");
}

TEST(Overrides, MistakesNameTheKey) {
  EXPECT_EQ(overrideError("rob"), "-rafter-set: 'rob' is not KEY=VALUE");
  EXPECT_EQ(overrideError("rob="), "-rafter-set: rob: no value");
  EXPECT_EQ(overrideError("rob=x"), "-rafter-set: rob: 'x' is not a number");
  EXPECT_EQ(overrideError("latency.add=-1"),
            "-rafter-set: latency.add: '-1' is negative");
  EXPECT_EQ(overrideError("capacity.L1=100,ways.L1=8"),
            "-rafter-set: capacity.L1: not a multiple of 8 ways of lines of "
            "64 bytes");
}

TEST(Overrides, NothingChangesWhereOneIsWrong) {
  Processor CPU;
  EXPECT_NE(toString(applyOverrides(CPU, "rob=10,rs=x")), "");
  EXPECT_EQ(CPU.buffer(BufferKind::ReorderBuffer), Unlimited);
}

TEST(Overrides, EntriesOfAFileSayWhereTheNumberComesFrom) {
  std::vector<std::string> Lines = legalLines();
  Lines.erase(Lines.begin() + lineOf(Lines, "ways.L1") - 1);
  Expected<ProcessorFile> File = parseLines(Lines);
  ASSERT_TRUE(bool(File));
  size_t Before = File->Entries.size();
  ASSERT_FALSE(bool(applyOverrides(*File, "rob=7,ways.L1=1")));
  EXPECT_EQ(File->Entries.size(), Before + 1);
  for (const ParameterEntry &E : File->Entries)
    EXPECT_EQ(E.Reference,
              E.Key == "rob" || E.Key == "ways.L1" ? "-rafter-set" : "book");
  EXPECT_EQ(File->CPU.buffer(BufferKind::ReorderBuffer), 7);
}

} // namespace
