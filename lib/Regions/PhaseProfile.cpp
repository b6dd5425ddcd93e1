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
// How long ago lines were used tells less of misses: on intervals of lua it had
// a correlation of 0.55 with the time on N1, reads from memory have 0.82.
static constexpr double BlockScale = 0.3;
static constexpr double CyclesOfLine = 5, CyclesOfLastLevel = 20,
                        CyclesOfMemory = 80, CyclesOfMisprediction = 12;

bool PhaseProfile::take(llvm::ArrayRef<CrackedInstruction> Parts) {
  for (const CrackedInstruction &I : Parts) {
    bool Counts = !CountsWhole || !I.has(CrackedInstruction::Continued);
    if (Counts && Executed == End)
      endInterval();
    if (Intervals.size() == MaxIntervals)
      return false;
    Executed += Counts;
    ++PartsSoFar;
    BlockLength += Counts;
    if (I.Address >> LineOrder::LineShift != CodeLine) {
      CodeLine = I.Address >> LineOrder::LineShift;
      Lines.use(I.Address, /*IsStore=*/false);
      count(Sources.fetch(CodeLine), /*IsStore=*/false);
    }
    if (I.isLoad() || I.isStore()) {
      Lines.use(I.DataAddress, I.isStore());
      count(Sources.access(I.DataAddress >> LineOrder::LineShift, I.isStore()),
            I.isStore());
    }
    if (I.Branch == BranchKind::Conditional)
      predict(I);
    if (I.isBranch())
      endBlock(I);
  }
  return true;
}

void PhaseProfile::count(LineSources::Source From, bool IsStore) {
  bool OfMemory = From == LineSources::Source::Memory;
  if (IsStore)
    StoredFromMemory += OfMemory;
  else
    FromMemory += OfMemory;
  FromLast += !IsStore && From == LineSources::Source::LastLevel;
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

void PhaseProfile::predict(const CrackedInstruction &Branch) {
  bool Taken = Branch.has(CrackedInstruction::Taken);
  uint8_t &Counter =
      Counters[(Branch.Address ^ Branch.Address >> 14 ^ Directions) %
               Counters.size()];
  Mispredicted += (Counter >= 2) != Taken;
  if (Taken)
    Counter += Counter != 3;
  else
    Counter -= Counter != 0;
  Directions = (Directions << 1 | Taken) % 4096;
}

void PhaseProfile::endInterval() {
  IntervalSignature &S = Intervals.emplace_back();
  S.Instructions = std::exchange(PartsSoFar, 0);
  double Scale = 1 / double(Interval);
  double BlockUnit =
      BlockScale / std::sqrt(double(IntervalSignature::BlockDimensions));
  for (size_t D = 0; D != Blocks.size(); ++D)
    S.Values[D] =
        float(BlockUnit * Scale * double(std::exchange(Blocks[D], 0)));
  float *Cycles = &S.Values[IntervalSignature::BlockDimensions];
  auto Add = [&](double CyclesOfOne, uint64_t N) {
    *Cycles++ = float(Scale * CyclesOfOne * double(N));
  };
  Add(CyclesOfLine, Lines.take(~size_t(0)).size());
  Add(CyclesOfLastLevel, std::exchange(FromLast, 0));
  Add(CyclesOfMemory, std::exchange(FromMemory, 0));
  Add(CyclesOfMemory, std::exchange(StoredFromMemory, 0));
  Add(CyclesOfMisprediction, std::exchange(Mispredicted, 0));
  End += Interval;
}
