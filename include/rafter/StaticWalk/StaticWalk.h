//===- StaticWalk.h - The stream of a loop nest without a run --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a loop nest of optimized IR symbolically and sends the segment events
// that a run of the instrumented code would send for it. What the code does not
// say (trip counts, addresses, data) is assumed, and every assumption listed.
// docs/static.md tells what is walked exactly and what is assumed.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STATICWALK_STATICWALK_H
#define RAFTER_STATICWALK_STATICWALK_H

#include "rafter/IR/ProgramLowering.h"
#include "rafter/Stream/ForemostAssumption.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <string>
#include <vector>

namespace llvm {
class BranchProbabilityInfo;
class Function;
template <typename IRUnitT, typename... ExtraArgTs> class AnalysisManager;
using FunctionAnalysisManager = AnalysisManager<Function>;
} // namespace llvm

namespace rafter {

/// A loop nest of the source: its outermost loop in the IR, together with the
/// loops that the optimizer split off from it (vector body and remainder).
struct LoopNest {
  llvm::Function *Function = nullptr;
  /// Headers of the outermost loops, in the order of control flow.
  std::vector<llvm::BasicBlock *> Headers;
  /// Where the loop begins; invalid without debug information.
  SourceLocation Source;
  /// "line 12", or the header's name without debug information.
  std::string Name;
  /// Loops inside each other, at the deepest place.
  unsigned Depth = 1;
  /// Estimated operations of one execution, for ranking.
  double Hotness = 0;
};

struct StaticWalkOptions {
  /// Value of an unknown integer, for example of a size that is an argument; at
  /// least 1.
  uint64_t AssumedValue = 1000;
  /// Iterations of a loop whose condition depends on data.
  uint64_t AssumedTripCount = 1000;
  /// Values for arguments and variables by their name in the source.
  std::map<std::string, int64_t, std::less<>> Values;
  /// Operations after which the walk ends at the next iteration boundary of
  /// the outermost loop, or, from 10 % more on, of the next inner one.
  uint64_t MaxOperations = 2'000'000;
  /// Bytes in which accesses are spread at random when their address depends
  /// on loaded data; 0: they stay at one address, in L1.
  uint64_t RandomBytes = 0;
  /// Whether many equal iterations are sent at once. Off only in tests.
  bool UseRepeats = true;
};

struct StaticWalkResult {
  /// One line each with its source line, in source order, without duplicates.
  std::vector<std::string> Assumptions;
  ForemostAssumption Foremost;
  /// False if the walk stopped at its limit.
  bool Complete = true;
  /// Segment events sent, and the static operations they stand for.
  uint64_t Events = 0;
  uint64_t Operations = 0;
  /// Calls that were not followed, by name, with their number.
  std::vector<std::pair<std::string, uint64_t>> NotSeen;
};

/// Takes segment events (Stream/SegmentDecoder.h): whole events only.
using StaticEvents = llvm::function_ref<llvm::Error(llvm::ArrayRef<uint64_t>)>;

/// The loop nests of M's functions: by function in the order of M, then by
/// control flow.
std::vector<LoopNest> findLoopNests(llvm::Module &M,
                                    llvm::FunctionAnalysisManager &Analyses);

/// Walks one execution of Nest and sends RegionBegin, the events of all blocks
/// from its first header to the last exit of its loops, RegionEnd. L must be
/// the lowering of the module. Errors: those of Events.
llvm::Expected<StaticWalkResult>
walkLoopNest(const LoweredModule &L, const LoopNest &Nest,
             llvm::FunctionAnalysisManager &Analyses,
             const StaticWalkOptions &Options, StaticEvents Events);

/// Walks one call of F, from its entry to its return. A declaration is an
/// error.
llvm::Expected<StaticWalkResult>
walkFunction(const LoweredModule &L, llvm::Function &F,
             llvm::FunctionAnalysisManager &Analyses,
             const StaticWalkOptions &Options, StaticEvents Events);

} // namespace rafter

#endif // RAFTER_STATICWALK_STATICWALK_H
