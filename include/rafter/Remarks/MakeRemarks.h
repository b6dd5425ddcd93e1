//===- MakeRemarks.h - From machine loops to remarks ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the machine loops of each source loop, simulates the one that counts,
// and says what binds it and what its computation needs.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_MAKEREMARKS_H
#define RAFTER_REMARKS_MAKEREMARKS_H

#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/Remarks/LoopRemark.h"
#include "rafter/Remarks/RemarkOptions.h"
#include "rafter/Remarks/SourceLoops.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

/// What is known about a function's loops besides their code.
struct RemarkContext {
  const Processor &CPU;
  const RemarkOptions &Options;
  /// Null: the loops were not seen before they were vectorized.
  const SourceLoops *Sources = nullptr;
  /// Null: the source says nothing.
  const DirectiveTable *Directives = nullptr;
  /// Nothing was vectorized or unrolled: the code is not optimized.
  bool Unoptimized = false;
  /// A loop for which this holds is analysed in full, however cold it is and
  /// however little there is to gain. Null: none.
  std::function<bool(const SourceLocation &Loop)> Needed;
};

/// The remarks on Loops, which are all of one function, by place. Loops that
/// will not be said anything of, and are not Needed, may be missing or have no
/// advice. An error is that of the simulation.
llvm::Expected<std::vector<LoopRemark>>
makeLoopRemarks(llvm::ArrayRef<MachineLoop> Loops,
                const RemarkContext &Context);

/// Sets the shares of all remarks of one CPU in a module.
void setShares(std::vector<LoopRemark> &Remarks);

} // namespace rafter

#endif // RAFTER_REMARKS_MAKEREMARKS_H
