//===- FunctionShares.h - Which functions have a pathology ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counters say what a slice of time suffers from, samples of places in which
// functions that time was spent. Both together say how the time of each
// function is shared between pathologies.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_FUNCTIONSHARES_H
#define RAFTER_FINGERPRINT_FUNCTIONSHARES_H

#include "rafter/Fingerprint/FingerprintModel.h"
#include <optional>

namespace rafter {

/// A function with its share of all samples that are in slices.
struct FunctionShare {
  std::string Function, Object;
  double Share = 0;
  /// The part of Share that is in slices of each class; the sum is Share.
  std::vector<double> ByClass;
};

struct FunctionShares {
  /// The event whose samples are counted.
  std::string Event;
  /// Samples of that event in slices, before the first, and behind the last
  /// slice, and those of other events.
  uint64_t Samples = 0, Before = 0, Behind = 0, OtherEvents = 0;
  /// By class, of the samples in slices.
  std::vector<double> Classes;
  /// By descending share; equal ones by name.
  std::vector<FunctionShare> Functions;
};

struct FunctionOptions {
  /// Count samples of this event; empty: of the first one in the file.
  std::string Event;
  /// The time of perf's clock at which the counted run began; by default that
  /// of the first sample.
  std::optional<double> Begin;
};

/// Shares the samples of Script, the output of perf script for one run, between
/// the slices that Found has of the same run. Each sample counts with its
/// period. A slice lasts up to the next one, the last as long as SliceLength.
/// Errors: those of readPerfScript, slices of several runs, no sample of the
/// event, none in a slice.
llvm::Expected<FunctionShares> shareFunctions(const Classification &Found,
                                              double SliceLength,
                                              llvm::MemoryBufferRef Script,
                                              const FunctionOptions &Options);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_FUNCTIONSHARES_H
