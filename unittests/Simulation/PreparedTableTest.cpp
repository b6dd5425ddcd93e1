//===- PreparedTableTest.cpp - Ports, registers and bad tables ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreparedTable.h"
#include "FixedTime.h"
#include "IterationTimes.h"
#include "StreamBuilder.h"
#include "rafter/Simulation/Analyze.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;
using namespace rafter::simulation;
using namespace rafter::test;
using testing::UnorderedElementsAre;

namespace {

TEST(PortLattice, ClosesUnderUnionOfOverlappingSets) {
  PortLattice L;
  for (uint64_t Units : {0b0001, 0b0011, 0b0110, 0b1000})
    L.add(Units);
  EXPECT_THAT(L.groups(),
              UnorderedElementsAre(0b0001, 0b0011, 0b0110, 0b1000, 0b0111));
}

TEST(PortLattice, ChargesEachGroupThatHoldsAUse) {
  PortLattice L;
  L.add(0b01);
  L.add(0b11);
  PortUse Uses[] = {{0b01, 2}, {0b11, 1}};
  auto Loads = L.loads(Uses);
  ASSERT_EQ(Loads.size(), 2u);
  EXPECT_EQ(Loads[0].Cycles, 2);
  EXPECT_EQ(Loads[1].Cycles, 1.5);
}

TEST(PortLattice, SixtyFourUnitsAreASet) {
  PortLattice L;
  L.add(~uint64_t(0));
  L.add(~uint64_t(0) - 1);
  EXPECT_EQ(L.groups().size(), 2u);
}

TEST(RegisterClasses, UnitsWrittenTogetherAreOne) {
  RegisterClasses C;
  C.grow(4);
  RegisterWrite Whole[] = {{0, 1}, {1, 1}, {2, 1}};
  EXPECT_TRUE(C.refine(Whole));
  EXPECT_FALSE(C.refine(Whole));
  EXPECT_EQ(C.of(0), C.of(2));
  EXPECT_EQ(C.of(3), RegisterClasses::NeverWritten);
  RegisterWrite Low[] = {{0, 1}};
  EXPECT_TRUE(C.refine(Low));
  EXPECT_NE(C.of(0), C.of(1));
  EXPECT_EQ(C.of(1), C.of(2));
  RegisterWrite Uneven[] = {{1, 1}, {2, 4}};
  EXPECT_TRUE(C.refine(Uneven));
  EXPECT_NE(C.of(1), C.of(2));
}

TEST(IterationTimes, SlopeOfThePeriodicPart) {
  // A start of 1,000 cycles, then 1 and 2 cycles in turn.
  for (unsigned Iterations : {50u, 1000u, 100001u}) {
    IterationTimes T(1);
    int64_t Now = 1000 * UnitsPerCycle;
    for (unsigned I = 0; I != Iterations; ++I) {
      Now += (1 + I % 2) * UnitsPerCycle;
      T.add(&Now);
    }
    EXPECT_EQ(T.count(), Iterations);
    EXPECT_DOUBLE_EQ(*T.perIteration(0), 1.5) << Iterations;
  }
  EXPECT_FALSE(IterationTimes(1).perIteration(0).has_value());
}

std::string errorOf(const TableBuilder &B, const InstructionChunk &Chunk,
                    bool End = true) {
  auto P = predict(B.Table, Processor(), [&](InstructionConsumer &C) {
    C.beginRegion();
    C.consume(Chunk);
    if (End)
      C.endRegion();
    return llvm::Error::success();
  });
  return P ? "" : llvm::toString(P.takeError());
}

TEST(BadTable, RegisterUnitOutsideIsAnError) {
  TableBuilder B;
  B.add();
  B.reads(3);
  B.Table.NumRegisterUnits = 3;
  EXPECT_EQ(errorOf(B, Stream().run(0).chunk()),
            "instruction table: instruction 0 reads register unit 3 of 3");
}

TEST(BadTable, UnitWithoutNameIsAnError) {
  TableBuilder B;
  B.add();
  B.uses(1);
  EXPECT_EQ(errorOf(B, Stream().run(0).chunk()),
            "instruction table: instruction 0 uses units that the table has no "
            "name for");
}

TEST(BadTable, RangeOutsideIsAnError) {
  TableBuilder B;
  B.add();
  B.last().Ports = {2, 1};
  EXPECT_EQ(errorOf(B, Stream().run(0).chunk()),
            "instruction table: instruction 0 has a range of operands that is "
            "outside of the table or longer than 255");
}

TEST(BadStream, InstructionOutsideOfTheTableIsAnError) {
  TableBuilder B;
  B.add();
  EXPECT_EQ(errorOf(B, Stream().run(1).chunk()),
            "the stream executes instruction 1 of a table of 1");
}

TEST(BadStream, RegionThatDoesNotEndIsAnError) {
  TableBuilder B;
  B.add();
  EXPECT_EQ(errorOf(B, Stream().run(0).chunk(), false),
            "the stream of instructions ends inside of a region");
}

TEST(Prediction, CountsWhatWasExecuted) {
  TableBuilder B;
  B.Table.Units = {"p0"};
  B.add();
  B.last().Slots = 2;
  B.last().Uops = 3;
  B.load();
  B.store();
  Stream S;
  S.run(0).run(1, {0x1000}).run(2, {0x1000}).run(1, {0});
  auto P =
      llvm::cantFail(predict(B.Table, Processor(), [&](InstructionConsumer &C) {
        C.setWarmUp(true);
        C.beginRegion();
        C.consume(S.chunk());
        C.endRegion();
        C.setWarmUp(false);
        for (unsigned I = 0; I != 2; ++I) {
          C.beginRegion();
          C.consume(S.chunk());
          C.endRegion();
        }
        return llvm::Error::success();
      }));
  EXPECT_EQ(P.Instructions, 8u);
  EXPECT_EQ(P.Slots, 10u);
  EXPECT_EQ(P.Uops, 12u);
  // The access to address 0 did not happen; the line is warm.
  EXPECT_EQ(P.Loads[0], 2u);
  EXPECT_EQ(P.Stores[0], 2u);
  EXPECT_EQ(P.Iterations, 0u);
  EXPECT_FALSE(P.CyclesPerIteration.has_value());
}

} // namespace
