//===- LastUses.cpp - What a part of a nest leaves in caches --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LastUses.h"
#include "LoopAddress.h"
#include "rafter/Support/LargePages.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <array>
#include <limits>
#include <memory>

using namespace rafter;

namespace {

/// A loop that moves an operand.
struct MovingLoop {
  uint64_t Trips;
  int64_t Step;
  /// Iterations of the nest in one of this loop; saturated.
  uint64_t Weight;
};

class UseFinder {
public:
  /// Of the last Count of the first End iterations.
  UseFinder(const LoopBody &Body, const llvm::BitVector &Stores, uint64_t End,
            uint64_t Count)
      : Body(Body), Stores(Stores), End(End), Count(Count) {}

  /// Those that store before the others.
  void add(uint32_t Next) {
    Operand = Next;
    const AddressPattern &P = Body.Addresses[Operand];
    if (P.SpreadBytes != 0 || P.Window != 0)
      followEach(P);
    else
      followLoops(P);
  }
  /// Those of all lines that were used, in no order.
  std::vector<LastUse> take() const;
  /// The last time that a line was written, where it was only read since.
  const std::vector<LastUse> &writtenBefore() const { return WrittenBefore; }

private:
  /// No line of a cache is shorter.
  static constexpr uint64_t LineBytes = 64;
  /// Neighbouring lines, since a use of one mostly follows that of another.
  static constexpr unsigned BlockLines = 8;
  static constexpr uint32_t Never = ~uint32_t(0);
  /// Of each line.
  using Block = std::array<LastUse, BlockLines>;
  /// Blocks that are allocated at a time.
  static constexpr size_t SlabBlocks = 1024;

  /// A use of the line of Address by Operand, with so many iterations behind
  /// it.
  void note(uint64_t Address, uint64_t Behind) {
    uint64_t Line = Address / LineBytes;
    if (!Present || Line / BlockLines != PresentPlace)
      find(Line / BlockLines);
    LastUse &Last = (*Present)[Line % BlockLines];
    const LastUse This = {static_cast<uint32_t>(Behind), Operand};
    if (!(Last < This))
      return;
    if (Last.Behind != Never && Stores.test(Last.Operand) &&
        !Stores.test(Operand))
      WrittenBefore.push_back(Last);
    Last = This;
  }
  void find(uint64_t Place) {
    auto [Known, New] = Places.try_emplace(Place, nullptr);
    if (New) {
      if (NumBlocks % SlabBlocks == 0)
        Slabs.push_back(std::make_unique_for_overwrite<Block[]>(SlabBlocks));
      Known->second = &Slabs.back()[NumBlocks++ % SlabBlocks];
      Known->second->fill({Never, 0});
    }
    PresentPlace = Place;
    Present = Known->second;
  }
  void followEach(const AddressPattern &P);
  void followLoops(const AddressPattern &P);
  void follow(llvm::ArrayRef<MovingLoop> Loops, uint64_t Address,
              uint64_t Behind);
  void followInnermost(const MovingLoop &L, uint64_t Address, uint64_t Behind);

  const LoopBody &Body;
  const llvm::BitVector &Stores;
  const uint64_t End, Count;
  uint32_t Operand = 0;
  std::vector<LastUse> WrittenBefore;
  /// In the order in which they were found; they do not move.
  std::vector<std::unique_ptr<Block[]>> Slabs;
  size_t NumBlocks = 0;
  /// By place, and the one used last.
  llvm::DenseMap<uint64_t, Block *> Places;
  uint64_t PresentPlace = 0;
  Block *Present = nullptr;
};

} // namespace

/// Where addresses are no sums of steps, iteration by iteration, until all
/// lines have been seen that there can be.
void UseFinder::followEach(const AddressPattern &P) {
  const uint64_t Lines =
      llvm::divideCeil(P.SpreadBytes + P.Window, LineBytes) + 1;
  llvm::DenseSet<uint64_t> Seen;
  for (uint64_t B = 0; B != Count && Seen.size() < Lines; ++B) {
    const uint64_t I = End - 1 - B;
    uint64_t Address = addressOf(P, Operand, countersOf(Body, I), I);
    if (Seen.insert(Address / LineBytes).second)
      note(Address, B);
  }
}

/// Where End is not at the end of a loop, what is in front of it are first the
/// iterations of the innermost loop so far, then all of that loop for each
/// iteration so far of the next one, and so on.
void UseFinder::followLoops(const AddressPattern &P) {
  const size_t NumLoops = Body.TripCounts.size();
  auto step = [&](size_t L) { return L < P.Steps.size() ? P.Steps[L] : 0; };
  // The outermost loop may be at its end.
  llvm::SmallVector<uint64_t, 3> Done = countersOf(Body, End - 1);
  for (size_t L = 0;
       L != NumLoops && ++Done[L] == Body.TripCounts[L] && L + 1 != NumLoops;
       ++L)
    Done[L] = 0;
  uint64_t Begin = P.Base + P.Offset;
  for (size_t L = 0; L != NumLoops; ++L)
    Begin += uint64_t(step(L)) * Done[L];
  uint64_t Behind = 0, Weight = 1, Inner = 0;
  llvm::SmallVector<MovingLoop, 3> Whole;
  for (size_t L = 0; L != NumLoops && Behind < Count; ++L) {
    const uint64_t Trips = Body.TripCounts[L];
    Begin -= uint64_t(step(L)) * Done[L];
    if (Done[L] != 0) {
      llvm::SmallVector<MovingLoop, 3> Loops = Whole;
      if (step(L) != 0 && Done[L] != 1)
        Loops.push_back({Done[L], step(L), Weight});
      // By steps, the longest one first.
      llvm::stable_sort(Loops, [](const MovingLoop &A, const MovingLoop &B) {
        return llvm::AbsoluteValue(A.Step) > llvm::AbsoluteValue(B.Step);
      });
      follow(Loops, Begin + uint64_t(step(L)) * (Done[L] - 1) + Inner, Behind);
      Behind = llvm::SaturatingMultiplyAdd(Done[L], Weight, Behind);
    }
    if (step(L) != 0 && Trips != 1)
      Whole.push_back({Trips, step(L), Weight});
    Inner += uint64_t(step(L)) * (Trips - 1);
    Weight = llvm::SaturatingMultiply(Weight, Trips);
  }
}

