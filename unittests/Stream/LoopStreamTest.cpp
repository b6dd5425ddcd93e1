//===- LoopStreamTest.cpp - The body of a loop as a stream ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/LoopStream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <set>

using namespace rafter;
using testing::ElementsAre;

namespace {

/// Keeps the addresses of each iteration.
class Recorder final : public InstructionConsumer {
public:
  void setWarmUp(bool On) override { WarmUp = On; }
  void beginRegion() override { ++Regions; }
  void consume(const InstructionChunk &Chunk) override {
    auto &List = WarmUp ? Warmed : Seen;
    List.insert(List.end(), Chunk.Addresses.begin(), Chunk.Addresses.end());
    if (WarmUp)
      WarmedInstructions.push_back(Chunk.Instructions.size());
  }
  void consumeAccesses(const InstructionChunk &Chunk) override {
    EXPECT_TRUE(WarmUp);
    consume(Chunk);
    WarmedInstructions.pop_back();
    AccessingInstructions.insert(AccessingInstructions.end(),
                                 Chunk.Instructions.begin(),
                                 Chunk.Instructions.end());
  }
  void endIteration() override { Iterations += !WarmUp; }
  void endRegion() override {}

  bool WarmUp = false;
  unsigned Regions = 0, Iterations = 0;
  std::vector<uint64_t> Seen, Warmed;
  /// Of each chunk with all instructions of an iteration.
  std::vector<size_t> WarmedInstructions;
  std::vector<ExecutedInstruction> AccessingInstructions;
};

LoopBody bodyOf(AddressPattern Pattern, llvm::SmallVector<uint64_t, 3> Counts) {
  LoopBody Body;
  Body.Path = {0};
  Body.Addresses = {std::move(Pattern)};
  Body.TripCounts = std::move(Counts);
  return Body;
}

/// Instructions that load so many bytes each from so many forms of address.
InstructionTable loads(std::vector<std::pair<uint32_t, uint32_t>> Operands) {
  InstructionTable Table;
  for (auto [Bytes, Form] : Operands) {
    Table.Memory.push_back({Bytes, false, Form});
    StaticInstruction Load;
    uint32_t N = Table.Memory.size();
    Load.Memory = {N - 1, N};
    Table.Instructions.push_back(Load);
  }
  return Table;
}

Recorder play(const LoopBody &Body, LoopStreamOptions Options) {
  Recorder Result;
  EXPECT_FALSE(repeat(Body, loads({{8, 0}, {8, 0}}), Options)(Result));
  return Result;
}

} // namespace

TEST(LoopStream, BlockWithoutABranchRunsOnForEver) {
  InstructionTable Table = loads({{8, 1}, {8, 2}});
  LoopBody Body = loopOf(Table, {0, 2});
  EXPECT_THAT(Body.Path, ElementsAre(0, 1));
  Table.Instructions[1].Branch = BranchKind::Conditional;
  EXPECT_THAT(loopOf(Table, {0, 2}).Path, ElementsAre(0, 1 | TakenBit));
  EXPECT_THAT(loopOf(Table, {0, 1}).Path, ElementsAre(0));
  Recorder R = play(Body, {3});
  EXPECT_EQ(R.Iterations, 3u);
  ASSERT_EQ(R.Seen.size(), 6u);
  EXPECT_EQ(R.Seen[0], R.Seen[4]);
  EXPECT_TRUE(play(loopOf(Table, {1, 1}), {2}).Seen.empty());
}

TEST(LoopStream, FixedAddressesAreThoseOfTheirForms) {
  // Form 0: it is not known which; never the same place.
  InstructionTable Table = loads({{8, 7}, {8, 0}, {8, 0}, {4, 7}, {8, 9}});
  auto At = followAddresses(Table, {0, 1 | TakenBit, 2, 3, 4}).Patterns;
  ASSERT_EQ(At.size(), 5u);
  EXPECT_EQ(At[0].Base, At[3].Base);
  std::set<uint64_t> Lines;
  for (const AddressPattern &P : At) {
    EXPECT_EQ(P.Base % 64, 0u);
    EXPECT_NE(P.Base, 0u);
    Lines.insert(P.Base / 64);
  }
  EXPECT_EQ(Lines.size(), 4u);
}

