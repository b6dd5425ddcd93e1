//===- PartLimitsTest.cpp - What binds the parts of a program -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartLimits.h"
#include "Kernels.h"
#include <gmock/gmock.h>

using namespace rafter;
using namespace rafter::test;
using testing::Each;
using testing::Field;
using testing::IsEmpty;
using testing::Not;

namespace {

/// A chain of 100 cycles, then 64 additions that wait for nobody: a part each,
/// in turn.
class PartLimitsTest : public testing::Test {
protected:
  PartLimitsTest() {
    CPU.Core.RetireWidth = 8;
    Chain = Builder.add();
    Builder.reads(1).writes(1, 100).last().Class = InstructionClass::FloatAdd;
    Free = Builder.add();
    Builder.writes(2, 1).last().Class = InstructionClass::IntegerALU;
    Options.PartOf = {0, 1};
  }

  std::vector<ProgramPart> find(unsigned Additions) {
    InstructionSource Source = [&](InstructionConsumer &C) {
      C.beginRegion();
      Stream S;
      for (unsigned I = 0; I != 200; ++I) {
        S.run(Chain);
        for (unsigned J = 0; J != Additions; ++J)
          S.run(Free);
      }
      C.consume(S.chunk());
      C.endRegion();
      return llvm::Error::success();
    };
    std::vector<ProgramPart> Parts(2);
    for (ProgramPart &P : Parts)
      P.Cycles.Value = 1000;
    std::vector<size_t> Ranked = {0, 1};
    llvm::Error E =
        findLimits(Builder.Table, CPU, Source, Options, Ranked, Parts);
    EXPECT_FALSE(bool(E)) << llvm::toString(std::move(E));
    return Parts;
  }

  Processor CPU = idealCPU();
  TableBuilder Builder;
  uint32_t Chain = 0, Free = 0;
  PartOptions Options;
};

} // namespace

TEST_F(PartLimitsTest, TimeThatOnlyMovesToAnotherPartIsNoGain) {
  // The additions retire in the shadow of the next link of the chain: they own
  // 8 of 100 cycles, which the chain owns if nothing limits retirement.
  std::vector<ProgramPart> Parts = find(64);
  EXPECT_THAT(Parts[1].Gains,
              Each(Field(&ProgramPart::Gain::Cycles, testing::Ge(900))));
  ASSERT_THAT(Parts[0].Gains, Not(IsEmpty()));
  EXPECT_EQ(Parts[0].Gains.front().Removed.Kind, LimitKind::Latency);
}

TEST_F(PartLimitsTest, WhatThePartItselfWaitsForIsItsGain) {
  // 1600 additions take 200 cycles to retire, the chain 100 of them.
  std::vector<ProgramPart> Parts = find(1600);
  ASSERT_THAT(Parts[1].Gains, Not(IsEmpty()));
  EXPECT_EQ(Parts[1].Gains.front().Removed.Kind, LimitKind::Retire);
  EXPECT_NEAR(Parts[1].Gains.front().Cycles, 500, 20);
}

TEST_F(PartLimitsTest, WidthsThatBindAlikeAreFoundTogether) {
  // Causality blames one of them for all of the time.
  CPU.Core.RenameWidth = 8;
  std::vector<ProgramPart> Parts = find(1600);
  EXPECT_THAT(Parts[1].Gains, IsEmpty());
  ASSERT_THAT(Parts[1].Steps, Not(IsEmpty()));
  EXPECT_EQ(name(Parts[1].Steps.front().Limits), "rename + retire");
}
