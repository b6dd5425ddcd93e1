//===- SplitSearch.cpp - The best test at a node --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entropies are kept times the weight they are of: sums of w log2 w.
//
//===----------------------------------------------------------------------===//

#include "SplitSearch.h"
#include <algorithm>
#include <numeric>

using namespace rafter;

namespace {

/// Weights by class on one side of a threshold.
struct Side {
  std::vector<double> ByClass;
  double Total = 0;
  /// Sum of w log2 w over the classes.
  double LogSum = 0;

  void add(uint32_t Class, double Weight, const WeightLog &Log) {
    double &W = ByClass[Class];
    LogSum -= Log(W);
    W += Weight;
    LogSum += Log(W);
    Total += Weight;
  }
  /// Entropy times weight.
  double entropy(const WeightLog &Log) const { return Log(Total) - LogSum; }
};

} // namespace

/// The gain of a test by which the entropy of the known slices falls by
/// Reduction, which is times their weight.
static double gainOf(double Reduction, double Known, double Total) {
  double Weighted = Known / Total * Reduction;
  return std::abs(Weighted) < Small ? 0 : Weighted / Known;
}

static double gainRatioOf(double Gain, double SplitEntropy, double Total) {
  return std::abs(SplitEntropy) < Small ? 0 : Gain / (SplitEntropy / Total);
}

/// C4.5 looks at a nominal attribute's gain for the mean only if it has fewer
/// values than this share of the training slices.
static constexpr double FewValues = 0.3;

SplitSearch::SplitSearch(const LabelledSlices &Slices,
                         const TrainOptions &Options, size_t TrainingSize)
    : Slices(Slices), Options(Options), TrainingSize(TrainingSize),
      Log(TrainingSize) {
  for (size_t A = 0; A != Slices.Attributes.size(); ++A)
    AllHaveManyValues &= Slices.Attributes[A].Nominal && !hasFewValues(A);
}

bool SplitSearch::hasFewValues(uint32_t Attribute) const {
  return Slices.Attributes[Attribute].Values.size() < FewValues * TrainingSize;
}

/// Slices on either side of a threshold: a tenth of what falls to a class,
/// within [M, 25] (Quinlan 1993, chapter 2.4 and its program).
double SplitSearch::leastOnSide(double KnownWeight) const {
  double Least = 0.1 * KnownWeight / Slices.Classes.size();
  if (Least <= Options.LeastSlices + Small)
    return Options.LeastSlices;
  return std::min(Least, 25.0);
}

std::optional<Split> SplitSearch::numericSplit(const SortedSlices &Node,
                                               uint32_t Attribute) const {
  const std::vector<uint32_t> &Order = Node.Orders[Attribute];
  const std::vector<double> &Column = Slices.Columns[Attribute];
  const WeightedSlices &Data = Node.Data;
  Side Low, High;
  Low.ByClass.resize(Slices.Classes.size());
  High.ByClass.resize(Slices.Classes.size());
  for (uint32_t I : Order)
    High.ByClass[Slices.Labels[Data.Rows[I]]] += Data.Weights[I];
  High.Total = std::accumulate(High.ByClass.begin(), High.ByClass.end(), 0.0);
  High.LogSum = Log.sum(High.ByClass);
  double Known = High.Total, Before = High.entropy(Log);
  double Total = std::accumulate(Data.Weights.begin(), Data.Weights.end(), 0.0);
  double Least = leastOnSide(Known);
  if (Order.size() < 2 * Least - Small)
    return std::nullopt;

  Split Best;
  Best.Attribute = Attribute;
  Best.NumBranches = 2;
  size_t Candidates = 0;
  double BestLow = 0;
  double Value = Column[Data.Rows[Order[0]]];
  for (size_t I = 1; I < Order.size(); ++I) {
    uint32_t Last = Order[I - 1];
    uint32_t Class = Slices.Labels[Data.Rows[Last]];
    Low.add(Class, Data.Weights[Last], Log);
    High.add(Class, -Data.Weights[Last], Log);
    double Below = Value;
    Value = Column[Data.Rows[Order[I]]];
    if (!(Below + Options.LeastGap < Value) || Low.Total < Least - Small ||
        High.Total < Least - Small)
      continue;
    ++Candidates;
    double Gain =
        gainOf(Before - Low.entropy(Log) - High.entropy(Log), Known, Total);
    if (Gain <= Best.Gain + Small)
      continue;
    Best.Gain = Gain;
    Best.Midpoint = Below / 2 + Value / 2;
    if (Best.Midpoint >= Value)
      Best.Midpoint = Below;
    BestLow = Low.Total;
  }
  if (Candidates == 0)
    return std::nullopt;
  Best.Gain -= std::log2(Candidates) / Total;
  if (Best.Gain < Small)
    return std::nullopt;
  double SplitEntropy =
      Log(Total) - Log(BestLow) - Log(Known - BestLow) - Log(Total - Known);
  Best.GainRatio = gainRatioOf(Best.Gain, SplitEntropy, Total);
  return Best;
}

