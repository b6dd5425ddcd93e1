//===- OverlapChecks.cpp - Whether places of one object are apart ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/OverlapChecks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Values by what is known, in one iteration of all loops; pointers in bytes
/// from the object they point into. All are of 64 bits, which wrap.
class Evaluation {
public:
  Evaluation(rafter::KnownInteger Known, uint64_t Iteration,
             const DataLayout &Layout)
      : Known(Known), Iteration(Iteration), Layout(Layout) {}

  std::optional<uint64_t> of(const Value &V, unsigned Depth = 0) const;

private:
  std::optional<uint64_t> ofPointer(const GEPOperator &P, unsigned Depth) const;

  /// Checks are short expressions.
  static constexpr unsigned MostOperands = 12;

  rafter::KnownInteger Known;
  uint64_t Iteration;
  const DataLayout &Layout;
};

} // namespace

std::optional<uint64_t> Evaluation::ofPointer(const GEPOperator &P,
                                              unsigned Depth) const {
  unsigned Bits = Layout.getIndexTypeSizeInBits(P.getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(Bits, 0);
  if (!P.collectOffset(Layout, Bits, Variable, Constant))
    return std::nullopt;
  std::optional<uint64_t> Sum = of(*P.getPointerOperand(), Depth);
  for (auto &[Index, Scale] : Variable) {
    std::optional<uint64_t> I = of(*Index, Depth);
    if (!Sum || !I)
      return std::nullopt;
    *Sum += *I * Scale.getSExtValue();
  }
  if (Sum)
    *Sum += Constant.getSExtValue();
  return Sum;
}

std::optional<uint64_t> Evaluation::of(const Value &V, unsigned Depth) const {
  if (auto *Number = dyn_cast<ConstantInt>(&V))
    return Number->getBitWidth() <= 64
               ? std::optional<uint64_t>(Number->getSExtValue())
               : std::nullopt;
  if (++Depth > MostOperands)
    return std::nullopt;
  if (auto *P = dyn_cast<GEPOperator>(&V))
    return ofPointer(*P, Depth);
  if (V.getType()->isPointerTy())
    return getUnderlyingObject(&V) == &V ? std::optional(uint64_t(0))
                                         : std::nullopt;
  if (isa<LoadInst, Argument>(V))
    return V.getType()->isIntegerTy() ? Known(V) : std::nullopt;
  if (auto *Counter = dyn_cast<PHINode>(&V)) {
    BinaryOperator *Next;
    Value *Start, *Step;
    if (!matchSimpleRecurrence(Counter, Next, Start, Step) ||
        Next->getOpcode() != Instruction::Add)
      return std::nullopt;
    std::optional<uint64_t> First = of(*Start, Depth), Each = of(*Step, Depth);
    return First && Each ? std::optional(*First + Iteration * *Each)
                         : std::nullopt;
  }
  if (auto *Cast = dyn_cast<CastInst>(&V))
    return isa<SExtInst, ZExtInst, TruncInst>(Cast)
               ? of(*Cast->getOperand(0), Depth)
               : std::nullopt;
  auto *Operation = dyn_cast<BinaryOperator>(&V);
  if (!Operation)
    return std::nullopt;
  std::optional<uint64_t> A = of(*Operation->getOperand(0), Depth);
  std::optional<uint64_t> B = of(*Operation->getOperand(1), Depth);
  if (!A || !B)
    return std::nullopt;
  switch (Operation->getOpcode()) {
  case Instruction::Add:
    return *A + *B;
  case Instruction::Sub:
    return *A - *B;
  case Instruction::Mul:
    return *A * *B;
  case Instruction::Shl:
    return *B < 64 ? std::optional(*A << *B) : std::nullopt;
  default:
    return std::nullopt;
  }
}

static std::optional<bool> holds(const Value &Condition, const Evaluation &Of) {
  const Value *A, *B;
  bool IsAnd = match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B)));
  if (IsAnd || match(&Condition, m_LogicalOr(m_Value(A), m_Value(B)))) {
    std::optional<bool> First = holds(*A, Of), Second = holds(*B, Of);
    // One that does not hold decides for both, or one that does.
    if (First == !IsAnd || Second == !IsAnd)
      return !IsAnd;
    return First && Second ? std::optional(IsAnd) : std::nullopt;
  }
  auto *Compare = dyn_cast<ICmpInst>(&Condition);
  if (!Compare || !Compare->getOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  const Value *Left = Compare->getOperand(0), *Right = Compare->getOperand(1);
  if (getUnderlyingObject(Left) != getUnderlyingObject(Right))
    return std::nullopt;
  std::optional<uint64_t> L = Of.of(*Left), R = Of.of(*Right);
  if (!L || !R)
    return std::nullopt;
  // They are all within one object, whose addresses do not wrap.
  return ICmpInst::compare(APInt(64, *L), APInt(64, *R),
                           Compare->getSignedPredicate());
}

std::optional<bool> rafter::holdsInOneObject(const Value &Condition,
                                             KnownInteger Known,
                                             const DataLayout &Layout) {
  std::optional<bool> First = holds(Condition, {Known, 0, Layout});
  return First == holds(Condition, {Known, 1, Layout}) ? First : std::nullopt;
}

bool rafter::isKeptOut(const BasicBlock &Header, KnownInteger Known,
                       const DominatorTree &Dominators) {
  const DomTreeNode *Node = Dominators.getNode(&Header);
  while (Node && (Node = Node->getIDom())) {
    const BasicBlock *B = Node->getBlock();
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    std::optional<bool> Holds =
        holdsInOneObject(*Branch->getCondition(), Known, B->getDataLayout());
    if (Holds &&
        Dominators.dominates(
            BasicBlockEdge(B, Branch->getSuccessor(*Holds ? 1 : 0)), &Header))
      return true;
  }
  return false;
}
