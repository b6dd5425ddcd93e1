//===- ConcordeText.cpp - Predictions and attributions as text ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConcordeParts.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace rafter;

/// Points of the front that the text shows.
static constexpr size_t MostFrontPoints = 40;
/// Regions of two designs that the text compares.
static constexpr size_t MostComparedRegions = 20;

void rafter::summarizePrograms(ConcordeReport &R) {
  std::map<std::string, std::vector<const RegionPrediction *>> ByProgram;
  for (const RegionPrediction &Region : R.Regions)
    ByProgram[Region.Program].push_back(&Region);
  R.Programs.clear();
  std::vector<ShapleyResult> OfPrograms;
  for (auto &[Name, Regions] : ByProgram) {
    ProgramPrediction &P = R.Programs.emplace_back();
    P.Name = Name;
    std::vector<double> CPIs, Weights;
    std::vector<ShapleyResult> Attributions;
    for (const RegionPrediction *Region : Regions) {
      CPIs.push_back(Region->CPI);
      Weights.push_back(Region->Weight);
      if (Region->Attribution)
        Attributions.push_back(*Region->Attribution);
    }
    P.Estimate = estimateProgram(CPIs, /*Population=*/0, Weights);
    if (Attributions.size() == Regions.size())
      OfPrograms.push_back(
          *(P.Attribution = meanAttribution(Attributions, Weights)));
  }
  R.Corpus.reset();
  if (!OfPrograms.empty() && OfPrograms.size() == R.Programs.size())
    R.Corpus = meanAttribution(OfPrograms);
}

static void printAttribution(const ConcordeReport &R, const ShapleyResult &A,
                             llvm::raw_ostream &OS, unsigned Indent) {
  OS.indent(Indent) << "CPI " << formatNumber(A.Without) << " at the baseline, "
                    << formatNumber(A.With) << " at the design\n";
  printShares(R, A, OS, Indent + 2);
}

static void printRegions(const ConcordeReport &R, llvm::raw_ostream &OS) {
  bool Weighed = llvm::any_of(
      R.Regions, [](const RegionPrediction &P) { return P.Weight != 1; });
  TextTable Table("lrrrll");
  Table.add({"region", "CPI", "low", "high", "lowest bound",
             Weighed ? "weight" : ""});
  for (const RegionPrediction &Region : R.Regions) {
    const ResourceBound *Lowest =
        Region.Bounds.empty() ? nullptr : &lowestBound(Region.Bounds);
    Table.add({Region.Name, formatNumber(Region.CPI),
               formatNumber(Region.Range.Low), formatNumber(Region.Range.High),
               !Lowest ? ""
                       : Lowest->Name + " " + formatNumber(Lowest->Throughput) +
                             " IPC",
               (Weighed ? formatNumber(Region.Weight, 3) + " " : "") +
                   (Region.Outside ? "doubtful" : "")});
  }
  Table.print(OS, 2);
}

static void printPrograms(const ConcordeReport &R, llvm::raw_ostream &OS) {
  TextTable Table("lrrr");
  Table.add({"program", "CPI", "standard error", "regions"});
  for (const ProgramPrediction &P : R.Programs)
    Table.add({P.Name, formatNumber(P.Estimate.CPI),
               formatNumber(P.Estimate.StandardError, 3),
               std::to_string(P.Estimate.Regions)});
  Table.print(OS, 2);
}

static void printSweep(const ConcordeReport &R, llvm::raw_ostream &OS) {
  size_t OnFront =
      llvm::count_if(R.Sweep, [](const SweepPoint &P) { return P.OnFront; });
  frontTable(R, MostFrontPoints)
      .printText(OS,
                 "sweep: " + formatPlural(R.Sweep.size(), "design", "designs") +
                     ", " + std::to_string(OnFront) +
                     " on the front of CPI against cost\n",
                 2);
  if (OnFront > MostFrontPoints)
    OS << "  and " << OnFront - MostFrontPoints << " more\n";
}

static void printComparison(const ConcordeReport &R, llvm::raw_ostream &OS) {
  comparisonTable(R, MostComparedRegions)
      .printText(OS, "against " + printDesign(*R.Against) + "\n", 2);
  if (R.Regions.size() > MostComparedRegions)
    OS << "  and " << R.Regions.size() - MostComparedRegions
       << " that differ less\n";
}

void rafter::printConcordeText(const ConcordeReport &R, llvm::raw_ostream &OS) {
  OS << "model " << R.Model << "\ndesign " << printDesign(R.Design)
     << "\n\nregions, with intervals for " << formatPercent(R.Coverage)
     << " [modelled]\n";
  printRegions(R, OS);
  OS << "\nprograms, if the regions were drawn at random\n";
  printPrograms(R, OS);
  if (R.Corpus) {
    OS << "\nattribution"
       << (R.AttributedByCore ? " by the reference core" : "") << ", from "
       << printDesign(R.Baseline) << '\n';
    for (const ProgramPrediction &P : R.Programs) {
      OS << "  " << P.Name << '\n';
      printAttribution(R, *P.Attribution, OS, 4);
    }
    if (R.Programs.size() > 1) {
      OS << "  all programs\n";
      printAttribution(R, *R.Corpus, OS, 4);
    }
  }
  if (R.Against)
    printComparison(R, OS);
  if (!R.Sweep.empty())
    printSweep(R, OS);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

static std::vector<std::string> errorRow(std::string Name,
                                         const ErrorSummary &S) {
  return {std::move(Name),
          std::to_string(S.Samples),
          formatPercent(S.Mean),
          formatPercent(S.Median),
          formatPercent(S.Percentile90),
          formatPercent(S.AboveTenth)};
}

void rafter::printEvaluationText(const ModelEvaluation &E,
                                 llvm::raw_ostream &OS) {
  TextTable Table("lrrrrr");
  Table.add({"", "samples", "mean error", "median", "90%", "above 10%"});
  auto Add = [&](std::string Name, const ErrorSummary &S) {
    if (S.Samples)
      Table.add(errorRow(std::move(Name), S));
  };
  Add("all", E.All);
  Add("least bound, no learning", E.Bound);
  Add("  where no branch is mispredicted", E.BoundWithoutMispredictions);
  static constexpr const char *Mispredictions[] = {
      "mispredicted branches below 1000", "  1000 to 4999", "  5000 and more"};
  static constexpr const char *Times[] = {
      "load times below 1.1 of the estimate", "  1.1 to 1.5", "  1.5 and more"};
  for (unsigned I = 0; I != 3; ++I)
    Add(Mispredictions[I], E.Mispredictions[I]);
  for (unsigned I = 0; I != 3; ++I)
    Add(Times[I], E.ExecutionTimes[I]);
  for (const auto &[Program, S] : E.Programs)
    Add(Program, S);
  Table.print(OS, 2);
  OS << "  inside their 90% interval: " << formatPercent(E.Covered)
     << "\n  doubtful, unlike the training or far from the bounds: "
     << formatPercent(E.Outside)
     << "\n  of the errors above 10%, with load times of 1.5 and more: "
     << formatPercent(E.TailWithLongLoads) << '\n';
}