TEST(LoopStream, FixedAddressesOfWideOperandsDoNotOverlap) {
  auto At = followAddresses(loads({{256, 1}, {8, 2}}), {0, 1}).Patterns;
  EXPECT_GE(At[1].Base, At[0].Base + 256);
}

TEST(LoopStream, FixedAddressesOfManyFormsFitIntoL1) {
  std::vector<std::pair<uint32_t, uint32_t>> Operands;
  std::vector<ExecutedInstruction> Path;
  for (uint32_t I = 0; I != 1000; ++I) {
    Operands.push_back({8, I + 1});
    Path.push_back(I);
  }
  std::set<uint64_t> Places, Lines;
  InstructionTable Table = loads(Operands);
  for (const AddressPattern &P : followAddresses(Table, Path).Patterns) {
    Places.insert(P.Base);
    Lines.insert(P.Base / 64);
  }
  EXPECT_EQ(Places.size(), 1000u);
  EXPECT_EQ(Lines.size(), 256u);
}

TEST(LoopStream, AddressesMoveByTheStepOfEachLoop) {
  LoopBody Body = bodyOf({1000, {8, 100}}, {3, 2});
  EXPECT_EQ(Body.iterations(), 6u);
  Recorder R = play(Body, {6});
  EXPECT_THAT(R.Seen, ElementsAre(1000, 1008, 1016, 1100, 1108, 1116));
  EXPECT_EQ(R.Iterations, 6u);
}

TEST(LoopStream, BeyondTheNestItBeginsAgain) {
  EXPECT_THAT(play(bodyOf({0, {-4}}, {2}), {4}).Seen,
              ElementsAre(0, uint64_t(-4), 0, uint64_t(-4)));
}

TEST(LoopStream, IterationsBeforeOnlyWarmUp) {
  Recorder R = play(bodyOf({0, {1}}, {100}), {2, 3});
  EXPECT_THAT(R.Warmed, ElementsAre(0, 1, 2));
  EXPECT_THAT(R.Seen, ElementsAre(3, 4));
}

TEST(LoopStream, PreviousExecutionLeavesTheEndOfTheNest) {
  // Rows of 3, 128 bytes apart; elements of 64 bytes.
  LoopBody Body = bodyOf({1000 * 64, {64, 128}}, {3, 4});
  LoopStreamOptions Options = {/*Iterations=*/1};
  Options.Earlier = 4;
  Recorder R = play(Body, Options);
  // The first iteration of the last row is at the place of the one before it.
  EXPECT_THAT(R.Warmed, ElementsAre(1006 * 64, 1007 * 64, 1008 * 64));
  EXPECT_THAT(R.Seen, ElementsAre(1000 * 64));
}

TEST(LoopStream, PreviousExecutionTouchesALineOnce) {
  LoopBody Body = bodyOf({1 << 20, {8}}, {64});
  LoopStreamOptions Options = {/*Iterations=*/2};
  Options.Earlier = 1000;
  Recorder R = play(Body, Options);
  ASSERT_EQ(R.Warmed.size(), 8u);
  // Where it was used last.
  EXPECT_EQ(R.Warmed[7], (1u << 20) + 63 * 8);
  EXPECT_EQ(R.Seen.size(), 2u);
}

TEST(LoopStream, OfAPreviousExecutionOnlyLastUsesAreTouched) {
  // Twenty sweeps of the same four lines.
  LoopBody Body = bodyOf({1 << 20, {64, 0}}, {4, 20});
  LoopStreamOptions Options = {/*Iterations=*/1};
  Options.Earlier = 1000;
  Recorder R = play(Body, Options);
  EXPECT_THAT(R.Warmed, ElementsAre(1 << 20, (1 << 20) + 64, (1 << 20) + 128,
                                    (1 << 20) + 192));
  EXPECT_THAT(R.Seen, ElementsAre(1 << 20));
}

TEST(LoopStream, OfAPreviousExecutionOnlyTheEndIsPlayedWithAllInstructions) {
  InstructionTable Table = loads({{8, 0}});
  Table.Instructions.push_back(StaticInstruction());
  LoopBody Body = bodyOf({1 << 20, {64}}, {5000});
  Body.Path = {0, 1, 1};
  LoopStreamOptions Options = {/*Iterations=*/1};
  Options.Earlier = 5000;
  Recorder R;
  EXPECT_FALSE(repeat(Body, Table, Options)(R));
  EXPECT_EQ(R.Warmed.size(), 5000u);
  EXPECT_EQ(R.WarmedInstructions, std::vector<size_t>(1024, 3));
  EXPECT_EQ(R.AccessingInstructions,
            std::vector<ExecutedInstruction>(5000 - 1024, 0));
}

