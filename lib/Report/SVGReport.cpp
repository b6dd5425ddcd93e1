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
#include "NumberFormat.h"
#include "PlotDrawing.h"
#include "SourceText.h"
#include "rafter/Report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

/// Shown where no region has a roofline.
static Drawing emptyDrawing(const Report &R) {
  std::string Text = "No generalized roofline or sensitivity to plot";
  if (!R.Input.empty())
    Text += " in " + R.Input;
  return {900, 60,
          "<text x=\"22\" y=\"36\">" + escapeMarkup(Text) + "</text>\n"};
}

void rafter::printSVG(const Report &R, llvm::raw_ostream &OS) {
  std::vector<Drawing> Drawings;
  std::string Description;
  llvm::StringRef What;
  SourceText Lines(R.Input);
  for (const RegionReport &Region : R.Regions) {
    FindingContext Context = R.contextOf(Region, Lines);
    for (const std::shared_ptr<const Finding> &F : Region.Findings) {
      std::optional<Drawing> D = F->draw(Context);
      if (!D)
        continue;
      Drawings.push_back(std::move(*D));
      Description += Region.Name + ": " + Context.verdicts().front() + ". ";
      if (What.empty())
        What = F->drawingTitle();
      break;
    }
  }
  if (Drawings.empty()) {
    Drawings.push_back(emptyDrawing(R));
    What = "Generalized roofline";
  }
  double Width = 0, Height = 0;
  for (const Drawing &D : Drawings) {
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
  for (const Drawing &D : Drawings) {
    OS << "<g transform=\"translate(0 " << int(Y) << ")\">\n"
       << D.Markup << "</g>\n";
    Y += std::ceil(D.Height);
  }
  OS << "</svg>\n";
}
