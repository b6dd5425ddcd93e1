//===- RegionFileTest.cpp - Files of regions ------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/RegionFile.h"
#include "RandomRegions.h"
#include "RegionFormat.h"
#include "rafter/Regions/StateKeeper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

std::string write(const std::vector<TraceRegion> &Regions, bool Finish = true) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  RegionWriter Writer({"program --option", "x86_64", "some places"}, OS);
  for (const TraceRegion &R : Regions)
    EXPECT_EQ(llvm::toString(Writer.add(R)), "");
  if (Finish)
    Writer.finish();
  return Text;
}

llvm::Expected<std::unique_ptr<RegionReader>> read(llvm::StringRef Text) {
  return RegionReader::read(
      llvm::MemoryBuffer::getMemBufferCopy(Text, "file.regions"));
}

/// Why Text cannot be read, as a whole or one of its regions; empty if it can.
std::string errorOf(llvm::StringRef Text) {
  auto Reader = read(Text);
  if (!Reader)
    return llvm::toString(Reader.takeError());
  for (size_t I = 0; I != (*Reader)->size(); ++I) {
    auto Region = (*Reader)->region(I);
    if (!Region)
      return llvm::toString(Region.takeError());
  }
  return "";
}

/// The file of one region with another name of the same length, with right
/// checksums.
std::string renamed(const std::string &Text, llvm::StringRef Name) {
  using namespace llvm::support::endian;
  std::string Out = Text.substr(0, regions::HeadBytes);
  for (size_t At = Out.size(); At != Text.size();) {
    std::string Head = Text.substr(At, regions::ChunkHeadBytes);
    uint32_t Size = read32le(&Head[12]), PackedSize = read32le(&Head[16]);
    llvm::StringRef Packed(Text.data() + At + Head.size(), PackedSize);
    At += Head.size() + PackedSize;
    llvm::SmallVector<uint8_t, 0> Bytes, Again;
    EXPECT_EQ(llvm::toString(llvm::compression::zstd::decompress(
                  llvm::arrayRefFromStringRef(Packed), Bytes, Size)),
              "");
    // The name follows its length.
    if (read32le(&Head[8]) == uint32_t(regions::ChunkKind::Region))
      llvm::copy(Name, Bytes.begin() + 1);
    llvm::compression::zstd::compress(Bytes, Again);
    write32le(&Head[16], Again.size());
    Head.append(Again.begin(), Again.end());
    write64le(&Head[0], llvm::xxh3_64bits(llvm::StringRef(Head).drop_front(8)));
    Out += Head;
  }
  return Out;
}

std::string refusal(const TraceRegion &Region) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  RegionWriter Writer({}, OS);
  size_t Before = OS.str().size();
  std::string Message = llvm::toString(Writer.add(Region));
  EXPECT_EQ(OS.str().size() == Before, !Message.empty());
  return Message;
}

TraceRegion oneInstruction(CrackedInstruction I) { return {"one", {}, {I}}; }

TEST(RegionFileTest, RegionsAreReadAsTheyWereWritten) {
  std::vector<TraceRegion> Regions;
  RandomProgram Program(1);
  for (unsigned I = 0; I != 5; ++I)
    Regions.push_back(
        Program.region(I * 1000, 3000 + I, "p@" + std::to_string(I)));
  auto Reader = llvm::cantFail(read(write(Regions)));
  ASSERT_EQ(Reader->size(), Regions.size());
  EXPECT_EQ(Reader->info(),
            (RegionFileInfo{"program --option", "x86_64", "some places"}));
  // Backwards: none needs those before it.
  for (size_t I = Regions.size(); I-- != 0;) {
    TraceRegion Read = llvm::cantFail(Reader->region(I));
    EXPECT_EQ(Read.Name, Regions[I].Name);
    EXPECT_EQ(Reader->name(I), Regions[I].Name);
    EXPECT_EQ(Reader->instructions(I), Regions[I].Instructions.size());
    EXPECT_TRUE(Read.WarmUp == Regions[I].WarmUp);
    EXPECT_TRUE(Read.Instructions == Regions[I].Instructions);
  }
}

