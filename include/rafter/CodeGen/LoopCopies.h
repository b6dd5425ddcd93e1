//===- LoopCopies.h - The machine loops of a source loop --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimizer makes several loops of one: a vector body, a remainder, copies
// for cases that are told apart before. Which of them belong together, how many
// iterations of the source each does at once, and which one stands for them all
// is decided here, for reports and remarks.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_LOOPCOPIES_H
#define RAFTER_CODEGEN_LOOPCOPIES_H

#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/CodeGen/SourceLoops.h"

namespace rafter {

struct LoopDirectives;

/// A machine loop and how much of the source loop it does.
struct LoopCopy {
  MachineLoop *Code = nullptr;
  /// Iterations of the source loop that one of Code does; none: not known.
  std::optional<unsigned> AtOnce;
  /// Iterations of the source loop for each call of the function.
  double Iterations = 0;
  /// They are straight-line code in Code, a loop around the source loop.
  bool IsUnrolled = false;
  /// It is entered where something is as it is not assumed: it moves by a
  /// constant where the source loop has a stride that is not known, and is for
  /// one element; or see MachineLoop::IsKeptOut.
  bool IsForOtherData = false;
};

/// The machine loops of one loop of the source; at least one.
struct LoopGroup {
  std::vector<LoopCopy> Copies;
  /// The loop before it was optimized; null: it was not seen.
  const SourceLoop *Source = nullptr;
  /// What the source says of it; may be null.
  const LoopDirectives *Said = nullptr;

  /// Of the copies that can do most of the iterations, the one that was made
  /// for the common case: it does the most at once, or as much in vectors.
  /// Without a profile a stride that is not known is no single element.
  const LoopCopy &mostExecuted() const;
};

/// What is known about a function's loops besides their code.
struct LoopContext {
  /// Null: the loops were not seen before they were optimized.
  const SourceLoops *Sources = nullptr;
  /// Null: the source says nothing.
  std::function<const LoopDirectives *(const SourceLocation &)> Said;
  /// Nothing was vectorized or unrolled: the code is not optimized, or it is
  /// that of the loops that were given.
  bool Unoptimized = false;
  /// What was unrolled altogether is a copy, too.
  bool WithUnrolled = false;
};

/// Groups the loops of one function, by place. Copies that lost their place get
/// that of the others.
std::vector<LoopGroup> groupBySource(llvm::MutableArrayRef<MachineLoop> Loops,
                                     const LoopContext &Context);

} // namespace rafter

#endif // RAFTER_CODEGEN_LOOPCOPIES_H
