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
// Sets and remainders are searched on a sample of a long stream; what is found
// is simulated on the whole. A short stream is searched as a whole; where all
// data are in L1, one pass with each resource alone mostly names them all
// (SoleLimits.h).
//
//===----------------------------------------------------------------------===//

#include "ResourceUse.h"
#include "SensitivityOrder.h"
#include "SoleLimits.h"
#include "VariantTimes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <tuple>

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
/// A resource that brings less than this share of the least effect on the
/// sample is not simulated on the whole.
constexpr double SampleTolerance = 0.4;

/// Resources, in the order of their numbers, that are accelerated by a factor.
struct Change {
  ResourceIds Resources;
  double Factor;

  Change(ResourceIds Ids, double Factor)
      : Resources(std::move(Ids)), Factor(Factor) {
    llvm::sort(Resources);
  }
  MachineVariant variant() const { return {Resources, Factor}; }
  bool operator<(const Change &C) const {
    return std::tie(Factor, Resources) < std::tie(C.Factor, C.Resources);
  }
};

class SensitivityAnalysis {
public:
  SensitivityAnalysis(VariantTimes &Times, const InstructionTable &Table,
                      const SensitivityOptions &Options)
      : Times(Times), Table(Table), Options(Options) {}

  llvm::Expected<Sensitivity> run();

private:
  void chooseCandidates();
  llvm::Error isolateEach();
  llvm::Expected<std::optional<TiedSet>> soleStep(const ResourceIds &Removed,
                                                  double Now);
  llvm::Error findFirst();
  llvm::Error removeEach();
  llvm::Error findSets();
  llvm::Error findRemains();
  llvm::Expected<TiedSet> bestStep(const ResourceIds &Removed, double Now);
  llvm::Error simulateFindings();
  std::vector<double> factors() const;
  void addCurves(llvm::ArrayRef<double> Factors, llvm::ArrayRef<double> Found);
  void addSets(llvm::ArrayRef<double> Found);
  void addRemains(llvm::ArrayRef<double> Found);
  llvm::Expected<std::vector<double>>
  timesWithout(llvm::ArrayRef<ResourceIds> Sets);
  llvm::Expected<std::vector<double>>
  wholeTimes(llvm::ArrayRef<Change> Changes);
  llvm::Expected<std::optional<TiedSet>>
  tiedSet(const ResourceIds &Removed, ResourceIds Candidates, double Before);
  ResourceIds candidatesWithout(const ResourceIds &Removed) const;
  double speedup(double Time) const {
    return std::clamp(Time > 0 ? Base / Time : MostSpeedup, 1.0, MostSpeedup);
  }
  std::vector<Limit> limits(const ResourceIds &Ids) const;

  VariantTimes &Times;
  const InstructionTable &Table;
  const SensitivityOptions &Options;
  Sensitivity Result;
  double Base = 0;
  std::vector<ResourceUse> Uses;
  /// Those that may have an effect, by how busy they are: indices into Uses.
  std::vector<size_t> Candidates;
  /// Those that have one on the sample, in the order of Uses.
  std::vector<size_t> Promising;
  /// On the sample: time as it is, and without each of Candidates.
  double SampleBase = 0;
  std::vector<double> SampleWithout;
  /// Of a stream that is its own sample.
  std::optional<SoleLimits> Sole;
  /// All that was simulated on the sample: sets are tried more than once.
  std::map<Change, double> OnSample;
  std::vector<TiedSet> Sets;
  /// What has been removed after each step.
  std::vector<ResourceIds> Steps;
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
       {&SensitivityAnalysis::isolateEach, &SensitivityAnalysis::findFirst,
        &SensitivityAnalysis::findRemains,
        &SensitivityAnalysis::simulateFindings})
    if (llvm::Error E = (this->*Step)())
      return E;
  rankResources(Result);
  countInSource(Result, Options);
  return std::move(Result);
}

