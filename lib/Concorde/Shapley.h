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

#ifndef RAFTER_LIB_CONCORDE_SHAPLEY_H
#define RAFTER_LIB_CONCORDE_SHAPLEY_H

#include "rafter/Concorde/Attribution.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter::concorde {

/// A set of players, bit I for player I. At most 32 play.
using PlayerSet = uint32_t;

/// The values of sets of players.
using Game = llvm::function_ref<void(llvm::ArrayRef<PlayerSet> Sets,
                                     llvm::MutableArrayRef<double> Values)>;

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

#endif // RAFTER_LIB_CONCORDE_SHAPLEY_H
