//===- AreaVerdict.cpp - What each area of the core costs -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates of metrics as a top-down breakdown of the time. What hurts costs
// what it takes away from the peak. What no area explains goes to those that
// metrics show to be stalled: A. Yasin (A top-down method for performance
// analysis and counters architecture, ISPASS 2014) divides by what keeps
// instructions away and the back end first, and of that the core has what
// memory leaves.
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
  static constexpr const char *Names[] = {"metrics", "limit", "rest", "share"};
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

Loss sum(const Loss &A, const Loss &B) {
  return {A.Time + B.Time, A.Low + B.Low, A.High + B.High};
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
    return {0, 0, std::min(Of.High, Most)};
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
  /// Some metric counts time and not only events.
  bool CountsTime = false;
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
    A.CountsTime |= M.Area.CountsTime;
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

  /// What keeps instructions away: bad speculation and the front end. Neither
  /// costs more than metrics of any lack of instructions show, and slots of the
  /// front end are what is lost, not what may be the reason.
  void takeSupply() {
    const AreaMetrics &Front = of(MetricArea::FrontEnd);
    std::optional<Loss> Any = of(MetricArea::FrontEndOrBadSpeculation).Lost;
    if (Any && Front.Slots)
      Any = larger(*Any, *Front.Slots);
    Slow.Lost = Front.Slots ? Front.Slots : Front.Lost;
    Wrong.Lost = of(MetricArea::BadSpeculation).Lost;
    for (Part *P : {&Slow, &Wrong})
      if (Any && P->Lost && P->Lost->Time > Any->Time)
        *P = {smaller(*P->Lost, *Any), AreaBasis::Limit};
    // Without metrics of its own the front end has what the other leaves.
    if (Any && Wrong.Lost && !Slow.Lost)
      Slow = {rest(*Any, *Wrong.Lost), AreaBasis::Rest};
  }

  void judgeSupply() {
    judge(MetricArea::FrontEnd, Slow.Lost, Slow.Basis);
    judge(MetricArea::BadSpeculation, Wrong.Lost, Wrong.Basis);
  }

  /// Each area by its own metrics.
  void judgeEach() {
    judgeSupply();
    for (MetricArea Area : {MetricArea::Memory, MetricArea::Core})
      judge(Area, of(Area).Lost, AreaBasis::Metrics);
  }

  /// What no metric explains goes to what keeps instructions away and to the
  /// core in proportion to what metrics of these and of any stall of the back
  /// end show; to the core where nothing counts such stalls.
  void judgeAll(const Loss &Memory) {
    const std::optional<Loss> &Own = of(MetricArea::Core).Lost;
    const std::optional<Loss> &Stalls = of(MetricArea::MemoryOrCore).Lost;
    const double Supply = Slow.Lost->Time + Wrong.Lost->Time;
    const double Left = std::max(0.0, Total.Time - Memory.Time - Supply);
    if (Stalls && Supply > 0 && Left > 0) {
      double Back = std::max(Stalls->Time, Own ? Own->Time : 0.0);
      double Growth = 1 + Left / (Supply + Back);
      for (Part *P : {&Slow, &Wrong})
        *P = {scaled(*P->Lost, P->Lost->Time * Growth, Total.Time),
              AreaBasis::Share};
    }
    judgeSupply();
    Loss Rest = rest(Total, sum(Memory, sum(*Slow.Lost, *Wrong.Lost)));
    Loss OfMemory = Memory;
    // How often memory is asked does not say how long that takes.
    if (Stalls && !of(MetricArea::Memory).CountsTime) {
      OfMemory.High = std::min(Memory.High + Rest.High, Total.High);
      Rest.Low = 0;
    }
    judge(MetricArea::Memory, OfMemory, AreaBasis::Metrics);
    if (Own && Own->Time >= Rest.Time)
      judge(MetricArea::Core, larger(*Own, Rest), AreaBasis::Metrics);
    else
      judge(MetricArea::Core, Own ? larger(*Own, Rest) : Rest, AreaBasis::Rest);
  }

  double Measured, Peak;
  /// All that is lost.
  Loss Total;
  /// By the front end and by bad speculation.
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
