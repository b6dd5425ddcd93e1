//===- ProgramAnalysis.h - What a program is bound by -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_PROGRAMANALYSIS_H
#define RAFTER_LIB_SAMPLING_PROGRAMANALYSIS_H

#include "ProgramParts.h"
#include "rafter/Sampling/AnalyzeProgram.h"
#include "rafter/Sampling/SampledSource.h"
#include "rafter/Simulation/PartSimulation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <chrono>
#include <map>

namespace rafter {

/// One analysis of a sampled program: its threads one after the other, then
/// what binds their parts.
class ProgramAnalysis {
public:
  ProgramAnalysis(const SampledProgram &Program, const Processor &CPU,
                  const TargetModel &Model,
                  const ProgramAnalysisOptions &Options)
      : Program(Program), CPU(CPU), Options(Options), Source(Program, Model),
        Parts(findParts(Program, Source)) {}

  llvm::Expected<ProgramFinding> run();

private:
  /// Of the time, what may go into narrower intervals; the rest is for limits.
  static constexpr double ShareOfWindows = 0.5;
  /// The beginning of a thread, which is no window.
  static constexpr uint32_t StartWindow = ~uint32_t(0);

  using Clock = std::chrono::steady_clock;

  llvm::Error addThread(unsigned Number);
  llvm::Expected<std::vector<PartSample>>
  simulate(unsigned Thread, SampledSource::Selection Chosen, bool IsFirst);
  llvm::Expected<PartTimes>
  simulateSome(SampledSource::Selection Chosen,
               llvm::function_ref<bool(size_t Done)> GoesOn);
  void addSamples(const SampledThread &T, const PartTimes &Times,
                  llvm::ArrayRef<size_t> Played,
                  std::vector<PartSample> &Samples);
  llvm::ArrayRef<uint32_t> measured(const SampledThread &T,
                                    size_t Window) const;
  void countParts(llvm::ArrayRef<uint32_t> Variants,
                  std::vector<double> &Sums) const;
  void addCallers(const SampledThread &T, llvm::ArrayRef<PartSample> Samples,
                  llvm::ArrayRef<Estimate> Estimates);
  size_t callerOf(size_t Part, llvm::ArrayRef<uint32_t> Calls) const;
  void nameCallers();
  void addNewPages();
  void addStartUp();
  void addPhases(const SampledThread &T, llvm::ArrayRef<PartSample> Samples,
                 llvm::ArrayRef<PartSample> Start);
  void addThreads();
  std::vector<std::vector<size_t>> shareOutParts() const;
  llvm::Error addLimits();
  struct LimitSearch;
  llvm::Error addLimits(unsigned Number, llvm::ArrayRef<size_t> Of,
                        double Share, LimitSearch &Search);
  std::vector<size_t> windowsForLimits(const SampledThread &T,
                                       llvm::ArrayRef<size_t> Of) const;
  std::vector<size_t> affordable(std::vector<size_t> Windows,
                                 double Seconds) const;
  PartOptions partOptions() const {
    PartOptions Chosen;
    Chosen.PartOf = Parts.PartOf;
    Chosen.HasRunUp = true;
    return Chosen;
  }
  /// Tells how far we are; false: nobody wants more.
  bool isWanted(const char *What, double Share);
  /// Whether other cores use the last level.
  bool hasOthers() const;
  /// Says what they bring into it meanwhile, if an instruction takes so many
  /// cycles.
  void addOthers(SampledSource::Selection &Chosen,
                 double CyclesPerInstruction) const;
  llvm::Error estimatePace(unsigned Thread, size_t Most);
  /// What is left for narrower intervals of threads up to this one.
  double secondsForWindows(unsigned Thread) const {
    return std::max(0.0, ShareOfWindows * Options.Seconds * ShareUpTo[Thread] -
                             seconds());
  }
  /// Since the analysis began.
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - Begin).count();
  }
  void rank();

  const SampledProgram &Program;
  const Processor &CPU;
  const ProgramAnalysisOptions &Options;
  SampledSource Source;
  ProgramParts Parts;
  ProgramFinding Result;
  Clock::time_point Begin = Clock::now();
  std::atomic<bool> Stopped = false;
  /// Simulated so far, and how long that took.
  size_t Simulated = 0;
  double SimulationSeconds = 0;
  /// Cycles per instruction of the thread, as far as is known before it is
  /// simulated.
  double Pace = 1;
  /// Of the thread that has most instructions: its phases are in the result.
  uint64_t MostInstructions = 0;
  /// Of all instructions, those of threads up to each.
  std::vector<double> ShareUpTo;
  /// Cycles of parts in libraries by the part of another file that called them.
  std::map<std::pair<size_t, size_t>, double> CyclesByCaller;
  /// What is known of each thread: cycles of each part, of all of it, and of
  /// its beginning.
  struct ThreadTimes {
    std::vector<double> OfPart;
    Estimate Cycles;
    double StartCycles = 0;
    double Pace = 1;
  };
  std::vector<ThreadTimes> Times;
};

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_PROGRAMANALYSIS_H
