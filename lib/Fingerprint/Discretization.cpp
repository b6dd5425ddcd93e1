//===- Discretization.cpp - Intervals of numeric attributes ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Entropy.h"
#include "rafter/Fingerprint/EventSelection.h"
#include <algorithm>

using namespace rafter;

namespace {

/// Counts by class, and their sum of n log2 n.
struct Counts {
  std::vector<double> ByClass;
  double Total = 0, LogSum = 0;

  explicit Counts(size_t Classes) : ByClass(Classes) {}
  void add(uint32_t Class, double Number, const WeightLog &Log) {
    LogSum -= Log(ByClass[Class]);
    ByClass[Class] += Number;
    LogSum += Log(ByClass[Class]);
    Total += Number;
  }
  /// Entropy times the number.
  double entropy(const WeightLog &Log) const { return Log(Total) - LogSum; }
  double classes() const {
    return std::count_if(ByClass.begin(), ByClass.end(),
                         [](double N) { return N > 0; });
  }
};

/// Value and class of a slice.
using Labelled = std::pair<double, uint32_t>;

class Cutter {
public:
  Cutter(const LabelledSlices &Slices, size_t Size)
      : NumClasses(Slices.Classes.size()), Log(Size) {}

  /// Cuts of Values, which are sorted, in no order.
  std::vector<double> cut(llvm::ArrayRef<Labelled> Values) const;

private:
  /// The place of the best cut in Values if it pays for itself, or 0.
  size_t bestCut(llvm::ArrayRef<Labelled> Values) const;
  bool pays(const Counts &All, const Counts &Low, const Counts &High,
            size_t Candidates) const;

  size_t NumClasses;
  WeightLog Log;
};

} // namespace

/// Fayyad and Irani's criterion: the gain is greater than
/// (log2(candidates) + delta) / N with delta = log2(3^k - 2) - (k H - k1 H1 -
/// k2 H2). Their N - 1 is the number of candidates here.
bool Cutter::pays(const Counts &All, const Counts &Low, const Counts &High,
                  size_t Candidates) const {
  double N = All.Total, K = All.classes();
  double H = All.entropy(Log) / N, HLow = Low.entropy(Log) / Low.Total,
         HHigh = High.entropy(Log) / High.Total;
  double Gain = H - (Low.entropy(Log) + High.entropy(Log)) / N;
  // 3^k alone is beyond double from k = 647.
  double Splits = K < 600 ? std::log2(std::pow(3, K) - 2) : K * std::log2(3.0);
  double Delta =
      Splits - (K * H - High.classes() * HHigh - Low.classes() * HLow);
  return Gain > (std::log2(Candidates) + Delta) / N;
}

size_t Cutter::bestCut(llvm::ArrayRef<Labelled> Values) const {
  Counts All(NumClasses);
  for (const Labelled &V : Values)
    All.add(V.second, 1, Log);
  Counts Low(NumClasses), High = All, BestLow = Low, BestHigh = High;
  // Rounding is no gain.
  double Least = All.entropy(Log) - 1e-9 * All.Total;
  size_t Best = 0, Candidates = 0;
  for (size_t I = 1; I < Values.size(); ++I) {
    Low.add(Values[I - 1].second, 1, Log);
    High.add(Values[I - 1].second, -1, Log);
    if (!(Values[I - 1].first < Values[I].first))
      continue;
    ++Candidates;
    double Entropy = Low.entropy(Log) + High.entropy(Log);
    if (Entropy >= Least)
      continue;
    Least = Entropy - 1e-9;
    Best = I;
    BestLow = Low;
    BestHigh = High;
  }
  if (Best == 0 || !pays(All, BestLow, BestHigh, Candidates))
    return 0;
  return Best;
}

std::vector<double> Cutter::cut(llvm::ArrayRef<Labelled> Values) const {
  std::vector<double> Cuts;
  std::vector<llvm::ArrayRef<Labelled>> Open = {Values};
  while (!Open.empty()) {
    llvm::ArrayRef<Labelled> Part = Open.back();
    Open.pop_back();
    if (Part.size() < 2)
      continue;
    size_t At = bestCut(Part);
    if (At == 0)
      continue;
    Cuts.push_back(Part[At - 1].first / 2 + Part[At].first / 2);
    Open.push_back(Part.take_front(At));
    Open.push_back(Part.drop_front(At));
  }
  return Cuts;
}

std::vector<double> rafter::cutPoints(const LabelledSlices &Slices,
                                      llvm::ArrayRef<uint32_t> Rows,
                                      uint32_t Attribute) {
  std::vector<Labelled> Values;
  for (uint32_t Row : Rows)
    if (double V = Slices.Columns[Attribute][Row]; !isMissing(V))
      Values.push_back({V, Slices.Labels[Row]});
  std::stable_sort(
      Values.begin(), Values.end(),
      [](const Labelled &L, const Labelled &R) { return L.first < R.first; });
  std::vector<double> Cuts = Cutter(Slices, Values.size()).cut(Values);
  std::sort(Cuts.begin(), Cuts.end());
  return Cuts;
}
