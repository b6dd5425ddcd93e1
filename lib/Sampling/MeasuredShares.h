//===- MeasuredShares.h - The parts that were measured ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_MEASUREDSHARES_H
#define RAFTER_LIB_SAMPLING_MEASUREDSHARES_H

#include "ProgramParts.h"
#include "rafter/Sampling/MeasuredProfile.h"

namespace rafter {

/// Fills in the measured shares of Parts. Errors: the profile is of another
/// program or of another build.
llvm::Expected<MeasuredTime> shareOut(const MeasuredProfile &Profile,
                                      const SampledProgram &Program,
                                      const SampledSource &Source,
                                      ProgramParts &Parts);

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_MEASUREDSHARES_H
