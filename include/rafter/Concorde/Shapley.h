//===- Shapley.h - Fair shares of a difference -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapley values (Concorde paper, section 6, equation 8): what a player adds,
// averaged over the orders in which the players may come.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_SHAPLEY_H
#define RAFTER_CONCORDE_SHAPLEY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace rafter::concorde {

/// A set of players, bit I for player I. At most 32 play.
using PlayerSet = uint32_t;

/// The values of sets of players.
using Game = llvm::function_ref<void(llvm::ArrayRef<PlayerSet> Sets,
                                     llvm::MutableArrayRef<double> Values)>;

struct ShapleyOptions {
  /// Orders that are sampled; an odd number is rounded up.
  unsigned Permutations = 200;
  uint64_t Seed = 1;
};

struct ShapleyResult {
  /// The values of the empty set and of all players.
  double Without = 0, With = 0;
  /// For each player. The shares add up to With - Without but for roundings,
  /// whatever was sampled.
  std::vector<double> Shares;
  /// Of the shares; 0 where every order was taken.
  std::vector<double> StandardErrors;
};

/// Samples orders in pairs, each with its reverse, which cancels much of the
/// effect of who comes first. The orders of N permutations are the first N of
/// any greater number. Each set is evaluated once.
ShapleyResult sampleShapley(unsigned Players, Game Value,
                            const ShapleyOptions &Options = {});

/// All 2^Players sets, weighted; Players is at most 20.
ShapleyResult exactShapley(unsigned Players, Game Value);

/// What each player of Order adds to those before it (one bar of figure 15).
std::vector<double> sharesInOrder(llvm::ArrayRef<unsigned> Order, Game Value);

} // namespace rafter::concorde

#endif // RAFTER_CONCORDE_SHAPLEY_H
