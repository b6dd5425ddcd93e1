//===- BlockAddresses.cpp - Addresses of a block, symbolically ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a path a few times on numbers that stand for symbols: each register
// begins with one of its own, sums are added up, and any other result is a hash
// of what it is made of (value numbering). What memory holds is what was stored
// there, or a hash of the address. An address that is the same function of the
// same things is so the same number, and the differences from iteration to
// iteration are the steps.
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/LoopStream.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <array>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

using namespace rafter;
using llvm::ArrayRef;

namespace {

/// Values that go through moves and memory before they are an address need
/// some iterations to settle.
constexpr unsigned Unseen = 4, Seen = 4;
/// By how much an address moves in each of the iterations seen.
using Differences = std::array<uint64_t, Seen - 1>;

constexpr uint64_t LineBytes = 64, NumLines = 256;
/// Anything but 0, which means "no access".
constexpr uint64_t FirstAddress = 1 << 20;
/// Operands further apart than that share no window.
constexpr uint64_t MostGap = 1024;

uint64_t hash(uint64_t A, uint64_t B) {
  return RandomNumbers::mix(RandomNumbers::mix(A + RandomNumbers::Step) + B);
}

/// A number for something unknown: on a page of its own, wherever that is.
uint64_t pageOf(uint64_t Hash) { return Hash << 12; }

/// Registers and memory while the path is executed.
class Values {
public:
  explicit Values(const InstructionTable &Table) : Table(Table) {
    // The lower half is small, so that additions of 32 bits do not wrap.
    for (uint64_t U = 0; U != Table.NumRegisterUnits; ++U)
      Registers.push_back(hash(U, 1) << 32 | (U + 1) * 69632);
  }

  /// Appends the address of each memory operand.
  void execute(uint32_t Index, std::vector<uint64_t> &Addresses);

private:
  /// What Value, an index of the table, is; nothing if it is 0.
  std::optional<uint64_t> evaluate(uint32_t Value, uint64_t Loaded) const {
    if (Value == 0)
      return std::nullopt;
    const LinearValue &V = Table.Values[Value];
    uint64_t Sum = V.Constant + (V.AddsLoaded ? Loaded : 0);
    if (V.Base != LinearValue::NoUnit)
      Sum += Registers[V.Base];
    if (V.Index != LinearValue::NoUnit)
      Sum += V.Scale * Registers[V.Index];
    if (V.Bits < 64)
      Sum = V.IsSigned ? uint64_t(llvm::SignExtend64(Sum, V.Bits))
                       : Sum & llvm::maskTrailingOnes<uint64_t>(V.Bits);
    return Sum;
  }

  const InstructionTable &Table;
  std::vector<uint64_t> Registers;
  std::map<uint64_t, uint64_t> Memory;
};

} // namespace

void Values::execute(uint32_t Index, std::vector<uint64_t> &Addresses) {
  const StaticInstruction &S = Table.Instructions[Index];
  uint64_t Inputs = S.Text, AddressInputs = 0;
  for (const RegisterRead &R : Table.reads(S)) {
    Inputs = hash(Inputs, Registers[R.Unit]);
    if (R.Stage == ReadStage::Address)
      AddressInputs = hash(AddressInputs, Registers[R.Unit]);
  }
  ArrayRef<MemoryOperand> Operands = Table.memory(S);
  size_t First = Addresses.size();
  std::optional<uint64_t> Loaded;
  for (auto [Number, M] : llvm::enumerate(Operands)) {
    // What has no form is somewhere of its own.
    uint64_t Form = M.AddressForm != 0 ? M.AddressForm : hash(Index, Number);
    uint64_t Address =
        evaluate(M.Address, 0).value_or(pageOf(hash(AddressInputs, Form)));
    Addresses.push_back(Address);
    if (M.IsStore)
      continue;
    auto Known = Memory.find(Address);
    uint64_t Value =
        Known != Memory.end() ? Known->second : pageOf(hash(Address, 2));
    Inputs = hash(Inputs, Value);
    if (!Loaded)
      Loaded = Value;
  }
  llvm::SmallVector<std::pair<uint16_t, uint64_t>, 8> Written;
  for (const RegisterWrite &W : Table.writes(S))
    Written.push_back({W.Unit, evaluate(W.Value, Loaded.value_or(0))
                                   .value_or(pageOf(hash(Inputs, W.Unit)))});
  for (auto [Number, M] : llvm::enumerate(Operands))
    if (M.IsStore)
      Memory[Addresses[First + Number]] =
          evaluate(M.Data, Loaded.value_or(0)).value_or(pageOf(Inputs));
  for (auto [Unit, Value] : Written)
    Registers[Unit] = Value;
}

namespace {

/// One memory operand of the path.
struct Operand {
  uint32_t Bytes = 0;
  /// Address in the first iteration that is looked at.
  uint64_t First = 0;
  Differences Moves = {};

