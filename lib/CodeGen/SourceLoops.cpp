//===- SourceLoops.cpp - Loops before they are vectorized -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the IR as it is, without analyses that keep state: later passes find
// what they would have found.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/SourceLoops.h"
#include "AddressSteps.h"
#include "LoopEnds.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <map>
#include <tuple>
#include <utility>

using namespace llvm;

namespace rafter {

static std::optional<ComputeKind> computation(const Instruction &I) {
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

static unsigned lanesOf(const Type *T) {
  auto *Vector = dyn_cast<FixedVectorType>(T);
  return Vector ? Vector->getNumElements() : 1;
}

namespace {

/// Reads one loop, without the loops in it.
class LoopReader {
public:
  LoopReader(const Loop &L, const LoopInfo &Loops)
      : L(L), Loops(Loops), Layout(L.getHeader()->getModule()->getDataLayout()),
        Steps(L) {}

  SourceLoop read();

private:
  /// The way from where a chain begins to a value: the longest of what an
  /// instruction waits for, the shortest of what it chooses from.
  struct Way {
    bool Reaches = false;
    unsigned Length = 0;
    const Instruction *From = nullptr;
  };

  void readComputation(const Instruction &I, ComputeKind Kind);
  void readAccess(const Instruction &I, const Value &Pointer);
  void readRecurrence(const PHINode &Phi);
  void readChain(const Value &Begin, const Value &Next,
                 DenseMap<const Value *, Way> &Ways);
  Way shortest(const Instruction &Choice, const Value &Begin,
               DenseMap<const Value *, Way> &Ways, unsigned Depth);
  bool isSerial(const PHINode &Phi);
  bool goesThroughMemory(const StoreInst &Store);
  bool comesFrom(const Value &V, const Value &Pointer, unsigned Depth);
  void readStride(const Value &Pointer);
  bool isCounted();
  bool dependsOnLoads(const Value &V, unsigned Depth);
  Way wayTo(const Value &V, const Value &Begin,
            DenseMap<const Value *, Way> &Ways, unsigned Depth);

  const Loop &L;
  const LoopInfo &Loops;
  const DataLayout &Layout;
  AddressSteps Steps;
  SourceLoop Result;
};

} // namespace

static bool mayFuse(const Instruction &Add) {
  return Add.hasAllowContract() && any_of(Add.operands(), [](const Value *V) {
           auto *Product = dyn_cast<Instruction>(V);
           return Product && Product->getOpcode() == Instruction::FMul &&
                  Product->hasAllowContract() && Product->hasOneUse();
         });
}

void LoopReader::readComputation(const Instruction &I, ComputeKind Kind) {
  unsigned Lanes = lanesOf(I.getType());
  Result.Operations[static_cast<unsigned>(Kind)] += Lanes;
  if (Kind == ComputeKind::Add && mayFuse(I))
    Result.Fusible += Lanes;
  unsigned Bytes = Layout.getTypeStoreSize(I.getType()->getScalarType());
  Result.ElementBytes = std::max(Result.ElementBytes, Bytes);
}

void LoopReader::readAccess(const Instruction &I, const Value &Pointer) {
  std::optional<LoopOperation> O = describeOperation(I);
  SourceAccess Access;
  Access.Operation = O ? *O : LoopOperation();
  Access.Operation.Step = Steps.of(Pointer);
  // What stays in place can stay in a register.
  if (Access.Operation.Step == 0)
    return;
  // Stores, masked ones too, have no result and take the value first.
  Access.IsStore = I.getType()->isVoidTy();
  Access.Bytes = Layout.getTypeStoreSize(
      Access.IsStore ? I.getOperand(0)->getType() : I.getType());
  Access.Name = sourceName(Pointer);
  Result.Accesses.push_back(std::move(Access));
}

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
LoopReader::Way LoopReader::shortest(const Instruction &Choice,
                                     const Value &Begin,
                                     DenseMap<const Value *, Way> &Ways,
                                     unsigned Depth) {
  Way Best;
  bool IsFirst = true;
  for (unsigned I = isa<SelectInst>(Choice); I != Choice.getNumOperands();
       ++I) {
    Way W = wayTo(*Choice.getOperand(I), Begin, Ways, Depth + 1);
    if (!W.Reaches)
      return {};
    if (std::exchange(IsFirst, false) || W.Length < Best.Length)
      Best = {true, W.Length, dyn_cast<Instruction>(Choice.getOperand(I))};
  }
  return Best;
}

LoopReader::Way LoopReader::wayTo(const Value &V, const Value &Begin,
                                  DenseMap<const Value *, Way> &Ways,
                                  unsigned Depth) {
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
    Best = shortest(*I, Begin, Ways, Depth);
  } else {
    for (const Value *Operand : I->operands()) {
      Way W = wayTo(*Operand, Begin, Ways, Depth + 1);
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

/// Notes what is on the way from Begin to Next, which the next iteration takes
/// for Begin.
void LoopReader::readChain(const Value &Begin, const Value &Next,
                           DenseMap<const Value *, Way> &Ways) {
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
    ++R.Operations[static_cast<unsigned>(*Kind)];
    R.MayReorder &= I->hasAllowReassoc() && (*Kind == ComputeKind::Add ||
                                             *Kind == ComputeKind::Multiply);
    if (const DebugLoc &Where = I->getDebugLoc()) {
      R.Line = R.Line ? R.Line : Where.getLine();
      R.Places.push_back({Where.getLine(), Where.getCol()});
    }
  }
  R.MayReorder |= HasConstants;
  Result.Recurrences.push_back(std::move(R));
}

/// A chain of integers or pointers counts where it is more than counting and
/// adding up, which can be done in any order.
void LoopReader::readRecurrence(const PHINode &Phi) {
  const BasicBlock *Latch = L.getLoopLatch();
  bool IsFloat = Phi.getType()->isFPOrFPVectorTy();
  if (!Latch || (!IsFloat && (Phi.getType()->isVectorTy() || !isSerial(Phi))))
    return;
  DenseMap<const Value *, Way> Ways;
  const Value *Next = Phi.getIncomingValueForBlock(Latch);
  Way Around = wayTo(*Next, Phi, Ways, 0);
  if (Around.Reaches && Around.Length != 0)
    readChain(Phi, *Next, Ways);
}

/// Conditions are short; longer ones count as those of data.
static constexpr unsigned MostConditions = 8;

/// Whether both are the same constant distance from the same pointer.
static bool isSamePlace(const Value &A, const Value &B) {
  if (&A == &B)
    return true;
  auto *I = dyn_cast<GEPOperator>(&A), *J = dyn_cast<GEPOperator>(&B);
  return I && J && I->getSourceElementType() == J->getSourceElementType() &&
         equal(I->operands(), J->operands());
}

bool LoopReader::dependsOnLoads(const Value &V, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I) || (!I->getType()->isVectorTy() && Steps.of(*I)))
    return false;
  if (Depth == MostConditions || I->mayReadFromMemory())
    return true;
  // What moves by the same each time, whatever that is, does not look at data.
  if (auto *Phi = dyn_cast<PHINode>(I);
      Phi && I->getParent() == L.getHeader()) {
    const BasicBlock *Latch = L.getLoopLatch();
    auto *Next =
        Latch ? dyn_cast<User>(Phi->getIncomingValueForBlock(Latch)) : nullptr;
    return !Next || any_of(Next->operands(), [&](const Value *Operand) {
      return Operand != Phi && !L.isLoopInvariant(Operand);
    });
  }
  return any_of(I->operands(), [&](const Value *Operand) {
    return dependsOnLoads(*Operand, Depth + 1);
  });
}

/// Whether Phi is an integer or a pointer that neither moves by the same each
/// time nor is a sum, product, minimum or the like that is used nowhere else.
bool LoopReader::isSerial(const PHINode &Phi) {
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Latch || Phi.getType()->isFPOrFPVectorTy() || Steps.of(Phi))
    return false;
  auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Latch));
  if (!Next || !L.contains(Next) || Next == &Phi)
    return false;
  bool IsReduction = Next->isAssociative() || isa<MinMaxIntrinsic>(Next);
  unsigned Uses = count_if(Phi.users(), [&](const User *U) {
    return L.contains(cast<Instruction>(U));
  });
  if (IsReduction && is_contained(Next->operands(), &Phi) && Uses == 1)
    return false;
  return !any_of(Next->operands(), [&](const Value *V) { return V == &Phi; }) ||
         any_of(Next->operands(), [&](const Value *V) {
           return V != &Phi && !L.isLoopInvariant(V);
         });
}

