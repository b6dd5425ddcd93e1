//===- PlotDrawing.h - A plot as SVG markup ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The drawing that the SVG file and the HTML page share.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_PLOTDRAWING_H
#define RAFTER_LIB_REPORT_PLOTDRAWING_H

#include "rafter/Method/Finding.h"
#include "rafter/Report/Drawing.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include <string>

namespace rafter {

/// SVG elements that fill the rectangle from (0, 0) to (Width, Height).
using PlotDrawing = Drawing;

/// Draws the generalized roofline of Region, which must have one; with Title,
/// its name and setting stand above the plot.
PlotDrawing drawPlot(const FindingContext &Context,
                     const GeneralizedRoofline &G, bool Title);

/// The CSS rules of drawings. Colours are variables with fixed values before
/// them, for viewers that know no variables.
std::string plotStyle();

/// The CSS variables of all colours, for light and dark.
std::string colourVariables();

/// "xeon-e5-2680, cold cache, modelled": what a plot was made for.
std::string settingOf(const FindingContext &Context);

} // namespace rafter

#endif // RAFTER_LIB_REPORT_PLOTDRAWING_H
