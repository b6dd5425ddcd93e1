//===- ProgramSamplerTest.cpp - Counts a run and keeps windows ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramSampler.h"
#include "OtherCores.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace rafter;
using testing::ElementsAre;

static constexpr uint32_t Dirty = LineOrder::DirtyBit;
static constexpr uint32_t Again = LineOrder::AgainBit;

TEST(LineOrder, LinesComeInTheOrderOfTheirLastUse) {
  LineOrder Lines;
  Lines.use(0x1000, false);
  Lines.use(0x1040, false);
  Lines.use(0x2000, true);
  Lines.use(0x1008, false);
  // Page 0 is 0x1000, page 1 is 0x2000.
  EXPECT_THAT(Lines.take(10), ElementsAre(1, (1 << 6) | Dirty, 0));
  EXPECT_THAT(Lines.take(10), ElementsAre());
  EXPECT_THAT(Lines.takePages(), ElementsAre(0x1000, 0x2000));
}

TEST(LineOrder, TheLastUsedLinesAreKept) {
  LineOrder Lines;
  for (uint64_t I = 0; I != 64; ++I)
    Lines.use(0x1000 + I * 64, false);
  EXPECT_THAT(Lines.take(2), ElementsAre(62, 63));
}

TEST(LineOrder, WhatWasWrittenBeforeIsNotDirtyAgain) {
  LineOrder Lines;
  Lines.use(0x1000, true);
  EXPECT_THAT(Lines.take(1), ElementsAre(Dirty));
  Lines.use(0x1000, false);
  EXPECT_THAT(Lines.take(1), ElementsAre(0));
}

TEST(LineOrder, FirstUsesComeAtTheirPlace) {
  LineOrder Lines(/*WithFirst=*/true);
  Lines.use(0x1000, false);
  Lines.use(0x1040, true);
  Lines.use(0x1080, false);
  Lines.use(0x1000, true);
  Lines.use(0x1040, false);
  Lines.use(0x1040, false);
  // The line that is used once is there once. The first use of line 0 is no
  // store.
  EXPECT_THAT(Lines.take(10), ElementsAre(Again | 0, Again | Dirty | 1, 2,
                                          Dirty | 0, Dirty | 1));
  Lines.use(0x1040, false);
  EXPECT_THAT(Lines.take(10), ElementsAre(1));
}

TEST(LineOrder, FirstUsesBeforeTheLastLinesAreLeftOut) {
  LineOrder Lines(/*WithFirst=*/true);
  for (uint64_t Line : {0, 1, 2, 3, 1, 0})
    Lines.use(0x1000 + Line * 64, false);
  EXPECT_THAT(Lines.take(3), ElementsAre(3, 1, 0));
}

TEST(LineOrder, APageIsWrittenLineByLine) {
  LineOrder Lines;
  Lines.use(0x1fc0, false);
  Lines.writePage(0x2008);
  std::vector<uint32_t> Uses = Lines.take(100);
  ASSERT_EQ(Uses.size(), 65u);
  EXPECT_EQ(Uses.front(), 63u);
  for (uint32_t Line = 0; Line != 64; ++Line)
    EXPECT_EQ(Uses[1 + Line], 1 << 6 | Line | Dirty);
}

/// Taken in two parts and joined, or taken at once.
TEST(LineOrder, JoinedPartsAreTheWhole) {
  std::mt19937 Engine(1);
  for (bool WithFirst : {false, true})
    for (unsigned Round = 0; Round != 50; ++Round) {
      LineOrder Parts(WithFirst), Whole(WithFirst);
      std::vector<uint32_t> Taken[2];
      for (std::vector<uint32_t> &Part : Taken) {
        for (unsigned I = 0, End = Engine() % 40; I != End; ++I) {
          uint64_t Address = Engine() % 24 * 0x340;
          bool IsStore = Engine() % 4 == 0;
          Parts.use(Address, IsStore);
          Whole.use(Address, IsStore);
        }
        Part = Parts.take(100);
      }
      EXPECT_EQ(Parts.join(Taken[0], Taken[1], 100), Whole.take(100));
    }
}

