//===- StaticWalkRules.cpp - How integer values are computed --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From LLVM instructions and constants to rules, element by element. What has
// no rule here is Unknown.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkSlice.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rafter::walk {

using Kind = Rule::Kind;

unsigned bitsOf(const Value &V) {
  Type *T = V.getType()->getScalarType();
  if (T->isPointerTy())
    return 64;
  if (T->isIntegerTy() && T->getIntegerBitWidth() <= 64)
    return T->getIntegerBitWidth();
  return 0;
}

/// The element of an operand: the operand itself if it is a scalar.
static Lane laneOf(const Value *V, unsigned Index) {
  return {V, V->getType()->isVectorTy() ? Index : 0};
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static bool evaluate(const Constant *C, unsigned Index, Rule &R,
                     const DataLayout *DL);

static bool evaluateExpression(const ConstantExpr *E, Rule &R,
                               const DataLayout *DL) {
  switch (E->getOpcode()) {
  case Instruction::GetElementPtr: {
    APInt Offset(64, 0);
    if (!DL || !cast<GEPOperator>(E)->accumulateConstantOffset(*DL, Offset))
      return false;
    if (!evaluate(E->getOperand(0), 0, R, DL))
      return false;
    R.Immediate += Offset.getSExtValue();
    return true;
  }
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
    return evaluate(E->getOperand(0), 0, R, DL);
  case Instruction::Add:
  case Instruction::Sub: {
    Rule Other;
    if (!evaluate(E->getOperand(0), 0, R, DL) ||
        !evaluate(E->getOperand(1), 0, Other, DL) || Other.Base)
      return false;
    R.Immediate +=
        E->getOpcode() == Instruction::Add ? Other.Immediate : -Other.Immediate;
    return true;
  }
  default:
    return false;
  }
}

static bool evaluate(const Constant *C, unsigned Index, Rule &R,
                     const DataLayout *DL) {
  if (C->getType()->isVectorTy()) {
    const Constant *Element = C->getAggregateElement(Index);
    return Element && evaluate(Element, 0, R, DL);
  }
  if (auto *I = dyn_cast<ConstantInt>(C)) {
    if (I->getBitWidth() > 64)
      return false;
    R.Immediate += int64_t(I->getZExtValue());
    return true;
  }
  if (auto *A = dyn_cast<GlobalAlias>(C))
    return evaluate(A->getAliasee(), 0, R, DL);
  if (auto *G = dyn_cast<GlobalValue>(C)) {
    R.Base = G;
    return true;
  }
  if (isa<ConstantPointerNull>(C) || isa<UndefValue>(C) ||
      isa<ConstantAggregateZero>(C))
    return true;
  if (auto *E = dyn_cast<ConstantExpr>(C))
    return evaluateExpression(E, R, DL);
  return false;
}

/// The data layout of a global that C refers to.
static const DataLayout *layoutOf(const Constant *C) {
  if (auto *G = dyn_cast<GlobalValue>(C))
    return G->getParent() ? &G->getDataLayout() : nullptr;
  for (const Use &U : C->operands())
    if (auto *Operand = dyn_cast<Constant>(&U))
      if (const DataLayout *DL = layoutOf(Operand))
        return DL;
  return nullptr;
}

static Rule constantRule(const Constant *C, unsigned Index) {
  Rule R;
  R.Bits = std::max(1u, bitsOf(*C));
  if (evaluate(C, Index, R, layoutOf(C)))
    R.How = Kind::Constant;
  return R;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// A rule with the same element of each operand.
static Rule simple(Opcode Code, const Instruction &I, unsigned Index,
                   ArrayRef<const Value *> Operands, unsigned Aux = 0) {
  Rule R;
  R.Bits = bitsOf(I);
  R.Aux = Aux;
  R.Code = Code;
  for (const Value *V : Operands) {
    if (bitsOf(*V) == 0)
      return R;
    R.Operands.push_back(laneOf(V, Index));
  }
  R.How = Kind::Simple;
  return R;
}

static Rule alias(const Instruction &I, Lane Operand) {
  Rule R;
  R.Bits = bitsOf(I);
  if (bitsOf(*Operand.first) != R.Bits)
    return R;
  R.How = Kind::Alias;
  R.Operands.push_back(Operand);
  return R;
}

static Rule zero(const Instruction &I) {
  Rule R;
  R.How = Kind::Constant;
  R.Bits = std::max(1u, bitsOf(I));
  return R;
}

static Rule binaryRule(const BinaryOperator &I, unsigned Index) {
  auto With = [&](Opcode Code) {
    return simple(Code, I, Index, {I.getOperand(0), I.getOperand(1)});
  };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return With(Opcode::Add);
  case Instruction::Sub:
    return With(Opcode::Sub);
  case Instruction::Mul:
    return With(Opcode::Mul);
  case Instruction::UDiv:
    return With(Opcode::UDiv);
  case Instruction::SDiv:
    return With(Opcode::SDiv);
  case Instruction::URem:
    return With(Opcode::URem);
  case Instruction::SRem:
    return With(Opcode::SRem);
  case Instruction::Shl:
    return With(Opcode::Shl);
  case Instruction::LShr:
    return With(Opcode::LShr);
  case Instruction::AShr:
    return With(Opcode::AShr);
  case Instruction::And:
    return With(Opcode::And);
  case Instruction::Or:
    return With(cast<PossiblyDisjointInst>(I).isDisjoint() ? Opcode::Add
                                                           : Opcode::Or);
  case Instruction::Xor:
    return With(Opcode::Xor);
  default:
    return {};
  }
}

static Predicate predicateOf(CmpInst::Predicate P) {
  switch (P) {
  case CmpInst::ICMP_EQ:
    return Predicate::EQ;
  case CmpInst::ICMP_NE:
    return Predicate::NE;
  case CmpInst::ICMP_UGT:
    return Predicate::UGT;
  case CmpInst::ICMP_UGE:
    return Predicate::UGE;
  case CmpInst::ICMP_ULT:
    return Predicate::ULT;
  case CmpInst::ICMP_ULE:
    return Predicate::ULE;
  case CmpInst::ICMP_SGT:
    return Predicate::SGT;
  case CmpInst::ICMP_SGE:
    return Predicate::SGE;
  case CmpInst::ICMP_SLT:
    return Predicate::SLT;
  default:
    return Predicate::SLE;
  }
}

static Rule compareRule(const ICmpInst &I, unsigned Index) {
  Rule R = simple(Opcode::Compare, I, Index, {I.getOperand(0), I.getOperand(1)},
                  unsigned(predicateOf(I.getPredicate())));
  R.Bits = bitsOf(*I.getOperand(0));
  return R;
}

static Rule castRule(const CastInst &I, unsigned Index) {
  const Value *Operand = I.getOperand(0);
  unsigned From = bitsOf(*Operand), To = bitsOf(I);
  auto *FromVector = dyn_cast<FixedVectorType>(Operand->getType());
  auto *ToVector = dyn_cast<FixedVectorType>(I.getType());
  if (From == 0 || bool(FromVector) != bool(ToVector) ||
      (FromVector &&
       FromVector->getNumElements() != ToVector->getNumElements()))
    return {};
  switch (I.getOpcode()) {
  case Instruction::Trunc:
    return simple(Opcode::Trunc, I, Index, {Operand}, From);
  case Instruction::ZExt:
    return simple(Opcode::ZExt, I, Index, {Operand}, From);
  case Instruction::SExt:
    return simple(Opcode::SExt, I, Index, {Operand}, From);
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
  case Instruction::IntToPtr:
    if (From == To)
      return alias(I, laneOf(Operand, Index));
    return simple(From > To ? Opcode::Trunc : Opcode::ZExt, I, Index, {Operand},
                  From);
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
    return alias(I, laneOf(Operand, Index));
  default:
    return {};
  }
}

static Rule addressRule(const GetElementPtrInst &I, unsigned Index) {
  Rule R;
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(64, 0);
  const DataLayout &DL = I.getDataLayout();
  // Vectors of indices are split by element below; this handles scalars.
  for (gep_type_iterator It = gep_type_begin(I), End = gep_type_end(I);
       It != End; ++It) {
    const Value *V = It.getOperand();
    if (StructType *T = It.getStructTypeOrNull()) {
      auto *C = cast<ConstantInt>(V->getType()->isVectorTy()
                                      ? cast<llvm::Constant>(V)->getSplatValue()
                                      : V);
      R.Immediate += DL.getStructLayout(T)->getElementOffset(C->getZExtValue());
      continue;
    }
    TypeSize Size = It.getSequentialElementStride(DL);
    if (Size.isScalable() || bitsOf(*V) == 0)
      return {};
    if (auto *C = dyn_cast<ConstantInt>(V)) {
      R.Immediate += C->getSExtValue() * int64_t(Size.getFixedValue());
      continue;
    }
    R.Scales.push_back(int64_t(Size.getFixedValue()));
    R.Operands.push_back(laneOf(V, Index));
  }
  R.Operands.insert(R.Operands.begin(), laneOf(I.getPointerOperand(), Index));
  R.How = Kind::Address;
  return R;
}

static Rule shuffleRule(const ShuffleVectorInst &I, unsigned Index) {
  int Source = I.getMaskValue(Index);
  if (Source < 0)
    return zero(I);
  auto *T = dyn_cast<FixedVectorType>(I.getOperand(0)->getType());
  if (!T)
    return {};
  unsigned N = T->getNumElements();
  return alias(I, unsigned(Source) < N ? Lane(I.getOperand(0), Source)
                                       : Lane(I.getOperand(1), Source - N));
}

/// extractvalue of an operation with overflow: the result; the overflow bit is
/// taken as false.
static Rule overflowRule(const ExtractValueInst &I, unsigned Index) {
  auto *W = dyn_cast<WithOverflowInst>(I.getAggregateOperand());
  if (!W || bitsOf(*W->getLHS()) == 0)
    return {};
  if (I.getIndices()[0] == 1)
    return zero(I);
  Opcode Code = W->getBinaryOp() == Instruction::Add   ? Opcode::Add
                : W->getBinaryOp() == Instruction::Sub ? Opcode::Sub
                                                       : Opcode::Mul;
  return simple(Code, I, Index, {W->getLHS(), W->getRHS()});
}

static Rule intrinsicRule(const IntrinsicInst &I, unsigned Index) {
  auto Two = [&](Opcode Code) {
    return simple(Code, I, Index, {I.getArgOperand(0), I.getArgOperand(1)});
  };
  auto One = [&](Opcode Code) {
    return simple(Code, I, Index, {I.getArgOperand(0)});
  };
  auto Three = [&](Opcode Code) {
    return simple(Code, I, Index,
                  {I.getArgOperand(0), I.getArgOperand(1), I.getArgOperand(2)});
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::smax:
    return Two(Opcode::SMax);
  case Intrinsic::smin:
    return Two(Opcode::SMin);
  case Intrinsic::umax:
    return Two(Opcode::UMax);
  case Intrinsic::umin:
    return Two(Opcode::UMin);
  case Intrinsic::uadd_sat:
    return Two(Opcode::UAddSat);
  case Intrinsic::usub_sat:
    return Two(Opcode::USubSat);
  case Intrinsic::ptrmask:
    return Two(Opcode::And);
  case Intrinsic::abs:
    return One(Opcode::Abs);
  case Intrinsic::ctpop:
    return One(Opcode::PopCount);
  case Intrinsic::ctlz:
    return One(Opcode::LeadingZeros);
  case Intrinsic::cttz:
    return One(Opcode::TrailingZeros);
  case Intrinsic::bswap:
    return One(Opcode::ByteSwap);
  case Intrinsic::bitreverse:
    return One(Opcode::BitReverse);
  case Intrinsic::fshl:
    return Three(Opcode::FunnelLeft);
  case Intrinsic::fshr:
    return Three(Opcode::FunnelRight);
  case Intrinsic::expect:
  case Intrinsic::expect_with_probability:
  case Intrinsic::ssa_copy:
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
  case Intrinsic::threadlocal_address:
    return alias(I, laneOf(I.getArgOperand(0), Index));
  default:
    return {};
  }
}

/// Larger tables are not copied; their contents count as data.
static constexpr uint64_t MaxTableBytes = uint64_t(1) << 20;

/// A load of constant memory.
static Rule loadRule(const LoadInst &I) {
  auto *G =
      dyn_cast<GlobalVariable>(getUnderlyingObject(I.getPointerOperand(), 0));
  if (!G || !G->isConstant() || !G->hasDefinitiveInitializer() ||
      !I.getType()->isIntegerTy() || I.isVolatile() ||
      I.getDataLayout().getTypeAllocSize(G->getValueType()) > MaxTableBytes)
    return {};
  Rule R;
  R.Bits = bitsOf(I);
  if (R.Bits == 0 || R.Bits % 8 != 0)
    return {};
  R.How = Kind::Table;
  R.Code = Opcode::TableLoad;
  R.Base = G;
  R.Operands.push_back({I.getPointerOperand(), 0});
  return R;
}

static Rule stackRule(const AllocaInst &I) {
  Rule R;
  std::optional<TypeSize> Size = I.getAllocationSize(I.getDataLayout());
  if (!Size || Size->isScalable() || !I.isStaticAlloca())
    return R;
  R.How = Kind::Stack;
  R.Code = Opcode::StackAddress;
  R.Immediate = int64_t(Size->getFixedValue());
  R.Aux = Log2(I.getAlign());
  return R;
}

static Rule phiRule(const PHINode &I, unsigned Index) {
  Rule R;
  R.Bits = bitsOf(I);
  R.How = Kind::Phi;
  for (const Value *V : I.incoming_values())
    R.Operands.push_back(laneOf(V, Index));
  return R;
}

static Rule insertRule(const InsertElementInst &I, unsigned Index) {
  auto *C = dyn_cast<ConstantInt>(I.getOperand(2));
  if (!C)
    return {};
  if (C->getZExtValue() == Index)
    return alias(I, {I.getOperand(1), 0});
  return alias(I, {I.getOperand(0), Index});
}

static Rule extractRule(const ExtractElementInst &I) {
  auto *C = dyn_cast<ConstantInt>(I.getIndexOperand());
  if (!C)
    return {};
  return alias(I, {I.getVectorOperand(), unsigned(C->getZExtValue())});
}

static Rule instructionRule(const Instruction &I, unsigned Index) {
  if (bitsOf(I) == 0)
    return {};
  if (auto *B = dyn_cast<BinaryOperator>(&I))
    return binaryRule(*B, Index);
  if (auto *C = dyn_cast<ICmpInst>(&I))
    return compareRule(*C, Index);
  if (auto *C = dyn_cast<CastInst>(&I))
    return castRule(*C, Index);
  if (auto *P = dyn_cast<PHINode>(&I))
    return phiRule(*P, Index);
  if (auto *G = dyn_cast<GetElementPtrInst>(&I))
    return addressRule(*G, Index);
  if (auto *S = dyn_cast<SelectInst>(&I))
    return simple(Opcode::Select, I, Index,
                  {S->getCondition(), S->getTrueValue(), S->getFalseValue()});
  if (auto *S = dyn_cast<ShuffleVectorInst>(&I))
    return shuffleRule(*S, Index);
  if (auto *E = dyn_cast<ExtractElementInst>(&I))
    return extractRule(*E);
  if (auto *E = dyn_cast<InsertElementInst>(&I))
    return insertRule(*E, Index);
  if (auto *E = dyn_cast<ExtractValueInst>(&I))
    return overflowRule(*E, Index);
  if (auto *C = dyn_cast<IntrinsicInst>(&I))
    return intrinsicRule(*C, Index);
  if (auto *L = dyn_cast<LoadInst>(&I))
    return loadRule(*L);
  if (auto *A = dyn_cast<AllocaInst>(&I))
    return stackRule(*A);
  if (isa<FreezeInst>(I))
    return alias(I, laneOf(I.getOperand(0), Index));
  return {};
}

Rule ruleOf(Lane L) {
  Rule R;
  if (auto *C = dyn_cast<Constant>(L.first))
    R = constantRule(C, L.second);
  else if (auto *I = dyn_cast<Instruction>(L.first))
    R = instructionRule(*I, L.second);
  if (R.How == Kind::Unknown) {
    R = Rule();
    R.Bits = bitsOf(*L.first) == 0 ? 64 : bitsOf(*L.first);
  }
  return R;
}

} // namespace rafter::walk
