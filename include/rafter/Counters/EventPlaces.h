//===- EventPlaces.h - Where events occurred --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts say why a program is slow, samples of the events that say so where:
// the functions and lines of source in which perf found them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERS_EVENTPLACES_H
#define RAFTER_COUNTERS_EVENTPLACES_H

#include "rafter/Counters/CountProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// A line, or a function with its lines, with its share of each event.
struct EventPlace {
  /// "walk", "walk.c:12".
  std::string Name;
  /// Shares of EventPlaces::Events, in their order.
  std::vector<double> Shares;
};

struct FunctionPlace : EventPlace {
  /// The executable or library.
  std::string Object;
  /// By share of the first event, largest first; those of which perf said the
  /// line.
  std::vector<EventPlace> Lines;
};

struct EventPlaces {
  /// As perf spells them, and the samples of each.
  std::vector<std::string> Events;
  std::vector<uint64_t> Samples;
  /// By share of the first event, then of the others, largest first.
  std::vector<FunctionPlace> Functions;
};

/// Reads what `perf script` printed, with lines if it was asked for them (-F
/// +srcline). The events of First come first, in that order. Each sample counts
/// with its period. Errors: those of readPerfScript, and no sample.
llvm::Expected<EventPlaces> readEventPlaces(llvm::MemoryBufferRef Script,
                                            llvm::ArrayRef<std::string> First);

/// What a file of perf record begins with.
inline constexpr char PerfDataMagic[] = "PERFILE2";

/// What perf script prints of perf.data in File with Fields and Arguments; a
/// file that perf script printed is taken as it is.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
perfScriptOf(llvm::StringRef File, llvm::StringRef Fields,
             llvm::ArrayRef<std::string> Arguments = {},
             llvm::StringRef Perf = "perf");

/// The fields that readEventPlaces reads.
inline constexpr llvm::StringLiteral PlaceFields =
    "comm,tid,time,period,event,ip,sym,symoff,dso,srcline";

/// Records Events and the time event of what Options say with perf record, in a
/// further run, and reads the places. Events that perf does not count here are
/// left out and added to Lacking.
llvm::Expected<EventPlaces> recordPlaces(const CountOptions &Options,
                                         std::vector<std::string> Events,
                                         std::vector<std::string> &Lacking);

} // namespace rafter

#endif // RAFTER_COUNTERS_EVENTPLACES_H
