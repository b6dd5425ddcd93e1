//===- StaticWalkPointers.cpp - Pointers to the end of something ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterators: of two unknown pointers, one is where a loop over the other's
// object ends. An object of its own for it would make the distance senseless.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkSlice.h"
#include "StaticWalkUnknowns.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace rafter::walk {

/// The unknown pointer that P is derived from; null if there is none.
static const Value *unknownObject(const Value *P) {
  const Value *Object = getUnderlyingObject(P, 0);
  if (!Object->getType()->isPointerTy() || isa<Constant>(Object) ||
      ruleOf({Object, 0}).How != Rule::Kind::Unknown)
    return nullptr;
  return Object;
}

/// `p != End` where p starts in another object and advances by a constant.
static std::optional<PointerEnd> comparedInLoop(const ICmpInst &Compare,
                                                const Value &End) {
  if (!Compare.isEquality())
    return std::nullopt;
  const Value *Other = Compare.getOperand(Compare.getOperand(0) == &End);
  const DataLayout &DL = Compare.getDataLayout();
  auto stripped = [&](const Value *V, APInt &Offset) {
    Offset = APInt(64, 0);
    return V->stripAndAccumulateConstantOffsets(DL, Offset, true);
  };
  APInt Offset;
  auto *Phi = dyn_cast<PHINode>(stripped(Other, Offset));
  if (!Phi || Phi->getNumIncomingValues() != 2)
    return std::nullopt;
  for (unsigned Next : {0u, 1u}) {
    if (stripped(Phi->getIncomingValue(Next), Offset) != Phi ||
        !Offset.isStrictlyPositive())
      continue;
    const Value *Begin = unknownObject(Phi->getIncomingValue(1 - Next));
    if (Begin && Begin != &End)
      return PointerEnd{Begin, Offset.getZExtValue()};
  }
  return std::nullopt;
}

/// `(End - begin) / size`.
static std::optional<PointerEnd> subtracted(const Value &Difference,
                                            const Value *Begin) {
  for (const User *U : Difference.users()) {
    const APInt *C;
    const Value *V = cast<Value>(U);
    if (match(V, m_LShr(m_Specific(&Difference), m_APInt(C))) ||
        match(V, m_AShr(m_Specific(&Difference), m_APInt(C))))
      return PointerEnd{Begin, uint64_t(1) << C->getLimitedValue(32)};
    if (match(V, m_SDiv(m_Specific(&Difference), m_APInt(C))) ||
        match(V, m_UDiv(m_Specific(&Difference), m_APInt(C))))
      return PointerEnd{Begin, C->getLimitedValue(1 << 20)};
  }
  return std::nullopt;
}

/// Follows End, as an integer, to the differences it is used in.
static std::optional<PointerEnd>
usedAsInteger(const Value &Integer, const Value &End, unsigned Depth = 0) {
  for (const User *U : Integer.users()) {
    const Value *Begin;
    const Value *V = cast<Value>(U);
    std::optional<PointerEnd> Found;
    if (match(V,
              m_Sub(m_Specific(&Integer), m_PtrToIntOrAddr(m_Value(Begin))))) {
      const Value *Object = unknownObject(Begin);
      if (Object && Object != &End)
        Found = subtracted(*V, Object);
    } else if (Depth < 2 &&
               match(V, m_Add(m_Specific(&Integer), m_ConstantInt()))) {
      Found = usedAsInteger(*V, End, Depth + 1);
    }
    if (Found)
      return Found;
  }
  return std::nullopt;
}

std::optional<PointerEnd> endOf(const Value &End) {
  for (const User *U : End.users()) {
    std::optional<PointerEnd> Found;
    if (auto *Compare = dyn_cast<ICmpInst>(U))
      Found = comparedInLoop(*Compare, End);
    else if (match(U, m_PtrToIntOrAddr(m_Specific(&End))))
      Found = usedAsInteger(*U, End);
    if (Found)
      return Found;
  }
  return std::nullopt;
}

} // namespace rafter::walk