llvm::Expected<std::vector<double>>
SensitivityAnalysis::timesWithout(llvm::ArrayRef<ResourceIds> Sets) {
  std::map<Change, double> New;
  for (const ResourceIds &Set : Sets)
    if (Change C(Set, Unlimited); !OnSample.count(C))
      New.emplace(std::move(C), 0);
  std::vector<MachineVariant> Variants;
  for (const auto &[C, Time] : New)
    Variants.push_back(C.variant());
  auto Found = Times.sampleTimes(Variants);
  if (!Found)
    return Found.takeError();
  for (auto [Known, Time] : llvm::zip_equal(New, *Found))
    Known.second = Time;
  OnSample.merge(New);
  std::vector<double> Result;
  for (const ResourceIds &Set : Sets)
    Result.push_back(OnSample.at({Set, Unlimited}));
  return Result;
}

/// Times on the whole stream, each simulated once.
llvm::Expected<std::vector<double>>
SensitivityAnalysis::wholeTimes(llvm::ArrayRef<Change> Changes) {
  std::map<Change, double> Known, New;
  if (Times.isSampleWhole())
    Known = OnSample;
  for (const Change &C : Changes)
    if (!Known.count(C))
      New.emplace(C, 0);
  std::vector<MachineVariant> Variants;
  for (const auto &[C, Time] : New)
    Variants.push_back(C.variant());
  auto Found = Times.times(Variants);
  if (!Found)
    return Found.takeError();
  for (auto [Simulated, Time] : llvm::zip_equal(New, *Found))
    Simulated.second = Time;
  Known.merge(New);
  std::vector<double> Result;
  for (const Change &C : Changes)
    Result.push_back(Known.at(C));
  return Result;
}

void SensitivityAnalysis::chooseCandidates() {
  for (size_t I = 0; I != Uses.size(); ++I)
    if (Uses[I].Busy >= LeastBusy * Result.Base.Cycles && Base > 0)
      Candidates.push_back(I);
  llvm::stable_sort(Candidates, [&](size_t A, size_t B) {
    return Uses[A].IsThroughput > Uses[B].IsThroughput ||
           (Uses[A].IsThroughput == Uses[B].IsThroughput &&
            Uses[A].Busy > Uses[B].Busy);
  });
}

/// Simulates what soleStep asks for, as far as it can be foreseen.
llvm::Error SensitivityAnalysis::isolateEach() {
  chooseCandidates();
  // Misses have not settled down in a short stream: its first iterations blur
  // the times of its machines differently.
  if (Candidates.empty() || !Times.isSampleWhole() || !Options.PerfectMemory)
    return llvm::Error::success();
  std::vector<double> Likely;
  for (size_t I : Candidates)
    Likely.push_back(Uses[I].Busy == Unlimited
                         ? 0
                         : std::min(Uses[I].Busy / Result.Base.Cycles, 1.0));
  Sole.emplace(
      [this](llvm::ArrayRef<ResourceIds> S) { return timesWithout(S); },
      candidatesWithout({}), Likely);
  if (llvm::Error E = Sole->simulate())
    return E;
  return timesWithout(Sole->likelySteps(Base, Options.LeastSpeedup,
                                        std::max(Options.MostSteps, 1u),
                                        Options.LargestSet))
      .takeError();
}

/// The resources that have to go, besides Removed, for the time to fall below
/// Now, and the time without them; no members: they are too many. Nothing if
/// these are not enough, or none has to go.
llvm::Expected<std::optional<TiedSet>>
SensitivityAnalysis::soleStep(const ResourceIds &Removed, double Now) {
  if (!Sole)
    return std::nullopt;
  double Enough = Now / Options.LeastSpeedup;
  llvm::Expected<ResourceIds> Needed = Sole->slowerThan(Enough, Removed);
  if (!Needed)
    return Needed.takeError();
  if (Needed->empty())
    return std::nullopt;
  if (Needed->size() > std::max(Options.LargestSet, 1u))
    return TiedSet{{}, Now};
  ResourceIds All = Removed;
  llvm::append_range(All, *Needed);
  llvm::Expected<std::vector<double>> Time = timesWithout(All);
  if (!Time)
    return Time.takeError();
  if (Time->front() > Enough)
    return std::nullopt;
  return TiedSet{std::move(*Needed), Time->front()};
}