TEST(RegionFileTest, ManyProgramsSurviveTheRoundTrip) {
  for (uint32_t Seed = 0; Seed != 50; ++Seed) {
    RandomProgram Program(Seed, 1 + Seed);
    TraceRegion Region = Program.region(Seed * 7, 1 + Seed * 13);
    auto Reader = llvm::cantFail(read(write({Region})));
    TraceRegion Read = llvm::cantFail(Reader->region(0));
    EXPECT_TRUE(Read.WarmUp == Region.WarmUp &&
                Read.Instructions == Region.Instructions)
        << Seed;
  }
}

/// A region with a state of the lines and branches of what ran before it.
TraceRegion regionWithState(RandomProgram &Program, size_t Before) {
  StateKeeper Keeper;
  for (const CrackedInstruction &I : Program.run(Before))
    Keeper.observe(I);
  TraceRegion Region = Program.region(10, 100);
  Region.State = Keeper.state(Region.WarmUp.front().Address);
  return Region;
}

TEST(RegionFileTest, WhatRegionsStandForIsNoPartOfTheirIdentity) {
  TraceRegion Alone = RandomProgram(4).region(10, 100), Other = Alone;
  Other.StandsFor = 7000000000;
  auto Reader = read(write({Alone, Other}));
  ASSERT_TRUE(bool(Reader));
  EXPECT_EQ((*Reader)->standsFor(0), 0u);
  EXPECT_EQ((*Reader)->standsFor(1), 7000000000u);
  auto Region = (*Reader)->region(1);
  ASSERT_TRUE(bool(Region));
  EXPECT_EQ(Region->StandsFor, 7000000000u);
  EXPECT_EQ(Region->Instructions, Other.Instructions);
  EXPECT_EQ((*Reader)->identity(0), (*Reader)->identity(1));
}

TEST(RegionFileTest, StatesSurviveTheRoundTripAndAreAPartOfTheIdentity) {
  for (uint32_t Seed = 0; Seed != 20; ++Seed) {
    RandomProgram Program(Seed, 1 + Seed);
    TraceRegion Region = regionWithState(Program, Seed * 500);
    auto Reader = llvm::cantFail(read(write({Region})));
    TraceRegion Read = llvm::cantFail(Reader->region(0));
    EXPECT_TRUE(Reader->hasState(0));
    EXPECT_TRUE(Read.State == Region.State);
    EXPECT_TRUE(Read.Instructions == Region.Instructions);
    Region.State = std::nullopt;
    auto Without = llvm::cantFail(read(write({Region})));
    EXPECT_FALSE(Without->hasState(0));
    EXPECT_FALSE(llvm::cantFail(Without->region(0)).State.has_value());
    EXPECT_NE(Without->identity(0), Reader->identity(0));
  }
}

/// A program of some million instructions, which a predictor has learned, goes
/// the same ways again and again: its branches take a tenth of a byte each.
TEST(RegionFileTest, StatesKeepTheBranchesOfMillionsOfInstructions) {
  constexpr size_t Executed = 300000, Ways = 100;
  StateKeeper Keeper;
  for (size_t I = 0; I != Executed; ++I) {
    CrackedInstruction Branch;
    Branch.Address = 64 * (I % Ways);
    Branch.Class = InstructionClass::Branch;
    Branch.Branch = BranchKind::Conditional;
    Branch.Flags = CrackedInstruction::Taken;
    Branch.Bytes = 2;
    Keeper.observe(Branch);
  }
  WarmState State = Keeper.state(0), Read;
  EXPECT_EQ(State.Branches.size(), Executed);
  std::vector<uint8_t> Bytes = regions::encodeState(State);
  EXPECT_LT(Bytes.size(), Executed / 10);
  EXPECT_EQ(regions::decodeState(trace::ByteReader(Bytes), Read), "");
  EXPECT_TRUE(Read == State);
}

