//===- HostExperiments.h - Mixes measured on this machine ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs experiments, several times each and some time apart, and keeps what it
// has measured in a journal, so that it can be stopped and go on.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_EXPERIMENTS_HOSTEXPERIMENTS_H
#define RAFTER_EXPERIMENTS_HOSTEXPERIMENTS_H

#include "rafter/CodeGen/MixKernel.h"
#include <functional>
#include <limits>

namespace rafter {

/// A mix of forms, or one form that waits for itself.
struct Experiment {
  /// Indices of the assembler's forms.
  std::vector<uint32_t> Forms;
  std::optional<OperandChain> Chain;
};

struct ExperimentResult {
  /// Core cycles of one repetition, the least of all visits; 0: not measured.
  double Cycles = 0;
  /// The signal that stopped it, as it does an instruction that the machine
  /// has not; 0: none.
  int Signal = 0;
  /// Whether a visit was undisturbed.
  bool IsSteady = false;
  /// How often it was timed.
  unsigned Visits = 0;
};

struct ExperimentOptions {
  /// A file that is read, if it is there, and appended to; empty: none.
  std::string Journal;
  /// How often each experiment is timed, each time after all others; disturbed
  /// ones up to four times as often.
  unsigned Visits = 3;
  /// Seconds after which nothing new is begun.
  double TimeLimit = std::numeric_limits<double>::infinity();
  /// Told how many visits of a call of run() are done, and of how many.
  std::function<void(size_t Done, size_t All)> Progress;
};

/// The processor in one line, as the journal has it: its name for LLVM, what it
/// calls itself, family, model and stepping.
std::string describeHost();

class HostExperiments {
public:
  /// Errors: a journal that cannot be read or written, that is none, or that
  /// is of another machine; they name the file and the line.
  static llvm::Expected<HostExperiments> open(MixAssembler Assembler,
                                              ExperimentOptions Options);
  HostExperiments(HostExperiments &&);
  ~HostExperiments();

  const MixAssembler &assembler() const;

  /// The results of Experiments, in their order; those that the time did not
  /// suffice for have no visit. Visits in place of those of the options, 0: as
  /// they say. An error where this machine cannot be measured or the journal
  /// cannot be written.
  llvm::Expected<std::vector<ExperimentResult>>
  run(llvm::ArrayRef<Experiment> Experiments, unsigned Visits = 0);

  /// Whether the time limit has passed.
  bool isTimeOver() const;

  /// Whether the last line of the journal was cut off, because a run was
  /// stopped while it wrote it: it was removed.
  bool wasDamaged() const;

private:
  struct State;
  explicit HostExperiments(std::unique_ptr<State> Current);
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_EXPERIMENTS_HOSTEXPERIMENTS_H
