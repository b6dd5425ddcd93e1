//===- InstructionAssemblerTest.cpp - From blocks to instructions ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TraceFiles/InstructionAssembler.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace llvm;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Played {
  uint64_t Address;
  bool Taken;
  std::vector<uint64_t> Accesses;
  bool operator==(const Played &) const = default;
};

void PrintTo(const Played &P, std::ostream *OS) {
  *OS << P.Address << (P.Taken ? " taken" : "");
  for (uint64_t A : P.Accesses)
    *OS << " [" << A << "]";
}

/// Code of an invented machine: every instruction is one byte.
///   n nothing     b branch        r return        c compare, fuses with b
///   l load 8      s store 8       w load 32       m load and store 8
///   g four loads of 8
///   p repeated copy of 8          ? cannot be decoded, nor what follows
class InstructionAssemblerTest : public testing::Test,
                                 public InstructionConsumer {
protected:
  InstructionAssemblerTest() : Code(lowering(), Table) {}

  CodeLowering lowering() {
    CodeLowering Result;
    Result.AddBlock = [this](ArrayRef<uint8_t> Bytes, uint64_t Address,
                             uint32_t Function,
                             function_ref<uint32_t(uint64_t)> LocationOf) {
      TableRange Range;
      Range.Begin = Table.Instructions.size();
      for (size_t I = 0; I != Bytes.size(); ++I) {
        add(Bytes[I], I ? Bytes[I - 1] : 0, Address + I);
        Table.Instructions.back().Function = Function;
        Table.Instructions.back().Location = LocationOf(Address + I);
        if (Bytes[I] == '?')
          break;
      }
      Range.End = Table.Instructions.size();
      return Range;
    };
    Result.AddFunction = [this](StringRef Name) {
      Table.Functions.push_back(Name.str());
      return Table.Functions.size() - 1;
    };
    Result.AddLocation = [this](const SourceLocation &Where) {
      Table.Locations.push_back(Where);
      return Table.Locations.size() - 1;
    };
    return Result;
  }

  void add(uint8_t Kind, uint8_t Before, uint64_t Address) {
    StaticInstruction I;
    I.Address = Address;
    I.Bytes = 1;
    I.Branch = Kind == 'b'   ? BranchKind::Conditional
               : Kind == 'r' ? BranchKind::Return
                             : BranchKind::None;
    if (Kind == 'b' && Before == 'c')
      I.Flags |= StaticInstruction::FusedWithPrevious;
    I.Memory.Begin = Table.Memory.size();
    if (StringRef("lmp").contains(Kind))
      Table.Memory.push_back({8, false, 0});
    if (Kind == 'w')
      Table.Memory.push_back({32, false, 0});
    if (Kind == 'g')
      Table.Memory.insert(Table.Memory.end(), 4, {8, false, 0});
    if (StringRef("smp").contains(Kind))
      Table.Memory.push_back({8, true, 0});
    I.Memory.End = Table.Memory.size();
    Table.Instructions.push_back(I);
  }

  static uint64_t load(unsigned Instruction, uint64_t Address) {
    return uint64_t(Instruction) << recording::InstructionShift |
           uint64_t(3) << recording::SizeShift | Address;
  }
  static uint64_t store(unsigned Instruction, uint64_t Address) {
    return load(Instruction, Address) | recording::StoreBit;
  }

  uint32_t block(StringRef Bytes, uint64_t Address) {
    CodeBlock Block;
    Block.Address = Block.StaticAddress = Address;
    Block.Function = "f";
    Block.Bytes.assign(Bytes.bytes_begin(), Bytes.bytes_end());
    Block.Sizes.assign(Bytes.size(), 1);
    for (size_t I = 0; I != Bytes.size(); ++I)
      Block.Lines.push_back({"a.c", static_cast<unsigned>(Address + I), 1});
    Sizes.push_back(Bytes.size());
    Code.define(Block);
    return Sizes.size() - 1;
  }

  void execute(uint32_t Block, std::vector<uint64_t> Words = {},
               int Instructions = -1, uint32_t Thread = 0) {
    BlockVariant Variant = {
        Block, Instructions < 0 ? Sizes[Block] : Instructions, {}};
    for (uint64_t Word : Words)
      Variant.Accesses.push_back(AccessShape::of(Word));
    Code.define(Variant);
    Assembler.execute(Thread, Code.numVariants() - 1, Words);
  }

  std::vector<Played> &finish() {
    Assembler.finish();
    return Stream;
  }

  void setWarmUp(bool) override {}
  void restore(ArrayRef<LineUse> Lines) override {
    for (LineUse L : Lines)
      Restored.push_back({Stream.size(), Ended, L.Address, L.IsDirty});
  }
  void beginRegion() override { ++Begun; }
  void goesOnAt(uint64_t Address) override { Behind.push_back(Address); }
  void endRegion() override { ++Ended; }
  void consume(const InstructionChunk &Chunk) override {
    const uint64_t *Address = Chunk.Addresses.begin();
    for (ExecutedInstruction E : Chunk.Instructions) {
      const StaticInstruction &I = Table.Instructions[E & ~TakenBit];
      Entries.push_back(E & ~TakenBit);
      Stream.push_back({I.Address,
                        (E & TakenBit) != 0,
                        {Address, Address + I.Memory.size()}});
      Address += I.Memory.size();
    }
    EXPECT_EQ(Address, Chunk.Addresses.end());
  }

  InstructionTable Table;
  AssembledCode Code;
  std::vector<uint32_t> Sizes;
  std::vector<Played> Stream;
  std::vector<uint32_t> Entries;
  std::vector<uint64_t> Behind;
  /// Instructions and regions before the use, and the use.
  std::vector<std::tuple<size_t, unsigned, uint64_t, bool>> Restored;
  unsigned Begun = 0, Ended = 0;
  InstructionAssembler Assembler{Code, *this, 0, /*DefinesCode=*/false};
};

} // namespace

