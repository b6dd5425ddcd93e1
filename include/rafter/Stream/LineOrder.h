//===- LineOrder.h - Lines in the order of their last use -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an execution leaves in caches of every size and kind: the lines that it
// used, the last used one last; and, where it is asked for, when each was used
// first: prefetchers of every kind ask for lines then, and fetch some that are
// used much later.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_LINEORDER_H
#define RAFTER_STREAM_LINEORDER_H

#include "rafter/Stream/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace rafter {

/// The uses of lines since they were last taken, in their order, of each line
/// the last one and, WithFirst, the first one: fewer than 2^32 uses, fewer than
/// 2^24 pages.
class LineOrder {
public:
  /// Bytes of a line.
  static constexpr unsigned LineShift = 6;
  /// Bytes of a page.
  static constexpr unsigned PageShift = 12;
  /// Of a last use: the line was written to. Of a first one: it is a store.
  static constexpr uint32_t DirtyBit = uint32_t(1) << 31;
  /// Of a first use: the last one comes later. The only use of a line is its
  /// last.
  static constexpr uint32_t AgainBit = uint32_t(1) << 30;
  static constexpr uint32_t PlaceMask = AgainBit - 1;

  explicit LineOrder(bool WithFirst = false)
      : WithFirst(WithFirst), Recent(RecentPages) {}

  void use(uint64_t Address, bool IsStore) {
    uint64_t Number = Address >> PageShift;
    RecentPage &R = Recent[Number % RecentPages];
    if (LLVM_UNLIKELY(R.Number != Number))
      R = {Number, find(Number)};
    Page &P = *R.At;
    if (LLVM_UNLIKELY(P.Epoch != Epoch))
      begin(P);
    unsigned Line = Address >> LineShift & 63;
    ++Clock;
    if (WithFirst && P.LastUse[Line] == 0)
      Firsts.emplace_back(Clock,
                          P.Number << 6 | Line |
                              (IsStore ? AgainBit | DirtyBit : AgainBit));
    P.LastUse[Line] = Clock;
    P.Written |= uint64_t(IsStore) << Line;
  }
  /// A store to each line of the page of Address.
  static std::vector<LineUse> wholePage(uint64_t Address) {
    uint64_t Begin = Address >> PageShift << PageShift;
    std::vector<LineUse> Lines;
    for (uint64_t Line = 0; Line != 64; ++Line)
      Lines.push_back({Begin | Line << LineShift, /*IsDirty=*/true});
    return Lines;
  }
  void writePage(uint64_t Address) {
    for (LineUse L : wholePage(Address))
      use(L.Address, L.IsDirty);
  }
  /// The uses of the Most lines that were used last, the last one last: number
  /// of the page times 64 and of the line in it, DirtyBit and AgainBit. Begins
  /// anew.
  std::vector<uint32_t> take(size_t Most);
  /// The same, by address.
  std::vector<LineUse> takeUses(size_t Most);
  /// What Use of a place, from take(), means; Pages as of pages().
  static LineUse lineUse(uint32_t Use, llvm::ArrayRef<uint64_t> Pages) {
    uint32_t Place = Use & PlaceMask;
    return {Pages[Place >> 6] + (uint64_t(Place & 63) << LineShift),
            (Use & DirtyBit) != 0};
  }
  /// Addresses of pages of 4 KB, by number.
  llvm::ArrayRef<uint64_t> pages() const { return Addresses; }
  /// The same; nothing may be used any more.
  std::vector<uint64_t> takePages();

  /// What would have been taken had Older not been taken before Newer.
  std::vector<uint32_t> join(llvm::ArrayRef<uint32_t> Older,
                             llvm::ArrayRef<uint32_t> Newer, size_t Most) const;

private:
  static constexpr size_t RecentPages = 1024;
  struct Page {
    uint32_t Number = 0;
    uint32_t Epoch = 0;
    uint64_t Written = 0;
    /// 0: not since the epoch began.
    uint32_t LastUse[64];
  };
  struct RecentPage {
    uint64_t Number = ~uint64_t(0);
    Page *At = nullptr;
  };
  Page *find(uint64_t Number);
  void begin(Page &P);

  bool WithFirst;
  std::vector<RecentPage> Recent;
  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> Pages;
  std::vector<uint64_t> Addresses;
  std::vector<Page *> Touched;
  uint32_t Epoch = 1;
  uint32_t Clock = 0;
  /// Time and place of a use.
  using TimedUse = std::pair<uint32_t, uint32_t>;
  std::vector<TimedUse> Firsts, Lasts;
};

} // namespace rafter

#endif // RAFTER_STREAM_LINEORDER_H
