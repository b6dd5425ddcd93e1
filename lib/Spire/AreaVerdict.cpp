//===- AreaVerdict.cpp - What each area of the core costs -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates of metrics as a top-down breakdown of the time. What hurts costs
// what it takes away from the most that what helps allows. What no area
// explains is the core's: so A. Yasin (A top-down method for performance
// analysis and counters architecture, ISPASS 2014) finds what is bound by the
// back end, and of that what is bound by the core.
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/SpireAnalysis.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

using namespace rafter;
using llvm::ArrayRef;

const char *rafter::name(AreaBasis Basis) {
  static constexpr const char *Names[] = {"metrics", "limit", "rest"};
  return Names[static_cast<size_t>(Basis)];
}

namespace {

/// Time per work that is lost, and the ends of its interval.
struct Loss {
  double Time = 0, Low = 0, High = 0;
};

Loss smaller(const Loss &A, const Loss &B) {
  return {std::min(A.Time, B.Time), std::min(A.Low, B.Low),
          std::min(A.High, B.High)};
}

Loss larger(const Loss &A, const Loss &B) {
  return {std::max(A.Time, B.Time), std::max(A.Low, B.Low),
          std::max(A.High, B.High)};
}

/// What Part leaves of Whole.
Loss rest(const Loss &Whole, const Loss &Part) {
  return {std::max(0.0, Whole.Time - Part.Time),
          std::max(0.0, Whole.Low - Part.High),
          std::max(0.0, Whole.High - Part.Low)};
}

/// Below the throughput Peak; infinite for no throughput.
double lossAt(double Throughput, double Peak) {
  if (Throughput <= 0)
    return HUGE_VAL;
  return std::max(0.0, 1 / Throughput - 1 / Peak);
}

/// Whether more of what M counts goes with lower throughput. Where it does not,
/// what is below the peak has other causes.
bool hurts(const MetricEstimate &M) { return M.Left >= 0.5; }

/// The most that is reached with as little as this workload has of what helps:
/// a mix of instructions that no program ran at the peak, for example. What
/// this costs is no area's that counts what hurts.
double allowedByWhatHelps(ArrayRef<MetricEstimate> Metrics, double Measured,
                          double Peak) {
  double Least = Peak;
  for (const MetricEstimate &M : Metrics)
    if (!hurts(M) && !M.isOutside())
      Least = std::min(Least, M.Estimate);
  return std::max(Least, Measured);
}

/// What M takes away from Allowed.
Loss lossBy(const MetricEstimate &M, double Allowed) {
  if (!hurts(M) || M.Peak <= 0)
    return {};
  double From = std::min(M.Peak, Allowed), Weight = M.weight();
  return {Weight * lossAt(M.Estimate, From), Weight * lossAt(M.High, From),
          lossAt(M.Low, From)};
}

/// What the metrics of one area say.
struct AreaMetrics {
  /// None if no metric tells of the area.
  std::optional<Loss> Lost;
  /// Those that cost, lowest estimate first.
  std::vector<size_t> Lowest;
};

class AreaJudge {
public:
  AreaJudge(ArrayRef<MetricEstimate> Metrics, double Measured, double Peak)
      : Measured(Measured), Peak(Peak),
        Allowed(allowedByWhatHelps(Metrics, Measured, Peak)) {
    double All = lossAt(Measured, Peak);
    Total = {All, All, All};
    for (size_t I = 0; I != Metrics.size(); ++I)
      add(Metrics[I], I);
  }

  std::vector<AreaEstimate> judge() {
    judgeSupply();
    judge(MetricArea::Memory, of(MetricArea::Memory).Lost, AreaBasis::Metrics);
    judgeCore();
    llvm::stable_sort(Areas, [](const AreaEstimate &A, const AreaEstimate &B) {
      return A.Lost > B.Lost;
    });
    return std::move(Areas);
  }

private:
  AreaMetrics &of(MetricArea Area) { return Of[static_cast<size_t>(Area)]; }

  void add(const MetricEstimate &M, size_t Position) {
    AreaMetrics &A = of(M.Area.Area);
    Loss Lost = smaller(lossBy(M, Allowed), Total);
    if (Lost.Time > 0 && A.Lowest.size() != AreaEstimate::MostMetrics)
      A.Lowest.push_back(Position);
    if (!A.Lost || Lost.Time > A.Lost->Time)
      A.Lost = Lost;
  }

  void judge(MetricArea Area, const std::optional<Loss> &Lost,
             AreaBasis Basis) {
    if (!Lost)
      return;
    AreaEstimate E;
    E.Area = Area;
    E.Basis = Basis;
    E.Lost = Lost->Time * Measured;
    E.LostLow = Lost->Low * Measured;
    E.LostHigh = Lost->High * Measured;
    E.Estimate = 1 / (1 / Peak + Lost->Time);
    E.Low = 1 / (1 / Peak + Lost->High);
    E.High = 1 / (1 / Peak + Lost->Low);
    E.Metrics = of(Area).Lowest;
    Explained = {Explained.Time + Lost->Time, Explained.Low + Lost->Low,
                 Explained.High + Lost->High};
    Areas.push_back(std::move(E));
  }

  /// What keeps instructions away: bad speculation and the front end.
  void judgeSupply() {
    const std::optional<Loss> &Whole =
        of(MetricArea::FrontEndOrBadSpeculation).Lost;
    std::optional<Loss> Wrong = of(MetricArea::BadSpeculation).Lost;
    std::optional<Loss> Slow = of(MetricArea::FrontEnd).Lost;
    AreaBasis WrongBasis = AreaBasis::Metrics, SlowBasis = AreaBasis::Metrics;
    auto Limit = [&](std::optional<Loss> &Part, AreaBasis &Basis) {
      if (!Whole || !Part || Part->Time <= Whole->Time)
        return;
      Part = smaller(*Part, *Whole);
      Basis = AreaBasis::Limit;
    };
    Limit(Wrong, WrongBasis);
    Limit(Slow, SlowBasis);
    if (Whole && Wrong) {
      Loss Left = rest(*Whole, *Wrong);
      if (!Slow || Slow->Time < Left.Time)
        SlowBasis = AreaBasis::Rest;
      Slow = Slow ? larger(*Slow, Left) : Left;
    }
    IsSupplyKnown = Wrong && Slow;
    judge(MetricArea::FrontEnd, Slow, SlowBasis);
    judge(MetricArea::BadSpeculation, Wrong, WrongBasis);
  }

  void judgeCore() {
    std::optional<Loss> Lost = of(MetricArea::Core).Lost;
    AreaBasis Basis = AreaBasis::Metrics;
    if (IsSupplyKnown && of(MetricArea::Memory).Lost) {
      Loss Left = rest(Total, Explained);
      if (!Lost || Lost->Time < Left.Time)
        Basis = AreaBasis::Rest;
      Lost = Lost ? larger(*Lost, Left) : Left;
    }
    judge(MetricArea::Core, Lost, Basis);
  }

  double Measured, Peak, Allowed;
  /// All that is lost, and what the areas so far explain of it.
  Loss Total, Explained;
  bool IsSupplyKnown = false;
  std::array<AreaMetrics, NumMetricAreas> Of;
  std::vector<AreaEstimate> Areas;
};

} // namespace

std::vector<AreaEstimate> rafter::judgeAreas(ArrayRef<MetricEstimate> Metrics,
                                             double Measured, double Peak) {
  // Without work there is no time per work to share out.
  if (Measured <= 0 || Peak <= 0)
    return {};
  return AreaJudge(Metrics, Measured, Peak).judge();
}
