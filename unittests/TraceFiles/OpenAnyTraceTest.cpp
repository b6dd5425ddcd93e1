//===- OpenAnyTraceTest.cpp - Traces of other tools, decoded --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TraceFiles/OpenAnyTrace.h"
#include "../ForeignTraces/CollectedInstructions.h"
#include "../ForeignTraces/ForeignTraces.h"
#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::HasSubstr;

namespace {

/// A file with the bytes of a trace, and the name of one to write.
class OpenAnyTraceTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::sys::fs::createTemporaryFile("rafter-any", "trace", Path);
    llvm::sys::fs::createTemporaryFile("rafter-any", "regions", Result);
    llvm::sys::fs::remove(Result);
  }
  void TearDown() override {
    llvm::sys::fs::remove(Path);
    llvm::sys::fs::remove(Result);
  }
  void write(const std::string &Text) {
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    OS << Text;
  }
  llvm::SmallString<128> Path, Result;
};

/// addl %eax, (%rdi); jne back to it, Count times, as drmemtrace has it.
std::string x86Loop(unsigned Count) {
  DrMemtraceWriter W(6, 0x240);
  for (unsigned I = 0; I != Count; ++I) {
    if (I == 0)
      W.encoding("\x01\x07");
    W.record(10, 2, 0x1000);
    W.record(0, 4, 0x5000 + 4 * I).record(1, 4, 0x5000 + 4 * I);
    if (I == 0)
      W.encoding("\x75\xfc");
    W.record(I + 1 == Count ? 49 : 48, 2, 0x1002);
  }
  return W.finish();
}

TEST_F(OpenAnyTraceTest, MachineCodeOfDynamoRIOIsDecoded) {
  write(x86Loop(3));
  auto Source = openAnyTrace(Path);
  ASSERT_TRUE(bool(Source)) << llvm::toString(Source.takeError());
  EXPECT_EQ((*Source)->Architecture, "x86_64");
  CollectedInstructions All;
  llvm::cantFail((*Source)->Cracked(All));
  const std::vector<CrackedInstruction> &I = All.Instructions;
  ASSERT_EQ(I.size(), 12u);
  EXPECT_EQ(I[4].Class, InstructionClass::Load);
  EXPECT_EQ(I[4].DataAddress, 0x5004u);
  EXPECT_EQ(I[5].Class, InstructionClass::IntegerALU);
  EXPECT_EQ(I[6].Class, InstructionClass::Store);
  EXPECT_EQ(I[6].DataAddress, 0x5004u);
  EXPECT_EQ(I[7].Branch, BranchKind::Conditional);
  EXPECT_TRUE(I[7].has(CrackedInstruction::Taken));
  EXPECT_FALSE(I[11].has(CrackedInstruction::Taken));
}

TEST_F(OpenAnyTraceTest, RegionsAreTakenOutOfATrace) {
  write(x86Loop(1000));
  RegionSampling Sampling;
  Sampling.Regions = 3;
  Sampling.WarmUp = 100;
  Sampling.Instructions = 400;
  auto Converted = convertRegions(Path, Sampling, Result);
  ASSERT_TRUE(bool(Converted)) << llvm::toString(Converted.takeError());
  EXPECT_EQ(Converted->Executed, 4000u);
  EXPECT_EQ(Converted->Regions, 3u);
  auto Reader = llvm::cantFail(RegionReader::open(Result));
  ASSERT_EQ(Reader->size(), 3u);
  EXPECT_EQ(llvm::cantFail(Reader->region(2)).Instructions.size(), 400u);
}

TEST_F(OpenAnyTraceTest, PartsAreReadWithTheirWarmUp) {
  // Each iteration is a load, an addition, a store and a branch.
  write(x86Loop(100));
  TraceRegion Part = llvm::cantFail(readTracePart(Path, {8, 20, 40}));
  EXPECT_EQ(Part.WarmUp.size(), 20u);
  ASSERT_EQ(Part.Instructions.size(), 40u);
  EXPECT_EQ(Part.WarmUp[0].DataAddress, 0x5008u);
  EXPECT_EQ(Part.Instructions[0].DataAddress, 0x501cu);
  // Without a length it is the rest.
  EXPECT_EQ(llvm::cantFail(readTracePart(Path, {8, 20, 0})).Instructions.size(),
            372u);
}

TEST_F(OpenAnyTraceTest, PartsBeginWithAWholeInstruction) {
  write(x86Loop(100));
  TraceRegion Part = llvm::cantFail(readTracePart(Path, {1, 0, 5}));
  ASSERT_EQ(Part.Instructions.size(), 5u);
  EXPECT_EQ(Part.Instructions[0].Branch, BranchKind::Conditional);
  EXPECT_FALSE(Part.Instructions[0].has(CrackedInstruction::Continued));
}

TEST_F(OpenAnyTraceTest, PartsBehindTheEndAreErrors) {
  write(x86Loop(10));
  for (TracePart Part : {TracePart{40, 0, 0}, TracePart{0, 40, 0},
                         TracePart{10, 10, 21}, TracePart{1000, 0, 1}}) {
    auto Read = readTracePart(Path, Part);
    ASSERT_FALSE(bool(Read));
    EXPECT_THAT(llvm::toString(Read.takeError()),
                HasSubstr("has 40 instructions, fewer than the"));
  }
}

TEST_F(OpenAnyTraceTest, ConsumersDecideHowMuchIsRead) {
  write(x86Loop(100));
  CollectedInstructions Some;
  Some.Wanted = 10;
  auto Trace = llvm::cantFail(openAnyTrace(Path));
  llvm::cantFail(Trace->Cracked(Some));
  EXPECT_EQ(Trace->Format, "DynamoRIO drmemtrace, version 6");
  EXPECT_EQ(Trace->Architecture, "x86_64");
  EXPECT_GE(Some.Instructions.size(), 10u);
  EXPECT_LT(Some.Instructions.size(), 14u);
}

TEST_F(OpenAnyTraceTest, EveryPlayIsTheSame) {
  write(x86Loop(100));
  auto Trace = llvm::cantFail(openAnyTrace(Path));
  CollectedInstructions Some, First, Second;
  Some.Wanted = 10;
  llvm::cantFail(Trace->Cracked(Some));
  llvm::cantFail(Trace->Cracked(First));
  llvm::cantFail(Trace->Cracked(Second));
  EXPECT_EQ(First.Instructions.size(), 400u);
  EXPECT_EQ(First.Instructions, Second.Instructions);
}

TEST_F(OpenAnyTraceTest, TraceThatIsTooShortIsAnError) {
  write(x86Loop(10));
  auto Converted = convertRegions(Path, RegionSampling(), Result);
  ASSERT_FALSE(bool(Converted));
  EXPECT_THAT(llvm::toString(Converted.takeError()),
              HasSubstr("has 40 instructions, fewer than a region of 600000"));
  EXPECT_FALSE(llvm::sys::fs::exists(Result));
}

TEST_F(OpenAnyTraceTest, OtherArchitecturesAreRefused) {
  auto Decoder = makeMachineCodeDecoder("riscv64");
  ASSERT_FALSE(bool(Decoder));
  EXPECT_EQ(llvm::toString(Decoder.takeError()),
            "machine code of riscv64 is not decoded");
}

} // namespace
