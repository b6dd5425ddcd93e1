//===- CollectedInstructions.h - All that a source plays --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_FOREIGNTRACES_COLLECTEDINSTRUCTIONS_H
#define RAFTER_UNITTESTS_FOREIGNTRACES_COLLECTEDINSTRUCTIONS_H

#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/STLExtras.h"

namespace rafter {

/// Keeps what it gets, until it has as many instructions as it wants.
struct CollectedInstructions final : CrackedConsumer {
  std::vector<CrackedInstruction> Instructions;
  size_t Wanted = ~size_t(0);

  bool take(llvm::ArrayRef<CrackedInstruction> Parts) override {
    llvm::append_range(Instructions, Parts);
    return Instructions.size() < Wanted;
  }
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_FOREIGNTRACES_COLLECTEDINSTRUCTIONS_H
