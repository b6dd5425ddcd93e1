//===- RemarkSession.h - Remarks in a compilation ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hooks the remarks into a compilation: looks at the loops before they are
// vectorized, and at the machine code where the compilation generates it. As
// long as nobody asks, it does nothing.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_REMARKSESSION_H
#define RAFTER_REMARKS_REMARKSESSION_H

#include "rafter/Remarks/LoopFindings.h"
#include "rafter/Remarks/RemarkOptions.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <memory>

namespace llvm {
class Module;
class PassBuilder;
} // namespace llvm

namespace rafter {

/// Takes what was found about a module when its code has been generated. Called
/// once for each module, also when nothing was.
using LoopFindingsSink =
    std::function<void(const llvm::Module &M, const LoopFindings &Found)>;

/// What else than remarks a compilation wants of its loops.
struct RemarkDemand {
  /// What the source says about its loops; may be null. Trip counts and levels
  /// that it assumes are followed, and loops with `analyze` always get a
  /// remark.
  std::shared_ptr<const DirectiveTable> Directives;
  /// Further CPU files, by name, on which the loops are analysed. Only remarks
  /// of the CPU of RemarkOptions are printed.
  std::vector<std::string> CPUs;
  /// Loops without a directive are needed as well (a file of budgets).
  bool AllLoops = false;
  LoopFindingsSink Sink;
};

/// Sets the demand of this process's compilation; asked for when a pipeline of
/// passes begins, so it must be set before, for example when the source has
/// been parsed. Null demands nothing.
void setRemarkDemand(std::shared_ptr<const RemarkDemand> Demand);
std::shared_ptr<const RemarkDemand> remarkDemand();

/// The file that this process's compilation was given a profile in, for what is
/// said of it.
void setRemarkProfile(std::string Name);

/// Adds the passes to all optimization pipelines of PB, and to the code
/// generation of the process. They do nothing for a module whose context wants
/// no remarks of the pass "rafter", unless there is a demand. Whatever goes
/// wrong, options included, is a remark and never fails a compilation.
void registerRemarks(llvm::PassBuilder &PB,
                     llvm::Expected<RemarkOptions> Options);

/// Generates code for a copy of M, throws it away, and tells the sink of the
/// demand what was found. An error is one of code generation.
llvm::Error findLoops(const llvm::Module &M,
                      llvm::Expected<RemarkOptions> Options);

/// Adds the module pass `rafter-remarks` to PB's pipeline parser: it generates
/// code for a copy of the module, throws it away, and emits the remarks. For
/// tools that generate none, like opt.
void registerRemarkPass(llvm::PassBuilder &PB,
                        llvm::Expected<RemarkOptions> Options);

} // namespace rafter

#endif // RAFTER_REMARKS_REMARKSESSION_H
