//===- ConcordePage.cpp - Drawings of Concorde in files -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConcordeParts.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"

using namespace rafter;

static constexpr llvm::StringRef Title = "Predicted cycles per instruction";

void rafter::printConcordeSVG(const ConcordeReport &R, llvm::raw_ostream &OS) {
  printDrawings(OS, R.Sweep.empty() ? drawAttributionBars(R) : drawSweep(R),
                Title);
}

static ReportTable programTable(const ConcordeReport &R) {
  ReportTable T("", /*Open=*/true, "l",
                {"program", "CPI", "standard error", "regions", "doubtful"});
  for (const ProgramPrediction &P : R.Programs) {
    size_t Outside = 0;
    for (const RegionPrediction &Region : R.Regions)
      Outside += Region.Program == P.Name && Region.Outside;
    T.add({P.Name, formatNumber(P.Estimate.CPI),
           formatNumber(P.Estimate.StandardError, 3),
           std::to_string(P.Estimate.Regions), std::to_string(Outside)});
  }
  return T;
}

void rafter::printConcordeHTML(const ConcordeReport &R, llvm::raw_ostream &OS) {
  printPage(OS, Title, [&] {
    OS << "<p>Model " << escapeMarkup(R.Model) << "<br>Design "
       << escapeMarkup(printDesign(R.Design));
    if (R.Corpus)
      OS << "<br>Baseline " << escapeMarkup(printDesign(R.Baseline));
    OS << "</p>\n";
    if (R.Against)
      OS << "<p>Against " << escapeMarkup(printDesign(*R.Against)) << "</p>\n";
    if (!R.Sweep.empty()) {
      printDrawing(OS, drawSweep(R), "CPI of designs against their cost");
      if (R.Swept.size() == 2)
        printDrawing(OS, drawSweepMap(R), "CPI over two parameters");
      frontTable(R, R.Sweep.size()).printHTML(OS);
    }
    if (R.Against)
      comparisonTable(R, R.Regions.size()).printHTML(OS);
    if (R.Corpus) {
      printDrawing(OS, drawAttributionBars(R), "what each part adds to CPI");
      for (const ProgramPrediction &P : R.Programs)
        printDrawing(OS, drawRegionMap(R, P.Name), "regions of " + P.Name);
    }
    programTable(R).printRows(OS);
  });
}