TEST_F(InstructionAssemblerTest, TheNextBlockTellsWhetherABranchWasTaken) {
  uint32_t Loop = block("nb", 10), After = block("nr", 12);
  execute(Loop);
  execute(Loop);
  execute(After);
  EXPECT_THAT(finish(),
              ElementsAre(Played{10, false, {}}, Played{11, true, {}},
                          Played{10, false, {}}, Played{11, false, {}},
                          Played{12, false, {}}, Played{13, false, {}}));
  EXPECT_EQ(Begun, 1u);
  EXPECT_EQ(Ended, 1u);
}

TEST_F(InstructionAssemblerTest, LinesAreUsedBetweenTwoBlocks) {
  uint32_t Loop = block("nb", 10), After = block("nr", 12);
  Assembler.useBefore({LineUse{0x40, true}});
  execute(Loop);
  Assembler.useBefore({LineUse{0x80, false}});
  Assembler.useBefore({LineUse{0xc0, true}});
  execute(Loop);
  execute(After);
  EXPECT_EQ(finish().size(), 6u);
  // The branch before the uses knows where it went.
  EXPECT_EQ(Stream[1], (Played{11, true, {}}));
  EXPECT_THAT(Restored, ElementsAre(std::tuple(0, 0, 0x40, true),
                                    std::tuple(2, 0, 0x80, false),
                                    std::tuple(2, 0, 0xc0, true)));
}

TEST_F(InstructionAssemblerTest, WhatFollowsTellsWhereTheLastBranchGoes) {
  uint32_t Loop = block("nb", 10), After = block("nr", 12);
  for (uint32_t Next : {Loop, After}) {
    Stream.clear();
    execute(Loop);
    Code.define(BlockVariant{Next, 2, {}});
    Assembler.finish(Code.numVariants() - 1);
    EXPECT_THAT(Stream, ElementsAre(Played{10, false, {}},
                                    Played{11, Next == Loop, {}}));
  }
  EXPECT_EQ(Ended, 2u);
  EXPECT_THAT(Behind, ElementsAre(10, 12));
}

TEST_F(InstructionAssemblerTest, WhereWhatFollowsLiesIsWhatTheTableSays) {
  CodeBlock Loaded;
  Loaded.Address = 0x4000;
  Loaded.StaticAddress = 10;
  Loaded.Function = "f";
  Loaded.Bytes = {'n', 'r'};
  Loaded.Sizes = {1, 1};
  Loaded.Lines.resize(2);
  Sizes.push_back(2);
  Code.define(Loaded);
  execute(0);
  Assembler.finish(Code.numVariants() - 1);
  EXPECT_THAT(Behind, ElementsAre(Table.Instructions.front().Address));
}

