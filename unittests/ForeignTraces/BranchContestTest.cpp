//===- BranchContestTest.cpp - Traces of the CBP 2025 kit -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignTraces.h"
#include "OpenedTrace.h"
#include "SourcePaths.h"
#include "rafter/Regions/RegionCutter.h"
#include "rafter/Regions/RegionFile.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::HasSubstr;

namespace {

/// Registers and values of zero.
Bytes &registers(Bytes &B, std::vector<uint8_t> In, std::vector<uint8_t> Out) {
  B.u8(In.size());
  for (uint8_t R : In)
    B.u8(R);
  B.u8(Out.size());
  for (uint8_t R : Out)
    B.u8(R);
  for (uint8_t R : Out)
    B.raw(std::string(R >= 32 && R < 64 ? 16 : 8, '\0'));
  return B;
}

/// A load that updates its base, a store, an addition, a branch.
std::string sample() {
  Bytes B;
  registers(B.u64(0x1000).u8(1).u64(0x5000).u8(8).u8(1), {1}, {0, 1});
  registers(B.u64(0x1004).u8(2).u64(0x6000).u8(16).u8(0).u8(0), {2, 40}, {});
  registers(B.u64(0x1008).u8(6), {40, 65}, {41});
  registers(B.u64(0x100c).u8(3).u8(1).u64(0x1000), {64}, {});
  return B.text();
}

/// Enough of them to be recognized.
std::string samples(unsigned Count) {
  std::string Text;
  for (unsigned I = 0; I != Count; ++I)
    Text += sample();
  return Text;
}

TEST(BranchContestTest, RecordsAreRead) {
  OpenedTrace Trace(samples(10));
  ASSERT_EQ(Trace.Error, "");
  EXPECT_EQ(Trace.Format, "CBP 2025");
  const std::vector<CrackedInstruction> &I = Trace.Instructions;
  ASSERT_EQ(I.size(), 50u);
  EXPECT_EQ(I[0].Class, InstructionClass::Load);
  EXPECT_EQ(I[0].DataAddress, 0x5000u);
  // The base is an addition of its own.
  EXPECT_EQ(I[0].Destinations[1], 0);
  EXPECT_EQ(I[1].Class, InstructionClass::IntegerALU);
  EXPECT_TRUE(I[1].has(CrackedInstruction::Continued));
  EXPECT_EQ(I[1].Destinations[0], I[0].Sources[0]);
  EXPECT_EQ(I[2].Class, InstructionClass::Store);
  EXPECT_EQ(I[2].DataBytes, 16);
  EXPECT_EQ(I[3].Class, InstructionClass::FloatAdd);
  // The zero register is none.
  EXPECT_EQ(I[3].Sources[1], 0);
  EXPECT_EQ(I[4].Branch, BranchKind::Conditional);
  EXPECT_TRUE(I[4].has(CrackedInstruction::Taken));
}

TEST(BranchContestTest, CutAndImpossibleRecordsAreErrors) {
  std::string Many = samples(400);
  std::string Text = Many + sample();
  EXPECT_THAT(OpenedTrace(Text.substr(0, Text.size() - 3)).Error,
              HasSubstr("cut short"));
  std::string At = "byte " + std::to_string(Many.size()) + ": ";
  Bytes Class;
  Class.raw(Many).u64(0x1000).u8(12);
  EXPECT_EQ(OpenedTrace(Class.text()).Error,
            At + "an instruction of a class that does not exist");
  Bytes Register;
  registers(Register.raw(Many).u64(0x1000).u8(0), {66}, {});
  EXPECT_EQ(OpenedTrace(Register.text()).Error,
            At + "a register that does not exist");
  Bytes Taken;
  registers(Taken.raw(Many).u64(0x1000).u8(3).u8(2), {}, {});
  EXPECT_EQ(OpenedTrace(Taken.text()).Error,
            At + "a branch that is neither taken nor not taken");
  Bytes Access;
  registers(Access.raw(Many).u64(0x1000).u8(1).u64(0x5000).u8(0).u8(0), {1},
            {2});
  EXPECT_EQ(OpenedTrace(Access.text()).Error,
            At + "a load or store of no bytes");
}

TEST(BranchContestTest, PublicTraceIsWhole) {
  auto Source = openTrace(RAFTER_GOLDEN_DIR "/tage/sample_int_trace.gz");
  if (!Source) {
    llvm::consumeError(Source.takeError());
    GTEST_SKIP() << "no reference data in " RAFTER_GOLDEN_DIR;
  }
  CollectedInstructions All;
  llvm::cantFail((*Source)->Cracked(All));
  unsigned Conditional = 0, Whole = 0;
  for (const CrackedInstruction &I : All.Instructions) {
    Conditional += I.Branch == BranchKind::Conditional;
    Whole += !I.has(CrackedInstruction::Continued);
  }
  // From the description of the trace.
  EXPECT_EQ(Conditional, 128874u);
  EXPECT_NEAR(Whole, 1000000, 10000);
}

TEST(BranchContestTest, RegionsAreCutOutOfTraces) {
  std::string Text = samples(100);
  llvm::SmallString<128> Path;
  llvm::sys::fs::createTemporaryFile("rafter-trace", "", Path);
  llvm::FileRemover Remover(Path);
  {
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    OS << Text;
  }
  auto Source = llvm::cantFail(openTrace(Path));
  std::vector<TraceRegion> Regions;
  RegionCut Cut;
  Cut.WarmUp = 20;
  Cut.Instructions = 30;
  Cut.Name = "samples";
  RegionCutter Cutter(Cut, {{50, 1000}, {}}, [&](TraceRegion Region) {
    Regions.push_back(std::move(Region));
    return llvm::Error::success();
  });
  llvm::cantFail(Source->Cracked(Cutter));
  llvm::cantFail(Cutter.takeError());
  ASSERT_EQ(Regions.size(), 1u);
  EXPECT_EQ(Regions[0].Name, "samples@50");
  EXPECT_EQ(Regions[0].WarmUp.size(), 20u);
  EXPECT_EQ(Regions[0].Instructions.size(), 30u);
  EXPECT_EQ(Regions[0].WarmUp[0].Address, 0x1000u);
}

} // namespace
