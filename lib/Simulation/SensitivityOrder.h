//===- SensitivityOrder.h - What comes first -*- C++
//-*-------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SENSITIVITYORDER_H
#define RAFTER_LIB_SIMULATION_SENSITIVITYORDER_H

#include "rafter/Simulation/Prediction.h"

namespace rafter::simulation {

/// The steps were found on a sample. If something else helps more on the whole
/// stream, it comes first, and the steps that contain it follow. Base is the
/// time of the machine as it is; gains below LeastSpeedup are none.
void startWithBest(Sensitivity &Result, double Base, double LeastSpeedup);

/// Puts the resources in the order that Sensitivity::Resources has.
void rankResources(Sensitivity &Result);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_SENSITIVITYORDER_H