/// What binds: a resource, or a set where no resource helps alone.
llvm::Error SensitivityAnalysis::findFirst() {
  if (Candidates.empty())
    return llvm::Error::success();
  auto Step = soleStep({}, Base);
  if (!Step)
    return Step.takeError();
  if (!*Step) {
    if (llvm::Error E = removeEach())
      return E;
    return findSets();
  }
  // No other resource helps alone, and no set without these.
  SampleBase = Base;
  SampleWithout.assign(Candidates.size(), Base);
  const ResourceIds &Members = (*Step)->Members;
  if (Members.size() > 1 && Options.MostSets != 0)
    Sets.push_back(**Step);
  if (Members.size() != 1)
    return llvm::Error::success();
  for (auto [I, Time] : llvm::zip_equal(Candidates, SampleWithout))
    if (Uses[I].Id == Members.front()) {
      Time = (*Step)->Time;
      Promising.push_back(I);
    }
  return llvm::Error::success();
}

/// The slow way: what each resource brings by itself.
llvm::Error SensitivityAnalysis::removeEach() {
  std::vector<ResourceIds> Removed(1);
  for (size_t I : Candidates)
    Removed.push_back({Uses[I].Id});
  auto Found = timesWithout(Removed);
  if (!Found)
    return Found.takeError();
  SampleBase = Found->front();
  SampleWithout.assign(Found->begin() + 1, Found->end());
  double Least = 1 + (Options.LeastSpeedup - 1) * SampleTolerance;
  for (auto [I, Time] : llvm::zip_equal(Candidates, SampleWithout))
    if (Time * Least <= SampleBase)
      Promising.push_back(I);
  llvm::sort(Promising);
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
  for (auto [I, Time] : llvm::zip_equal(Candidates, SampleWithout))
    if (Time * Options.LeastSpeedup > SampleBase)
      Left.push_back(Uses[I].Id);
  while (Sets.size() < Options.MostSets && Left.size() > 1) {
    auto Set = tiedSet({}, Left, SampleBase);
    if (!Set)
      return Set.takeError();
    if (!*Set)
      break;
    llvm::erase_if(Left, [&](ResourceId R) {
      return llvm::is_contained((*Set)->Members, R);
    });
    Sets.push_back(std::move(**Set));
  }
  return llvm::Error::success();
}

/// What helps most when Removed is gone, and its time: a resource, or a set
/// where no resource helps alone. No members: nothing helps.
llvm::Expected<TiedSet>
SensitivityAnalysis::bestStep(const ResourceIds &Removed, double Now) {
  ResourceIds Left = candidatesWithout(Removed);
  std::vector<ResourceIds> Singles;
  for (ResourceId R : Left) {
    Singles.push_back(Removed);
    Singles.back().push_back(R);
  }
  TiedSet Best = {{}, Now / Options.LeastSpeedup};
  if (Singles.empty())
    return Best;
  if (!Removed.empty()) {
    auto Step = soleStep(Removed, Now);
    if (!Step)
      return Step.takeError();
    if (*Step)
      return (*Step)->Members.empty() ? Best : **Step;
  }
  std::vector<double> Found = SampleWithout;
  if (!Removed.empty()) {
    auto T = timesWithout(Singles);
    if (!T)
      return T.takeError();
    Found = std::move(*T);
  }
  for (auto [R, Time] : llvm::zip_equal(Left, Found))
    if (Time < Best.Time)
      Best = {{R}, Time};
  if (Removed.empty())
    for (const TiedSet &S : Sets)
      if (S.Time < Best.Time)
        Best = S;
  if (!Best.Members.empty() || Removed.empty())
    return Best;
  auto Set = tiedSet(Removed, Left, Now);
  if (!Set)
    return Set.takeError();
  return Set->value_or(Best);
}

llvm::Error SensitivityAnalysis::findRemains() {
  double Time = SampleBase;
  ResourceIds Removed;
  while (Steps.size() < Options.MostSteps && Time > 0) {
    auto Best = bestStep(Removed, Time);
    if (!Best)
      return Best.takeError();
    if (Best->Members.empty())
      break;
    Removed.insert(Removed.end(), Best->Members.begin(), Best->Members.end());
    Time = Best->Time;
    Steps.push_back(Removed);
  }
  return llvm::Error::success();
}

