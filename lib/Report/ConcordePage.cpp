//===- ConcordePage.cpp - Drawings of Concorde in files -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "ConcordePlots.h"
#include "NumberFormat.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace rafter;

static void printSize(const PlotDrawing &D, llvm::raw_ostream &OS) {
  OS << "viewBox=\"0 0 " << int(std::ceil(D.Width)) << ' '
     << int(std::ceil(D.Height)) << "\"";
}

void rafter::printConcordeSVG(const ConcordeReport &R, llvm::raw_ostream &OS) {
  PlotDrawing D = R.Sweep.empty() ? drawAttributionBars(R) : drawSweep(R);
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"rf-plot\" width=\""
     << int(std::ceil(D.Width)) << "\" height=\"" << int(std::ceil(D.Height))
     << "\" ";
  printSize(D, OS);
  OS << ">\n<style>\n"
     << colourVariables() << plotStyle() << concordePlotStyle()
     << "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
     << D.Markup << "</svg>\n";
}

static void printFigure(const PlotDrawing &D, llvm::StringRef Label,
                        llvm::raw_ostream &OS) {
  OS << "<figure><svg class=\"rf-plot\" role=\"img\" aria-label=\""
     << escapeMarkup(Label) << "\" ";
  printSize(D, OS);
  OS << ">\n" << D.Markup << "</svg></figure>\n";
}

static void printProgramTable(const ConcordeReport &R, llvm::raw_ostream &OS) {
  OS << "<table><tr><th>program</th><th>CPI</th><th>standard error</th>"
        "<th>regions</th><th>outside the training distribution</th></tr>\n";
  for (const ProgramPrediction &P : R.Programs) {
    size_t Outside = 0;
    for (const RegionPrediction &Region : R.Regions)
      Outside += Region.Program == P.Name && Region.Outside;
    OS << "<tr><td>" << escapeMarkup(P.Name) << "</td><td>"
       << formatNumber(P.Estimate.CPI) << "</td><td>"
       << formatNumber(P.Estimate.StandardError, 3) << "</td><td>"
       << P.Estimate.Regions << "</td><td>" << Outside << "</td></tr>\n";
  }
  OS << "</table>\n";
}

void rafter::printConcordeHTML(const ConcordeReport &R, llvm::raw_ostream &OS) {
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>Predicted cycles per instruction</title>\n<style>\n"
     << colourVariables() << plotStyle() << concordePlotStyle()
     << "body{margin:0 auto;max-width:980px;padding:20px;background:"
        "var(--background);color:var(--ink);font:16px/1.5 system-ui,sans-serif}"
        "\nfigure{margin:0 0 24px}figure svg{width:100%;height:auto}\n"
        "table{border-collapse:collapse;margin:0 0 24px}\n"
        "td,th{padding:2px 14px 2px 0;text-align:right}\n"
        "td:first-child,th:first-child{text-align:left}\n"
        "p{overflow-wrap:anywhere}\n"
        "</style>\n<h1>Predicted cycles per instruction</h1>\n<p>Model "
     << escapeMarkup(R.Model) << "<br>Design "
     << escapeMarkup(printDesign(R.Design));
  if (R.Corpus)
    OS << "<br>Baseline " << escapeMarkup(printDesign(R.Baseline));
  OS << "</p>\n";
  if (!R.Sweep.empty())
    printFigure(drawSweep(R), "CPI of designs against their cost", OS);
  if (R.Corpus) {
    printFigure(drawAttributionBars(R), "what each part adds to CPI", OS);
    for (const ProgramPrediction &P : R.Programs)
      printFigure(drawRegionMap(R, P.Name), "regions of " + P.Name, OS);
  }
  printProgramTable(R, OS);
  OS << "</html>\n";
}
