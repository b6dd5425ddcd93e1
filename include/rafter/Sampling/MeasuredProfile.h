//===- MeasuredProfile.h - What a profiler saw of a program -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SAMPLING_MEASUREDPROFILE_H
#define RAFTER_SAMPLING_MEASUREDPROFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <map>
#include <string>

namespace rafter {

/// Where perf found a program, or what code of the compiler counted in it.
///
/// Samples of a run by `perf record`, by instruction. Each counts with its
/// period; of several events the first one counts.
struct MeasuredProfile {
  struct Weight {
    uint64_t Samples = 0;
    /// Events.
    double Events = 0;
  };
  std::string Path;
  /// By file, without its folder, and by address in the file's numbering.
  std::map<std::string, std::map<uint64_t, Weight>> Files;
  /// Of user code whose place is not known.
  Weight Unplaced;
  /// Of the kernel.
  Weight Kernel;

  /// Of a profile of the compiler, which has no samples: by function, as the
  /// symbol table calls it, how often it was entered, or if only counters
  /// somewhere in it are known their sum.
  std::map<std::string, double> Functions;
  bool CountsEntries = false;
};

/// Reads perf.data, through perf, or what `perf script --show-mmap-events` has
/// printed. Without these events only code of functions with names has a place.
/// Errors: as of readPerfScript, perf is not found or fails, there is no
/// sample. A profile for -fprofile-use is read as well; one that was not
/// merged, is damaged or counts nothing is an error.
llvm::Expected<MeasuredProfile> readMeasuredProfile(llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_SAMPLING_MEASUREDPROFILE_H