TEST(BlockHistory, BlocksComeBackInTheirOrder) {
  std::mt19937 Engine(1);
  for (uint32_t Kinds : {1, 3, 500, 1 << 20}) {
    std::vector<uint32_t> Older(Engine() % 2000), Newer(Engine() % 2000);
    for (std::vector<uint32_t> *Part : {&Older, &Newer})
      for (uint32_t &Variant : *Part)
        Variant = Engine() % Kinds;
    BlockHistory H(Older, Newer);
    Older.insert(Older.end(), Newer.begin(), Newer.end());
    EXPECT_EQ(H.size(), Older.size());
    EXPECT_EQ(H.variants(), Older);
  }
  EXPECT_TRUE(BlockHistory().variants().empty());
}

/// A loop of 7 blocks that ends every 50 times: five bytes for each 358 blocks,
/// once it is known.
TEST(BlockHistory, LoopsTakeLittle) {
  std::vector<uint32_t> Blocks;
  for (unsigned Entry = 0; Entry != 100; ++Entry) {
    for (unsigned Block = 0; Block != 350; ++Block)
      Blocks.push_back(Block % 7);
    Blocks.insert(Blocks.end(), {100, 101, 102, 103, 104, 105, 106, 107});
  }
  BlockHistory H(Blocks, {});
  EXPECT_LE(H.bytes(), 100u * 8);
  EXPECT_EQ(H.variants(), Blocks);
}

TEST(EdgeCounts, AllSuccessorsAreCounted) {
  EdgeCounts Edges;
  for (uint32_t To : {1, 2, 3, 1, 2, 3, 3, 1})
    Edges.count(0, To);
  std::vector<uint64_t> Counts;
  for (const FlowEdge &E : Edges.take())
    Counts.push_back(E.Count);
  EXPECT_THAT(Counts, ElementsAre(3, 2, 3));
}

namespace {

/// A block of Size one-byte instructions at Address; the last one is Last.
CodeBlock block(uint64_t Address, size_t Size, uint8_t Last = 0x90) {
  CodeBlock B;
  B.Address = B.StaticAddress = Address;
  B.Bytes.assign(Size, 0x90);
  B.Bytes.back() = Last;
  B.Sizes.assign(Size, 1);
  B.Lines.resize(Size);
  return B;
}

class ProgramSamplerTest : public testing::Test {
protected:
  ProgramSamplerTest() {
    Sampling.Instructions = 40;
    Sampling.RunUp = 10;
    Sampling.Training = 0;
    Sampling.Start = 100;
    Sampling.MostWindows = 8;
    Sampling.FirstDistance = 100;
    Sampling.BranchBlocks = 4;
  }
  SampledProgram finish() {
    SampledProgram P;
    Sampler->finish(P);
    return P;
  }
  void start() { Sampler.emplace(Sampling, recording::Architecture::X86); }
  void define(const CodeBlock &B) {
    Sampler->define(B);
    Sampler->define(BlockVariant{NumBlocks++, uint32_t(B.Sizes.size()), {}});
  }

  WindowSampling Sampling;
  std::optional<ProgramSampler> Sampler;
  uint32_t NumBlocks = 0;
};

} // namespace

TEST_F(ProgramSamplerTest, WindowsAreAtEqualDistancesWhateverTheLength) {
  for (uint64_t Blocks : {100u, 1000u, 5000u}) {
    NumBlocks = 0;
    start();
    define(block(0x1000, 10));
    for (uint64_t I = 0; I != Blocks; ++I)
      Sampler->execute(0, 0, {0x1000 + I * 64});
    SampledProgram P = finish();
    const SampledThread &T = P.Threads[0];
    EXPECT_EQ(T.Instructions, Blocks * 10);
    EXPECT_EQ(T.Counts[0], Blocks);
    ASSERT_GE(T.Windows.size(), 4u);
    EXPECT_LE(T.Windows.size(), 8u);
    EXPECT_EQ(T.StartInstructions, 100u);
    EXPECT_EQ(T.Start.Variants.size(), 10u);
    uint64_t Lines = T.Start.Lines.size();
    for (size_t I = 0; I != T.Windows.size(); ++I) {
      EXPECT_EQ(T.Windows[I].Variants.size(), 5u);
      if (I != 0) {
        EXPECT_EQ(T.Windows[I].Begin - T.Windows[I - 1].Begin, T.Distance);
      }
      Lines += T.Windows[I].Lines.size();
    }
    // Nothing is lost with the windows that are dropped.
    EXPECT_EQ(Lines, T.Windows.back().Begin / 10);
  }
}

