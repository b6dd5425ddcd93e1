//===- MachineAnswer.cpp - The machine level on one screen ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first next step as a statement, and what both methods of the machine
// level say in the shared vocabulary of components.
//
//===----------------------------------------------------------------------===//

#include "MachineView.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace rafter;

static std::string timeText(const Prediction &P) {
  return formatFixed(timeOf(P)) + " " + timeUnit(P) +
         (P.CyclesPerIteration && P.IterationsAtOnce != 1
              ? " (" + std::to_string(P.IterationsAtOnce) + " at once)"
              : "");
}

static void blame(Statement &Answer, const InstructionCauses &I,
                  SourceText &Source) {
  Answer.Place = I.Source;
  Answer.Place.Column = 0;
  Answer.Code = Source.quote(Answer.Place);
  if (Answer.Code.empty())
    Answer.Code = onOneLine(I.Text);
}

static void name(const Limit &L, Statement &Answer) {
  if (!llvm::is_contained(Answer.Components, componentOf(L)))
    Answer.Components.push_back(componentOf(L));
}

static void answerByLimit(Statement &Answer, const Sensitivity &S,
                          const Causality *C, SourceText &Source) {
  std::vector<NextStep> Steps = adviseNextSteps(S, C, 1);
  bool Gains = !Steps.empty();
  if (std::optional<NextStep> Busy = busyAllTheTime(S, C); !Gains && Busy)
    Steps.push_back(std::move(*Busy));
  if (Steps.empty()) {
    Answer.Cause = "nothing that can be accelerated";
    return;
  }
  const NextStep &First = Steps.front();
  bool Several = First.Limits.size() > 1;
  Answer.Cause = describe(First.Limits) + (Several ? " together" : "");
  // Names of ports say nothing to who does not know the CPU file.
  bool OnlyPorts = llvm::all_of(
      First.Limits, [](const Limit &L) { return L.Kind == LimitKind::Ports; });
  if (OnlyPorts && !llvm::StringRef(Answer.Cause).starts_with("port"))
    Answer.Cause = "the ports " + Answer.Cause;
  for (const Limit &L : First.Limits)
    name(L, Answer);
  std::optional<Limit> Behind = fillsBuffers(S);
  if (Behind && llvm::is_contained(Answer.Components, Component::Buffer)) {
    Answer.Cause += std::string(", which ") + (Several ? "fill" : "fills") +
                    " behind " + describe(*Behind);
    name(*Behind, Answer);
  }
  if (Gains) {
    Answer.Speedup = First.Speedup;
    Answer.Gain =
        formatFixed(First.Cycles) + (Several ? " without them" : " without it");
  }
  // Where nothing is left without it there is no ratio, and one that is
  // rounded to 1 says nothing.
  if (Gains && std::isfinite(First.Speedup) && First.Speedup >= 1.05)
    Answer.Gain += ", " + formatNumber(First.Speedup, 2) + " times as fast";
  Answer.NextStep = First.Advice;
  if (First.Position != NextStep::NoPosition)
    blame(Answer, C->Instructions[First.Position], Source);
}

std::optional<Statement> rafter::machineAnswer(const Sensitivity *S,
                                               const Causality *C,
                                               SourceText &Source) {
  const Prediction &P = S ? S->Base : C->Base;
  if (P.Instructions == 0)
    return std::nullopt;
  Statement Answer;
  Answer.Time = timeText(P);
  Answer.CyclesPerInstruction = P.Cycles / P.Instructions;
  if (S) {
    answerByLimit(Answer, *S, C, Source);
    return Answer;
  }
  std::vector<ComponentCost> Costs = costsOf(*C);
  if (Costs.empty())
    return std::nullopt;
  const ComponentCost &Most = Costs.front();
  Answer.Cause = std::string(name(Most.What)) +
                 (Most.Of.empty() ? "" : " (" + Most.Of + ")") + ", " +
                 formatPercent(Most.Share) + " of the time";
  Answer.Components = {Most.What};
  auto Slowest =
      llvm::max_element(C->Instructions, [](const InstructionCauses &A,
                                            const InstructionCauses &B) {
        return A.Cycles < B.Cycles;
      });
  blame(Answer, *Slowest, Source);
  return Answer;
}

/// One cost for each component, the largest first; equal ones in the order of
/// limits.
static std::vector<ComponentCost> byComponent(std::vector<ComponentCost> Costs,
                                              bool Exclusive) {
  auto Larger = [](const ComponentCost &A, const ComponentCost &B) {
    return A.Share > B.Share;
  };
  llvm::stable_sort(Costs, Larger);
  std::vector<ComponentCost> Result;
  for (ComponentCost &C : Costs)
    addCost(Result, std::move(C), Exclusive);
  llvm::stable_sort(Result, Larger);
  return Result;
}

std::vector<ComponentCost> rafter::costsOf(const Sensitivity &S) {
  std::vector<ComponentCost> Costs;
  for (const ResourceElasticity &R : S.Resources)
    if (R.limit() >= LeastSpeedup)
      Costs.push_back(costOf(R.What, 1 - 1 / R.limit()));
  for (const ResourceSet &Set : S.Sets)
    for (const Limit &L : Set.Members)
      Costs.push_back(costOf(L, 1 - 1 / Set.Speedup));
  return byComponent(std::move(Costs), /*Exclusive=*/false);
}

std::vector<ComponentCost> rafter::costsOf(const Causality &C) {
  std::map<std::string, std::pair<Limit, double>> Sums;
  for (const InstructionCauses &I : C.Instructions)
    for (const CauseShare &Share : I.By) {
      auto &[What, Cycles] = Sums[key(Share.Resource)];
      What = Share.Resource;
      Cycles += Share.Cycles;
    }
  std::vector<ComponentCost> Costs;
  for (const auto &[Key, Sum] : Sums)
    if (Sum.second > 0)
      Costs.push_back(costOf(Sum.first, shareOf(Sum.second, C.Base)));
  return byComponent(std::move(Costs), /*Exclusive=*/true);
}
