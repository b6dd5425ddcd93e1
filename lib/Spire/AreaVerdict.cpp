//===- AreaVerdict.cpp - What each area of the core costs -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates of metrics as a top-down breakdown of the time. What hurts costs
// what it takes away from the peak. What is lost is divided as A. Yasin does (A
// top-down method for performance analysis and counters architecture, ISPASS
// 2014): first by what keeps instructions away and the back end, then the back
// end, of which the core's is what memory leaves.
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
  static constexpr const char *Names[] = {"metrics", "limit", "rest",
                                           "share"};
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

/// What M takes away from its peak.
Loss lossBy(const MetricEstimate &M) {
  if (!hurts(M) || M.Peak <= 0)
    return {};
  double Weight = M.weight();
  return {Weight * lossAt(M.Estimate, M.Peak), Weight * lossAt(M.High, M.Peak),
          lossAt(M.Low, M.Peak)};
}

/// Time of Of, whose ends lie as far apart by ratio as those of Of.
Loss scaled(const Loss &Of, double Time, double Most) {
  if (Of.Time <= 0)
    return {Time, 0, std::max(Time, std::min(Of.High, Most))};
  double Factor = Time / Of.Time;
  return {Time, std::min(Of.Low * Factor, Time),
          std::max(Time, std::min(Of.High * Factor, Most))};
}

/// What the metrics of one area say.
struct AreaMetrics {
  /// None if no metric tells of the area.
  std::optional<Loss> Lost;
  /// By metrics that count slots.
  std::optional<Loss> Slots;
  /// Those that cost, lowest estimate first.
  std::vector<size_t> Lowest;
};

class AreaJudge {
public:
  AreaJudge(ArrayRef<MetricEstimate> Metrics, double Measured, double Peak)
      : Measured(Measured), Peak(Peak) {
    double All = lossAt(Measured, Peak);
    Total = {All, All, All};
    for (size_t I = 0; I != Metrics.size(); ++I)
      add(Metrics[I], I);
  }

  std::vector<AreaEstimate> judge() {
    takeSupply();
    const std::optional<Loss> &Memory = of(MetricArea::Memory).Lost;
    // Without one of the four nothing is known of what they leave.
    if (Memory && Wrong.Lost && Slow.Lost)
      judgeAll(*Memory);
    else
      judgeEach();
    llvm::stable_sort(Areas, [](const AreaEstimate &A, const AreaEstimate &B) {
      return A.Lost > B.Lost;
    });
    return std::move(Areas);
  }

private:
  AreaMetrics &of(MetricArea Area) { return Of[static_cast<size_t>(Area)]; }

  void add(const MetricEstimate &M, size_t Position) {
    AreaMetrics &A = of(M.Area.Area);
    Loss Lost = smaller(lossBy(M), Total);
    if (Lost.Time > 0 && A.Lowest.size() != AreaEstimate::MostMetrics)
      A.Lowest.push_back(Position);
    if (!A.Lost || Lost.Time > A.Lost->Time)
      A.Lost = Lost;
    if (M.Area.CountsSlots && (!A.Slots || Lost.Time > A.Slots->Time))
      A.Slots = Lost;
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
    Areas.push_back(std::move(E));
  }

  /// A part of what keeps instructions away.
  struct Part {
    std::optional<Loss> Lost;
    AreaBasis Basis = AreaBasis::Metrics;
  };

  /// What keeps instructions away: bad speculation and the front end. Slots are
  /// what is lost; what may be the reason costs no more than metrics of any lack
  /// of instructions show.
  void takeSupply() {
    const AreaMetrics &Any = of(MetricArea::FrontEndOrBadSpeculation);
    Supply = Any.Lost;
    for (MetricArea Area : {MetricArea::FrontEnd, MetricArea::BadSpeculation})
      if (Supply && of(Area).Slots)
        Supply = larger(*Supply, *of(Area).Slots);
    auto Take = [&](MetricArea Area, Part &To) {
      const AreaMetrics &Own = of(Area);
      To.Lost = Own.Slots ? Own.Slots : Own.Lost;
      if (!Supply || !To.Lost || To.Lost->Time <= Supply->Time)
        return;
      To.Lost = smaller(*To.Lost, *Supply);
      To.Basis = AreaBasis::Limit;
    };
    Take(MetricArea::FrontEnd, Slow);
    Take(MetricArea::BadSpeculation, Wrong);
    // Without metrics of its own the front end has what the other leaves.
    if (Supply && Wrong.Lost && !Slow.Lost)
      Slow = {rest(*Supply, *Wrong.Lost), AreaBasis::Rest};
    for (const Part &P : {Slow, Wrong})
      if (P.Lost)
        Supply = Supply ? larger(*Supply, *P.Lost) : *P.Lost;
  }

  /// Each area by its own metrics.
  void judgeEach() {
    judge(MetricArea::FrontEnd, Slow.Lost, Slow.Basis);
    judge(MetricArea::BadSpeculation, Wrong.Lost, Wrong.Basis);
    for (MetricArea Area : {MetricArea::Memory, MetricArea::Core})
      judge(Area, of(Area).Lost, AreaBasis::Metrics);
  }

  /// Divides all that is lost, as top-down analysis does: by what keeps
  /// instructions away and the back end, and these by their parts. What no
  /// metric explains is lost to both sides in proportion to what is explained;
  /// where nothing counts any stall of the back end, it is the back end's.
  void judgeAll(const Loss &Memory) {
    const std::optional<Loss> &Stalls = of(MetricArea::MemoryOrCore).Lost;
    double ToSupply = std::min(Supply->Time, Total.Time);
    if (Stalls && Supply->Time + Stalls->Time > 0)
      ToSupply = Total.Time * Supply->Time / (Supply->Time + Stalls->Time);
    // All metrics are as where the peak was reached: nothing is known.
    else if (Stalls)
      return judgeEach();
    Loss Front = scaled(*Supply, ToSupply, Total.Time);
    Loss Back = rest(Total, Front);
    double Parts = Slow.Lost->Time + Wrong.Lost->Time;
    double ToWrong = Parts > 0 ? ToSupply * Wrong.Lost->Time / Parts : 0;
    judge(MetricArea::FrontEnd,
          scaled(*Slow.Lost, ToSupply - ToWrong, Total.Time), AreaBasis::Share);
    judge(MetricArea::BadSpeculation, scaled(*Wrong.Lost, ToWrong, Total.Time),
          AreaBasis::Share);
    Loss OfMemory = smaller(Memory, Back);
    judge(MetricArea::Memory, OfMemory,
          OfMemory.Time < Memory.Time ? AreaBasis::Limit : AreaBasis::Metrics);
    judge(MetricArea::Core, rest(Back, OfMemory), AreaBasis::Rest);
  }

  double Measured, Peak;
  /// All that is lost.
  Loss Total;
  /// Any lack of instructions, and its parts.
  std::optional<Loss> Supply;
  Part Slow, Wrong;
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