TEST_F(ProgramSamplerTest, WindowsWithManyLinesAreFewer) {
  Sampling.MostWindows = 1024;
  Sampling.MostUses = 40000;
  start();
  define(block(0x1000, 10));
  // The same 500 lines all the time: windows have at most that many, and as
  // many first uses.
  uint64_t Blocks = 200000;
  for (uint64_t I = 0; I != Blocks; ++I)
    Sampler->execute(0, 0, {0x1000 + I % 500 * 64});
  SampledProgram P = finish();
  uint64_t Uses = 0;
  for (const ProgramWindow &W : P.Threads[0].Windows)
    Uses += W.Lines.size();
  EXPECT_LE(Uses, Sampling.MostUses + 1000);
  EXPECT_GE(P.Threads[0].Windows.size(), 32u);
  EXPECT_LT(P.Threads[0].Windows.size(), 200u);
  EXPECT_EQ(P.Threads[0].Instructions, Blocks * 10);
}

TEST_F(ProgramSamplerTest, WindowsKnowTheBlocksBeforeThem) {
  start();
  for (uint64_t I = 0; I != 100; ++I)
    define(block(0x1000 + I * 16, 10));
  for (uint32_t I = 0; I != 100; ++I)
    Sampler->execute(0, I, {});
  SampledProgram P = finish();
  ASSERT_FALSE(P.Threads[0].Windows.empty());
  for (const ProgramWindow &W : P.Threads[0].Windows) {
    uint32_t Next = W.Variants.front();
    EXPECT_THAT(W.Before.variants(),
                ElementsAre(Next - 4, Next - 3, Next - 2, Next - 1));
  }
}

/// A page is filled before its first store, in a window as before one; what is
/// loaded first was there.
TEST_F(ProgramSamplerTest, TheSystemFillsAPageBeforeItsFirstStore) {
  start();
  define(block(0x1000, 10));
  uint64_t Store = recording::StoreBit;
  for (uint64_t I = 0; I != 60; ++I)
    Sampler->execute(0, 0, {0x10000 + I % 8 * 64 + (I < 4 ? 0 : Store)});
  EXPECT_TRUE(Sampler->takeFilledPages().empty());
  for (uint64_t I = 0; I != 60; ++I)
    Sampler->execute(0, 0, {0x40000 + I * 0x800 + Store});
  EXPECT_THAT(Sampler->takeFilledPages(), ElementsAre(0x40000 + 29 * 0x1000));
  SampledProgram P = finish();
  const SampledThread &T = P.Threads[0];
  std::set<uint64_t> Filled;
  size_t Lines = T.Start.Lines.size();
  for (const ProgramWindow &W : T.Windows) {
    Lines += W.Lines.size();
    for (auto [Block, Page] : W.NewPages) {
      EXPECT_LT(Block, W.Variants.size());
      EXPECT_EQ(T.Pages[Page] & ~uint64_t(0xfff), W.Words[Block] & 0xffff000);
      Filled.insert(T.Pages[Page]);
    }
  }
  // Less than half of the program is windows, and so of the 30 pages.
  EXPECT_GE(Filled.size(), 4u);
  EXPECT_LE(Filled.size(), 15u);
  EXPECT_EQ(Filled.count(0x10000), 0u);
  // Lines of whole pages, those of the page that was loaded from by eight.
  EXPECT_GE(Lines, Filled.size() * 64);
}

