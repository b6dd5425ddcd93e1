//===- AnalyzeProgram.h - What a program is bound by ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SAMPLING_ANALYZEPROGRAM_H
#define RAFTER_SAMPLING_ANALYZEPROGRAM_H

#include "rafter/Sampling/MeasuredProfile.h"
#include "rafter/Sampling/SampledProgram.h"
#include "rafter/WholeProgram/ProgramFinding.h"

namespace rafter {

struct ProgramAnalysisOptions {
  /// Windows are simulated until half of the interval of the program's cycles
  /// is this share of them.
  double Precision = 0.02;
  /// The time to take, about: no round of windows but the first begins when
  /// half of it is over, and what binds is looked for in as many windows as the
  /// rest allows, but in some.
  double Seconds = 60;
  /// If there is one, parts are ranked by it.
  const MeasuredProfile *Profile = nullptr;
  /// Told what is being done and which share of it is done; false: there is no
  /// time for more, and the result is of what was seen.
  std::function<bool(llvm::StringRef What, double Share)> Progress = nullptr;
};

/// Whether CPU can execute Program: to be asked before it runs.
llvm::Error checkProcessor(const Executable &Program, const Processor &CPU);

/// Estimates the time of a sampled program on CPU, part by part, and what would
/// help each. Errors: CPU is of another architecture, nothing was executed, the
/// profile is of other code.
llvm::Expected<ProgramFinding>
analyzeProgram(const SampledProgram &Program, const Processor &CPU,
               const ProgramAnalysisOptions &Options);

/// The same of a program and what it started: of at most 16 processes that have
/// 1 % of the instructions of all, of the largest of those whose program has as
/// much together, and of the program itself. Options.Seconds are for all of
/// them. Errors: as above.
llvm::Expected<ProcessesFinding>
analyzeProcesses(const SampledProgram &Program,
                 std::vector<std::string> Command,
                 llvm::ArrayRef<StartedProcess> Started, const Processor &CPU,
                 const ProgramAnalysisOptions &Options);

} // namespace rafter

#endif // RAFTER_SAMPLING_ANALYZEPROGRAM_H
