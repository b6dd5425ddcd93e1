//===- LoopChains.cpp - What an iteration waits for -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopChains.h"
#include "rafter/Support/SystemHeaders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <utility>

using namespace llvm;

namespace rafter {

std::optional<ComputeKind> computation(const Instruction &I) {
  if (!I.getType()->isFPOrFPVectorTy())
    return std::nullopt;
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
    return ComputeKind::Add;
  case Instruction::FMul:
    return ComputeKind::Multiply;
  case Instruction::FDiv:
    return ComputeKind::Divide;
  default:
    break;
  }
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return ComputeKind::FusedMultiplyAdd;
  case Intrinsic::sqrt:
    return ComputeKind::SquareRoot;
  default:
    return std::nullopt;
  }
}

namespace {

/// Reads the chain that begins at one value.
class ChainReader {
public:
  ChainReader(const Value &Begin, const Loop &L, const LoopInfo &Loops)
      : Begin(Begin), L(L), Loops(Loops) {}

  std::optional<Recurrence> read(const Value &Next);

private:
  /// The way from where the chain begins to a value: the longest of what an
  /// instruction waits for, the shortest of what it chooses from.
  struct Way {
    bool Reaches = false;
    unsigned Length = 0;
    const Instruction *From = nullptr;
  };

  Way wayTo(const Value &V, unsigned Depth);
  Way shortest(const Instruction &Choice, unsigned Depth);

  const Value &Begin;
  const Loop &L;
  const LoopInfo &Loops;
  DenseMap<const Value *, Way> Ways;
};

} // namespace

/// Paths through a loop are short; deeper ones are not followed.
static constexpr unsigned MostDepth = 256;

/// Whether shifts and additions make the product with C: it has at most three
/// digits in non-adjacent form (x * 31 is x * 32 - x).
static bool isOfShifts(const APInt &C) {
  return C.getBitWidth() <= 64 &&
         popcount(C.getZExtValue() ^ (3 * C.getZExtValue())) <= 3;
}

static bool isProduct(const Instruction &I) {
  if (I.getOpcode() != Instruction::Mul)
    return false;
  auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
  return !By || !isOfShifts(By->getValue());
}

/// What takes no instruction of its own, mostly.
static bool isFree(const Instruction &I) {
  return isa<CastInst>(I) || isa<GetElementPtrInst>(I) || isa<PHINode>(I) ||
         isa<SelectInst>(I) || isa<FreezeInst>(I) ||
         I.getOpcode() == Instruction::FNeg;
}

/// Cycles that I may add to a way, to compare ways.
static unsigned lengthOf(const Instruction &I) {
  if (computation(I) || isa<LoadInst>(I))
    return 4;
  return isProduct(I) ? 3 : !isFree(I);
}

/// A branch may do what is written as a choice, and then nothing waits for the
/// condition: the shortest of the ways to the values.
ChainReader::Way ChainReader::shortest(const Instruction &Choice,
                                       unsigned Depth) {
  Way Best;
  bool IsFirst = true;
  for (unsigned I = isa<SelectInst>(Choice); I != Choice.getNumOperands();
       ++I) {
    Way W = wayTo(*Choice.getOperand(I), Depth + 1);
    if (!W.Reaches)
      return {};
    if (std::exchange(IsFirst, false) || W.Length < Best.Length)
      Best = {true, W.Length, dyn_cast<Instruction>(Choice.getOperand(I))};
  }
  return Best;
}

