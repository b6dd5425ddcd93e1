//===- OpenAnyTrace.h - Traces of other tools, decoded ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_OPENANYTRACE_H
#define RAFTER_TRACEFILES_OPENANYTRACE_H

#include "rafter/ForeignTraces/TraceSource.h"
#include "rafter/Regions/RegionPlaces.h"

namespace rafter {

/// Decodes machine code of "x86_64" or "aarch64" with LLVM. An error for other
/// architectures.
llvm::Expected<std::unique_ptr<MachineCodeDecoder>>
makeMachineCodeDecoder(llvm::StringRef Architecture);

/// Opens a trace of any kind, those of rafter-opt record and files of regions
/// included; of a trace with several threads the first one is played. Errors:
/// those of openTrace; a recorded trace that is cut short or damaged.
llvm::Expected<std::unique_ptr<TraceSource>> openAnyTrace(llvm::StringRef Path);

/// A part of a trace; instructions that are several count so.
struct TracePart {
  uint64_t Skip = 0, WarmUp = 0;
  /// To be measured; 0: all that follow.
  uint64_t Instructions = 0;
};

/// Reads a part of a trace of any kind. Errors: those of openAnyTrace, a trace
/// that is too short, more than MaxRegionInstructions.
llvm::Expected<TraceRegion> readTracePart(llvm::StringRef Path,
                                          const TracePart &Part);

struct RegionConversion {
  std::string Format;
  /// Instructions of the trace, with those that are several counted so.
  uint64_t Executed = 0;
  uint64_t Regions = 0, Bytes = 0;
};

/// Takes regions out of the trace From, into the file To, like recordRegions
/// does from a program. The trace is read twice. Errors: those of openAnyTrace,
/// a trace shorter than one region, To cannot be written.
llvm::Expected<RegionConversion> convertRegions(llvm::StringRef From,
                                                const RegionSampling &Sampling,
                                                llvm::StringRef To);

struct ChampSimConversion {
  std::string Format;
  /// Instructions of the trace, with those that are several counted so.
  uint64_t Executed = 0;
};

/// Writes all that the trace From executes as ChampSim's records, uncompressed,
/// into the file To; regions one after the other, each behind its warm-up. The
/// trace is read once, whatever its length. Errors: those of openAnyTrace, To
/// cannot be written.
llvm::Expected<ChampSimConversion> convertToChampSim(llvm::StringRef From,
                                                     llvm::StringRef To);

} // namespace rafter

#endif // RAFTER_TRACEFILES_OPENANYTRACE_H