/// Whether V, a value of the loop, is computed with what Pointer points to.
bool LoopReader::comesFrom(const Value &V, const Value &Pointer,
                           unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I) || Depth == MostConditions)
    return false;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return Load->isSimple() && isSamePlace(*Load->getPointerOperand(), Pointer);
  // What comes from the iteration before is in a register.
  if (isa<PHINode>(I) && I->getParent() == L.getHeader())
    return false;
  return any_of(I->operands(), [&](const Value *Operand) {
    return comesFrom(*Operand, Pointer, Depth + 1);
  });
}

bool LoopReader::goesThroughMemory(const StoreInst &Store) {
  const Value &Pointer = *Store.getPointerOperand();
  return Store.isSimple() && isInEachIteration(*Store.getParent(), L) &&
         Steps.of(Pointer) == 0 &&
         !isa<AllocaInst>(getUnderlyingObject(&Pointer)) &&
         comesFrom(*Store.getValueOperand(), Pointer, 0);
}

/// Pointer's step is no constant. A chain of pointers goes where data say.
void LoopReader::readStride(const Value &Pointer) {
  if (dependsOnLoads(Pointer, 0)) {
    Result.IsIrregular = true;
    return;
  }
  Result.HasStrides = true;
  if (Result.Strided.empty())
    Result.Strided = sourceName(Pointer);
}

