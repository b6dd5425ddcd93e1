//===- Calibrate.h - Measures the host -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures parameters of a CPU file on the machine at hand, without
// performance counters: small kernels timed by the time-stamp counter, in core
// cycles of a chain of multiplications that is timed next to each of them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CALIBRATE_CALIBRATE_H
#define RAFTER_CALIBRATE_CALIBRATE_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// One measured parameter.
struct Measurement {
  /// A key of the parameter schema.
  std::string Key;
  /// As a CPU file has it: "5", "on", "all".
  std::string Value;
  /// In one line, how it was measured.
  std::string Method;
};

struct CalibrationOptions {
  /// Timings of each kernel; the least one counts.
  unsigned Repetitions = 40;
  /// Size of the largest buffer, for the bandwidth of memory; the end of L3 is
  /// looked for up to a quarter of it.
  uint64_t MemoryBytes = uint64_t(512) << 20;
};

/// Measures what it knows how to measure, in the order of the schema. An error
/// where this machine cannot be measured: another architecture than x86-64, a
/// time-stamp counter that does not tick steadily, no memory.
llvm::Expected<std::vector<Measurement>>
calibrateHost(const CalibrationOptions &Options);

} // namespace rafter

#endif // RAFTER_CALIBRATE_CALIBRATE_H