ChainReader::Way ChainReader::wayTo(const Value &V, unsigned Depth) {
  if (&V == &Begin)
    return {true, 0, nullptr};
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I) || Depth == MostDepth)
    return {};
  auto [Known, IsNew] = Ways.try_emplace(&V);
  if (!IsNew)
    return Known->second;
  // Other header phis begin another chain; what a loop within does to a value
  // is not followed.
  if (isa<PHINode>(I) && (I->getParent() == L.getHeader() ||
                          Loops.getLoopFor(I->getParent()) != &L))
    return {};
  Way Best;
  if (isa<PHINode>(I) || isa<SelectInst>(I)) {
    Best = shortest(*I, Depth);
  } else {
    for (const Value *Operand : I->operands()) {
      Way W = wayTo(*Operand, Depth + 1);
      if (W.Reaches && (!Best.Reaches || W.Length > Best.Length))
        Best = {true, W.Length, dyn_cast<Instruction>(Operand)};
    }
  }
  if (Best.Reaches)
    Best.Length += lengthOf(*I);
  return Ways[&V] = Best;
}

/// Integer operations of one sort may be done in any order: additions,
/// subtractions and doublings, which LLVM distributes over them, exclusive ors
/// and masks, or others that are associative. 0: this one may not.
static unsigned sortOf(const Instruction &I) {
  bool IsDoubling =
      I.getOpcode() == Instruction::Shl && isa<Constant>(I.getOperand(1));
  if (I.getOpcode() == Instruction::Sub || IsDoubling)
    return Instruction::Add;
  bool IsMask =
      (I.getOpcode() == Instruction::And || I.getOpcode() == Instruction::Or) &&
      isa<Constant>(I.getOperand(1));
  if (IsMask)
    return Instruction::Xor;
  return I.isAssociative() ? I.getOpcode() : 0;
}

static const DISubprogram *functionOf(const DILocation &At) {
  return At.getScope()->getSubprogram();
}

std::optional<Recurrence> ChainReader::read(const Value &Next) {
  if (Way Around = wayTo(Next, 0); !Around.Reaches || Around.Length == 0)
    return std::nullopt;
  Recurrence R;
  R.Name = sourceName(Begin);
  if (R.Name.empty())
    R.Name = sourceName(Next);
  R.MayReorder = true;
  unsigned Sort = 0;
  // With constants alone several steps are one: x * a + b, as of generators of
  // random numbers.
  bool HasConstants = true;
  for (auto *I = dyn_cast<Instruction>(&Next); I && I != &Begin;
       I = Ways.lookup(I).From) {
    std::optional<ComputeKind> Kind = computation(*I);
    if (!Kind) {
      R.Loads += isa<LoadInst>(I);
      R.Products += isProduct(*I);
      R.Integers += lengthOf(*I) == 1;
      if (!isFree(*I)) {
        HasConstants &=
            isa<BinaryOperator>(I) && isa<Constant>(I->getOperand(1));
        R.MayReorder &= sortOf(*I) != 0 && (Sort == 0 || Sort == sortOf(*I));
        Sort = sortOf(*I);
      }
      continue;
    }
    HasConstants = false;
    bool AddsTheSame =
        *Kind == ComputeKind::Add &&
        (L.isLoopInvariant(I->getOperand(1)) ||
         (I->isCommutative() && L.isLoopInvariant(I->getOperand(0))));
    R.IsCounter = I == &Next && AddsTheSame && Ways.lookup(I).From == &Begin;
    ++R.Operations[static_cast<unsigned>(*Kind)];
    R.MayReorder &= I->hasAllowReassoc() && (*Kind == ComputeKind::Add ||
                                             *Kind == ComputeKind::Multiply);
    if (const DebugLoc &Where = I->getDebugLoc()) {
      R.Line = R.Line ? R.Line : Where.getLine();
      R.Places.push_back({Where.getLine(), Where.getCol()});
      R.IsOfLibrary |= isSystemHeader(Where->getFilename());
      if (const DebugLoc Start = L.getStartLoc();
          Start && functionOf(*Where) != functionOf(*Start))
        R.Callee = functionOf(*Where)->getName().str();
    }
  }
  R.MayReorder |= HasConstants;
  return R;
}

std::optional<Recurrence> chainBetween(const Value &Begin, const Value &Next,
                                       const Loop &L, const LoopInfo &Loops) {
  return ChainReader(Begin, L, Loops).read(Next);
}

} // namespace rafter
