//===- BranchPredictor.cpp - Predicts the branches of a stream ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TAGE for directions; targets of indirect branches by address and a hash of
// the latest targets and directions, longest match first (as ITTAGE: A. Seznec,
// A 64-Kbytes ITTAGE indirect branch predictor, JWAC-2, 2011); a return stack.
//
//===----------------------------------------------------------------------===//

#include "rafter/Branch/BranchPredictor.h"
#include "Tage.h"
#include <array>
#include <iterator>

using namespace rafter;

namespace {

/// Targets of indirect jumps and calls.
class TargetPredictor {
public:
  TargetPredictor() {
    for (auto &T : Tables)
      T.resize(NumEntries);
  }

  /// Whether the target was predicted; learns it.
  bool hits(uint64_t Address, uint64_t Target) {
    std::array<Entry *, NumTables> Found{};
    Entry *Provider = nullptr;
    unsigned Longest = 0;
    for (unsigned I = NumTables; I-- > 0;) {
      uint64_t Hash = hash(Address, I);
      Found[I] = &Tables[I][Hash % NumEntries];
      if (!Provider && Found[I]->Tag == tag(Hash)) {
        Provider = Found[I];
        Longest = I;
      }
    }
    bool Right = Provider && Provider->Target == Target;
    if (Right) {
      if (Provider->Confidence != 3)
        ++Provider->Confidence;
    } else {
      if (Provider && Provider->Confidence != 0)
        --Provider->Confidence;
      else if (Provider)
        Provider->Target = Target;
      learn(Address, Target, Provider ? Longest + 1 : 0);
    }
    return Right;
  }

  /// A conditional branch lengthens the history of directions by a bit.
  void noteDirection(bool Taken) { Directions = (Directions << 1) | Taken; }
  /// An indirect branch lengthens the history of targets by 8 bits.
  void noteTarget(uint64_t Target) {
    Targets = (Targets << 8) | ((Target ^ (Target >> 4)) >> 1 & 0xff);
  }

private:
  static constexpr unsigned NumEntries = 4096;
  /// What each table sees: the latest bits of both histories.
  struct Length {
    unsigned Targets, Directions;
  };
  static constexpr Length Lengths[] = {{0, 0},   {8, 4},   {16, 10},
                                       {32, 20}, {64, 40}, {64, 64}};
  static constexpr unsigned NumTables = std::size(Lengths);
  struct Entry {
    uint32_t Tag = 0;
    uint8_t Confidence = 0;
    uint64_t Target = 0;
  };

  static uint64_t latest(uint64_t History, unsigned Bits) {
    return Bits == 64 ? History : History & ((uint64_t(1) << Bits) - 1);
  }
  uint64_t hash(uint64_t Address, unsigned Table) const {
    uint64_t H = (Address + Table) * 0x9e3779b97f4a7c15u;
    H ^= latest(Targets, Lengths[Table].Targets) * 0xc2b2ae3d27d4eb4fu;
    H ^= H >> 31;
    H ^= latest(Directions, Lengths[Table].Directions) * 0x9fb21c651e98df25u;
    return H ^ (H >> 29);
  }
  static uint32_t tag(uint64_t Hash) { return uint32_t(Hash >> 32) | 1; }

  /// Takes an entry of a table that sees more, or at least the first one.
  void learn(uint64_t Address, uint64_t Target, unsigned First) {
    for (unsigned I = First; I < NumTables; ++I) {
      uint64_t Hash = hash(Address, I);
      Entry &E = Tables[I][Hash % NumEntries];
      if (E.Tag != tag(Hash) && E.Confidence != 0) {
        --E.Confidence;
        continue;
      }
      E = {tag(Hash), 0, Target};
      return;
    }
  }

  std::array<std::vector<Entry>, NumTables> Tables;
  uint64_t Targets = 0;
  uint64_t Directions = 0;
};

/// Addresses behind the calls in progress; the oldest is lost when it is full.
class ReturnStack {
public:
  void push(uint64_t Address) {
    Top = (Top + 1) % Size;
    Entries[Top] = Address;
  }
  uint64_t pop() {
    uint64_t Address = Entries[Top];
    Top = (Top + Size - 1) % Size;
    return Address;
  }

private:
  /// Entries of current cores: 16 (Skylake) to 32 (Zen, Neoverse).
  static constexpr unsigned Size = 32;
  std::array<uint64_t, Size> Entries{};
  unsigned Top = 0;
};

} // namespace

struct BranchPredictor::State {
  Tage Directions;
  TargetPredictor Targets;
  ReturnStack Returns;
};

BranchPredictor::BranchPredictor() : Tables(std::make_unique<State>()) {}
BranchPredictor::~BranchPredictor() = default;
BranchPredictor::BranchPredictor(BranchPredictor &&) = default;
BranchPredictor &BranchPredictor::operator=(BranchPredictor &&) = default;

bool BranchPredictor::mispredicts(const ExecutedBranch &Branch) {
  State &S = *Tables;
  bool Wrong = false;
  switch (Branch.Kind) {
  case BranchKind::None:
    return false;
  case BranchKind::Conditional:
    Wrong = S.Directions.predict(Branch.Address) != Branch.Taken;
    S.Directions.update(Branch.Address, Branch.Taken);
    S.Targets.noteDirection(Branch.Taken);
    return Wrong;
  case BranchKind::IndirectJump:
  case BranchKind::IndirectCall:
    Wrong = !S.Targets.hits(Branch.Address, Branch.Target);
    S.Targets.noteTarget(Branch.Target);
    break;
  case BranchKind::Return:
    Wrong = S.Returns.pop() != Branch.Target;
    break;
  case BranchKind::Jump:
  case BranchKind::Call:
    break;
  }
  if (Branch.Kind == BranchKind::Call ||
      Branch.Kind == BranchKind::IndirectCall)
    S.Returns.push(Branch.Next);
  S.Directions.note(Branch.Address, Branch.Target);
  return Wrong;
}
