//===- Sensitivity.cpp - What accelerating each resource brings -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sensitivity analysis (Gus paper, section 3.2). The time never rises when a
// resource is accelerated, so that a resource whose removal brings nothing
// brings nothing at any factor: only the others are simulated at every factor.
//
//===----------------------------------------------------------------------===//

#include "ResourceUse.h"
#include "TieSearch.h"
#include "VariantTimes.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using namespace rafter::simulation;

namespace {

/// Outcomes that are kept in memory, about eight million instructions.
constexpr size_t TapeBytes = size_t(256) << 20;
/// A resource that is busy for less than this share of the time has no effect
/// that counts.
constexpr double LeastBusy = 1e-3;
/// Speed-ups are at most this, for times that become 0.
constexpr double MostSpeedup = 1e6;
constexpr unsigned MostSets = 3;
constexpr unsigned MostSteps = 4;

class SensitivityAnalysis {
public:
  SensitivityAnalysis(VariantTimes &Times, const InstructionTable &Table,
                      const SensitivityOptions &Options)
      : Times(Times), Table(Table), Options(Options) {}

  llvm::Expected<Sensitivity> run();

private:
  llvm::Error removeEach();
  llvm::Error drawCurves();
  llvm::Error findSets();
  llvm::Error findRemains();
  llvm::Expected<std::vector<double>>
  timesWithout(llvm::ArrayRef<ResourceIds> Sets);
  llvm::Expected<std::optional<TiedSet>>
  tiedSet(const ResourceIds &Removed, ResourceIds Candidates, double Before);
  ResourceIds candidatesWithout(const ResourceIds &Removed) const;
  void rank();
  double speedup(double Time) const {
    return std::clamp(Time > 0 ? Base / Time : MostSpeedup, 1.0, MostSpeedup);
  }
  std::vector<std::string> names(const ResourceIds &Ids) const;

  VariantTimes &Times;
  const InstructionTable &Table;
  const SensitivityOptions &Options;
  Sensitivity Result;
  double Base = 0;
  std::vector<ResourceUse> Uses;
  /// Those that may have an effect, by how busy they are: indices into Uses.
  std::vector<size_t> Candidates;
  /// Time without each of Uses.
  std::vector<double> Without;
  std::vector<TiedSet> Sets;
};

} // namespace

llvm::Expected<Sensitivity> SensitivityAnalysis::run() {
  llvm::Expected<Prediction> P = Times.predict();
  if (!P)
    return P.takeError();
  Result.Base = std::move(*P);
  Result.RankingFactor = Options.RankingFactor;
  Base = Result.Base.CyclesPerIteration.value_or(Result.Base.Cycles);
  Uses = findResources(Times.counts(), Table, Times.prepared());
  for (auto Step :
       {&SensitivityAnalysis::removeEach, &SensitivityAnalysis::drawCurves,
        &SensitivityAnalysis::findSets, &SensitivityAnalysis::findRemains})
    if (llvm::Error E = (this->*Step)())
      return E;
  rank();
  return std::move(Result);
}

llvm::Expected<std::vector<double>>
SensitivityAnalysis::timesWithout(llvm::ArrayRef<ResourceIds> Sets) {
  std::vector<MachineVariant> Variants;
  for (const ResourceIds &Set : Sets)
    Variants.emplace_back(Set, Unlimited);
  return Times.times(Variants);
}

llvm::Error SensitivityAnalysis::removeEach() {
  Without.assign(Uses.size(), Base);
  for (size_t I = 0; I != Uses.size(); ++I)
    if (Uses[I].Busy >= LeastBusy * Result.Base.Cycles && Base > 0)
      Candidates.push_back(I);
  llvm::stable_sort(Candidates, [&](size_t A, size_t B) {
    return Uses[A].IsThroughput > Uses[B].IsThroughput ||
           (Uses[A].IsThroughput == Uses[B].IsThroughput &&
            Uses[A].Busy > Uses[B].Busy);
  });
  std::vector<ResourceIds> Removed;
  for (size_t I : Candidates)
    Removed.push_back({Uses[I].Id});
  if (Removed.empty())
    return llvm::Error::success();
  auto Found = timesWithout(Removed);
  if (!Found)
    return Found.takeError();
  for (auto [I, Time] : llvm::zip_equal(Candidates, *Found))
    Without[I] = Time;
  return llvm::Error::success();
}