std::optional<Split> SplitSearch::nominalSplit(const SortedSlices &Node,
                                               uint32_t Attribute) const {
  const std::vector<double> &Column = Slices.Columns[Attribute];
  const WeightedSlices &Data = Node.Data;
  size_t NumValues = Slices.Attributes[Attribute].Values.size();
  std::vector<std::vector<double>> Table(
      NumValues, std::vector<double>(Slices.Classes.size()));
  std::vector<double> ByClass(Slices.Classes.size());
  double Known = 0, Total = 0;
  for (size_t I = 0; I != Data.size(); ++I) {
    Total += Data.Weights[I];
    double Value = Column[Data.Rows[I]];
    if (isMissing(Value))
      continue;
    uint32_t Class = Slices.Labels[Data.Rows[I]];
    Table[static_cast<size_t>(Value)][Class] += Data.Weights[I];
    ByClass[Class] += Data.Weights[I];
    Known += Data.Weights[I];
  }
  size_t LargeBranches = 0;
  double After = 0, SplitEntropy = Log(Total) - Log(Total - Known);
  for (const std::vector<double> &Row : Table) {
    double Weight = std::accumulate(Row.begin(), Row.end(), 0.0);
    LargeBranches += Weight >= Options.LeastSlices - Small;
    After += Log(Weight) - Log.sum(Row);
    SplitEntropy -= Log(Weight);
  }
  if (LargeBranches < 2)
    return std::nullopt;
  Split S;
  S.Attribute = Attribute;
  S.NumBranches = NumValues;
  S.Gain = gainOf(Log(Known) - Log.sum(ByClass) - After, Known, Total);
  S.GainRatio = gainRatioOf(S.Gain, SplitEntropy, Total);
  return S;
}

std::optional<Split> SplitSearch::best(const SortedSlices &Node) const {
  std::vector<Split> All;
  double GainSum = 0;
  size_t Counted = 0;
  for (uint32_t A = 0; A != Slices.Attributes.size(); ++A) {
    bool Nominal = Slices.Attributes[A].Nominal;
    std::optional<Split> S =
        Nominal ? nominalSplit(Node, A) : numericSplit(Node, A);
    if (!S)
      continue;
    if (!Nominal || AllHaveManyValues || hasFewValues(A)) {
      GainSum += S->Gain;
      ++Counted;
    }
    All.push_back(*S);
  }
  std::optional<Split> Best;
  if (Counted == 0)
    return Best;
  // The slack is that of Quinlan's program.
  double LeastGain = GainSum / Counted - 1e-3;
  double BestRatio = 0;
  for (const Split &S : All)
    if (S.Gain >= LeastGain && S.GainRatio > BestRatio + Small) {
      Best = S;
      BestRatio = S.GainRatio;
    }
  return Best;
}