/// From Address, that of the last iterations of Loops, backwards.
void UseFinder::follow(llvm::ArrayRef<MovingLoop> Loops, uint64_t Address,
                       uint64_t Behind) {
  if (Loops.empty())
    return note(Address, Behind);
  const MovingLoop &L = Loops.front();
  if (Loops.size() == 1)
    return followInnermost(L, Address, Behind);
  for (uint64_t T = 0; T != L.Trips && Behind < Count; ++T) {
    follow(Loops.drop_front(), Address, Behind);
    Address -= uint64_t(L.Step);
    Behind = llvm::SaturatingAdd(Behind, L.Weight);
  }
}

void UseFinder::followInnermost(const MovingLoop &L, uint64_t Address,
                                uint64_t Behind) {
  for (uint64_t T = 0; T < L.Trips && Behind < Count;) {
    note(Address, Behind);
    uint64_t Place = Address % LineBytes;
    uint64_t Next =
        1 + (L.Step > 0 ? Place / uint64_t(L.Step)
                        : (LineBytes - 1 - Place) / -uint64_t(L.Step));
    T += Next;
    Address -= Next * uint64_t(L.Step);
    Behind = llvm::SaturatingMultiplyAdd(Next, L.Weight, Behind);
  }
}

std::vector<LastUse> UseFinder::take() const {
  std::vector<LastUse> Lines;
  Lines.reserve(NumBlocks * BlockLines + WrittenBefore.size());
  wishLargePages(Lines.data(), Lines.capacity() * sizeof(LastUse));
  auto add = [&](LastUse U) {
    if (U.Behind != Never)
      Lines.push_back(U);
  };
  // As they were found, the last ones first, whichever way addresses go.
  for (size_t I = 0; I != NumBlocks; ++I) {
    const Block &B = Slabs[I / SlabBlocks][I % SlabBlocks];
    if (B.front().Behind < B.back().Behind)
      llvm::for_each(B, add);
    else
      llvm::for_each(llvm::reverse(B), add);
  }
  return Lines;
}

/// Sorts Uses, which are few runs in order, or in the opposite one.
static void sortRuns(std::vector<LastUse> &Uses) {
  std::vector<std::vector<LastUse>::iterator> Ends = {Uses.begin()};
  while (Ends.back() != Uses.end()) {
    auto Begin = Ends.back();
    auto Forwards = std::is_sorted_until(Begin, Uses.end());
    auto Backwards = std::is_sorted_until(
        Begin, Uses.end(), [](LastUse A, LastUse B) { return B < A; });
    if (Backwards > Forwards)
      std::reverse(Begin, Backwards);
    Ends.push_back(std::max(Forwards, Backwards));
  }
  for (size_t Width = 1; Width < Ends.size() - 1; Width *= 2)
    for (size_t R = 0; R + Width < Ends.size() - 1; R += 2 * Width)
      std::inplace_merge(Ends[R], Ends[R + Width],
                         Ends[std::min(R + 2 * Width, Ends.size() - 1)]);
}

std::vector<LastUse> rafter::lastUses(const LoopBody &Body,
                                      const llvm::BitVector &Stores,
                                      uint64_t End, uint64_t Count,
                                      uint64_t MostLines) {
  constexpr uint64_t Longest = std::numeric_limits<uint32_t>::max();
  Count = std::min({Count, End, Longest});
  // Mostly, few of many iterations use that many lines.
  uint64_t Some = std::min(Count, MostLines);
  std::vector<LastUse> Uses, Written;
  while (Some != 0) {
    UseFinder Finder(Body, Stores, End, Some);
    for (bool Store : {true, false})
      for (size_t O = 0; O != Body.Addresses.size(); ++O)
        if (Stores.test(O) == Store)
          Finder.add(O);
    Uses = Finder.take();
    Written = Finder.writtenBefore();
    if (Some == Count || Uses.size() >= MostLines)
      break;
    Some = std::min(Count, 8 * Some);
  }
  uint32_t Most = Longest;
  if (Uses.size() > MostLines) {
    auto Last = Uses.begin() + (MostLines - 1);
    std::nth_element(Uses.begin(), Last, Uses.end(),
                     [](LastUse A, LastUse B) { return A.Behind < B.Behind; });
    Most = Last->Behind;
    Uses.resize(MostLines);
  }
  llvm::append_range(Uses, Written);
  llvm::erase_if(Uses, [&](LastUse U) { return U.Behind > Most; });
  sortRuns(Uses);
  return Uses;
}

llvm::SmallVector<uint64_t, 3> rafter::countersOf(const LoopBody &Body,
                                                  uint64_t Iteration) {
  llvm::SmallVector<uint64_t, 3> Counters;
  for (uint64_t Trips : Body.TripCounts) {
    Counters.push_back(Iteration % Trips);
    Iteration /= Trips;
  }
  return Counters;
}
