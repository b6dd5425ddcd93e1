//===- LoopEnds.cpp - How far a loop goes, and what comes next ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEnds.h"
#include "AddressSteps.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using rafter::LoopLength;

bool rafter::isInEachIteration(const BasicBlock &B, const Loop &L) {
  const BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  if (!Latch || &B == Header || &B == Latch)
    return Latch;
  SmallPtrSet<const BasicBlock *, 16> Seen = {&B, Header};
  SmallVector<const BasicBlock *, 16> Work = {Header};
  while (!Work.empty())
    for (const BasicBlock *Next : successors(Work.pop_back_val())) {
      if (!L.contains(Next) || !Seen.insert(Next).second)
        continue;
      if (Next == Latch)
        return false;
      Work.push_back(Next);
    }
  return true;
}

/// Values that are looked through; code that is never reached may go in
/// circles.
static constexpr unsigned MostValues = 32;

/// V without conversions, constants that are added to it, and the rounding down
/// to a multiple of a power of two.
static const Value *withoutConstants(const Value *V) {
  for (unsigned Depth = 0; Depth != MostValues; ++Depth) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      break;
    bool AddsConstant = (I->getOpcode() == Instruction::Add ||
                         I->getOpcode() == Instruction::Sub) &&
                        isa<ConstantInt>(I->getOperand(1));
    auto *Mask = I->getOpcode() == Instruction::And
                     ? dyn_cast<ConstantInt>(I->getOperand(1))
                     : nullptr;
    bool RoundsDown = Mask && Mask->getValue().isNegatedPowerOf2();
    if (!isa<CastInst>(I) && !AddsConstant && !RoundsDown)
      break;
    V = I->getOperand(0);
  }
  return V;
}

/// The values of V, an integer, for which From goes to To; all where nothing is
/// known.
static ConstantRange valuesOnEdge(const Value &V, const BasicBlock &From,
                                  const BasicBlock &To) {
  unsigned Bits = V.getType()->getIntegerBitWidth();
  const Instruction *End = From.getTerminator();
  if (auto *Switch = dyn_cast<SwitchInst>(End);
      Switch && withoutConstants(Switch->getCondition()) == &V &&
      Switch->getCondition()->getType() == V.getType() &&
      Switch->getDefaultDest() != &To) {
    ConstantRange Values = ConstantRange::getEmpty(Bits);
    for (const auto &Case : Switch->cases())
      if (Case.getCaseSuccessor() == &To)
        Values = Values.unionWith(Case.getCaseValue()->getValue());
    return Values;
  }
  CmpPredicate Predicate;
  const APInt *Bound = nullptr;
  using namespace PatternMatch;
  if (auto *Branch = dyn_cast<BranchInst>(End);
      Branch && Branch->isConditional() &&
      Branch->getSuccessor(0) != Branch->getSuccessor(1) &&
      match(Branch->getCondition(),
            m_ICmp(Predicate, m_Specific(&V), m_APInt(Bound)))) {
    ConstantRange Values =
        ConstantRange::makeExactICmpRegion(Predicate, *Bound);
    return Branch->getSuccessor(0) == &To ? Values : Values.inverse();
  }
  return ConstantRange::getFull(Bits);
}

/// Whether branches on the only way to L leave few values for Bound, or for
/// what it is made of by adding constants.
static bool isFewOnTheWay(const Value &Bound, const Loop &L) {
  const Value *V = withoutConstants(&Bound);
  if (!V->getType()->isIntegerTy() || isa<Constant>(V))
    return false;
  ConstantRange Values =
      ConstantRange::getFull(V->getType()->getIntegerBitWidth());
  const BasicBlock *To = L.getHeader();
  const BasicBlock *From = L.getLoopPredecessor();
  for (unsigned Steps = 0; From && Steps != MostValues; ++Steps) {
    Values = Values.intersectWith(valuesOnEdge(*V, *From, *To));
    To = From;
    From = From->getUniquePredecessor();
  }
  return !Values.isEmptySet() &&
         (Values.getSignedMax().ult(rafter::ManyIterations) ||
          Values.getUnsignedMax().ult(rafter::ManyIterations));
}

