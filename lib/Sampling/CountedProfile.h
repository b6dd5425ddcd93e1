//===- CountedProfile.h - Counts of the compiler's profiles -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Profiles for -fprofile-use count executions, not time: the cycles of each
// execution are those predicted here.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_COUNTEDPROFILE_H
#define RAFTER_LIB_SAMPLING_COUNTEDPROFILE_H

#include "ProgramParts.h"
#include "rafter/Sampling/MeasuredProfile.h"

namespace rafter {

/// None: Path is no such file. Errors as for readMeasuredProfile.
llvm::Expected<std::optional<MeasuredProfile>>
readCountedProfile(llvm::StringRef Path);

/// As shareOut, for a profile with Functions, once parts have their cycles.
llvm::Expected<MeasuredTime> shareOutCounts(const MeasuredProfile &Profile,
                                            const SampledProgram &Run,
                                            ProgramParts &Parts);

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_COUNTEDPROFILE_H
