//===- ElasticityPlot.h - Speed-up over acceleration ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small plot for each resource that matters: how much faster the region runs
// (Gus paper, section 3.2) when the resource alone is accelerated.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_ELASTICITYPLOT_H
#define RAFTER_LIB_SIMULATION_ELASTICITYPLOT_H

#include "rafter/Method/Finding.h"
#include "rafter/Report/Canvas.h"
#include "rafter/Simulation/Prediction.h"

namespace rafter {

/// Draws the elasticity curves of S on common logarithmic axes: at most six
/// resources with an effect.
Drawing drawElasticities(const Sensitivity &S);

/// The same below the region's name, setting and verdict.
Drawing drawElasticities(const FindingContext &Context, const Sensitivity &S);

/// The largest speed-up of the common axis: the next round number at or above
/// Largest, at most 64.
double speedupAxisEnd(double Largest);

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_ELASTICITYPLOT_H