/// Iterations until Counter, which a comparison ends L by, is Bound; none: it
/// does not grow by the same number from a constant on.
static std::optional<uint64_t>
countTo(const Value &Counter, const ConstantInt &Bound, const Loop &L) {
  std::optional<int64_t> Step = rafter::AddressSteps(L).of(Counter);
  auto *Phi = dyn_cast<PHINode>(withoutConstants(&Counter));
  if (!Step || *Step == 0 || !Phi || Phi->getParent() != L.getHeader() ||
      Bound.getBitWidth() > 64)
    return std::nullopt;
  for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I) {
    auto *Start = dyn_cast<ConstantInt>(Phi->getIncomingValue(I));
    if (L.contains(Phi->getIncomingBlock(I)) || !Start)
      continue;
    uint64_t Way =
        AbsoluteDifference(Bound.getSExtValue(), Start->getSExtValue());
    return Way / (*Step < 0 ? -uint64_t(*Step) : *Step);
  }
  return std::nullopt;
}

/// Bounds are short expressions; longer ones are not followed.
static constexpr unsigned MostOperands = 8;

/// What I is at most, whatever it is made of: a remainder, the lesser of two;
/// null where no constant says so. (Bits of a number are what the compiler's
/// own unrolling leaves over.)
static const APInt *upperBound(const Instruction &I) {
  const APInt *Number = nullptr;
  using namespace PatternMatch;
  if (match(&I, m_URem(m_Value(), m_APInt(Number))) ||
      match(&I, m_SRem(m_Value(), m_APInt(Number))) ||
      match(&I, m_c_UMin(m_Value(), m_APInt(Number))) ||
      match(&I, m_c_SMin(m_Value(), m_APInt(Number))))
    return Number->isNonNegative() ? Number : nullptr;
  return nullptr;
}

static LoopLength lengthTo(const Value &Bound, const Loop &L, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&Bound);
  if ((I && L.contains(I)) || isa<ConstantPointerNull>(Bound))
    return LoopLength::Few;
  if (isFewOnTheWay(Bound, L))
    return LoopLength::Few;
  if (isa<Argument>(Bound) || Bound.getType()->isPointerTy())
    return LoopLength::Unknown;
  if (auto *Number = dyn_cast<ConstantInt>(&Bound))
    return Number->getValue().abs().uge(rafter::ManyIterations)
               ? LoopLength::Unknown
               : LoopLength::Few;
  if (!I || isa<LoadInst>(I) || Depth == MostOperands)
    return LoopLength::Few;
  if (const APInt *Most = upperBound(*I);
      Most && Most->ult(rafter::ManyIterations))
    return LoopLength::Few;
  // A constant within says nothing of the sum.
  bool MayBeFar = any_of(I->operands(), [&](const Value *Operand) {
    return lengthTo(*Operand, L, Depth + 1) != LoopLength::Few;
  });
  return MayBeFar ? LoopLength::Unknown : LoopLength::Few;
}

/// Of the farthest that Condition, or a part of it, compares with.
static LoopLength farthest(const Value &Condition, const Loop &L,
                           unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&Condition);
  if (!I || Depth == MostOperands)
    return LoopLength::Few;
  bool IsComparison = isa<ICmpInst>(I);
  if (!IsComparison && !isa<SelectInst>(I) && !isa<BinaryOperator>(I))
    return LoopLength::Few;
  if (auto *End = dyn_cast<ICmpInst>(I))
    if (auto *Bound = dyn_cast<ConstantInt>(End->getOperand(1)))
      if (std::optional<uint64_t> N = countTo(*End->getOperand(0), *Bound, L))
        return *N >= rafter::ManyIterations ? LoopLength::Long
                                            : LoopLength::Few;
  LoopLength Farthest = LoopLength::Few;
  for (const Value *Operand : I->operands())
    Farthest =
        std::max(Farthest, IsComparison ? lengthTo(*Operand, L, 0)
                                        : farthest(*Operand, L, Depth + 1));
  return Farthest;
}

/// Whether a comparison of V, or of what constants make of it, is with Bound.
static bool isComparedWith(const Value &V, const Value &Bound) {
  return any_of(V.users(), [&](const User *U) {
    return isa<ICmpInst>(U) && any_of(U->operands(), [&](const Value *Operand) {
             return withoutConstants(Operand) == &Bound;
           });
  });
}

/// Whether V is what a counter is behind a loop that counts to Bound, or to a
/// constant before it, in steps of several. Phis and conversions that hand the
/// same value on are looked through, each once.
static bool isBehindSteps(const Value &V, const Value &Bound,
                          SmallPtrSetImpl<const Value *> &Seen) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || Seen.size() == MostValues || !Seen.insert(I).second)
    return false;
  auto *Next = dyn_cast<BinaryOperator>(I);
  if (auto *Phi = dyn_cast<PHINode>(I))
    for (const Value *In : Phi->incoming_values()) {
      auto *Step = dyn_cast<BinaryOperator>(In);
      if (Step && Step->getOperand(0) == Phi)
        Next = Step;
      else if (isBehindSteps(*In, Bound, Seen))
        return true;
    }
  if (isa<CastInst>(I))
    return isBehindSteps(*I->getOperand(0), Bound, Seen);
  auto *Step = Next && Next->getOpcode() == Instruction::Add
                   ? dyn_cast<ConstantInt>(Next->getOperand(1))
                   : nullptr;
  return Step && Step->getValue().abs().ugt(1) &&
         isa<PHINode>(Next->getOperand(0)) &&
         (isComparedWith(*Next, Bound) ||
          isComparedWith(*Next->getOperand(0), Bound));
}

