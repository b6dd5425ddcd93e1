//===- TopDownAnalysis.cpp - Where slots went -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/TopDown/TopDownAnalysis.h"
#include "EventCounts.h"
#include "rafter/Counters/EventName.h"
#include "rafter/TopDown/Formula.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Areas whose difference is below so many standard errors are not told apart.
static constexpr double Sigmas = 2;
/// The area of slots that are not lost.
static constexpr char Retiring[] = "retiring";
/// What level one may be off the whole before another family is looked for.
static constexpr double MostOff = 0.1;

const char *rafter::name(ShareBasis Basis) {
  return Basis == ShareBasis::Events ? "events" : "perf";
}

std::string rafter::perfCommand(const TopDownFamily &Family,
                                StringRef Program) {
  std::string Text = "perf stat -x, -o counts.csv";
  for (const std::string &Group : Family.Groups)
    Text += " -e \"{" + Group + "}\"";
  return Text + " -- " + Program.str();
}

namespace {

/// Evaluates the formulas of a family.
class Evaluation {
public:
  Evaluation(const TopDownFamily &Family, const EventCounts &Counts)
      : Family(Family), Counts(Counts) {
    for (const auto &[Name, Events] : Family.Events)
      if (const TotalCount *Found = find(Events))
        Totals[Name] = *Found;
  }

  size_t numEvents() const { return Totals.size(); }

  /// The share of an area with its error: events err independently, so the
  /// squares of what each alone changes add up.
  std::optional<AreaShare> share(const TopDownArea &Area) {
    std::optional<double> Value = evaluate(Area.Formula);
    AreaShare Result;
    Result.Name = Area.Name;
    Result.Of = Area.Of;
    if (!Value)
      return perfShare(Area, Result);
    Result.Share = *Value;
    double Squares = 0;
    for (const auto &[Name, Events] : Family.Events) {
      auto It = Totals.find(Name);
      if (It == Totals.end() || It->second.Error == 0)
        continue;
      double Kept = It->second.Value;
      It->second.Value = Kept * (1 + It->second.Error);
      double Change = evaluate(Area.Formula).value_or(*Value) - *Value;
      It->second.Value = Kept;
      Squares += Change * Change;
    }
    Result.Error = std::sqrt(Squares);
    return Result;
  }

private:
  const TotalCount *find(llvm::ArrayRef<std::string> Events) const {
    for (const std::string &Event : Events)
      if (auto It = Counts.Events.find(normalEventName(Event));
          It != Counts.Events.end())
        return &It->second;
    return nullptr;
  }

  std::optional<AreaShare> perfShare(const TopDownArea &Area,
                                     AreaShare Result) const {
    for (const std::string &Name : Area.PerfNames)
      if (auto It = Counts.Metrics.find(Name); It != Counts.Metrics.end()) {
        Result.Share = It->second.Value;
        Result.Basis = ShareBasis::Perf;
        return Result;
      }
    return std::nullopt;
  }

  std::optional<double> evaluate(StringRef Formula) {
    llvm::StringMap<std::optional<double>> Let;
    auto Names = [&](StringRef Name) -> std::optional<double> {
      if (auto It = Totals.find(Name); It != Totals.end())
        return It->second.Value;
      return Let.lookup(Name);
    };
    for (const auto &[Name, Text] : Family.Let)
      Let[Name] = llvm::cantFail(evaluateFormula(Text, Names));
    return llvm::cantFail(evaluateFormula(Formula, Names));
  }

  const TopDownFamily &Family;
  const EventCounts &Counts;
  /// By the names in formulas.
  llvm::StringMap<TotalCount> Totals;
};

/// A family tried on counts.
struct Trial {
  TopDownAnalysis Analysis;
  size_t Events = 0;
  /// All of level one is known.
  bool IsWhole = true;
  double off() const { return std::abs(Analysis.Sum - 1); }
};

} // namespace

/// True if Part divides an area of level one.
static bool hasParts(const TopDownAnalysis &A, StringRef Area) {
  return llvm::any_of(A.Areas,
                      [&](const AreaShare &S) { return S.Of == Area; });
}

/// With so many slots that retire, no area of the others is worth a verdict:
/// without all of them together the program would gain a tenth.
static constexpr double MostRetiring = 0.9;

