//===- MachineRegions.h - Machine loops as regions of a report -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the machine loops of a module as code generation finds them, chooses
// the hottest, and adds what they are bound by to the report of the module.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_MACHINEREGIONS_H
#define RAFTER_LIB_PASSES_MACHINEREGIONS_H

#include "rafter/Analysis/Report.h"
#include "rafter/CodeGen/DataBranches.h"
#include "rafter/CodeGen/GenerateCode.h"
#include "rafter/CodeGen/InstructionCracker.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/Passes/AnalysisOptions.h"
#include "rafter/Passes/TimeLoops.h"
#include <set>

namespace rafter {

/// A machine loop that stands for a loop of the source, and how many iterations
/// of that it does at once.
struct ChosenLoop {
  MachineLoop Code;
  unsigned AtOnce = 1;
  /// Machine loops that do the iterations that are left behind Code, those that
  /// do most at once first.
  std::vector<ChosenLoop> Rest;
  /// As in LoopTime.
  std::optional<std::pair<PlaceInFunction, bool>> Of;

  /// Of the source's loop, each time that it is entered.
  uint64_t iterations() const { return Code.Body.TripCounts.front() * AtOnce; }
};

/// Iterations of a deep nest that fill the caches before what is measured.
inline constexpr uint64_t MostIterationsBefore = 65536;

/// How many iterations are simulated, and how many before only move lines. Both
/// levels of a report begin with the same caches: empty, or as the nest leaves
/// them; of a nest that is too long for that, a part stands for all.
LoopStreamOptions chooseIterations(const LoopBody &Body, const Processor &CPU,
                                   bool Warm);

/// Cycles that the mispredictions of B cost each time, if nobody knows which
/// way it goes; 0: it is predicted.
double cyclesIfOpen(const DataBranch &B, const Processor &CPU);

/// Whether the caches are as a call before left them when F, which may be null,
/// begins.
bool startsWarm(const AnalysisOptions &Options, const llvm::Function *F,
                const Processor &CPU);

class MachineRegions {
public:
  /// Options must outlive the object.
  explicit MachineRegions(const AnalysisOptions &Options) : Options(Options) {}

  /// What the collecting pass is told.
  MachineLoopOptions loopOptions() const;
  /// What is executed around loops is to be collected as well.
  void wantPassages() { WithPassages = true; }
  void add(MachineLoop Loop) { Loops.push_back(std::move(Loop)); }
  bool empty() const { return Loops.empty(); }

  /// Analyses the hottest loops and adds them to Result, whose regions keep the
  /// order of M's functions and of the source. Remarks go to each region.
  llvm::Error addTo(Report &Result, const llvm::Module &M,
                    llvm::ArrayRef<std::string> Remarks,
                    const RegisterNaming &Registers);

  /// Predicts only times, of the loops of M added so far.
  llvm::Expected<std::vector<LoopTime>>
  times(const llvm::Module &M, const Processor &CPU, const LoopNames &Loops,
        LoopTimer &Timer, const LoopLimits &Limits);

private:
  /// The loops to analyse, in their order.
  std::vector<ChosenLoop> hottest(const llvm::Module &M, Report &Result);

  const AnalysisOptions &Options;
  std::vector<MachineLoop> Loops;
  bool WithPassages = false;
};

/// What code generation makes of M. Functions: null for all, otherwise their
/// names in the source.
llvm::Expected<std::shared_ptr<const TargetModel>>
collectLoops(const llvm::Module &M, const Processor &CPU,
             const std::set<std::string> *Functions, MachineRegions &Regions,
             std::vector<std::string> &Remarks);

/// Generates code for M in process and adds the regions of its machine loops.
llvm::Error analyzeMachineLoops(const llvm::Module &M,
                                const AnalysisOptions &Options, Report &Result);

/// Compiles and links M to an executable, runs it, and adds what its machine
/// code does to the region of the run.
llvm::Error analyzeMachineRun(const llvm::Module &M,
                              const AnalysisOptions &Options, Report &Result);

/// What the levels of Region executed, as a line among what was assumed; empty:
/// there are no two levels. Both describe the same program: they execute the
/// same additions, multiplications and multiply-adds, or an optimization of
/// code generation came between.
std::string describeLevels(const RegionReport &Region);

/// That physical addresses are made up, where they decide where accesses of
/// Region are served; otherwise empty.
std::string describeFrames(const RegionReport &Region, const Processor &CPU);

} // namespace rafter

#endif // RAFTER_LIB_PASSES_MACHINEREGIONS_H
