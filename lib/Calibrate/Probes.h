//===- Probes.h - What is measured -----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each group of probes appends what it measured.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CALIBRATE_PROBES_H
#define RAFTER_LIB_CALIBRATE_PROBES_H

#include "rafter/Calibrate/Calibrate.h"
#include "rafter/Calibrate/CoreClock.h"
#include "llvm/ADT/StringMap.h"

namespace rafter {

/// What every probe needs.
struct ProbeSetting {
  CoreClock Clock;
  CalibrationOptions Options;
  /// Of the host, as sys::getHostCPUFeatures gives them.
  llvm::StringMap<bool> Features;
  std::vector<Measurement> &Results;

  /// Appends a number, rounded to a tenth or to a whole one.
  void add(llvm::StringRef Key, double Value, llvm::StringRef Method,
           bool Whole = false);
  void addWord(llvm::StringRef Key, llvm::StringRef Word,
               llvm::StringRef Method);
};

/// The capacity, in bytes, of a cache of which a chain of loads through buffers
/// of so many bytes, smallest first, takes so many cycles each. Pages and
/// hashed indices put lines into sets at random: of 16 ways, sets with more
/// lines than ways have a quarter of the lines of a buffer of 0.82 of the
/// capacity (Poisson's distribution), where a quarter of the way from the
/// latency of the smallest to that of the slowest is gone. No more than the
/// largest buffer. 0: the smallest is not near, beside OfMemory, the latency of
/// memory.
uint64_t capacityBehind(llvm::ArrayRef<std::pair<uint64_t, double>> Latencies,
                        double OfMemory);

/// How long lines stay that are not used while others use the cache: after
/// half of them have left it, from pairs of a time, in cycles, and the latency
/// of a load then, the shortest time, which is none, first. 0: they do not
/// leave it, beside OfMemory, the latency of memory.
double halfLife(llvm::ArrayRef<std::pair<double, double>> Latencies,
                double OfMemory);

llvm::Error probeComputation(ProbeSetting &S);
llvm::Error probeFrontEnd(ProbeSetting &S);
llvm::Error probeRename(ProbeSetting &S);
llvm::Error probeForwarding(ProbeSetting &S);
llvm::Error probeCaches(ProbeSetting &S);
llvm::Error probeTranslation(ProbeSetting &S);

} // namespace rafter

#endif // RAFTER_LIB_CALIBRATE_PROBES_H
