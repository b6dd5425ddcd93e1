//===- LoopChanges.h - What a line of the source changes --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pragmas, attributes and builtins, put into the IR that the frontend makes of
// a source, as the frontend itself puts them there.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRIALS_LOOPCHANGES_H
#define RAFTER_TRIALS_LOOPCHANGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace rafter {

enum class ChangeKind : uint8_t {
  /// clang fp reassociate, reciprocal.
  Reassociate,
  Reciprocal,
  /// restrict on parameters.
  NoOverlap,
  /// clang loop vectorize(enable), interleave_count, vectorize_width (1: no
  /// vectors), unroll_count, unroll(disable), distribute.
  Vectorize,
  Interleave,
  VectorWidth,
  UnrollCount,
  NoUnroll,
  Distribute,
  /// The two innermost loops of a nest in the other order.
  Exchange,
  /// always_inline on what a loop calls.
  InlineCalls,
  /// __builtin_unpredictable around conditions in a loop.
  Unpredictable,
  /// alignas on arrays.
  AlignObjects,
  /// Local variables for what innermost loops load and store in one place.
  PromotePlaces,
  /// Both ways of the branches in a line of innermost loops, and a choice.
  FlattenBranches,
  /// __builtin_prefetch of what loaded data lead to, so many iterations ahead.
  Prefetch
};

struct LoopChange {
  ChangeKind Kind;
  /// Of what counts: iterations, copies, lanes, bytes; or a line.
  unsigned Count = 0;
};

/// The lines to write, by the function whose loops they change.
using ChangeLines = std::map<std::string, std::string>;

/// Changes the innermost loops of the functions of M that have one of these
/// names in the source. M is as the frontend made it. A function without an
/// entry has nothing to change.
ChangeLines applyChange(llvm::Module &M, const std::set<std::string> &Functions,
                        const LoopChange &Change);

/// Whether F, as the frontend made it, multiplies and adds where the source
/// allows one rounding for both, so that other instruction sets may compute
/// other numbers.
bool mayFuse(const llvm::Function &F);

/// Whether F computes with floating-point numbers.
bool computesFloats(const llvm::Function &F);

} // namespace rafter

#endif // RAFTER_TRIALS_LOOPCHANGES_H