TEST_F(ProgramSamplerTest, APageIsFilledForTheThreadThatUsesItFirst) {
  Sampling.Start = 1000;
  start();
  define(block(0x1000, 10));
  for (uint32_t Thread : {1, 0})
    Sampler->execute(Thread, 0, {0x10000 | recording::StoreBit});
  SampledProgram P = finish();
  EXPECT_EQ(P.Threads[1].Start.NewPages.size(), 1u);
  EXPECT_EQ(P.Threads[0].Start.NewPages.size(), 0u);
  auto lines = [](const SampledThread &T) {
    std::set<uint32_t> Places;
    for (uint32_t Use : T.Start.Lines)
      Places.insert(Use & LineOrder::PlaceMask);
    return Places.size();
  };
  EXPECT_EQ(lines(P.Threads[1]), 64u);
  EXPECT_EQ(lines(P.Threads[0]), 1u);
}

TEST(OtherCores, TheirLinesAreEvenlyAmongOurs) {
  std::vector<LineUse> Own(3);
  OtherCores Others(0.01, 1000);
  std::vector<LineUse> Lines = Others.among(Own, 800);
  std::set<uint64_t> Addresses;
  std::string Order;
  for (LineUse L : Lines) {
    Order += L.ByOthers ? 'o' : '.';
    if (L.ByOthers)
      Addresses.insert(L.Address / 64);
  }
  EXPECT_EQ(Order, "oo.oo.oo.oo");
  // Nobody uses a line twice.
  EXPECT_EQ(Addresses.size(), 8u);
  OtherCores Nobody(0, 0);
  EXPECT_EQ(Nobody.among(Own, 1000000).size(), 3u);
  // However long it was, more than the most would change nothing.
  EXPECT_EQ(Others.among(Own, ~uint64_t(0)).size(), 3u + 1000);
  Others.pass(~uint64_t(0));
  Lines.clear();
  Others.append(Lines);
  EXPECT_EQ(Lines.size(), 1000u);
}

TEST(OtherCores, TheirLinesAreDueAsTimePasses) {
  OtherCores Others(0.5, 1000);
  std::vector<LineUse> Lines;
  size_t Breaks = 0;
  for (unsigned I = 0; I != 1000; ++I) {
    if (Others.areDue()) {
      Others.append(Lines);
      ++Breaks;
    }
    Others.pass(3);
  }
  EXPECT_NEAR(double(Lines.size()), 1500, 64);
  EXPECT_LT(Breaks, 25u);
}

TEST_F(ProgramSamplerTest, ShortProgramsAreKeptWhole) {
  start();
  define(block(0x1000, 10));
  for (uint64_t I = 0; I != 9; ++I)
    Sampler->execute(0, 0, {0x1000 + I * 64});
  SampledProgram P = finish();
  EXPECT_TRUE(P.Threads[0].Windows.empty());
  EXPECT_EQ(P.Threads[0].StartInstructions, 90u);
  EXPECT_EQ(P.Threads[0].Start.Words.size(), 9u);
  EXPECT_EQ(P.Threads[0].Start.Lines.size(), 9u);
}

/// A caller, and a function that it calls again and again.
TEST_F(ProgramSamplerTest, WindowsKnowTheCallsThatLedToThem) {
  start();
  CodeBlock Call = block(0x1000, 1), Loop = block(0x2000, 1);
  for (CodeBlock *B : {&Call, &Loop}) {
    B->Bytes = {0xe8, 0, 0, 0, 0};
    B->Sizes = {5};
  }
  define(Call);
  define(Loop);
  define(block(0x3000, 10, 0xc3));
  define(block(0x2005, 1));
  Sampler->execute(0, 0, {});
  for (int I = 0; I != 200; ++I)
    for (uint32_t Block : {1, 2, 3})
      Sampler->execute(0, Block, {});
  SampledProgram P = finish();
  ASSERT_FALSE(P.Threads[0].Windows.empty());
  for (const ProgramWindow &W : P.Threads[0].Windows) {
    // In the callee both calls are open, elsewhere one.
    std::vector<uint32_t> Open = {0};
    if (W.Variants.front() == 2)
      Open.push_back(1);
    EXPECT_EQ(W.Calls, Open);
  }
}
