//===- ConcordePlots.h - Drawings of attributions and sweeps ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_CONCORDEPLOTS_H
#define RAFTER_LIB_CONCORDE_CONCORDEPLOTS_H

#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Report/Canvas.h"

namespace rafter {

/// A bar for each program: the baseline's CPI, and on it what each group adds
/// (figure 16). Needs attributions.
Drawing drawAttributionBars(const ConcordeReport &R);

/// Regions of one program, by what the group that matters most adds; darker is
/// more (figure 17). Needs attributions.
Drawing drawRegionMap(const ConcordeReport &R, llvm::StringRef Program);

/// CPI against cost, with the front.
Drawing drawSweep(const ConcordeReport &R);

} // namespace rafter

#endif // RAFTER_LIB_CONCORDE_CONCORDEPLOTS_H
