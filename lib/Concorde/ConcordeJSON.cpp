//===- ConcordeJSON.cpp - Predictions and attributions as JSON ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConcordeParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

void rafter::writeBounds(JSONWriter &J, llvm::ArrayRef<ResourceBound> Bounds) {
  J.array("bounds", [&] {
    for (const ResourceBound &B : Bounds)
      J.object([&] {
        J.text("name", B.Name);
        J.number("throughput", B.Throughput);
      });
  });
}

void rafter::writeAttribution(JSONWriter &J, const ConcordeReport &R,
                              const ShapleyResult &A) {
  J.object("attribution", [&] {
    J.number("baseline_cpi", A.Without);
    J.number("design_cpi", A.With);
    J.array("shares", [&] {
      for (auto [I, G] : llvm::enumerate(R.Groups))
        J.object([&] {
          J.text("name", G.Name);
          J.number("cpi", A.Shares[I]);
          J.number("standard_error", A.StandardErrors[I]);
        });
    });
  });
}

static void writeRegion(JSONWriter &J, const ConcordeReport &R,
                        const RegionPrediction &Region) {
  J.object([&] {
    J.text("name", Region.Name);
    J.text("program", Region.Program);
    J.text("mode", "modelled");
    J.object("concorde", [&] {
      if (Region.Weight != 1)
        J.number("weight", Region.Weight);
      J.number("cpi", Region.CPI);
      J.number("low", Region.Range.Low);
      J.number("high", Region.Range.High);
      J.number("distance", Region.Distance);
      J.flag("outside", Region.Outside);
      writeBounds(J, Region.Bounds);
      if (R.Against)
        J.object("against", [&] {
          J.number("cpi", Region.OtherCPI);
          writeBounds(J, Region.OtherBounds);
        });
      if (Region.Attribution)
        writeAttribution(J, R, *Region.Attribution);
    });
  });
}

void rafter::printConcordeJSON(const ConcordeReport &R, llvm::raw_ostream &OS) {
  printJSONObject(OS, [&](JSONWriter &J) {
    J.text("model", R.Model);
    J.text("design", printDesign(R.Design));
    if (R.Corpus)
      J.text("baseline", printDesign(R.Baseline));
    if (R.AttributedByCore)
      J.text("attributed_by", "reference core");
    if (R.Against)
      J.text("against", printDesign(*R.Against));
    J.number("coverage", R.Coverage);
    J.array("regions", [&] {
      for (const RegionPrediction &Region : R.Regions)
        writeRegion(J, R, Region);
    });
    J.array("programs", [&] {
      for (const ProgramPrediction &P : R.Programs)
        J.object([&] {
          J.text("name", P.Name);
          J.number("cpi", P.Estimate.CPI);
          J.number("standard_error", P.Estimate.StandardError);
          J.count("regions", P.Estimate.Regions);
          if (P.Attribution)
            writeAttribution(J, R, *P.Attribution);
        });
    });
    if (R.Corpus)
      writeAttribution(J, R, *R.Corpus);
    if (!R.Sweep.empty())
      J.array("sweep", [&] {
        for (const SweepPoint &P : R.Sweep)
          J.object([&] {
            J.text("design", printDesign(P.Design));
            J.number("cost", P.Cost);
            J.number("cpi", P.CPI);
            J.flag("on_front", P.OnFront);
            if (!P.LowestBound.empty()) {
              J.text("lowest_bound", P.LowestBound);
              J.count("lowest_bound_regions", P.LowestBoundRegions);
            }
          });
      });
  });
}

void rafter::printEvaluationJSON(const ModelEvaluation &E,
                                 llvm::raw_ostream &OS) {
  auto Write = [](JSONWriter &J, llvm::StringRef Key, const ErrorSummary &S) {
    J.object(Key, [&] {
      J.count("samples", S.Samples);
      J.number("mean", S.Mean);
      J.number("median", S.Median);
      J.number("percentile_90", S.Percentile90);
      J.number("above_10_percent", S.AboveTenth);
    });
  };
  printJSONObject(OS, [&](JSONWriter &J) {
    Write(J, "all", E.All);
    Write(J, "bound", E.Bound);
    Write(J, "bound_without_mispredictions", E.BoundWithoutMispredictions);
    J.object("mispredictions", [&] {
      Write(J, "below_1000", E.Mispredictions[0]);
      Write(J, "below_5000", E.Mispredictions[1]);
      Write(J, "more", E.Mispredictions[2]);
    });
    J.object("execution_times", [&] {
      Write(J, "below_1.1", E.ExecutionTimes[0]);
      Write(J, "below_1.5", E.ExecutionTimes[1]);
      Write(J, "more", E.ExecutionTimes[2]);
    });
    J.object("programs", [&] {
      for (const auto &[Program, S] : E.Programs)
        Write(J, Program, S);
    });
    J.number("covered_by_90_percent_interval", E.Covered);
    J.number("outside", E.Outside);
    J.number("tail_with_long_loads", E.TailWithLongLoads);
  });
}