TEST(RegionFileTest, DamagedStatesAreErrors) {
  RandomProgram Program(7);
  std::vector<uint8_t> Bytes =
      regions::encodeState(*regionWithState(Program, 2000).State);
  WarmState Whole;
  ASSERT_EQ(regions::decodeState(trace::ByteReader(Bytes), Whole), "");
  for (size_t Cut = 0; Cut != Bytes.size(); ++Cut) {
    WarmState State;
    EXPECT_NE(
        regions::decodeState(
            trace::ByteReader(llvm::ArrayRef(Bytes).take_front(Cut)), State),
        "")
        << Cut;
  }
  // More lines than there may be.
  std::vector<uint8_t> Many;
  trace::appendNumber(Many, WarmState::MostLines + 1);
  WarmState State;
  EXPECT_EQ(regions::decodeState(trace::ByteReader(Many), State),
            "its state has too many lines");
}

TEST(RegionFileTest, SameRegionsGiveTheSameBytesAndIdentity) {
  std::vector<TraceRegion> Regions = {RandomProgram(3).region(10, 500)};
  std::string Text = write(Regions);
  EXPECT_EQ(Text, write(Regions));
  uint64_t Identity = llvm::cantFail(read(Text))->identity(0);
  // In another file, behind another region.
  std::string Other = write({RandomProgram(4).region(0, 100), Regions[0]});
  EXPECT_EQ(llvm::cantFail(read(Other))->identity(1), Identity);
  Regions[0].Instructions.back().Bytes ^= 1;
  EXPECT_NE(llvm::cantFail(read(write(Regions)))->identity(0), Identity);
}

TEST(RegionFileTest, LoopWithStridesTakesAFractionOfAByteEach) {
  std::vector<CrackedInstruction> Loop(4);
  for (size_t I = 0; I != Loop.size(); ++I)
    Loop[I].Address = 0x1000 + 4 * I;
  Loop[0].Class = InstructionClass::Load;
  Loop[0].DataBytes = 8;
  Loop[3].Class = InstructionClass::Branch;
  Loop[3].Branch = BranchKind::Conditional;
  Loop[3].Flags = CrackedInstruction::Taken;
  TraceRegion Region = {"loop", {}, {}};
  for (uint64_t I = 0; I != 25000; ++I) {
    Loop[0].DataAddress = 0x100000 + 8 * I;
    Region.Instructions.insert(Region.Instructions.end(), Loop.begin(),
                               Loop.end());
  }
  EXPECT_LT(write({Region}).size(), 1000u);
}

TEST(RegionFileTest, RandomAddressesTakeFourBytesAtMostOnAverage) {
  // A load in every third instruction, anywhere in 256 MB.
  std::mt19937 Random(1);
  TraceRegion Region = {"random", {}, {}};
  for (uint64_t I = 0; I != 99999; ++I) {
    CrackedInstruction T;
    T.Address = 0x1000 + 4 * (I % 30);
    if (I % 30 == 29) {
      T.Class = InstructionClass::Branch;
      T.Branch = BranchKind::Jump;
      T.Flags = CrackedInstruction::Taken;
    } else if (I % 3 == 0) {
      T.Class = InstructionClass::Load;
      T.DataBytes = 8;
      T.DataAddress = 0x10000000 + (Random() & 0xffffff8);
    }
    Region.Instructions.push_back(T);
  }
  EXPECT_LT(write({Region}).size(), 4u * 99999);
}

TEST(RegionFileTest, EveryCutIsAnErrorThatNamesThePosition) {
  std::string Text = write({RandomProgram(5).region(50, 200)});
  for (size_t Size = 0; Size < Text.size(); Size += 1 + Size / 20) {
    std::string Error = errorOf(Text.substr(0, Size));
    EXPECT_THAT(Error, StartsWith("file.regions: byte ")) << Size;
    if (Size >= 8) {
      EXPECT_THAT(Error, HasSubstr("cut short")) << Size;
    }
  }
  EXPECT_EQ(errorOf(Text), "");
}

TEST(RegionFileTest, EveryFlippedBitIsAnError) {
  std::string Text = write({RandomProgram(6).region(20, 60)});
  for (size_t At = 0; At != Text.size(); ++At) {
    std::string Damaged = Text;
    Damaged[At] ^= 1 << At % 8;
    EXPECT_THAT(errorOf(Damaged), StartsWith("file.regions: byte ")) << At;
  }
}

