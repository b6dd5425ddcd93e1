//===- Answer.cpp - What a user reads first -------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the statement that says most, and sets the methods side by side.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/Answer.h"
#include "Disagreement.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/SourceText.h"
#include "rafter/Support/SystemHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;

/// A component below this share of the time is not worth a row.
static constexpr double LeastShare = 0.05;

static ComponentRow &rowOf(Opinions &O, const ComponentCost &Cost) {
  auto Known = llvm::find_if(
      O.Rows, [&](const ComponentRow &R) { return R.What == Cost.What; });
  if (Known != O.Rows.end()) {
    // Methods may mean different levels.
    bool HasLevels = Cost.What == Component::MemoryLatency ||
                     Cost.What == Component::MemoryBandwidth;
    if (HasLevels && !Cost.Of.empty() &&
        !llvm::StringRef(Known->Of).contains(Cost.Of))
      Known->Of += (Known->Of.empty() ? "" : "; ") + Cost.Of;
    return *Known;
  }
  return O.Rows.emplace_back(ComponentRow{Cost.What, Cost.Of, {}});
}

static double largest(const ComponentRow &R) {
  return R.Shares.empty() ? 0 : *llvm::max_element(R.Shares);
}

/// What each finding of a region and of the nest around it says of components.
/// Of a method that both have, that of the region counts.
static void addCosts(const FindingContext &Context, Opinions &O,
                     std::vector<std::vector<ComponentCost>> &All) {
  for (const std::shared_ptr<const Finding> &F : Context.All) {
    if (llvm::is_contained(O.Methods, F->method()))
      continue;
    std::vector<ComponentCost> Costs = F->costs(Context);
    if (Costs.empty())
      continue;
    O.Methods.push_back(F->method().str());
    All.push_back(std::move(Costs));
  }
}

static Opinions opinionsOf(const FindingContext &Context,
                           const FindingContext *Nest) {
  Opinions O;
  std::vector<std::vector<ComponentCost>> All;
  addCosts(Context, O, All);
  if (Nest)
    addCosts(*Nest, O, All);
  for (size_t I = 0; I != All.size(); ++I)
    for (const ComponentCost &Cost : All[I]) {
      ComponentRow &Row = rowOf(O, Cost);
      Row.Shares.resize(All.size());
      Row.Shares[I] = Cost.Share;
    }
  llvm::erase_if(O.Rows,
                 [](const ComponentRow &R) { return largest(R) < LeastShare; });
  llvm::stable_sort(O.Rows, [](const ComponentRow &A, const ComponentRow &B) {
    return largest(A) > largest(B);
  });
  std::vector<Opinion> Named;
  for (size_t I = 0; I != All.size(); ++I) {
    Component First = All[I].front().What;
    auto Same = llvm::find_if(
        Named, [&](const Opinion &Other) { return Other.First == First; });
    if (Same == Named.end())
      Same = Named.insert(Named.end(), {First, {}});
    Same->Methods.push_back(O.Methods[I]);
  }
  for (size_t I = 0; I != Named.size(); ++I)
    for (size_t J = I + 1; J != Named.size(); ++J)
      O.Disagreements.push_back(explainDisagreement(Named[I], Named[J]));
  return O;
}

/// The statement of the finding that says most: one with a gain and a step, of
/// the last method in the report, since those of instructions know more than
/// those of operations.
static std::optional<Statement> statementOf(const FindingContext &Context) {
  std::optional<Statement> Best;
  for (const std::shared_ptr<const Finding> &F : Context.All)
    if (std::optional<Statement> S = F->answer(Context))
      if (!Best || !S->Gain.empty() || Best->Gain.empty())
        Best = std::move(S);
  return Best;
}

double RegionAnswer::expectedTime() const {
  double Open = Region->Open ? Region->Open->Share : 0;
  return Region->ExpectedInstructions * What.CyclesPerInstruction * (1 + Open);
}

/// Says what B costs, and what helps where that is most of the time.
static void addOpenBranch(Statement &S, const OpenBranch &B) {
  S.Components.push_back(Component::Branches);
  S.IfOpen =
      formatFixed(B.Cycles) + " more if " +
      (B.Place.Line != 0 ? "line " + llvm::utostr(B.Place.Line) : "a branch") +
      " is random";
  if (!B.isMost())
    return;
  if (B.Place.Line != 0 && !isSystemHeader(B.Place.File)) {
    S.Place = B.Place;
    S.Code.clear();
  }
  S.NextStep = "mispredictions of the branch are most of the time if the data "
               "have no pattern: make it branchless (a conditional move, a "
               "mask, arithmetic), or order the data";
}

static RegionAnswer answerOf(const Report &R, const RegionReport &Region,
                             const RegionReport *Nest, SourceText &Lines) {
  FindingContext Context = R.contextOf(Region, Lines);
  std::optional<Statement> S = statementOf(Context);
  if (!S) {
    Statement Verdict;
    Verdict.Time = Context.verdicts().front();
    return {&Region, /*IsAnswered=*/false, Nest, std::move(Verdict), {}};
  }
  if (!S->Place.isValid() || isSystemHeader(S->Place.File)) {
    S->Place = Region.Source;
    S->Code.clear();
  }
  if (Region.Open)
    addOpenBranch(*S, *Region.Open);
  S->Place.Column = 0;
  if (S->Code.empty())
    S->Code = Lines.quote(S->Place);
  std::optional<FindingContext> Around;
  if (Nest)
    Around.emplace(R.contextOf(*Nest, Lines));
  return {&Region, /*IsAnswered=*/true, Nest, std::move(*S),
          opinionsOf(Context, Around ? &*Around : nullptr)};
}

std::vector<RegionAnswer> rafter::answers(const Report &R) {
  SourceText Lines(R.Input);
  auto isWithin = [](const RegionReport &Inner, const RegionReport &Outer) {
    return !Inner.Within.empty() && Inner.Within == Outer.Name;
  };
  std::vector<RegionAnswer> Result;
  for (const RegionReport &Region : R.Regions) {
    if (llvm::any_of(R.Regions, [&](const RegionReport &Inner) {
          return isWithin(Inner, Region);
        }))
      continue;
    auto Nest = llvm::find_if(R.Regions, [&](const RegionReport &Outer) {
      return isWithin(Region, Outer);
    });
    Result.push_back(
        answerOf(R, Region, Nest == R.Regions.end() ? nullptr : &*Nest, Lines));
  }
  llvm::stable_sort(Result, [](const RegionAnswer &A, const RegionAnswer &B) {
    return std::pair(-A.expectedTime(), A.What.Cause.empty()) <
           std::pair(-B.expectedTime(), B.What.Cause.empty());
  });
  return Result;
}
