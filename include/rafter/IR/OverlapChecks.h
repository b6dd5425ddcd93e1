//===- OverlapChecks.h - Whether places of one object are apart -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In front of a vector body LLVM asks whether what it loads and stores may
// overlap. Objects do not; places of one object whose distance is data may. No
// branch probability knows that.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_OVERLAPCHECKS_H
#define RAFTER_IR_OVERLAPCHECKS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class DataLayout;
class DominatorTree;
class Value;
} // namespace llvm

namespace rafter {

/// The value of an integer that is loaded, or an argument; none: not known.
using KnownInteger =
    llvm::function_ref<std::optional<uint64_t>(const llvm::Value &)>;

/// Whether Condition, which compares addresses in one object, holds in the
/// first and in the second iteration of the loops around it. None: it is no
/// such condition, not the same in both, or computed with something that is not
/// known.
std::optional<bool> holdsInOneObject(const llvm::Value &Condition,
                                     KnownInteger Known,
                                     const llvm::DataLayout &Layout);

/// Whether such conditions keep Header's loop from being entered.
bool isKeptOut(const llvm::BasicBlock &Header, KnownInteger Known,
               const llvm::DominatorTree &Dominators);

} // namespace rafter

#endif // RAFTER_IR_OVERLAPCHECKS_H
