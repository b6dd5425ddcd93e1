//===- AroundLoop.h - What is executed for each entry of a loop -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of the source may be several in the code: vectors, and one element at
// a time for what is left over or where checks fail. What chooses between them
// is executed each time the loop is entered.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_AROUNDLOOP_H
#define RAFTER_LIB_REMARKS_AROUNDLOOP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace llvm {
class Function;
class Instruction;
class Loop;
class LoopInfo;
} // namespace llvm

namespace rafter {

struct AroundLoop {
  /// Cost of the code beside the loop, in the loop around it or, if there is
  /// none, in the function, each time that is executed; without what is an
  /// iteration of the loop itself, as unrolling leaves one over.
  double Cost = 0;
  /// How often the loop is entered meanwhile.
  double Entries = 0;
  /// Loops of the source beside it, itself among them, that are several in the
  /// code.
  unsigned Versioned = 0;
  /// What does several iterations at once always leaves some over, where the
  /// last one would read too far.
  bool LeavesSome = false;
};

/// What is around the loops of F that IsOf holds for, by the block frequencies
/// that LLVM assumes, but that one of them that leaves iterations over for the
/// others is always entered. None: there are none, or they are not side by
/// side.
std::optional<AroundLoop>
aroundLoop(llvm::Function &F, const llvm::LoopInfo &Loops,
           llvm::function_ref<bool(const llvm::Loop &)> IsOf,
           llvm::function_ref<double(const llvm::Instruction &)> CostOf);

/// Cost that After has more than Before for each entry of the loop. Loops that
/// became several share it.
double addedCost(const AroundLoop &Before, const AroundLoop &After);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_AROUNDLOOP_H