bool LoopReader::isCounted() {
  const BasicBlock *Exiting = L.getExitingBlock();
  auto *Branch =
      Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  return Branch && Branch->isConditional() &&
         !dependsOnLoads(*Branch->getCondition(), 0);
}

/// Whether the frontend wrote down where L begins, or unrolling, which loses
/// that, left L behind. Others than Clang say that of no loop.
static bool hasPlace(const Loop &L) {
  const DISubprogram *P = L.getHeader()->getParent()->getSubprogram();
  if (!P || !P->getUnit()->getProducer().contains("clang") ||
      findOptionMDForLoop(&L, "llvm.loop.unroll.disable"))
    return true;
  const MDNode *ID = L.getLoopID();
  return ID && any_of(ID->operands(), [](const MDOperand &Operand) {
           return isa_and_nonnull<DILocation>(Operand.get());
         });
}

SourceLoop LoopReader::read() {
  if (DebugLoc Start = L.getStartLoc()) {
    Result.Place = {Start->getFilename().str(), Start.getLine(),
                    Start.getCol()};
    Result.Start = Start.get();
  }
  Result.IsWritten = Result.Place.Line == 0 || hasPlace(L);
  for (const BasicBlock *B : L.blocks()) {
    if (Loops.getLoopFor(B) != &L)
      continue;
    for (const Instruction &I : *B) {
      if (std::optional<ComputeKind> Kind = computation(I))
        readComputation(I, *Kind);
      const Value *Pointer = pointerOfAccess(I);
      if (Pointer)
        readAccess(I, *Pointer);
      Result.HasVectors |= I.getType()->isVectorTy();
      if (auto *Store = dyn_cast<StoreInst>(&I))
        Result.GoesThroughMemory |= goesThroughMemory(*Store);
      auto *Call = dyn_cast<CallBase>(&I);
      Result.IsIrregular |= Call && !isa<IntrinsicInst>(Call);
      if (Pointer && !Steps.of(*Pointer))
        readStride(*Pointer);
      if (std::optional<LoopOperation> O = describeOperation(I)) {
        if (Pointer)
          O->Step = Steps.of(*Pointer);
        Result.Marks.push_back(*O);
      }
    }
  }
  for (const PHINode &Phi : L.getHeader()->phis()) {
    readRecurrence(Phi);
    Result.IsSerial |= isSerial(Phi);
  }
  Result.IsCounted = isCounted();
  Result.MayBeLong = mayBeLong(L);
  Result.IsInnermost = L.isInnermost();
  return std::move(Result);
}

/// Whether L was vectorized or unrolled before, as in the first half of a
/// link-time optimization: every operation is there several times. Its
/// iterations are not those of the source.
static bool isTransformed(const Loop &L, const SourceLoop &Read) {
  if (findOptionMDForLoop(&L, "llvm.loop.isvectorized"))
    return true;
  std::map<std::tuple<unsigned, unsigned, unsigned>, unsigned> Copies;
  for (const LoopOperation &O : Read.Marks)
    ++Copies[{O.Line, O.Column, O.Opcode}];
  return !Copies.empty() &&
         all_of(Copies, [](const auto &Place) { return Place.second > 1; });
}

void SourceLoops::note(const Function &F, const LoopInfo &Loops) {
  std::vector<SourceLoop> &Known = Noted[F.getName()];
  Known.clear();
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    SourceLoop Read = LoopReader(*L, Loops).read();
    if (!isTransformed(*L, Read))
      Known.push_back(std::move(Read));
  }
}

const SourceLoop *SourceLoops::find(StringRef Symbol,
                                    const PlaceInFunction &Place,
                                    const DILocation *Start,
                                    bool IsInnermost) const {
  auto Function = Noted.find(Symbol);
  if (Function == Noted.end() || Place.Line == 0)
    return nullptr;
  const SourceLoop *Best = nullptr;
  auto fits = [&](const SourceLoop &L) {
    return std::pair(Start && L.Start == Start, L.IsInnermost == IsInnermost);
  };
  for (const SourceLoop &L : Function->second)
    if (L.Place == Place && (!Best || fits(L) > fits(*Best)))
      Best = &L;
  return Best;
}

} // namespace rafter
