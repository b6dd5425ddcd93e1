//===- RenameRules.h - Idioms, eliminated moves, fusion --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a core does before any unit: the CPU file says which of it the core
// does, and these rules say to which instructions.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_RENAMERULES_H
#define RAFTER_LIB_CODEGEN_RENAMERULES_H

#include "Description.h"

namespace rafter {

/// Which instructions need no unit, or no sources.
enum class RenameAction : uint8_t {
  None,
  /// The result does not depend on the sources, but a unit computes it.
  BreaksDependence,
  /// The result is zero, without any unit.
  ZeroIdiom,
  /// The result is the source, or nothing at all: no unit.
  Move,
  NoOperation,
  /// An addition of a small immediate that rename folds.
  FoldedAddition
};
RenameAction renameAction(const TargetModel::Impl &Model, const Description &D);

/// Whether the core makes one micro-operation of First and the conditional
/// branch Second behind it.
bool fuses(const TargetModel::Impl &Model, const Description &First,
           const Description &Second);

/// Whether an instruction with an index register keeps load or store and
/// operation in one slot behind rename.
bool staysLaminated(const TargetModel::Impl &Model, const Description &D);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_RENAMERULES_H
