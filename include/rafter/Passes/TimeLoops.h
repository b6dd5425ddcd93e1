//===- TimeLoops.h - Predicted times of machine loops -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_TIMELOOPS_H
#define RAFTER_PASSES_TIMELOOPS_H

#include "rafter/CodeGen/SourceLoops.h"
#include "rafter/Passes/AnalysisOptions.h"
#include <map>
#include <set>
#include <tuple>

namespace llvm {
class Module;
} // namespace llvm

namespace rafter {

class LoopTimer;

/// The loop of the source that Name, as in Origin::Loop, tells apart in
/// Function.
struct LoopTime {
  std::string Function, Loop;
  /// Predicted, for an iteration of the source's loop, with what it takes to
  /// enter and leave the machine loops that do its iterations: the vector body
  /// and what is left behind it.
  double CyclesPerIteration = 0;
  /// It takes these where all data are in L1; the rest was not looked for.
  bool IsLeast = false;
  /// What the mispredictions of branches on data add, if nobody knows which way
  /// they go; they are taken to be predicted above.
  double OpenBranches = 0;
  /// The part of it that is due to branches of a line, by file and line.
  std::map<std::pair<std::string, unsigned>, double> OpenBranchesOf;
  /// The loop that is meant: several can be on one line, and of those at one
  /// place one is within the others. None: it is not known how much of the
  /// source an iteration is.
  std::optional<std::pair<PlaceInFunction, bool>> Of;
  /// Lines, columns and opcodes of the loads, stores and floating-point
  /// operations on the path through the loop, and of those beside it.
  std::set<std::tuple<unsigned, unsigned, unsigned>> OnPath, BesidePath;
};

/// Whether iterations of both do the same, and their times can be compared: of
/// the same loop, and where its path parts, After takes no other way.
bool isSameWork(const LoopTime &Before, const LoopTime &After);

/// Functions and the names of loops in them, as in LoopTime.
using LoopNames = std::set<std::pair<std::string, std::string>>;

/// Cycles of an iteration, by function and loop.
using LoopLimits = std::map<std::pair<std::string, std::string>, double>;

/// Generates code for M and predicts the time of each of these Loops that is
/// there on CPU, which Timer is for. Errors: no code can be generated, or no
/// model is known for the CPU. Of a loop that takes as long with all data in L1
/// as it must not take according to Limits, no more is simulated.
llvm::Expected<std::vector<LoopTime>>
timeLoops(const llvm::Module &M, const Processor &CPU, AnalysisOptions Options,
          const LoopNames &Loops, LoopTimer &Timer, const LoopLimits &Limits);

} // namespace rafter

#endif // RAFTER_PASSES_TIMELOOPS_H
