//===- BlockAddressesTest.cpp - Addresses of a block, symbolically --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/LoopStream.h"
#include "gtest/gtest.h"
#include <set>

using namespace rafter;

namespace {

constexpr uint16_t None = LinearValue::NoUnit;

/// A block with four registers.
struct Block {
  InstructionTable Table;
  std::vector<ExecutedInstruction> Path;

  Block() { Table.NumRegisterUnits = 4; }

  uint32_t value(uint16_t Base, int64_t Constant, uint16_t Index = None,
                 int64_t Scale = 1) {
    LinearValue V;
    V.Base = Base;
    V.Constant = Constant;
    V.Index = Index;
    V.Scale = Scale;
    Table.Values.push_back(V);
    return Table.Values.size() - 1;
  }
  void begin() {
    StaticInstruction S;
    auto End = [](auto &List) {
      return TableRange{uint32_t(List.size()), uint32_t(List.size())};
    };
    S.Reads = End(Table.Reads);
    S.Writes = End(Table.Writes);
    S.Memory = End(Table.Memory);
    S.Text = Path.size();
    Path.push_back(Table.Instructions.size());
    Table.Instructions.push_back(S);
  }
  /// Unit becomes Value; 0: something that is loaded.
  void write(uint16_t Unit, uint32_t Value) {
    RegisterWrite W;
    W.Unit = Unit;
    W.Value = Value;
    Table.Writes.push_back(W);
    Table.Instructions.back().Writes.End = Table.Writes.size();
  }
  void access(bool IsStore, uint32_t Address, uint32_t Data = 0) {
    MemoryOperand M;
    M.IsStore = IsStore;
    M.Address = Address;
    M.AddressForm = 2;
    M.Data = Data;
    Table.Memory.push_back(M);
    Table.Instructions.back().Memory.End = Table.Memory.size();
  }
  void load(uint32_t Address) {
    begin();
    access(false, Address);
  }
  void store(uint32_t Address, uint32_t Data = 0) {
    begin();
    access(true, Address, Data);
  }
  void set(uint16_t Unit, uint32_t Value) {
    begin();
    write(Unit, Value);
  }

