//===- AddressSteps.cpp - By how much an address moves --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressSteps.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace rafter {

static constexpr unsigned MostDepth = 32;
/// Steps beyond this are of no array.
static constexpr int64_t LargestStep = int64_t(1) << 40;

AddressSteps::AddressSteps(const Loop &L)
    : L(L), Layout(L.getHeader()->getModule()->getDataLayout()) {}

std::optional<int64_t> AddressSteps::step(const Value &V, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I))
    return 0;
  if (Depth == MostDepth)
    return std::nullopt;
  auto Place = Known.find(&V);
  if (Place != Known.end())
    return Place->second;
  std::optional<int64_t> Result = compute(*I, Depth);
  if (Result && (*Result > LargestStep || *Result < -LargestStep))
    Result = std::nullopt;
  return Known[&V] = Result;
}

/// A counter: its next value is itself and a constant.
std::optional<int64_t> AddressSteps::ofPhi(const PHINode &Phi) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || Phi.getParent() != L.getHeader())
    return std::nullopt;
  auto *Next = dyn_cast<User>(Phi.getIncomingValueForBlock(Latch));
  if (!Next)
    return std::nullopt;
  if (Next == &Phi)
    return 0;
  auto *Constant = Next->getNumOperands() == 2
                       ? dyn_cast<ConstantInt>(Next->getOperand(1))
                       : nullptr;
  if (!Constant || Next->getOperand(0) != &Phi ||
      Constant->getValue().getSignificantBits() > 40)
    return std::nullopt;
  if (auto *Sum = dyn_cast<BinaryOperator>(Next)) {
    if (Sum->getOpcode() == Instruction::Add)
      return Constant->getSExtValue();
    return Sum->getOpcode() == Instruction::Sub
               ? std::optional(-Constant->getSExtValue())
               : std::nullopt;
  }
  auto *Element = dyn_cast<GEPOperator>(Next);
  if (!Element)
    return std::nullopt;
  TypeSize Size = Layout.getTypeAllocSize(Element->getSourceElementType());
  if (Size.isScalable())
    return std::nullopt;
  return Constant->getSExtValue() * int64_t(Size.getFixedValue());
}

std::optional<int64_t> AddressSteps::ofElement(const User &Address,
                                               unsigned Depth) {
  std::optional<int64_t> Sum = step(*Address.getOperand(0), Depth + 1);
  for (auto It = gep_type_begin(Address), End = gep_type_end(Address);
       Sum && It != End; ++It) {
    if (It.isStruct())
      continue;
    std::optional<int64_t> Index = step(*It.getOperand(), Depth + 1);
    TypeSize Size = It.getSequentialElementStride(Layout);
    if (!Index || Size.isScalable())
      return std::nullopt;
    *Sum += *Index * int64_t(Size.getFixedValue());
  }
  return Sum;
}

std::optional<int64_t> AddressSteps::compute(const User &U, unsigned Depth) {
  if (auto *Phi = dyn_cast<PHINode>(&U))
    return ofPhi(*Phi);
  if (isa<GEPOperator>(U))
    return ofElement(U, Depth);
  if (isa<SExtInst>(U) || isa<ZExtInst>(U) || isa<TruncInst>(U) ||
      isa<FreezeInst>(U))
    return step(*U.getOperand(0), Depth + 1);
  auto *Binary = dyn_cast<BinaryOperator>(&U);
  if (!Binary)
    return std::nullopt;
  std::optional<int64_t> A = step(*U.getOperand(0), Depth + 1);
  std::optional<int64_t> B = step(*U.getOperand(1), Depth + 1);
  if (!A || !B)
    return std::nullopt;
  auto *Constant = dyn_cast<ConstantInt>(U.getOperand(1));
  bool IsSmall = Constant && Constant->getValue().getSignificantBits() <= 40;
  switch (Binary->getOpcode()) {
  case Instruction::Add:
    return *A + *B;
  case Instruction::Sub:
    return *A - *B;
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(Binary)->isDisjoint())
      return *A + *B;
    break;
  case Instruction::Mul:
    if (IsSmall)
      return *A * Constant->getSExtValue();
    break;
  case Instruction::Shl:
    if (IsSmall && Constant->getZExtValue() < 40)
      return *A * (int64_t(1) << Constant->getZExtValue());
    break;
  default:
    break;
  }
  return *A == 0 && *B == 0 ? std::optional<int64_t>(0) : std::nullopt;
}

} // namespace rafter
