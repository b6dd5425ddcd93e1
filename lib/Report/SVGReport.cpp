//===- SVGReport.cpp - The generalized roofline plot ------------*- C++ -*-===//
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
#include "NumberFormat.h"
#include "PlotDrawing.h"
#include "rafter/Report/TextReport.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

/// Shown where no region has a roofline.
static PlotDrawing emptyDrawing(const Report &R) {
  std::string Text = "No generalized roofline to plot";
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
    }
  if (Drawings.empty())
    Drawings.push_back(emptyDrawing(R));
  double Width = 0, Height = 0;
  for (const PlotDrawing &D : Drawings) {
    Width = std::max(Width, D.Width);
    Height += std::ceil(D.Height);
  }
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rf-plot\" "
        "role=\"img\" width=\""
     << int(Width) << "\" height=\"" << int(Height) << "\" viewBox=\"0 0 "
     << int(Width) << ' ' << int(Height) << "\">\n";
  OS << "<title>Generalized roofline"
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
