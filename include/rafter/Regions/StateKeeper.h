//===- StateKeeper.h - Warm state of an execution ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_STATEKEEPER_H
#define RAFTER_REGIONS_STATEKEEPER_H

#include "rafter/Memory/StridePrefetcher.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "rafter/Stream/LineOrder.h"

namespace rafter {

/// Watches an execution of any length and says what state it leaves. Memory is
/// bounded by the state and by the pages that the execution uses.
class StateKeeper {
public:
  void observe(const CrackedInstruction &I) {
    if (BranchWaits) {
      BranchWaits = false;
      Branches[(NumBranches - 1) % Branches.size()].DataAddress = I.Address;
    }
    if (I.Address >> LineOrder::LineShift != CodeLine) {
      CodeLine = I.Address >> LineOrder::LineShift;
      use(I.Address, Code, /*IsStore=*/false);
    }
    if (I.isLoad() || I.isStore())
      use(I.DataAddress, Data, I.isStore());
    if (I.isLoad())
      prefetch(I);
    if (I.isBranch())
      keepBranch(I);
  }
  /// A use of a line by what is not observed.
  void restore(LineUse L) { use(L.Address, Data, L.IsDirty); }
  /// Of what was observed so far; control goes on at Next.
  WarmState state(uint64_t Next);

private:
  /// The two highest bits of an address are as the one below them (it is
  /// canonical), and free to tell uses apart.
  enum UseKind : uint64_t { Data, Code, Prefetch };
  static constexpr unsigned KindShift = 62;
  void use(uint64_t Address, UseKind Kind, bool IsStore) {
    Lines.use(Address << 2 >> 2 | Kind << KindShift, IsStore);
    if (LLVM_UNLIKELY(++Uses == UsesAtOnce))
      fold();
  }
  void prefetch(const CrackedInstruction &Load) {
    Ahead.clear();
    Prefetcher.observe(Load.Address, Load.DataAddress, Ahead);
    for (uint64_t Line : Ahead)
      use(Line << LineOrder::LineShift, Prefetch, /*IsStore=*/false);
  }
  void fold();
  void keepBranch(const CrackedInstruction &I);

  static constexpr uint32_t UsesAtOnce = 1u << 31;
  LineOrder Lines;
  /// The one of the reference core, with the lines that it fetches ahead there.
  StridePrefetcher Prefetcher{4};
  llvm::SmallVector<uint64_t, 4> Ahead;
  std::vector<uint32_t> Order;
  uint32_t Uses = 0;
  uint64_t CodeLine = ~uint64_t(0);
  /// The last ones, in a ring; the last of all does not know yet where control
  /// goes if BranchWaits is set.
  std::vector<CrackedInstruction> Branches;
  uint64_t NumBranches = 0;
  bool BranchWaits = false;
};

} // namespace rafter

#endif // RAFTER_REGIONS_STATEKEEPER_H
