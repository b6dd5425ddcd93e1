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

class HostMeasurement {
public:
  /// Makes the forms of Model's instruction set and measures each alone: those
  /// that trap are none of this machine. Errors are those of generateForms and
  /// HostExperiments; where the time was over before every form was measured,
  /// one that says so.
  static llvm::Expected<HostMeasurement>
  begin(const TargetModel &Model, HostPlan Plan, ExperimentOptions Options);

  /// What has been measured, the forms alone first. Mixes that were disturbed
  /// each time are left out.
  const MeasuredMixes &mixes() const { return Mixes; }
  /// Forms of the table that this machine does not execute.
  unsigned unknownForms() const { return Unknown; }
  bool isTimeOver() const { return Experiments.isTimeOver(); }
  bool wasDamaged() const { return Experiments.wasDamaged(); }

  /// Measures mixes of mixes().Forms and adds them. Errors as of
  /// HostExperiments::run.
  llvm::Error measure(llvm::ArrayRef<FormMix> More);

private:
  explicit HostMeasurement(HostExperiments Experiments)
      : Experiments(std::move(Experiments)) {}

  HostExperiments Experiments;
  MeasuredMixes Mixes;
  /// Of Mixes.Forms, the index in the assembler.
  std::vector<uint32_t> IndexOf;
  unsigned Unknown = 0;
};

} // namespace rafter

#endif // RAFTER_EXPERIMENTS_MEASUREHOST_H
