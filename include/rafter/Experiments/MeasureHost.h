//===- MeasureHost.h - What a machine is learned from ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All forms of this machine, each measured alone, and mixes of them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_EXPERIMENTS_MEASUREHOST_H
#define RAFTER_EXPERIMENTS_MEASUREHOST_H

#include "rafter/Experiments/HostExperiments.h"

namespace rafter {

struct HostPlan {
  /// Forms to measure, drawn from all; 0: all.
  unsigned Forms = 0;
  uint64_t Seed = 1;
};

/// Indices of forms, in the order of execution.
using FormMix = std::vector<uint32_t>;

/// Count times all of NumForms in random order, cut into mixes of Size, so that
/// each form is in as many as every other; the rest of a round begins the next.
std::vector<FormMix> drawRounds(uint32_t NumForms, unsigned Count,
                                unsigned Size, uint64_t Seed);

/// Count mixes of Size forms, each drawn by itself.
std::vector<FormMix> drawMixes(uint32_t NumForms, unsigned Count, unsigned Size,
                               uint64_t Seed);

/// Cycles from an operand of a form to the next execution's, where both are one
/// register.
struct MeasuredChain {
  uint32_t Form = 0;
  OperandChain Operands;
  double Cycles = 0;
};

class HostMeasurement {
public:
  /// Makes the forms of Model's instruction set and measures each alone: those
  /// that trap are none of this machine. Errors are those of generateForms and
  /// HostExperiments; where the time was over before every form was measured,
  /// one that says so.
  static llvm::Expected<HostMeasurement>
  begin(const TargetModel &Model, HostPlan Plan, ExperimentOptions Options);

  /// The forms that this machine executes, and what each takes alone.
  const MeasuredMixes &alone() const { return Alone; }
  /// Forms of the table that it does not execute.
  unsigned unknownForms() const { return Unknown; }
  bool isTimeOver() const { return Experiments.isTimeOver(); }
  bool wasDamaged() const { return Experiments.wasDamaged(); }

  /// Measures mixes of alone().Forms. Those that were disturbed each time, or
  /// that the time did not suffice for, are left out. Visits and errors as of
  /// HostExperiments::run.
  llvm::Expected<std::vector<MeasuredMix>>
  measure(llvm::ArrayRef<FormMix> Mixes, unsigned Visits = 0);

  /// The latency of each form of alone() through every pair of operands by
  /// which it can wait for itself, but those that were disturbed each time.
  llvm::Expected<std::vector<MeasuredChain>> measureChains();

  /// Mixes as blocks of assembly, Copies repetitions of each, with the markers
  /// of llvm-mca around it and what was measured in a comment.
  void printAssembly(llvm::raw_ostream &OS, llvm::ArrayRef<MeasuredMix> Mixes,
                     unsigned Copies = 12) const;

private:
  explicit HostMeasurement(HostExperiments Experiments)
      : Experiments(std::move(Experiments)) {}

  HostExperiments Experiments;
  MeasuredMixes Alone;
  /// Of Alone.Forms, the index in the assembler.
  std::vector<uint32_t> IndexOf;
  unsigned Unknown = 0;
};

} // namespace rafter

#endif // RAFTER_EXPERIMENTS_MEASUREHOST_H