TEST(RegionFileTest, OtherFilesVersionsAndByteOrdersAreTold) {
  EXPECT_EQ(errorOf("hello"),
            "file.regions: byte 0: this is no file of trace regions");
  std::string Text = write({RandomProgram(7).region(0, 10)});
  std::string Newer = Text;
  Newer[8] = 4;
  EXPECT_EQ(errorOf(Newer), "file.regions: byte 8: version 4 of the format; "
                            "this is made for version 3");
  std::string Big = Text;
  std::swap(Big[8], Big[11]);
  EXPECT_EQ(errorOf(Big),
            "file.regions: byte 8: numbers are in the other byte order");
}

TEST(RegionFileTest, FilesWithoutRegionsOrWithoutAnEndAreRefused) {
  EXPECT_THAT(errorOf(write({})), HasSubstr("the file has no regions"));
  EXPECT_THAT(errorOf(write({RandomProgram(8).region(0, 10)}, false)),
              HasSubstr("cut short"));
  std::string Text = write({RandomProgram(8).region(0, 10)});
  EXPECT_THAT(errorOf(Text + Text.substr(12)),
              HasSubstr("bytes after the end"));
}

TEST(RegionFileTest, MissingFileIsNamed) {
  auto Reader = RegionReader::open("/nonexistent/a.regions");
  ASSERT_FALSE(bool(Reader));
  EXPECT_THAT(llvm::toString(Reader.takeError()),
              HasSubstr("'/nonexistent/a.regions'"));
}

TEST(RegionFileTest, EmptyRegionsAreNotWritten) {
  EXPECT_EQ(refusal({"nothing", {}, {}}),
            "region 'nothing': it has no instructions");
}

TEST(RegionFileTest, NamesHaveNoControlCharacters) {
  CrackedInstruction I;
  I.Address = 0x401000;
  I.Bytes = 4;
  EXPECT_EQ(refusal({"one\nline", {}, {I}}),
            "the name of a region has control characters");
  EXPECT_EQ(refusal({"h\xc3\xa9", {}, {I}}), "");
  std::string Text = write({{"one line", {}, {I}}});
  EXPECT_EQ(errorOf(renamed(Text, "one line")), "");
  EXPECT_THAT(errorOf(renamed(Text, "one\nline")),
              HasSubstr("a region whose name has control characters"));
}

TEST(RegionFileTest, ImpossibleInstructionsAreNotWritten) {
  CrackedInstruction Load;
  Load.Address = 0x1000;
  Load.Class = InstructionClass::Load;
  EXPECT_THAT(refusal(oneInstruction(Load)), HasSubstr("of no bytes"));
  Load.DataBytes = 8;
  EXPECT_EQ(refusal(oneInstruction(Load)), "");
  Load.DataAddress = 0x7000000000000000;
  EXPECT_THAT(refusal(oneInstruction(Load)),
              HasSubstr("impossible address 0x7000000000000000"));
  Load.DataAddress = ~0ull - 3;
  EXPECT_THAT(refusal(oneInstruction(Load)), HasSubstr("impossible address"));
  CrackedInstruction Plain;
  Plain.Address = 0x8000000000000000;
  EXPECT_THAT(refusal(oneInstruction(Plain)), HasSubstr("impossible address"));
  Plain.Address = 0;
  Plain.Branch = BranchKind::Jump;
  EXPECT_THAT(refusal(oneInstruction(Plain)), HasSubstr("branch"));
  Plain.Branch = BranchKind::None;
  Plain.Flags = CrackedInstruction::Taken;
  EXPECT_THAT(refusal(oneInstruction(Plain)), HasSubstr("flags"));
  Plain.Flags = 0;
  Plain.DataAddress = 5;
  EXPECT_THAT(refusal(oneInstruction(Plain)), HasSubstr("has an access"));
  Plain.DataAddress = 0;
  Plain.Sources = {0, 3};
  EXPECT_THAT(refusal(oneInstruction(Plain)), HasSubstr("end of their list"));
  Plain.Sources = {};
  Plain.Class = static_cast<InstructionClass>(99);
  EXPECT_THAT(refusal(oneInstruction(Plain)), HasSubstr("class"));
  Plain.Class = InstructionClass::Other;
  Plain.Bytes = 0;
  EXPECT_THAT(refusal(oneInstruction(Plain)), HasSubstr("no bytes"));
}

} // namespace
