//===- MeasuredProfile.h - Where perf found a program -----------*- C++ -*-===//
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
};

/// Reads perf.data, through perf, or what `perf script --show-mmap-events` has
/// printed. Without these events only code of functions with names has a place.
/// Errors: as of readPerfScript, perf is not found or fails, there is no
/// sample.
llvm::Expected<MeasuredProfile> readMeasuredProfile(llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_SAMPLING_MEASUREDPROFILE_H