TEST(LoopStream, OfAPreviousExecutionOnlyOperandsWithLastUsesAreTouched) {
  // The first instruction copies a stream from one place to another; the second
  // one stays in a line, the third one is a line behind the first.
  InstructionTable Table = loads({{8, 0}, {8, 0}, {8, 0}, {8, 0}});
  Table.Instructions[0].Memory = {0, 2};
  Table.Instructions[1].Memory = {2, 3};
  Table.Instructions[2].Memory = {3, 4};
  LoopBody Body = bodyOf({1 << 20, {64}}, {5000});
  Body.Path = {0, 1, 2};
  Body.Addresses.push_back({1 << 22, {64}});
  Body.Addresses.push_back({1 << 24, {}});
  Body.Addresses.push_back({(1 << 20) - 64, {64}});
  LoopStreamOptions Options = {/*Iterations=*/1};
  Options.Earlier = 5000;
  Recorder R;
  EXPECT_FALSE(repeat(Body, Table, Options)(R));
  // In each iteration, the third uses a line for the last time, and the first
  // one by its second operand, which comes with its first.
  ASSERT_EQ(R.AccessingInstructions.size(), 2u * (5000 - 1024));
  for (size_t I = 0; I != R.AccessingInstructions.size(); ++I)
    EXPECT_EQ(R.AccessingInstructions[I], I % 2 == 0 ? 0u : 2u);
  EXPECT_EQ(std::vector(R.Warmed.begin(), R.Warmed.begin() + 3),
            std::vector<uint64_t>({1 << 20, 1 << 22, (1 << 20) - 64}));
}

TEST(LoopStream, LastUsesOfAPreviousExecutionAreThoseOfEachLine) {
  const unsigned Trips[] = {37, 5, 3}, Earlier = 400;
  const uint64_t Base = (1 << 20) + 20;
  for (int64_t Inner : {0, 4, 24, 64, 100, -4, -24, -200})
    for (int64_t Middle : {0, 8, 96, -1000})
      for (int64_t Outer : {0, 4, 740}) {
        std::vector<uint64_t> Expected;
        std::set<uint64_t> Lines;
        unsigned All = Trips[0] * Trips[1] * Trips[2];
        for (unsigned I = All; I-- != All - Earlier;) {
          uint64_t Address = Base + uint64_t(I % Trips[0] * Inner) +
                             uint64_t(I / Trips[0] % Trips[1] * Middle) +
                             uint64_t(I / (Trips[0] * Trips[1]) * Outer);
          if (Lines.insert(Address / 64).second)
            Expected.push_back(Address);
        }
        std::reverse(Expected.begin(), Expected.end());
        LoopBody Body = bodyOf({Base, {Inner, Middle, Outer}},
                               {Trips[0], Trips[1], Trips[2]});
        LoopStreamOptions Options = {/*Iterations=*/1};
        Options.Earlier = Earlier;
        EXPECT_EQ(play(Body, Options).Warmed, Expected)
            << Inner << ' ' << Middle << ' ' << Outer;
      }
}

