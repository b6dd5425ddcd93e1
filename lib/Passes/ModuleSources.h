//===- ModuleSources.h - Regions of a module that can be played -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_MODULESOURCES_H
#define RAFTER_LIB_PASSES_MODULESOURCES_H

#include "rafter/IR/ProgramLowering.h"
#include "rafter/NativeRun/Run.h"
#include "rafter/StaticWalk/StaticWalk.h"
#include "rafter/Stream/Source.h"

namespace rafter {

/// A walk of a loop nest or function, which lists what it had to assume.
class WalkSource final : public Source {
public:
  using Walk =
      std::function<llvm::Expected<StaticWalkResult>(StaticEvents Events)>;

  /// Code and what W refers to must outlive the source.
  WalkSource(Origin From, const Program &Code, Walk W, bool WarmCache);

private:
  llvm::Error play(StreamConsumer &Consumer);

  const Program &Code;
  Walk W;
};

/// The first function of a run of the module, or the function that the run's
/// options name. Played again, it is run again, and prints nothing then.
class RunSource final : public Source {
public:
  /// Keeps: the first run is kept in memory, and plays from there. CPU: whose
  /// time values cost that are not in the prediction. All must outlive the
  /// source.
  RunSource(const llvm::Module &M, const LoweredModule &Lowered,
            const RunOptions &Program, const Processor &CPU, bool WarmCache,
            bool Keeps);

  /// Whether a run called the function.
  bool wasEntered() const { return Entered; }

private:
  llvm::Error play(StreamConsumer &Consumer);
  llvm::Error keep(llvm::ArrayRef<uint64_t> Words);

  const llvm::Module &M;
  const LoweredModule &Lowered;
  const RunOptions &Program;
  const Processor &CPU;
  const bool Keeps;
  bool HasRun = false, Entered = false, SaysDenormals = false;
  std::vector<uint64_t> Kept;
};

} // namespace rafter

#endif // RAFTER_LIB_PASSES_MODULESOURCES_H