/// Whether L does what is left over by a loop that was unrolled by hand: it
/// goes on counting, to the same end.
static bool isLeftOver(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch)
    return false;
  for (const PHINode &Counter : L.getHeader()->phis()) {
    if (!Counter.getType()->isIntegerTy())
      continue;
    const Value *Next = Counter.getIncomingValueForBlock(Latch);
    for (const User *U : Next->users()) {
      auto *End = dyn_cast<ICmpInst>(U);
      if (!End || !L.contains(End))
        continue;
      const Value *Bound =
          withoutConstants(End->getOperand(End->getOperand(0) == Next));
      SmallPtrSet<const Value *, 8> Seen;
      for (unsigned I = 0; I != Counter.getNumIncomingValues(); ++I)
        if (!L.contains(Counter.getIncomingBlock(I)) &&
            isBehindSteps(*Counter.getIncomingValue(I), *Bound, Seen))
          return true;
    }
  }
  return false;
}

LoopLength rafter::lengthOf(const Loop &L) {
  if (isLeftOver(L))
    return LoopLength::Few;
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  LoopLength Farthest = LoopLength::Few;
  for (const BasicBlock *B : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (Branch && Branch->isConditional())
      Farthest = std::max(Farthest, farthest(*Branch->getCondition(), L, 0));
  }
  return Farthest;
}

/// Whether Phi, of L, begins with what is in a place that every entry adds to.
static bool addsToPlace(const PHINode &Phi, const Loop &L) {
  return any_of(Phi.incoming_values(), [&](const Value *In) {
    auto *Load = dyn_cast<LoadInst>(In);
    return Load && (!L.getParentLoop() || L.getParentLoop()->isLoopInvariant(
                                              Load->getPointerOperand()));
  });
}

namespace {

/// Looks for what waits for the results of a loop.
class Waiting {
public:
  Waiting(const Loop &L, const LoopInfo &Loops) : L(L) {
    DebugLoc Start = L.getStartLoc();
    for (const Loop *Other : Loops.getLoopsInPreorder())
      if (Other == &L || (Start && Other->getStartLoc() == Start))
        Entries.push_back(Other);
  }

  /// L is entered again: it is in a loop, or one around it was unrolled.
  bool isEnteredAgain() const {
    return L.getParentLoop() || Entries.size() > 1;
  }
  /// Whether an entry, or a branch before it, waits for V, which is computed in
  /// L or behind it. What goes through memory is taken to be for others.
  bool isFor(const Value &V) {
    bool IsInside = L.contains(cast<Instruction>(&V));
    return any_of(V.users(), [&](const User *U) {
      auto *I = cast<Instruction>(U);
      if (isAfterAll(*I) || (IsInside && L.contains(I)))
        return false;
      bool IsEntry = any_of(
          Entries, [&](const Loop *Entry) { return Entry->contains(I); });
      if (IsEntry || I->isTerminator() || Seen.size() == MostValues)
        return true;
      return Seen.insert(I).second && isFor(*I);
    });
  }

private:
  bool isAfterAll(const Instruction &I) const {
    const Loop *Around = L.getParentLoop();
    return isa<ReturnInst>(I) || (Around && !Around->contains(&I));
  }

  const Loop &L;
  SmallVector<const Loop *, 4> Entries;
  SmallPtrSet<const Value *, 8> Seen;
};

} // namespace

bool rafter::entriesOverlap(const Loop &L, const LoopInfo &Loops) {
  const BasicBlock *Latch = L.getLoopLatch();
  SmallVector<const PHINode *, 4> Chains;
  for (const PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isFPOrFPVectorTy())
      Chains.push_back(&Phi);
  if (!Latch || Chains.empty())
    return false;
  Waiting Who(L, Loops);
  return Who.isEnteredAgain() && none_of(Chains, [&](const PHINode *Phi) {
           auto *Next =
               dyn_cast<Instruction>(Phi->getIncomingValueForBlock(Latch));
           return addsToPlace(*Phi, L) || Who.isFor(*Phi) ||
                  (Next && Who.isFor(*Next));
         });
}