std::vector<double> SensitivityAnalysis::factors() const {
  std::vector<double> Factors = Options.Factors;
  Factors.push_back(Options.RankingFactor);
  llvm::sort(Factors);
  Factors.erase(llvm::unique(Factors), Factors.end());
  llvm::erase_if(Factors, [](double F) { return !(F > 1) || F == Unlimited; });
  Factors.push_back(Unlimited);
  return Factors;
}

/// Curves, sets and remainders on the whole stream, in as few passes as
/// possible.
llvm::Error SensitivityAnalysis::simulateFindings() {
  std::vector<double> Factors = factors();
  std::vector<Change> Changes;
  for (size_t I : Promising)
    for (double F : Factors)
      Changes.emplace_back(ResourceIds{Uses[I].Id}, F);
  size_t NumPoints = Changes.size();
  for (const TiedSet &S : Sets)
    Changes.emplace_back(S.Members, Unlimited);
  for (const ResourceIds &S : Steps)
    Changes.emplace_back(S, Unlimited);
  auto Found = wholeTimes(Changes);
  if (!Found)
    return Found.takeError();
  llvm::ArrayRef<double> All = *Found;
  addCurves(Factors, All.take_front(NumPoints));
  addSets(All.slice(NumPoints, Sets.size()));
  addRemains(All.take_back(Steps.size()));
  return llvm::Error::success();
}

void SensitivityAnalysis::addCurves(llvm::ArrayRef<double> Factors,
                                    llvm::ArrayRef<double> Found) {
  for (size_t I = 0; I != Uses.size(); ++I) {
    ResourceElasticity E;
    E.What = Uses[I].What;
    if (Uses[I].IsThroughput && Result.Base.Cycles > 0)
      E.Utilization = std::min(1.0, Uses[I].Busy / Result.Base.Cycles);
    double Best = 1;
    llvm::ArrayRef<double> Times;
    if (llvm::is_contained(Promising, I)) {
      Times = Found.take_front(Factors.size());
      Found = Found.drop_front(Factors.size());
    }
    bool Gains =
        !Times.empty() && speedup(Times.back()) >= Options.LeastSpeedup;
    for (size_t F = 0; F != Factors.size(); ++F) {
      // Where there are iterations, the first ones may blur a curve.
      if (Gains)
        Best = std::max(Best, speedup(Times[F]));
      E.Curve.push_back({Factors[F], Best});
    }
    Result.Resources.push_back(std::move(E));
  }
}

void SensitivityAnalysis::addSets(llvm::ArrayRef<double> Found) {
  for (auto [Set, Time] : llvm::zip_equal(Sets, Found))
    if (speedup(Time) >= Options.LeastSpeedup)
      Result.Sets.push_back({limits(Set.Members), speedup(Time)});
}

void SensitivityAnalysis::addRemains(llvm::ArrayRef<double> Found) {
  double Before = Base;
  for (auto [Removed, Time] : llvm::zip_equal(Steps, Found)) {
    double Now = Base / speedup(Time);
    if (Now * Options.LeastSpeedup > Before)
      break;
    Result.Remains.push_back({limits(Removed), Now});
    Before = Now;
  }
  startWithBest(Result, Base, Options.LeastSpeedup);
}

std::vector<Limit> SensitivityAnalysis::limits(const ResourceIds &Ids) const {
  std::vector<Limit> Limits;
  for (ResourceId R : Ids)
    for (const ResourceUse &U : Uses)
      if (U.Id == R)
        Limits.push_back(U.What);
  return Limits;
}

llvm::Expected<Sensitivity>
rafter::analyzeSensitivity(const InstructionTable &Table, const Processor &CPU,
                           const InstructionSource &Source,
                           const SensitivityOptions &Options,
                           std::shared_ptr<const KeptOutcomes> *Kept) {
  VariantTimes Times(Table, CPU, Source, Options, TapeBytes,
                     std::max(Options.SampleWindows, 1u));
  llvm::Expected<Sensitivity> Result =
      SensitivityAnalysis(Times, Table, Options).run();
  if (Result && Kept)
    *Kept = Times.kept();
  return Result;
}
