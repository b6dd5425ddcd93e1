//===- RooflineAnalysis.h - From a schedule to roofs ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates equations (5) to (16) of the extended-roofline paper on a schedule.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_ROOFLINE_ROOFLINEANALYSIS_H
#define RAFTER_LIB_ROOFLINE_ROOFLINEANALYSIS_H

#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Schedule/Scheduler.h"

namespace rafter {

/// The generalized roofline of a schedule on the CPU that it was made for. A
/// region without flops has no performance and no roofs.
GeneralizedRoofline analyzeRoofline(const Processor &CPU,
                                    const ScheduleResult &Schedule);

/// What a roof near the performance point means and what to try, in one line.
std::string advise(const Roof &R, const GeneralizedRoofline &G,
                   const Processor &CPU);

} // namespace rafter

#endif // RAFTER_LIB_ROOFLINE_ROOFLINEANALYSIS_H