llvm::Error SensitivityAnalysis::drawCurves() {
  std::vector<double> Factors = Options.Factors;
  Factors.push_back(Options.RankingFactor);
  llvm::sort(Factors);
  Factors.erase(llvm::unique(Factors), Factors.end());
  llvm::erase_if(Factors, [](double F) { return !(F > 1) || F == Unlimited; });

  std::vector<MachineVariant> Variants;
  auto Gains = [&](size_t I) {
    return speedup(Without[I]) >= Options.LeastSpeedup;
  };
  for (size_t I = 0; I != Uses.size(); ++I)
    if (Gains(I))
      for (double F : Factors)
        Variants.emplace_back(Uses[I].Id, F);
  std::vector<double> Found;
  if (!Variants.empty()) {
    auto T = Times.times(Variants);
    if (!T)
      return T.takeError();
    Found = std::move(*T);
  }
  size_t Next = 0;
  for (size_t I = 0; I != Uses.size(); ++I) {
    ResourceElasticity E;
    E.Name = Uses[I].Name;
    if (Uses[I].IsThroughput && Result.Base.Cycles > 0)
      E.Utilization = std::min(1.0, Uses[I].Busy / Result.Base.Cycles);
    // Where there are iterations, the first ones may blur a curve.
    double Best = 1;
    for (double F : Factors) {
      if (Gains(I))
        Best = std::max(Best, speedup(Found[Next++]));
      E.Curve.push_back({F, Best});
    }
    E.Curve.push_back(
        {Unlimited, Gains(I) ? std::max(Best, speedup(Without[I])) : 1});
    Result.Resources.push_back(std::move(E));
  }
  return llvm::Error::success();
}

ResourceIds
SensitivityAnalysis::candidatesWithout(const ResourceIds &Removed) const {
  ResourceIds Ids;
  for (size_t I : Candidates)
    if (!llvm::is_contained(Removed, Uses[I].Id))
      Ids.push_back(Uses[I].Id);
  return Ids;
}

llvm::Expected<std::optional<TiedSet>>
SensitivityAnalysis::tiedSet(const ResourceIds &Removed, ResourceIds Candidates,
                             double Before) {
  return findTiedSet(
      [&](llvm::ArrayRef<ResourceIds> S) { return timesWithout(S); }, Removed,
      std::move(Candidates), Before / Options.LeastSpeedup, Options.LargestSet);
}

/// Sets of resources none of which brings anything alone.
llvm::Error SensitivityAnalysis::findSets() {
  ResourceIds Left;
  for (size_t I : Candidates)
    if (speedup(Without[I]) < Options.LeastSpeedup)
      Left.push_back(Uses[I].Id);
  while (Sets.size() != MostSets && Left.size() > 1) {
    auto Set = tiedSet({}, Left, Base);
    if (!Set)
      return Set.takeError();
    if (!*Set)
      break;
    llvm::erase_if(Left, [&](ResourceId R) {
      return llvm::is_contained((*Set)->Members, R);
    });
    Result.Sets.push_back({names((*Set)->Members), speedup((*Set)->Time)});
    Sets.push_back(std::move(**Set));
  }
  return llvm::Error::success();
}

llvm::Error SensitivityAnalysis::findRemains() {
  ResourceIds Removed;
  double Now = Base;
  for (unsigned Step = 0; Step != MostSteps; ++Step) {
    ResourceIds Left = candidatesWithout(Removed);
    if (Left.empty() || !(Now > 0))
      break;
    TiedSet Best = {{}, Now};
    std::vector<ResourceIds> Singles;
    for (ResourceId R : Left) {
      Singles.push_back(Removed);
      Singles.back().push_back(R);
    }
    std::vector<double> Found;
    if (Step == 0) {
      for (size_t I : Candidates)
        Found.push_back(Without[I]);
    } else {
      auto T = timesWithout(Singles);
      if (!T)
        return T.takeError();
      Found = std::move(*T);
    }
    for (auto [R, Time] : llvm::zip_equal(Left, Found))
      if (Time < Best.Time)
        Best = {{R}, Time};
    bool Helps = Best.Time * Options.LeastSpeedup <= Now;
    if (Step == 0) {
      for (const TiedSet &S : Sets)
        if (S.Time < Best.Time || !Helps) {
          Best = S;
          Helps = true;
        }
    } else if (!Helps) {
      auto Set = tiedSet(Removed, Left, Now);
      if (!Set)
        return Set.takeError();
      if (Set->has_value()) {
        Best = std::move(**Set);
        Helps = true;
      }
    }
    if (!Helps)
      break;
    Removed.insert(Removed.end(), Best.Members.begin(), Best.Members.end());
    Now = Best.Time;
    Result.Remains.push_back({names(Removed), Base / speedup(Now)});
  }
  return llvm::Error::success();
}

std::vector<std::string>
SensitivityAnalysis::names(const ResourceIds &Ids) const {
  std::vector<std::string> Names;
  for (ResourceId R : Ids)
    for (const ResourceUse &U : Uses)
      if (U.Id == R)
        Names.push_back(U.Name);
  return Names;
}

void SensitivityAnalysis::rank() {
  auto AtRanking = [&](const ResourceElasticity &E) {
    for (const ResourceElasticity::Point &P : E.Curve)
      if (P.Factor >= Options.RankingFactor)
        return P.Speedup;
    return 1.0;
  };
  llvm::stable_sort(Result.Resources, [&](const auto &A, const auto &B) {
    double OfA = AtRanking(A), OfB = AtRanking(B);
    return OfA > OfB || (OfA == OfB && A.limit() > B.limit());
  });
}

llvm::Expected<Sensitivity>
rafter::analyzeSensitivity(const InstructionTable &Table, const Processor &CPU,
                           const InstructionSource &Source,
                           const SensitivityOptions &Options) {
  VariantTimes Times(Table, CPU, Source, Options, TapeBytes);
  return SensitivityAnalysis(Times, Table, Options).run();
}