TEST(LoopStream, OfManyIterationsBeforeOnlyLastUsesAreTouched) {
  // So many of them are played as they are.
  const uint64_t Whole = 1 << 13;
  const unsigned Trips[] = {37, 50, 30};
  const uint64_t Base = (1 << 20) + 20;
  for (int64_t Inner : {0, 4, -24, 100})
    for (int64_t Middle : {0, 8, -1000})
      for (int64_t Outer : {0, 740})
        for (uint64_t Part : {1, 36, 37, 38, 37 * 50, 37 * 50 * 3 + 37 * 4 + 5,
                              37 * 50 * 30 - (1 << 13)}) {
          auto address = [&](uint64_t I) {
            return Base + I % Trips[0] * uint64_t(Inner) +
                   I / Trips[0] % Trips[1] * uint64_t(Middle) +
                   I / (Trips[0] * Trips[1]) * uint64_t(Outer);
          };
          std::vector<uint64_t> Expected;
          std::set<uint64_t> Lines;
          for (uint64_t I = Part; I-- != 0;)
            if (Lines.insert(address(I) / 64).second)
              Expected.push_back(address(I));
          std::reverse(Expected.begin(), Expected.end());
          for (uint64_t I = Part; I != Part + Whole; ++I)
            Expected.push_back(address(I));
          LoopBody Body = bodyOf({Base, {Inner, Middle, Outer}},
                                 {Trips[0], Trips[1], Trips[2]});
          Recorder R = play(Body, {/*Iterations=*/2, Part + Whole});
          EXPECT_EQ(R.Warmed, Expected)
              << Inner << ' ' << Middle << ' ' << Outer << ' ' << Part;
          uint64_t Next = (Part + Whole) % (37 * 50 * 30);
          EXPECT_EQ(R.Seen.front(), address(Next));
        }
}

TEST(LoopStream, ALineThatIsReadLastWasWrittenBefore) {
  // Twenty lines are written forwards and read backwards: all have been used
  // when the second half is done, but not written.
  InstructionTable Table = loads({{8, 0}, {8, 0}});
  LoopBody Body = bodyOf({1 << 20, {64}}, {20});
  Body.Path = {0, 1};
  Body.Addresses.push_back({(1 << 20) + 64 * 19, {-64}});
  LoopStreamOptions Options = {/*Iterations=*/1};
  Options.Earlier = 20;
  auto iterations = [&] {
    Recorder R;
    EXPECT_FALSE(repeat(Body, Table, Options)(R));
    return R.Warmed.size() / 2;
  };
  EXPECT_EQ(iterations(), 10u);
  Table.Memory[0].IsStore = true;
  EXPECT_EQ(iterations(), 20u);
  // Of few lines, only what comes with their uses.
  Options.EarlierLines = 6;
  EXPECT_EQ(iterations(), 3u);
}

TEST(LoopStream, OfManyLinesThoseUsedLastAreLeft) {
  // Down the columns of a matrix of 256 rows, eight elements to a line.
  LoopBody Body = bodyOf({1 << 20, {4096, 8}}, {256, 64});
  LoopStreamOptions Options = {/*Iterations=*/1};
  Options.Earlier = 1 << 20;
  Options.EarlierLines = 300;
  Recorder R = play(Body, Options);
  // The last column is that of the last eight in each row, 44 more lines are
  // those of the eight before.
  ASSERT_EQ(R.Warmed.size(), 300u);
  for (unsigned I = 0; I != 300; ++I) {
    unsigned Row = I < 44 ? 256 - 44 + I : I - 44, Column = I < 44 ? 55 : 63;
    EXPECT_EQ(R.Warmed[I], (1u << 20) + 4096 * Row + 8 * Column);
  }
}

TEST(LoopStream, PreviousExecutionLeavesTheLinesOfAllOperands) {
  InstructionTable Table = loads({{8, 0}, {8, 0}, {8, 0}});
  LoopBody Body = bodyOf({1 << 20, {64}}, {1000});
  Body.Path = {0, 1, 2};
  AddressPattern Round;
  Round.Base = (1 << 16) + 60;
  Round.Steps = {64};
  Round.Window = 192;
  AddressPattern Spread;
  Spread.Base = 1 << 18;
  Spread.SpreadBytes = 256;
  Body.Addresses = {Body.Addresses[0], Round, Spread};
  LoopStreamOptions Options = {/*Iterations=*/1};
  Options.Earlier = 1000;
  Options.EarlierLines = 7;
  Recorder R;
  EXPECT_FALSE(repeat(Body, Table, Options)(R));
  // At least the last three iterations, which are three lines of either of the
  // first two, and nothing in front of the last seven.
  EXPECT_GE(R.Warmed.size(), 3u * 3);
  EXPECT_LE(R.Warmed.size(), 7u * 3);
  EXPECT_EQ(R.Warmed[R.Warmed.size() - 3], (1u << 20) + 999 * 64);
  Options.EarlierLines = ~uint64_t(0);
  Recorder All;
  EXPECT_FALSE(repeat(Body, Table, Options)(All));
  EXPECT_EQ(All.Warmed.size(), 3000u);
}

