//===- RecordRegions.h - Samples regions of programs -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records parts of a program of any length, as instructions that name no CPU.
// The program runs twice: once only to be counted (by phases: to be described),
// once until the last part is recorded.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_RECORDER_RECORDREGIONS_H
#define RAFTER_RECORDER_RECORDREGIONS_H

#include "rafter/Recorder/Record.h"
#include "rafter/Regions/RegionPlaces.h"

namespace rafter {

/// Regions of one program that can be recorded at once.
inline constexpr uint64_t MaxRecordedRegions = 1 << 14;

struct RegionRecordResult {
  /// Of the run that counted.
  RunOutcome Outcome;
  /// Of the program's first thread, as the emulator counts them.
  uint64_t Executed = 0;
  /// Regions written.
  uint64_t Regions = 0;
  /// Instructions of all regions, warm-up included, and bytes of the file.
  uint64_t Instructions = 0, Bytes = 0;
  std::vector<std::string> Remarks;
};

/// Records the regions that Options asks for into the file Path, which gets its
/// name when it is complete. Regions do not overlap; where the program is too
/// short for all of them there are fewer, which a remark says. The same program
/// with the same input gives the same file, byte by byte.
///
/// Errors: those of recordTrace; a program that executes less than one region.
llvm::Expected<RegionRecordResult> recordRegions(const RecordOptions &Options,
                                                 const RegionSampling &Sampling,
                                                 llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_RECORDER_RECORDREGIONS_H