  /// Addresses in so many iterations, one list for each operand.
  std::vector<std::vector<uint64_t>> play(unsigned Iterations) {
    BlockAddresses Found = followAddresses(Table, Path);
    std::vector<std::vector<uint64_t>> Result(Found.Patterns.size());
    for (size_t O = 0; O != Result.size(); ++O) {
      const AddressPattern &P = Found.Patterns[O];
      for (unsigned I = 0; I != Iterations; ++I) {
        uint64_t Moved = P.Offset;
        if (!P.Steps.empty())
          Moved += I * uint64_t(P.Steps.front());
        Result[O].push_back(P.Base +
                            (P.Window != 0 ? Moved % P.Window : Moved));
      }
    }
    return Result;
  }
};

TEST(BlockAddresses, FollowAnIncrement) {
  // p[i] *= c: load and store meet in an iteration, and in no later one.
  Block B;
  uint32_t At = B.value(0, 0);
  B.load(At);
  B.store(At);
  B.set(0, B.value(0, 8));
  auto Seen = B.play(3);
  EXPECT_EQ(Seen[0], Seen[1]);
  EXPECT_EQ(Seen[0][1] - Seen[0][0], 8u);
  EXPECT_EQ(Seen[0][2] - Seen[0][1], 8u);
}

TEST(BlockAddresses, FollowSeveralIncrementsOfAnUnrolledBody) {
  Block B;
  for (unsigned I = 0; I != 3; ++I) {
    B.load(B.value(0, 0));
    B.set(0, B.value(0, 16));
  }
  auto Seen = B.play(2);
  EXPECT_EQ(Seen[1][0] - Seen[0][0], 16u);
  EXPECT_EQ(Seen[2][0] - Seen[0][0], 32u);
  EXPECT_EQ(Seen[0][1] - Seen[0][0], 48u);
}

TEST(BlockAddresses, AddScaledIndicesAndDisplacements) {
  // x[i - 1] is what x[i] was an iteration before.
  Block B;
  B.load(B.value(0, -8, 1, 8));
  B.store(B.value(0, 0, 1, 8));
  B.load(B.value(2, 0, 1, 8));
  B.set(1, B.value(1, 1));
  auto Seen = B.play(2);
  EXPECT_EQ(Seen[0][1], Seen[1][0]);
  // Another base is another array.
  EXPECT_GE(std::max(Seen[2][0], Seen[0][0]) - std::min(Seen[2][0], Seen[0][0]),
            64u);
}

TEST(BlockAddresses, AreTheSameThroughMovesAndMemory) {
  // The pointer is kept on the stack, as without optimization.
  Block B;
  uint32_t Slot = B.value(3, 16);
  LinearValue Loaded;
  Loaded.AddsLoaded = true;
  B.Table.Values.push_back(Loaded);
  uint32_t FromSlot = B.Table.Values.size() - 1;
  B.load(Slot);
  B.write(0, FromSlot);
  B.load(B.value(0, 0));
  B.set(1, B.value(0, 4));
  B.store(Slot, B.value(1, 0));
  BlockAddresses Found = followAddresses(B.Table, B.Path);
  EXPECT_EQ(Found.DataDependent, 0u);
  auto Seen = B.play(3);
  EXPECT_EQ(Seen[0], Seen[2]);
  EXPECT_EQ(Seen[0][0], Seen[0][1]);
  EXPECT_EQ(Seen[1][2] - Seen[1][1], 4u);
}

TEST(BlockAddresses, ThatAreLoadedAreElsewhereInEachIteration) {
  // h[x[i]]++: the load and the store of the counter meet, those of the next
  // iteration do not.
  Block B;
  B.load(B.value(0, 0));
  B.write(1, 0);
  B.load(B.value(2, 0, 1, 4));
  B.store(B.value(2, 0, 1, 4));
  B.set(0, B.value(0, 4));
  EXPECT_EQ(followAddresses(B.Table, B.Path).DataDependent, 2u);
  auto Seen = B.play(20);
  EXPECT_EQ(Seen[1], Seen[2]);
  EXPECT_EQ(std::set<uint64_t>(Seen[1].begin(), Seen[1].end()).size(), 20u);
  // A pointer that is loaded again from one place is the same.
  Block C;
  C.load(C.value(0, 0));
  C.write(1, 0);
  C.store(C.value(1, 0));
  EXPECT_EQ(followAddresses(C.Table, C.Path).DataDependent, 0u);
}

TEST(BlockAddresses, OfFarStepsDoNotMeetAndFitL1) {
  Block B;
  for (uint16_t R = 0; R != 4; ++R) {
    B.load(B.value(R, 0));
    B.set(R, B.value(R, 8192 * (R + 1)));
  }
  auto Seen = B.play(16);
  uint64_t Least = ~0ull, Most = 0;
  for (const auto &Operand : Seen) {
    EXPECT_EQ(std::set<uint64_t>(Operand.begin(), Operand.end()).size(), 16u);
    for (uint64_t A : Operand) {
      Least = std::min(Least, A);
      Most = std::max(Most, A);
    }
  }
  EXPECT_LE(Most - Least, 16384u);
}

TEST(BlockAddresses, AreWhatAUserSays) {
  Block B;
  B.load(B.value(0, 0));
  B.store(B.value(1, 0));
  B.store(B.value(0, 0));
  B.Table.Given.push_back({MemoryLevel::L1, 64, "a"});
  B.Table.Given.push_back({MemoryLevel::L1, std::nullopt, "none"});
  B.Table.Memory[0].Given = B.Table.Memory[1].Given = 1;
  B.Table.Memory[2].Given = 2;
  auto Seen = B.play(2);
  EXPECT_EQ(Seen[0], Seen[1]);
  EXPECT_EQ(Seen[0][1] - Seen[0][0], 64u);
  EXPECT_NE(Seen[2][0], Seen[0][0]);
  EXPECT_EQ(Seen[2][0], Seen[2][1]);
}

} // namespace
