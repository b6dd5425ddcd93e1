//===- RooflineVerdict.cpp - What a region is bound by, in one line -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RooflineView.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace rafter;

/// Roofs up to this many times the performance count as reached at the point:
/// the accuracy that the paper's own plots are read with.
static constexpr double ReachedDistance = 1.05;

static std::string ofPeak(const GeneralizedRoofline &G) {
  if (!std::isfinite(G.Peak) || G.Peak <= 0)
    return "";
  return ", " + formatPercent(G.Performance / G.Peak) + " of the peak of " +
         formatNumber(G.Peak);
}

/// The other roofs that the point lies on, at most three by name.
static std::string alsoReached(const GeneralizedRoofline &G) {
  std::vector<std::string> Names;
  for (size_t I = 1; I < G.Bottlenecks.size(); ++I)
    if (G.Bottlenecks[I].Distance <= ReachedDistance)
      Names.push_back(G.Roofs[G.Bottlenecks[I].RoofIndex].Name);
  if (Names.empty())
    return "";
  size_t Total = Names.size();
  if (Total > 3)
    Names.resize(3);
  std::string Text = "; as near: " + llvm::join(Names, "; ");
  if (Total > 3)
    Text += " and " + llvm::utostr(Total - 3) + " more";
  return Text;
}

std::string rafter::rooflineVerdict(const GeneralizedRoofline &G) {
  if (G.Cycles == 0)
    return "nothing to bound: no floating-point operation and no "
           "floating-point access executes";
  if (G.Flops == 0)
    return "no floating-point computation: " +
           formatPlural(G.Bytes, "byte", "bytes") + " in " +
           formatPlural(G.Cycles, "cycle", "cycles") + ", " +
           formatNumber(ratio(G.Bytes, G.Cycles)) + " bytes/cycle";
  std::string Rate = formatNumber(G.Performance) + " flops/cycle";
  if (G.Bottlenecks.empty())
    return "no roof near: " + Rate + ofPeak(G);
  const Bottleneck &First = G.Bottlenecks.front();
  const Roof &R = G.Roofs[First.RoofIndex];
  return (First.Distance <= ReachedDistance ? "bound by " : "nearest roof: ") +
         R.Name + ": " + Rate + " of " + formatNumber(R.AtIntensity) +
         " possible" + ofPeak(G) + alsoReached(G);
}
