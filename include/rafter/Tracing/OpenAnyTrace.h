//===- OpenAnyTrace.h - Traces of other tools, decoded ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACING_OPENANYTRACE_H
#define RAFTER_TRACING_OPENANYTRACE_H

#include "rafter/Traces/RegionPlaces.h"
#include "rafter/Traces/TraceSource.h"

namespace rafter {

/// Decodes machine code of "x86_64" or "aarch64" with LLVM. An error for other
/// architectures.
llvm::Expected<std::unique_ptr<MachineCodeDecoder>>
makeMachineCodeDecoder(llvm::StringRef Architecture);

/// openTrace with machine code decoded.
llvm::Expected<std::unique_ptr<TraceSource>> openAnyTrace(llvm::StringRef Path);

struct RegionConversion {
  std::string Format;
  /// Instructions of the trace, with those that are several counted so.
  uint64_t Executed = 0;
  uint64_t Regions = 0, Bytes = 0;
};

/// Takes regions out of the trace From, into the file To, like recordRegions
/// does from a program. The trace is read twice. Errors: those of openTrace, a
/// trace shorter than one region, To cannot be written.
llvm::Expected<RegionConversion> convertRegions(llvm::StringRef From,
                                                const RegionSampling &Sampling,
                                                llvm::StringRef To);

} // namespace rafter

#endif // RAFTER_TRACING_OPENANYTRACE_H
