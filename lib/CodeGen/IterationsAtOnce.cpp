//===- IterationsAtOnce.cpp - How much of the source a machine loop does --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectorizing and unrolling leave operations at their places in the source, but
// let addresses move further and do more elements. What most places say counts.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/SourceLoops.h"
#include <map>
#include <set>
#include <tuple>

using namespace rafter;

namespace {

using PlaceOfOperation = std::tuple<unsigned, unsigned, unsigned>;

/// The operations at one place.
struct Group {
  unsigned Lanes = 0;
  /// Lengths of the steps that are not 0.
  std::set<uint64_t> Steps;
};

} // namespace

static std::map<PlaceOfOperation, Group>
byPlace(llvm::ArrayRef<LoopOperation> Operations) {
  std::map<PlaceOfOperation, Group> Groups;
  for (const LoopOperation &O : Operations) {
    if (O.Line == 0)
      continue;
    Group &G = Groups[{O.Line, O.Column, O.Opcode}];
    G.Lanes += O.Lanes;
    if (O.Step && *O.Step != 0)
      G.Steps.insert(*O.Step < 0 ? -uint64_t(*O.Step) : *O.Step);
  }
  return Groups;
}

/// The factor with the most votes, the smaller one of equals; none if there is
/// no vote.
static std::optional<unsigned>
winner(const std::map<uint64_t, unsigned> &Votes) {
  std::optional<unsigned> Best;
  unsigned Most = 0;
  for (auto [Factor, Count] : Votes)
    if (Count > Most) {
      Most = Count;
      Best = Factor;
    }
  return Best;
}

/// The elements that all operations of each kind work on, by opcode.
static std::map<unsigned, uint64_t>
totals(llvm::ArrayRef<LoopOperation> Operations) {
  std::map<unsigned, uint64_t> Lanes;
  for (const LoopOperation &O : Operations)
    if (O.Line != 0)
      Lanes[O.Opcode] += O.Lanes;
  return Lanes;
}

/// Where operations of several places have become vectors at one of them, the
/// elements of all places tell: the factor in which all kinds agree; none if
/// they do not.
static std::optional<unsigned>
factorOfTotals(llvm::ArrayRef<LoopOperation> Before,
               llvm::ArrayRef<LoopOperation> After) {
  std::map<unsigned, uint64_t> Old = totals(Before), New = totals(After);
  std::set<uint64_t> Factors;
  for (auto [Opcode, Lanes] : Old)
    Factors.insert(New[Opcode] % Lanes == 0 ? New[Opcode] / Lanes : 0);
  if (Factors.size() != 1 || *Factors.begin() == 0)
    return std::nullopt;
  return *Factors.begin();
}

/// Vectors and unrolling together stay below this.
static constexpr uint64_t MostAtOnce = 4096;

std::optional<unsigned>
rafter::iterationsAtOnce(llvm::ArrayRef<LoopOperation> Before,
                         llvm::ArrayRef<LoopOperation> After) {
  auto Old = byPlace(Before), New = byPlace(After);
  std::map<uint64_t, unsigned> BySteps, ByLanes;
  auto vote = [](std::map<uint64_t, unsigned> &Votes, uint64_t Now,
                 uint64_t Then) {
    if (Then != 0 && Now % Then == 0 && Now / Then != 0 &&
        Now / Then <= MostAtOnce)
      ++Votes[Now / Then];
  };
  bool IsMerged = false;
  for (const auto &[Place, Then] : Old) {
    auto Now = New.find(Place);
    IsMerged |= Now == New.end();
    if (Now == New.end())
      continue;
    if (Then.Steps.size() == 1 && Now->second.Steps.size() == 1)
      vote(BySteps, *Now->second.Steps.begin(), *Then.Steps.begin());
    vote(ByLanes, Now->second.Lanes, Then.Lanes);
  }
  if (std::optional<unsigned> Factor = winner(BySteps))
    return Factor;
  if (IsMerged && !ByLanes.empty())
    if (std::optional<unsigned> Factor = factorOfTotals(Before, After))
      return Factor;
  return winner(ByLanes);
}