TEST_F(InstructionAssemblerTest, ARegionIsLeftByAJump) {
  uint32_t Body = block("nr", 10);
  Assembler.enter(0);
  execute(Body);
  Assembler.leave(0);
  EXPECT_THAT(finish(),
              ElementsAre(Played{10, false, {}}, Played{11, true, {}}));
}

TEST_F(InstructionAssemblerTest, AnInstructionHasOneEntryInAllBlocks) {
  uint32_t Whole = block("nnlb", 10), Loop = block("lb", 12),
           Prefix = block("nnnnlb", 8);
  EXPECT_EQ(Table.Instructions.size(), 6u);
  EXPECT_EQ(Code.block(Whole).Entries, (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(Code.block(Loop).Entries, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(Code.block(Prefix).Entries,
            (std::vector<uint32_t>{4, 5, 0, 1, 2, 3}));
}

TEST_F(InstructionAssemblerTest, OtherCodeAtTheSameAddressIsAnotherEntry) {
  block("nb", 10);
  uint32_t Changed = block("lb", 10);
  EXPECT_EQ(Code.block(Changed).Entries, (std::vector<uint32_t>{2, 1}));
}

TEST_F(InstructionAssemblerTest, TheSecondHalfOfAFusedPairAloneIsNotFused) {
  uint32_t Pair = block("cb", 10), Second = block("b", 11);
  EXPECT_TRUE(Table.Instructions[Code.block(Pair).Entries[1]].has(
      StaticInstruction::FusedWithPrevious));
  EXPECT_FALSE(Table.Instructions[Code.block(Second).Entries[0]].has(
      StaticInstruction::FusedWithPrevious));
}

TEST_F(InstructionAssemblerTest, PiecesOfAWideAccessAreOneOperand) {
  uint32_t Block = block("wl", 10);
  execute(Block,
          {load(0, 64), load(0, 72), load(0, 80), load(0, 88), load(1, 200)});
  EXPECT_THAT(finish(),
              ElementsAre(Played{10, false, {64}}, Played{11, false, {200}}));
}

TEST_F(InstructionAssemblerTest, EachElementOfAGatherHasItsAddress) {
  uint32_t Block = block("g", 10);
  execute(Block, {load(0, 8), load(0, 800), load(0, 16), load(0, 24)});
  EXPECT_THAT(finish(), ElementsAre(Played{10, false, {8, 800, 16, 24}}));
}

TEST_F(InstructionAssemblerTest, AnAccessThatDidNotHappenIsZero) {
  uint32_t Block = block("lsg", 10);
  execute(Block, {store(1, 64), load(2, 8)});
  EXPECT_THAT(finish(),
              ElementsAre(Played{10, false, {0}}, Played{11, false, {64}},
                          Played{12, false, {8, 0, 0, 0}}));
}

TEST_F(InstructionAssemblerTest, AnAtomicUpdateIsALoadAndAStore) {
  uint32_t Block = block("mm", 10);
  execute(Block, {store(0, 64), load(1, 72), store(1, 72)});
  EXPECT_THAT(finish(), ElementsAre(Played{10, false, {64, 64}},
                                    Played{11, false, {72, 72}}));
}

TEST_F(InstructionAssemblerTest, ABlockLeftEarlyEndsThere) {
  uint32_t Block = block("nlb", 10), Handler = block("n", 50);
  execute(Block, {}, 1);
  execute(Handler);
  EXPECT_THAT(finish(),
              ElementsAre(Played{10, false, {}}, Played{50, false, {}}));
}

TEST_F(InstructionAssemblerTest, ARepeatedCopyIsExecutedOnceForEachLine) {
  uint32_t First = block("np", 10), Again = block("p", 11),
           After = block("n", 12);
  // 20 elements of 8 bytes: lines 0, 64, 128; the copy begins one line higher.
  execute(First, {load(1, 0), store(1, 4096)});
  for (uint64_t I = 1; I != 20; ++I)
    execute(Again, {load(0, 8 * I), store(0, 4096 + 8 * I)});
  execute(Again);
  execute(After);
  std::vector<Played> &Stream = finish();
  ASSERT_EQ(Stream.front().Address, 10u);
  ASSERT_EQ(Stream.back(), (Played{12, false, {}}));
  std::vector<uint64_t> Lines;
  for (const Played &P : Stream)
    if (P.Address == 11) {
      EXPECT_FALSE(P.Taken);
      Lines.push_back(P.Accesses.at(0) / 64);
    }
  EXPECT_THAT(Lines, ElementsAre(0, 1, 2));
}

TEST_F(InstructionAssemblerTest, FurtherLinesOfARepetitionDoNotPayForItsStart) {
  uint32_t First = block("np", 10);
  Table.Instructions[1].Slots = 112;
  uint32_t Again = block("p", 11), After = block("n", 12);
  for (unsigned Times = 0; Times != 2; ++Times) {
    execute(First, {load(1, 0), store(1, 4096)});
    for (uint64_t I = 1; I != 40; ++I)
      execute(Again, {load(0, 8 * I), store(0, 4096 + 8 * I)});
    execute(After);
  }
  finish();
  std::vector<unsigned> Slots;
  for (uint32_t E : Entries)
    if (Table.Instructions[E].Address == 11)
      Slots.push_back(Table.Instructions[E].Slots);
  EXPECT_THAT(Slots, ElementsAre(112, 112, 112, 1, 1, 112, 112, 112, 1, 1));
}

TEST_F(InstructionAssemblerTest, WhatCannotBeDecodedIsOneInstruction) {
  uint32_t Block = block("n?nn", 10);
  execute(Block);
  EXPECT_THAT(finish(),
              ElementsAre(Played{10, false, {}}, Played{11, false, {}}));
}

TEST_F(InstructionAssemblerTest, OtherThreadsAreNotPlayed) {
  uint32_t Block = block("n", 10);
  execute(Block, {}, -1, /*Thread=*/1);
  EXPECT_THAT(finish(), IsEmpty());
}

TEST_F(InstructionAssemblerTest, FunctionsAndLinesGoToTheTable) {
  block("nb", 10);
  ASSERT_EQ(Table.Functions.size(), 2u);
  EXPECT_EQ(Table.Functions[1], "f");
  EXPECT_EQ(Table.Locations[Table.Instructions[1].Location].Line, 11u);
}

TEST_F(InstructionAssemblerTest, TwoEntriesOfWhatTheEmulatorSawAsOne) {
  // The last instruction of the block has a prefix that is decoded apart.
  CodeBlock Block;
  Block.Address = Block.StaticAddress = 10;
  Block.Function = "f";
  Block.Bytes = {'n', 'n', 'n'};
  Block.Sizes = {1, 2};
  Block.Lines = {{"a.c", 5, 1}, {"a.c", 6, 1}};
  Sizes.push_back(2);
  Code.define(Block);
  ASSERT_EQ(Table.Instructions.size(), 3u);
  EXPECT_EQ(Table.Locations[Table.Instructions[2].Location].Line, 6u);
  execute(0);
  EXPECT_THAT(finish(),
              ElementsAre(Played{10, false, {}}, Played{11, false, {}}));
}

TEST_F(InstructionAssemblerTest, UsesOutsideComeBeforeTheirRegion) {
  uint32_t Body = block("nr", 10);
  Assembler.useOutside(0, {{64, true}, {128, false}});
  Assembler.useOutside(1, {{1024, true}}); // Of another thread.
  Assembler.enter(0);
  execute(Body);
  Assembler.leave(0);
  Assembler.useOutside(0, {{192, false}});
  Assembler.enter(0);
  execute(Body);
  Assembler.leave(0);
  Assembler.enter(0);
  execute(Body);
  finish();
  EXPECT_THAT(Restored, ElementsAre(std::tuple(0, 0u, 64, true),
                                    std::tuple(0, 0u, 128, false),
                                    std::tuple(2, 1u, 192, false)));
  EXPECT_EQ(Begun, 3u);
  EXPECT_EQ(Ended, 3u);
}
