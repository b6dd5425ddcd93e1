//===- Folds.cpp - Stratified folds in Weka's order -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/Validation.h"
#include <utility>

using namespace rafter;

namespace {

/// java.util.Random, whose algorithm its documentation prescribes: a linear
/// congruential generator of 48 bits.
class JavaRandom {
public:
  explicit JavaRandom(uint32_t Seed) : State((Seed ^ Multiplier) & Mask) {}

  /// nextInt(Bound), for a Bound from 1 to 2^31 - 1.
  uint32_t next(uint32_t Bound) {
    if ((Bound & (Bound - 1)) == 0)
      return (static_cast<uint64_t>(Bound) * bits31()) >> 31;
    while (true) {
      uint32_t Bits = bits31(), Value = Bits % Bound;
      // The last, incomplete range of values is not taken.
      if (static_cast<uint64_t>(Bits) - Value + (Bound - 1) < (1ull << 31))
        return Value;
    }
  }

private:
  static constexpr uint64_t Multiplier = 0x5DEECE66D, Increment = 0xB,
                            Mask = (1ull << 48) - 1;
  uint32_t bits31() {
    State = (State * Multiplier + Increment) & Mask;
    return State >> 17;
  }
  uint64_t State;
};

} // namespace

/// Brings slices of a class together, by exchanges: the order decides which
/// fold a slice falls to.
static void groupByClass(const LabelledSlices &Slices,
                         std::vector<uint32_t> &Rows) {
  for (size_t End = 1; End < Rows.size(); ++End) {
    uint32_t Class = Slices.Labels[Rows[End - 1]];
    for (size_t I = End; I < Rows.size(); ++I)
      if (Slices.Labels[Rows[I]] == Class)
        std::swap(Rows[End++], Rows[I]);
  }
}

std::vector<std::vector<uint32_t>>
rafter::stratifiedFolds(const LabelledSlices &Slices, unsigned Folds,
                        uint32_t Seed) {
  std::vector<uint32_t> Rows = labelledRows(Slices);
  JavaRandom Random(Seed);
  for (size_t I = Rows.size(); I > 1; --I)
    std::swap(Rows[I - 1], Rows[Random.next(I)]);
  groupByClass(Slices, Rows);
  std::vector<uint32_t> Dealt;
  for (size_t First = 0; First != Folds; ++First)
    for (size_t I = First; I < Rows.size(); I += Folds)
      Dealt.push_back(Rows[I]);
  std::vector<std::vector<uint32_t>> Result(Folds);
  auto Next = Dealt.begin();
  for (size_t F = 0; F != Folds; ++F) {
    size_t Size = Rows.size() / Folds + (F < Rows.size() % Folds);
    Result[F].assign(Next, Next + Size);
    Next += Size;
  }
  return Result;
}
