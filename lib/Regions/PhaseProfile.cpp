//===- PhaseProfile.cpp - What the intervals of a program are like --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/PhaseProfile.h"
#include "rafter/Support/RandomNumbers.h"
#include <cmath>

using namespace rafter;

// Guesses of what differs, in cycles: ratios matter, and these only as much as
// that what is like is found alike. Intervals without a block in common are 0.4
// apart (ten long programs have 0.31 to 0.67 cycles per instruction); lines
// that come from a second level, a last one and memory take about what they do
// on the cores of docs/concorde.md, of which some part is hidden.
static constexpr double BlockScale = 0.3;
static constexpr double CyclesOfLine = 5, CyclesOfOldLine = 20,
                        CyclesOfNewLine = 80;
/// Lines between two uses that make the second one old: those of 512 KB.
static constexpr uint64_t OldAfter = 8192;

bool PhaseProfile::take(llvm::ArrayRef<CrackedInstruction> Parts) {
  for (const CrackedInstruction &I : Parts) {
    bool Counts = !CountsWhole || !I.has(CrackedInstruction::Continued);
    if (Counts && Executed == End)
      endInterval();
    Executed += Counts;
    BlockLength += Counts;
    if (I.Address >> LineOrder::LineShift != CodeLine) {
      CodeLine = I.Address >> LineOrder::LineShift;
      Lines.use(I.Address, /*IsStore=*/false);
    }
    if (I.isLoad() || I.isStore())
      Lines.use(I.DataAddress, I.isStore());
    if (I.isBranch())
      endBlock(I);
  }
  return true;
}

/// A block is known by the branch that ends it and by which way this goes. Its
/// length counts in each dimension as one of two signs (Achlioptas, Journal of
/// Computer and System Sciences 66, 2003).
void PhaseProfile::endBlock(const CrackedInstruction &Branch) {
  uint64_t Signs = RandomNumbers::mix(Branch.Address * 2 +
                                      Branch.has(CrackedInstruction::Taken));
  int64_t Length = std::exchange(BlockLength, 0);
  for (size_t D = 0; D != Blocks.size(); ++D)
    Blocks[D] += Signs >> D & 1 ? Length : -Length;
}

void PhaseProfile::endInterval() {
  IntervalSignature &S = Intervals.emplace_back();
  uint32_t Number = Intervals.size();
  uint64_t Used = 0, Old = 0, New = 0;
  for (uint32_t Use : Lines.take(~size_t(0))) {
    uint32_t Line = Use & LineOrder::PlaceMask;
    if (Line >= LastInterval.size())
      LastInterval.resize(std::max<size_t>(Line + 1, 2 * LastInterval.size()));
    uint32_t Last = std::exchange(LastInterval[Line], Number);
    ++Used;
    New += Last == 0;
    // Lines that an interval between used again count for each.
    Old += Last != 0 && UsedBefore.back() - UsedBefore[Last] > OldAfter;
  }
  UsedBefore.push_back(UsedBefore.back() + Used);
  double Scale = 1 / double(Interval);
  double BlockUnit =
      BlockScale / std::sqrt(double(IntervalSignature::BlockDimensions));
  for (size_t D = 0; D != Blocks.size(); ++D)
    S.Values[D] =
        float(BlockUnit * Scale * double(std::exchange(Blocks[D], 0)));
  float *Cycles = &S.Values[IntervalSignature::BlockDimensions];
  Cycles[0] = float(Scale * CyclesOfLine * double(Used));
  Cycles[1] = float(Scale * CyclesOfOldLine * double(Old));
  Cycles[2] = float(Scale * CyclesOfNewLine * double(New));
  End += Interval;
}
