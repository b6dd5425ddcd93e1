//===- StaticWalkDecisions.cpp - Branches that depend on data -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the rules is the order in decide().
//
//===----------------------------------------------------------------------===//

#include "StaticWalkDecisions.h"
#include "StaticWalkUnknowns.h"
#include "rafter/IR/BranchWays.h"
#include "rafter/IR/OverlapChecks.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace rafter::walk {

using llvm::LoopInfo;

/// The part of a condition that does not depend on data: itself, or one side
/// of an and (the other is taken as true) or of an or (as false). Null if
/// there is none.
const Value *Decisions::known(const Value *Condition) const {
  if (!S.dataSource({Condition, 0}))
    return Condition;
  const Value *A, *B;
  if (!match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))) &&
      !match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return nullptr;
  const Value *KnownA = known(A), *KnownB = known(B);
  if (KnownA && KnownB)
    return nullptr;
  return KnownA ? KnownA : KnownB;
}

static const Value *conditionOf(const BasicBlock &B) {
  if (auto *Br = dyn_cast<BranchInst>(B.getTerminator()))
    return Br->isConditional() ? Br->getCondition() : nullptr;
  if (auto *Sw = dyn_cast<SwitchInst>(B.getTerminator()))
    return Sw->getCondition();
  return nullptr;
}

/// Whether L has an exit besides B whose condition is known.
bool Decisions::endsOtherwise(const Loop &L, const BasicBlock &B) const {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  for (const BasicBlock *E : Exiting)
    if (const Value *C = conditionOf(*E); E != &B && C && known(C))
      return true;
  return false;
}

/// The exiting block at which a loop that ends by data alone is counted.
const BasicBlock *Decisions::countedExit(const Loop &L) const {
  const BasicBlock *Latch = L.getLoopLatch();
  if (Latch && L.isLoopExiting(Latch) && conditionOf(*Latch))
    return Latch;
  if (L.isLoopExiting(L.getHeader()))
    return L.getHeader();
  for (const BasicBlock *B : L.blocks())
    if (L.isLoopExiting(B) && conditionOf(*B) && R.loops().getLoopFor(B) == &L)
      return B;
  return nullptr;
}

/// Whether the way leads straight into a loop that From is not part of.
static bool entersLoop(const BasicBlock *Way, const BasicBlock &From,
                       const LoopInfo &LI) {
  for (unsigned I = 0; Way && I != 4; ++I, Way = Way->getSingleSuccessor()) {
    const Loop *L = LI.getLoopFor(Way);
    if (L && L->getHeader() == Way && !L->contains(&From))
      return true;
  }
  return false;
}

unsigned Decisions::likelier(const BasicBlock &B,
                             ArrayRef<unsigned> Ways) const {
  const Instruction *T = B.getTerminator();
  SmallVector<unsigned, 2> Entering;
  for (unsigned W : Ways)
    if (entersLoop(T->getSuccessor(W), B, R.loops()))
      Entering.push_back(W);
  if (!Entering.empty() && Entering.size() < Ways.size())
    Ways = Entering;
  auto probability = [&](unsigned W) {
    return Probabilities.getEdgeProbability(&B, W);
  };
  // Of equally likely ones the way that does something, not the one around it.
  auto leadsAround = [&](unsigned W) {
    return any_of(Ways, [&](unsigned Other) {
      return leadsTo(*T->getSuccessor(Other), *T->getSuccessor(W));
    });
  };
  unsigned Best = Ways.front();
  for (unsigned W : Ways.drop_front())
    if (probability(W) > probability(Best) ||
        (probability(W) == probability(Best) && leadsAround(Best)))
      Best = W;
  return Best;
}

/// " (value loaded in line 7)".
std::string Decisions::because(const Value &Condition) const {
  const Value *Source = S.dataSource({&Condition, 0});
  Place At = Source ? placeOf(*Source) : Place();
  return "the condition depends on data" +
         (At.Line ? " of line " + std::to_string(At.Line) : "");
}

/// The first line of the source in a block.
static unsigned lineOf(const BasicBlock &B) {
  for (const Instruction &I : B)
    if (unsigned Line = I.getDebugLoc() ? I.getDebugLoc().getLine() : 0)
      return Line;
  return 0;
}

Decision Decisions::decide(const BasicBlock &B) const {
  Decision D;
  SmallVector<unsigned, 2> Ways = R.successors(&B);
  if (Ways.size() == 1) {
    D.How = Decision::Kind::Fixed;
    D.Successor = Ways.front();
    return D;
  }
  const Value *C = conditionOf(B);
  D.Condition = C ? known(C) : nullptr;
  if (D.Condition && D.Condition != C)
    D.Assumption = because(*C) + " in part, which is assumed not to decide";
  if (D.Condition)
    return D;
  const Instruction *T = B.getTerminator();
  auto loaded = [&](const Value &V) {
    return isa<LoadInst>(V) ? std::optional(AssumedValue) : std::nullopt;
  };
  if (std::optional<bool> Holds =
          C ? holdsInOneObject(*C, loaded, B.getDataLayout()) : std::nullopt;
      Holds && is_contained(Ways, *Holds ? 0u : 1u)) {
    D.How = Decision::Kind::Fixed;
    D.Successor = *Holds ? 0 : 1;
    D.Assumption = because(*C) + "; assumed: what is loaded for it is " +
                   std::to_string(AssumedValue);
    return D;
  }
  const Loop *L = R.loops().getLoopFor(&B);
  SmallVector<unsigned, 2> Staying, Leaving;
  for (unsigned W : Ways)
    (L && L->contains(T->getSuccessor(W)) ? Staying : Leaving).push_back(W);
  bool Ends = L && !Staying.empty() && !Leaving.empty();
  if (C)
    D.Assumption = because(*C);
  if (Ends && !endsOtherwise(*L, B) && countedExit(*L) == &B) {
    D.How = Decision::Kind::Counted;
    D.Counts = L;
    D.Successor = likelier(B, Staying);
    D.Exit = Leaving.front();
    D.TestsFirst = &B == L->getHeader() && &B != L->getLoopLatch();
    // Two loops may share a header; then one goes round without this test.
    D.EachIteration =
        &B == L->getLoopLatch() || (L->getLoopLatch() && &B == L->getHeader());
    D.Assumption += "; assumed: " + std::to_string(AssumedTripCount) +
                    " iterations of the loop";
    return D;
  }
  D.How = Decision::Kind::Fixed;
  D.Successor = likelier(B, Ends ? Staying : Ways);
  D.About = Ends ? Assumed::Value : Assumed::Way;
  if (Ends)
    D.Assumption += "; assumed: the loop does not end here";
  else if (unsigned Line = lineOf(*T->getSuccessor(D.Successor)))
    D.Assumption +=
        "; assumed: the likelier way, to line " + std::to_string(Line);
  else
    D.Assumption += "; assumed: the likelier way";
  if (!C)
    D.Assumption.clear();
  return D;
}

} // namespace rafter::walk