  /// By how much it moves in each iteration; none if that is not constant.
  std::optional<int64_t> step() const {
    if (llvm::all_equal(Moves))
      return static_cast<int64_t>(Moves.front());
    return std::nullopt;
  }
};

/// Operands near each other that move together.
struct Cluster {
  llvm::SmallVector<uint32_t, 4> Operands;
  uint64_t First = 0;
  /// From First to behind the last operand.
  uint64_t Span = 0;
};

std::vector<Operand> observe(const InstructionTable &Table,
                             ArrayRef<ExecutedInstruction> Path) {
  Values State(Table);
  std::vector<std::vector<uint64_t>> Rounds(Unseen + Seen);
  for (std::vector<uint64_t> &Round : Rounds)
    for (ExecutedInstruction I : Path)
      State.execute(I & ~TakenBit, Round);
  std::vector<Operand> Result;
  for (ExecutedInstruction I : Path)
    for (const MemoryOperand &M :
         Table.memory(Table.Instructions[I & ~TakenBit])) {
      size_t Number = Result.size();
      Operand O;
      O.Bytes = std::max(M.Bytes, 1u);
      O.First = Rounds[Unseen][Number];
      for (unsigned D = 0; D != Seen - 1; ++D)
        O.Moves[D] =
            Rounds[Unseen + D + 1][Number] - Rounds[Unseen + D][Number];
      // What the user says counts.
      const GivenAccess &Given = Table.Given[M.Given];
      if (!Given.Alias.empty())
        O.First = pageOf(hash(llvm::xxh3_64bits(Given.Alias),
                              Given.Alias == "none"
                                  ? Number
                                  : std::numeric_limits<size_t>::max()));
      if (Given.Stride)
        O.Moves.fill(static_cast<uint64_t>(*Given.Stride));
      Result.push_back(O);
    }
  return Result;
}

std::vector<Cluster> cluster(ArrayRef<Operand> Operands) {
  std::vector<uint32_t> Order(Operands.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return std::tie(Operands[A].Moves, Operands[A].First) <
           std::tie(Operands[B].Moves, Operands[B].First);
  });
  std::vector<Cluster> Clusters;
  for (uint32_t I : Order) {
    const Operand &O = Operands[I];
    bool Joins = !Clusters.empty();
    if (Joins) {
      const Cluster &Last = Clusters.back();
      Joins = Operands[Last.Operands.front()].Moves == O.Moves &&
              O.First - Last.First <= Last.Span + MostGap;
    }
    if (!Joins)
      Clusters.push_back({{}, O.First, 0});
    Cluster &C = Clusters.back();
    C.Operands.push_back(I);
    C.Span = std::max(C.Span, O.First - C.First + O.Bytes);
  }
  // In the order of the code.
  llvm::stable_sort(Clusters, [](const Cluster &A, const Cluster &B) {
    return *llvm::min_element(A.Operands) < *llvm::min_element(B.Operands);
  });
  return Clusters;
}

/// Hands out places for clusters in the lines that every L1 has.
class Places {
public:
  uint64_t take(uint64_t Lines) {
    // Beyond the last line, other parts of the first ones follow.
    uint64_t Line = Next % NumLines, Part = Next / NumLines % 8;
    Next += Lines;
    return FirstAddress + Line * LineBytes + Part * 8;
  }
  uint64_t left() const { return Next < NumLines ? NumLines - Next : 0; }

private:
  uint64_t Next = 0;
};

} // namespace

BlockAddresses rafter::followAddresses(const InstructionTable &Table,
                                       ArrayRef<ExecutedInstruction> Path) {
  std::vector<Operand> Operands = observe(Table, Path);
  BlockAddresses Result;
  Result.Patterns.resize(Operands.size());
  Places Lines;
  std::vector<Cluster> Clusters = cluster(Operands);
  auto stepOf = [&](const Cluster &C) {
    return Operands[C.Operands.front()].step();
  };
  auto linesOf = [](const Cluster &C) {
    return llvm::divideCeil(C.First % LineBytes + C.Span, LineBytes);
  };
  uint64_t NumMoving = 0;
  for (const Cluster &C : Clusters) {
    if (stepOf(C) != 0) {
      ++NumMoving;
      continue;
    }
    uint64_t Base = Lines.take(linesOf(C)) + C.First % LineBytes;
    for (uint32_t I : C.Operands)
      Result.Patterns[I].Base = Base + Operands[I].First - C.First;
  }
  // The others share what is left.
  constexpr uint64_t LeastLines = 8;
  uint64_t Share =
      std::max(LeastLines, llvm::bit_floor(Lines.left() /
                                           std::max<uint64_t>(NumMoving, 1)));
  for (const Cluster &C : Clusters) {
    std::optional<int64_t> Step = stepOf(C);
    if (Step == 0)
      continue;
    uint64_t Window = std::max(Share, llvm::PowerOf2Ceil(8 * linesOf(C)));
    uint64_t Base = Lines.take(Window);
    if (!Step)
      Result.DataDependent += C.Operands.size();
    // Far steps would come back to one place of the window too soon.
    uint64_t Size =
        Step ? std::abs(*Step) : std::numeric_limits<uint64_t>::max();
    if (Size > Window * LineBytes / 8 && Size >= C.Span)
      Step = llvm::alignTo(C.Span, LineBytes);
    for (uint32_t I : C.Operands) {
      AddressPattern &P = Result.Patterns[I];
      P.Base = Base;
      P.Offset = C.First % LineBytes + Operands[I].First - C.First;
      P.Window = Window * LineBytes;
      P.Steps = {*Step};
    }
  }
  return Result;
}
