//===- ChampSimTest.cpp - Traces of ChampSim ------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/ForeignTraces/ChampSim.h"
#include "ForeignTraces.h"
#include "OpenedTrace.h"
#include "RandomRegions.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::Contains;
using testing::HasSubstr;

namespace {

constexpr uint8_t SP = 6, Flags = 25, IP = 26;

std::string text(const std::vector<ChampSimRecord> &Records,
                 bool CloudSuite = false) {
  std::string Out;
  for (const ChampSimRecord &R : Records)
    Out += R.text(CloudSuite);
  return Out;
}

/// Load, addition to memory, store, branch back.
std::vector<ChampSimRecord> loop() {
  return {{0x401000, 0, 0, {1}, {2}, {}, {0x10000}},
          {0x401004, 0, 0, {Flags}, {1, 2}, {0x20000}, {0x20000}},
          {0x401007, 0, 0, {}, {1, 3}, {0x30000}, {}},
          {0x40100b, 1, 1, {IP}, {IP, Flags}, {}, {}},
          {0x401000, 0, 0, {1}, {2}, {}, {0x10008}}};
}

BranchKind kindOf(std::vector<uint8_t> Results, std::vector<uint8_t> Sources) {
  OpenedTrace Trace(text({{0x401000, 1, 1, Results, Sources, {}, {}}}));
  EXPECT_EQ(Trace.Error, "");
  return Trace.Instructions.empty() ? BranchKind::None
                                    : Trace.Instructions.back().Branch;
}

TEST(ChampSimTest, BothFormsOfRecordsGiveTheSameInstructions) {
  OpenedTrace Usual(text(loop())), CloudSuite(text(loop(), true));
  EXPECT_EQ(Usual.Error, "");
  EXPECT_EQ(Usual.Format, "ChampSim");
  EXPECT_EQ(CloudSuite.Format, "ChampSim, CloudSuite");
  ASSERT_EQ(Usual.Instructions.size(), 7u);
  EXPECT_TRUE(Usual.Instructions == CloudSuite.Instructions);
}

TEST(ChampSimTest, RecordsBecomeLoadsOperationsAndStores) {
  std::vector<CrackedInstruction> I = OpenedTrace(text(loop())).Instructions;
  ASSERT_EQ(I.size(), 7u);
  EXPECT_EQ(I[0].Class, InstructionClass::Load);
  EXPECT_EQ(I[0].DataAddress, 0x10000u);
  EXPECT_EQ(I[0].Bytes, 4);
  EXPECT_EQ(I[1].Class, InstructionClass::Load);
  EXPECT_EQ(I[2].Class, InstructionClass::IntegerALU);
  EXPECT_EQ(I[3].Class, InstructionClass::Store);
  EXPECT_TRUE(I[2].has(CrackedInstruction::Continued));
  EXPECT_EQ(I[1].Bytes, 3);
  EXPECT_THAT(I[2].Sources, Contains(I[1].Destinations[0]));
  EXPECT_THAT(I[3].Sources, Contains(I[2].Destinations[0]));
  // What the first one loads.
  EXPECT_THAT(I[4].Sources, Contains(I[0].Destinations[0]));
  EXPECT_EQ(I[5].Branch, BranchKind::Conditional);
  EXPECT_TRUE(I[5].has(CrackedInstruction::Taken));
}

TEST(ChampSimTest, RegistersTellTheKindsOfBranches) {
  EXPECT_EQ(kindOf({IP}, {}), BranchKind::Jump);
  EXPECT_EQ(kindOf({IP}, {3}), BranchKind::IndirectJump);
  EXPECT_EQ(kindOf({IP}, {IP, Flags}), BranchKind::Conditional);
  EXPECT_EQ(kindOf({IP}, {IP, 3}), BranchKind::Conditional);
  EXPECT_EQ(kindOf({IP, SP}, {IP, SP}), BranchKind::Call);
  EXPECT_EQ(kindOf({IP, SP}, {IP, SP, 3}), BranchKind::IndirectCall);
  EXPECT_EQ(kindOf({IP, SP}, {SP}), BranchKind::Return);
}

TEST(ChampSimTest, ReturnsTellHowLongCallsAre) {
  auto call = [](uint64_t At, std::vector<uint8_t> Sources) {
    return ChampSimRecord{At, 1, 1, {IP, SP}, std::move(Sources), {}, {}};
  };
  auto ret = [](uint64_t At) {
    return ChampSimRecord{At, 1, 1, {IP, SP}, {SP}, {}, {}};
  };
  // Twice a call through a register of two bytes, in which there is a direct
  // one.
  std::vector<ChampSimRecord> Once = {call(0x1000, {IP, SP, 3}),
                                      call(0x2000, {IP, SP}), ret(0x3000),
                                      ret(0x2005)};
  std::vector<ChampSimRecord> Records = Once;
  Records.push_back({0x1002, 1, 1, {IP}, {}, {}, {}});
  Records.insert(Records.end(), Once.begin(), Once.end());
  std::vector<CrackedInstruction> I = OpenedTrace(text(Records)).Instructions;
  ASSERT_EQ(I.size(), 9u);
  EXPECT_EQ(I[1].Bytes, 5);
  EXPECT_EQ(I[5].Branch, BranchKind::IndirectCall);
  EXPECT_EQ(I[5].Bytes, 2);
  EXPECT_EQ(I[6].Bytes, 5);
}

TEST(ChampSimTest, CompressionIsFoundByContent) {
  std::string Plain = text(loop());
  std::vector<CrackedInstruction> Expected = OpenedTrace(Plain).Instructions;
  for (const std::string &Packed :
       {gzipped(Plain), xzipped(Plain), zstdCompressed(Plain),
        zipped({Plain.substr(0, 100), Plain.substr(100)}),
        gzipped(Plain.substr(0, 90)) + gzipped(Plain.substr(90))}) {
    OpenedTrace Trace(Packed);
    EXPECT_EQ(Trace.Error, "");
    EXPECT_TRUE(Trace.Instructions == Expected);
  }
}

TEST(ChampSimTest, CutFilesAreErrors) {
  std::string Plain = text(loop());
  EXPECT_EQ(OpenedTrace(Plain.substr(0, 300)).Error,
            "byte 256: the file is cut short: 44 bytes of 64");
  for (const std::string &Packed :
       {gzipped(Plain), xzipped(Plain), zstdCompressed(Plain)}) {
    EXPECT_THAT(OpenedTrace(Packed.substr(0, Packed.size() - 8)).Error,
                HasSubstr("cut short"));
  }
  std::string Zip = zipped({Plain});
  EXPECT_THAT(OpenedTrace(Zip.substr(0, Zip.size() - 5)).Error,
              HasSubstr("the zip archive is cut short"));
}

TEST(ChampSimTest, DamagedCompressionIsAnError) {
  std::string Plain = text(loop());
  std::string Gzip = gzipped(Plain), Xz = xzipped(Plain);
  Gzip[20] ^= 0x55;
  Xz[30] ^= 0x55;
  EXPECT_NE(OpenedTrace(Gzip).Error, "");
  EXPECT_NE(OpenedTrace(Xz).Error, "");
  std::string Zip = zipped({Plain});
  Zip[Zip.size() - 6] ^= 0x40;
  EXPECT_THAT(OpenedTrace(Zip).Error, HasSubstr("zip archive is damaged"));
}

TEST(ChampSimTest, DamagedMembersAreNamedInOneLine) {
  std::string Plain = text(loop());
  std::string Zip = zipped({Plain, Plain});
  std::string Name = "chunk.1";
  for (size_t At = Zip.find(Name); At != std::string::npos;
       At = Zip.find(Name, At))
    Zip.replace(At, Name.size(), "a\nb\33c.1");
  size_t Data = Zip.find("a\nb") + Name.size();
  Zip.replace(Data, 3, "\xff\xff\xff");
  EXPECT_THAT(
      OpenedTrace(Zip).Error,
      HasSubstr("member 'a\\0Ab\\1Bc.1': the deflate data are damaged"));
}

TEST(ChampSimTest, ImpossibleRecordsAreErrorsWithTheirPosition) {
  std::vector<ChampSimRecord> Records(400, ChampSimRecord());
  Records[300].IsBranch = 7;
  EXPECT_EQ(OpenedTrace(text(Records)).Error,
            "byte 19200: a record whose branch flags are neither 0 nor 1");
  Records[300].IsBranch = 0;
  Records[310].Loads = {0x7777777777777777};
  EXPECT_EQ(OpenedTrace(text(Records)).Error,
            "byte 19840: an access at the impossible address "
            "0x7777777777777777");
}

TEST(ChampSimTest, UnknownAndEmptyFilesAreErrors) {
  EXPECT_EQ(OpenedTrace("").Error, "byte 0: the trace is empty");
  EXPECT_THAT(OpenedTrace(std::string(2000, 'x')).Error,
              HasSubstr("no trace of a known format"));
}

TEST(ChampSimTest, WhatIsWrittenIsReadAgain) {
  std::vector<CrackedInstruction> Region = RandomProgram(3).run(5000);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeChampSim(Region, OS);
  OpenedTrace Trace(Text);
  ASSERT_EQ(Trace.Error, "");
  // Addresses of instructions, branches and their directions survive.
  std::vector<CrackedInstruction> Before, After;
  for (const CrackedInstruction &I : Region)
    if (!I.has(CrackedInstruction::Continued))
      Before.push_back(I);
  for (const CrackedInstruction &I : Trace.Instructions)
    if (!I.has(CrackedInstruction::Continued))
      After.push_back(I);
  ASSERT_EQ(Before.size(), After.size());
  auto BranchesOf = [](const std::vector<CrackedInstruction> &From) {
    std::vector<std::tuple<uint64_t, BranchKind, bool>> Result;
    for (const CrackedInstruction &I : From)
      if (I.isBranch())
        Result.push_back(
            {I.Address, I.Branch, I.has(CrackedInstruction::Taken)});
    return Result;
  };
  EXPECT_FALSE(BranchesOf(Region).empty());
  EXPECT_TRUE(BranchesOf(Region) == BranchesOf(Trace.Instructions));
}

TEST(ChampSimTest, AccessesSurviveWriting) {
  auto AccessesOf = [](const std::vector<CrackedInstruction> &From) {
    std::vector<std::pair<uint64_t, bool>> Result;
    for (const CrackedInstruction &I : From)
      if (I.isLoad() || I.isStore())
        Result.push_back({I.DataAddress, I.isStore()});
    return Result;
  };
  OpenedTrace First(text(loop()));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeChampSim(First.Instructions, OS);
  EXPECT_EQ(Text.size(), 5 * 64u);
  OpenedTrace Second(Text);
  EXPECT_EQ(AccessesOf(First.Instructions).size(), 5u);
  EXPECT_TRUE(AccessesOf(First.Instructions) ==
              AccessesOf(Second.Instructions));
}

} // namespace
