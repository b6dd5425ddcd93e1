//===- VariantTimes.h - Times of many variants of a machine -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_VARIANTTIMES_H
#define RAFTER_LIB_SIMULATION_VARIANTTIMES_H

#include "OutcomeTape.h"

namespace rafter::simulation {

/// Plays one stream to any number of variants.
class VariantTimes {
public:
  VariantTimes(const InstructionTable &Table, const Processor &CPU,
               const InstructionSource &Source,
               const SimulationOptions &Options, size_t MostBytes,
               size_t MostWindows);

  /// Plays the stream for the first time, on the machine as it is.
  llvm::Expected<Prediction> predict();

  /// Times in cycles: per iteration where there are iterations, of all regions
  /// otherwise. After predict.
  llvm::Expected<std::vector<double>>
  times(llvm::ArrayRef<MachineVariant> Variants);

  /// Times for comparisons among each other: those of a sample where the stream
  /// is long.
  llvm::Expected<std::vector<double>>
  sampleTimes(llvm::ArrayRef<MachineVariant> Variants);
  /// Whether sampleTimes is the same as times.
  bool isSampleWhole() const { return Sample.isWhole(); }

  const StreamCounts &counts() const { return Kept->Counts; }
  /// Null: they are too many. After predict.
  std::shared_ptr<const KeptOutcomes> kept() const {
    return Kept->Tape.isComplete() ? Kept : nullptr;
  }
  const PreparedTable &prepared() const { return Prepared; }

private:
  struct Group;
  std::vector<Group> makeGroups(llvm::ArrayRef<MachineVariant> Variants);
  static std::vector<double> timesOf(llvm::ArrayRef<Group> Groups,
                                     size_t Count);

  const InstructionTable &Table;
  const Processor &CPU;
  const InstructionSource &Source;
  SimulationOptions Options;
  PreparedTable Prepared;
  std::shared_ptr<KeptOutcomes> Kept;
  OutcomeSample Sample;
  LaneTarget Target = bestLaneTarget();
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_VARIANTTIMES_H
