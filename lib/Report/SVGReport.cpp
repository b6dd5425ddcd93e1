//===- SVGReport.cpp - The plots of all regions -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stacks the drawings of all regions in one SVG document.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/SVGReport.h"
#include "ElasticityPlot.h"
#include "NumberFormat.h"
#include "PlotDrawing.h"
#include "rafter/Report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

/// Shown where no region has a roofline.
static PlotDrawing emptyDrawing(const Report &R) {
  std::string Text = "No generalized roofline or sensitivity to plot";
  if (!R.Input.empty())
    Text += " in " + R.Input;
  return {900, 60,
          "<text x=\"22\" y=\"36\">" + escapeMarkup(Text) + "</text>\n"};
}

void rafter::printSVG(const Report &R, llvm::raw_ostream &OS) {
  std::vector<PlotDrawing> Drawings;
  std::string Description;
  for (const RegionReport &Region : R.Regions)
    if (Region.Roofline) {
      Drawings.push_back(drawPlot(R, Region, /*Title=*/true));
      Description += Region.Name + ": " + verdict(Region) + ". ";
    } else if (Region.Sensitivity) {
      Drawings.push_back(drawElasticities(R, Region));
      Description +=
          Region.Name + ": " + verdicts(Region, R.Input).front() + ". ";
    }
  if (Drawings.empty())
    Drawings.push_back(emptyDrawing(R));
  bool Rooflines = Description.empty() ||
                   llvm::any_of(R.Regions, [](const RegionReport &Region) {
                     return Region.Roofline.has_value();
                   });
  const char *What = Rooflines ? "Generalized roofline" : "Elasticity curves";
  double Width = 0, Height = 0;
  for (const PlotDrawing &D : Drawings) {
    Width = std::max(Width, D.Width);
    Height += std::ceil(D.Height);
  }
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rf-plot\" "
        "role=\"img\" width=\""
     << int(Width) << "\" height=\"" << int(Height) << "\" viewBox=\"0 0 "
     << int(Width) << ' ' << int(Height) << "\">\n";
  OS << "<title>" << What
     << (R.Input.empty() ? "" : " of " + escapeMarkup(R.Input))
     << "</title>\n<desc>" << escapeMarkup(Description) << "</desc>\n";
  OS << "<style>\n" << colourVariables() << plotStyle() << "</style>\n";
  OS << "<rect class=\"paper\" width=\"" << int(Width) << "\" height=\""
     << int(Height) << "\"/>\n";
  double Y = 0;
  for (const PlotDrawing &D : Drawings) {
    OS << "<g transform=\"translate(0 " << int(Y) << ")\">\n"
       << D.Markup << "</g>\n";
    Y += std::ceil(D.Height);
  }
  OS << "</svg>\n";
}