TEST(LoopStream, DataDependentAddressesStayInTheirBytesAndRepeat) {
  AddressPattern Pattern;
  Pattern.Base = 4096;
  Pattern.SpreadBytes = 64;
  Pattern.Granule = 8;
  LoopBody Body = bodyOf(Pattern, {1000});
  Recorder First = play(Body, {100}), Second = play(Body, {100});
  EXPECT_EQ(First.Seen, Second.Seen);
  std::set<uint64_t> Places(First.Seen.begin(), First.Seen.end());
  EXPECT_EQ(Places.size(), 8u);
  EXPECT_GE(*Places.begin(), 4096u);
  EXPECT_LT(*Places.rbegin(), 4096u + 64);
}

TEST(LoopStream, OperandsOfOneDrawAreAtOnePlace) {
  AddressPattern Apart;
  Apart.SpreadBytes = 1 << 20;
  AddressPattern Shared = Apart;
  Shared.Draw = 1;
  LoopBody Body = bodyOf(Shared, {100});
  Recorder R = play(Body, {100});
  LoopBody Other = bodyOf(Apart, {100});
  EXPECT_NE(R.Seen, play(Other, {100}).Seen);
  Body.Addresses.push_back(Shared);
  Other.Addresses.push_back(Apart);
  Recorder Two = play(Body, {100}), Different = play(Other, {100});
  ASSERT_EQ(Two.Seen.size(), 200u);
  ASSERT_EQ(Different.Seen.size(), 200u);
  EXPECT_EQ(Two.Seen[0], Two.Seen[1]);
  EXPECT_EQ(Two.Seen[198], Two.Seen[199]);
  EXPECT_NE(Different.Seen[0], Different.Seen[1]);
}

TEST(LoopStream, AnOperandThatIsAheadIsWhereTheOtherWillBe) {
  AddressPattern Load;
  Load.SpreadBytes = 1 << 20;
  Load.Draw = 3;
  AddressPattern Prefetch = Load;
  Prefetch.Ahead = 5;
  Recorder Loads = play(bodyOf(Load, {100}), {50});
  Recorder Prefetches = play(bodyOf(Prefetch, {100}), {50});
  for (size_t I = 0; I + 5 != Loads.Seen.size(); ++I)
    EXPECT_EQ(Prefetches.Seen[I], Loads.Seen[I + 5]);
}

TEST(LoopStream, EntriesPlayWhatIsAroundTheLoopAndLeaveByItsBranch) {
  InstructionTable Table = loads({{8, 1}, {8, 1}, {8, 1}});
  Table.Instructions[1].Branch = BranchKind::Conditional;
  AddressPattern Moving, Begin, End;
  Moving.Steps = {8};
  Begin.Base = 4096;
  End.Base = 8192;
  LoopBody Body = bodyOf(Moving, {3});
  Body.Path = {1 | TakenBit};
  Body.Before = {{0}, {Begin}};
  Body.After = {{2}, {End}};

  /// Keeps the instructions, too.
  struct PathRecorder : InstructionConsumer {
    void setWarmUp(bool On) override { WarmUp = On; }
    void beginRegion() override {}
    void consume(const InstructionChunk &Chunk) override {
      if (WarmUp)
        return;
      Path.insert(Path.end(), Chunk.Instructions.begin(),
                  Chunk.Instructions.end());
      At.insert(At.end(), Chunk.Addresses.begin(), Chunk.Addresses.end());
    }
    void endIteration() override { Iterations += !WarmUp; }
    void endRegion() override {}
    bool WarmUp = false;
    unsigned Iterations = 0;
    std::vector<ExecutedInstruction> Path;
    std::vector<uint64_t> At;
  } Seen;
  EntryOptions Twice;
  Twice.Iterations = 3;
  Twice.Entries = 2;
  Twice.WarmEntries = 1;
  EXPECT_FALSE(repeatEntries(Body, Table, Twice)(Seen));
  const ExecutedInstruction Around = 1 | TakenBit;
  EXPECT_THAT(Seen.Path,
              ElementsAre(0, Around, Around, 1, 2, 0, Around, Around, 1, 2));
  EXPECT_THAT(Seen.At, ElementsAre(4096, 0, 8, 16, 8192, 4096, 0, 8, 16, 8192));
  EXPECT_EQ(Seen.Iterations, 2u);
}
