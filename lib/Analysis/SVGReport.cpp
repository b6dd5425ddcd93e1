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

#include "rafter/Analysis/WriteReport.h"
#include "rafter/Report/Canvas.h"
#include "rafter/Report/SourceText.h"

using namespace rafter;

/// Shown where no region has a roofline.
static Drawing emptyDrawing(const Report &R) {
  Canvas C;
  C.text("", {22, 36},
         "No generalized roofline or sensitivity to plot" +
             (R.Input.empty() ? "" : " in " + R.Input));
  return C.finish(900, 60);
}

void rafter::printSVG(const Report &R, llvm::raw_ostream &OS) {
  std::vector<Drawing> Drawings;
  std::string Description, Title;
  SourceText Lines(R.Input);
  for (const RegionReport &Region : R.Regions) {
    FindingContext Context = R.contextOf(Region, Lines);
    for (const std::shared_ptr<const Finding> &F : Region.Findings) {
      std::optional<Drawing> D = F->draw(Context);
      if (!D)
        continue;
      Drawings.push_back(std::move(*D));
      Description += Region.Name + ": " + Context.verdicts().front() + ". ";
      if (Title.empty())
        Title = F->drawingTitle();
      break;
    }
  }
  if (Drawings.empty()) {
    Drawings.push_back(emptyDrawing(R));
    Title = "Generalized roofline";
  }
  printDrawings(OS, Drawings, Title + (R.Input.empty() ? "" : " of " + R.Input),
                Description);
}
