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

/// The capacity, in bytes, of a cache of which loads at random places take so
/// many cycles each behind some times through buffers of so many bytes,
/// smallest first: of a buffer a third larger a quarter is from memory, which
/// takes OfMemory. No more than the largest buffer. 0: the smallest is not
/// near, beside OfMemory.
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
