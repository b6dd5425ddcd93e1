//===- RooflineAnswer.cpp - The generalized roofline on one screen --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Roofs in the vocabulary of components that all methods share.
//
//===----------------------------------------------------------------------===//

#include "RooflineView.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

static std::optional<Component> componentOfRoof(const Roof &R) {
  switch (R.Kind) {
  case RoofKind::Throughput:
    if (R.Type == NodeType::L1 || !isMemory(R.Type))
      return Component::Ports;
    return Component::MemoryBandwidth;
  case RoofKind::Latency:
    return isMemory(R.Type) ? Component::MemoryLatency
                            : Component::OperationLatency;
  case RoofKind::Stall:
    return Component::Buffer;
  case RoofKind::Issue:
  case RoofKind::Overlap:
    return std::nullopt;
  }
  return std::nullopt;
}

static std::string detailOf(const Roof &R) {
  if (R.Kind == RoofKind::Stall)
    return name(R.Buffer);
  return R.Type == NodeType::Computation ? "" : name(R.Type);
}

std::vector<ComponentCost> rafter::costsOf(const GeneralizedRoofline &G) {
  std::vector<ComponentCost> Costs, Result;
  for (const Roof &R : G.Roofs)
    if (std::optional<Component> What = componentOfRoof(R);
        What && R.AtIntensity > 0 && G.Performance > 0)
      Costs.push_back(
          {*What, detailOf(R), std::min(G.Performance / R.AtIntensity, 1.0)});
  llvm::stable_sort(Costs, [](const ComponentCost &A, const ComponentCost &B) {
    return A.Share > B.Share;
  });
  for (ComponentCost &C : Costs)
    addCost(Result, std::move(C), /*Exclusive=*/false);
  return Result;
}

std::optional<Statement> rafter::rooflineAnswer(const GeneralizedRoofline &G) {
  if (G.Cycles == 0 || G.Flops == 0)
    return std::nullopt;
  Statement Answer;
  Answer.Time = formatPlural(G.Cycles, "cycle", "cycles") + ", " +
                formatNumber(G.Performance) + " flops/cycle";
  if (G.Bottlenecks.empty()) {
    Answer.Cause = "no roof that is near";
    return Answer;
  }
  const Bottleneck &First = G.Bottlenecks.front();
  const Roof &R = G.Roofs[First.RoofIndex];
  Answer.Cause = "the roof " + R.Name;
  if (std::optional<Component> What = componentOfRoof(R))
    Answer.Components = {*What};
  if (First.Distance >= 1.05)
    Answer.Gain = formatNumber(R.AtIntensity) +
                  " flops/cycle possible under it, " +
                  formatNumber(First.Distance, 3) + " times as fast";
  Answer.NextStep = First.Advice;
  return Answer;
}