/// What loses most. Only back-end is divided: memory and core are causes of
/// their own, as in the other methods.
static void judge(TopDownAnalysis &A) {
  std::vector<const AreaShare *> Candidates;
  for (const AreaShare &S : A.Areas) {
    bool IsDivided = S.Name == "back-end" && hasParts(A, S.Name);
    bool IsLoss = !StringRef(S.Name).starts_with(Retiring);
    if (S.Of.empty() ? IsLoss && !IsDivided : S.Of == "back-end")
      Candidates.push_back(&S);
  }
  if (Candidates.empty())
    return;
  for (const AreaShare &S : A.Areas)
    if (S.Name == Retiring && S.Share >= MostRetiring) {
      A.Lost = S.Share;
      A.Verdict = {Retiring};
      return;
    }
  llvm::stable_sort(Candidates, [](const AreaShare *L, const AreaShare *R) {
    return L->Share > R->Share;
  });
  const AreaShare &First = *Candidates.front();
  A.Lost = First.Share;
  for (const AreaShare *S : Candidates)
    if (S == &First ||
        First.Share - S->Share < Sigmas * std::hypot(First.Error, S->Error))
      A.Verdict.push_back(S->Name);
}

static Trial tryFamily(const TopDownFamily &Family, const EventCounts &Counts,
                       const TopDownOptions &Options) {
  Evaluation Values(Family, Counts);
  Trial T;
  T.Analysis.Family = Family;
  T.Events = Values.numEvents();
  for (const TopDownArea &Area : Family.Areas) {
    std::optional<AreaShare> Share = Values.share(Area);
    if (Share) {
      T.Analysis.Sum += Area.Of.empty() ? Share->Share : 0;
      T.Analysis.Areas.push_back(std::move(*Share));
    } else if (!Area.IsOptional) {
      T.IsWhole &= !Area.Of.empty();
      T.Analysis.Missing.push_back(Area.Name);
    }
  }
  if (!T.Analysis.Missing.empty())
    T.Analysis.Command = perfCommand(Family, Options.Program);
  judge(T.Analysis);
  return T;
}

/// Whether L says more than R: level one whole, then as many slots as there
/// are, then more events, and more areas.
static bool isBetter(const Trial &L, const Trial &R) {
  if (L.IsWhole != R.IsWhole)
    return L.IsWhole;
  bool LeftFits = L.off() <= MostOff, RightFits = R.off() <= MostOff;
  if (L.IsWhole && LeftFits != RightFits)
    return LeftFits;
  if (L.Events != R.Events)
    return L.Events > R.Events;
  if (L.Analysis.Areas.size() != R.Analysis.Areas.size())
    return L.Analysis.Areas.size() > R.Analysis.Areas.size();
  return L.off() < R.off();
}

static std::optional<Trial> bestTrial(llvm::ArrayRef<TopDownFamily> Families,
                                      StringRef Unit, const EventCounts &Counts,
                                      const TopDownOptions &Options) {
  std::optional<Trial> Best;
  for (const TopDownFamily &Family : Families) {
    if (!Options.Family.empty() && Family.Name != Options.Family)
      continue;
    // Hybrid machines name the kind of core.
    if (Options.Family.empty() && isKindOfCores(Unit) && Family.Unit != Unit)
      continue;
    Trial T = tryFamily(Family, Counts, Options);
    T.Analysis.Unit = Unit.str();
    if (!Best || isBetter(T, *Best))
      Best = std::move(T);
  }
  return Best;
}

/// Says what to count.
static Error notEnough(const std::optional<Trial> &Nearest,
                       llvm::ArrayRef<TopDownFamily> Families,
                       const TopDownOptions &Options) {
  // Time and work alone name no family.
  const TopDownFamily *Family =
      Nearest && Nearest->Events > 2 ? &Nearest->Analysis.Family : nullptr;
  std::string Host = llvm::sys::getHostCPUName().str();
  if (!Family)
    Family = findFamily(Families, Host);
  if (!Family)
    return llvm::createStringError(
        "not enough events for top-down analysis, and no formulas for the CPU "
        "'" +
        Host + "' of this machine");
  return llvm::createStringError(
      "not enough events for top-down analysis; on " + Family->Title +
      " count these: " + perfCommand(*Family, Options.Program));
}

Expected<std::vector<TopDownAnalysis>>
rafter::analyzeTopDown(const SampleTable &Table,
                       llvm::ArrayRef<TopDownFamily> Families,
                       const TopDownOptions &Options) {
  if (!Options.Family.empty() &&
      llvm::none_of(Families, [&](const TopDownFamily &F) {
        return F.Name == Options.Family;
      }))
    return llvm::createStringError("no family '" + Options.Family +
                                   "' of top-down formulas");
  std::vector<TopDownAnalysis> All;
  std::optional<Trial> Nearest;
  for (const auto &[Unit, Counts] : countEvents(Table)) {
    std::optional<Trial> Best = bestTrial(Families, Unit, Counts, Options);
    if (!Best)
      continue;
    if (Best->IsWhole)
      All.push_back(Best->Analysis);
    if (!Nearest || isBetter(*Best, *Nearest))
      Nearest = std::move(Best);
  }
  if (All.empty())
    return notEnough(Nearest, Families, Options);
  return All;
}
