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
#include "LoopChains.h"
#include "LoopEnds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <map>
#include <set>
#include <tuple>
#include <utility>

using namespace llvm;

namespace rafter {

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
  void readComputation(const Instruction &I, ComputeKind Kind);
  void readAccess(const Instruction &I, const Value &Pointer);
  void readParameters(const Value &Pointer);
  void readRecurrence(const PHINode &Phi);
  bool isSerial(const PHINode &Phi);
  void readPlace(const StoreInst &Store);
  const LoadInst *loadBehind(const Value &V, const Value &Pointer,
                             unsigned Depth);
  bool readStride(const Value &Pointer);
  bool isCounted();
  bool dependsOnLoads(const Value &V, unsigned Depth);

  const Loop &L;
  const LoopInfo &Loops;
  const DataLayout &Layout;
  AddressSteps Steps;
  SourceLoop Result;
  /// As many as the variables that it goes through, or rows of them, have
  /// elements.
  uint64_t MostIterations = ~uint64_t(0);
  std::set<unsigned> Parameters;
};

} // namespace

/// Conditions are short; longer ones count as those of data.
static constexpr unsigned MostConditions = 8;

static bool mayFuse(const Instruction &Add) {
  return Add.hasAllowContract() && any_of(Add.operands(), [](const Value *V) {
           auto *Product = dyn_cast<Instruction>(V);
           return Product && Product->getOpcode() == Instruction::FMul &&
                  Product->hasAllowContract() && Product->hasOneUse();
         });
}

/// The reciprocal of a smaller number may be infinite in single precision.
static constexpr double Tiny = 1e-6;

/// Whether V, or its magnitude, is compared with a tiny number somewhere.
static bool isComparedWithTiny(const Value &V) {
  return any_of(V.users(), [&](const User *U) {
    auto *Call = dyn_cast<IntrinsicInst>(U);
    if (Call && Call->getIntrinsicID() == Intrinsic::fabs)
      return isComparedWithTiny(*Call);
    return isa<FCmpInst>(U) && any_of(U->operands(), [](const Value *Operand) {
             auto *Bound = dyn_cast<ConstantFP>(Operand);
             if (!Bound || Bound->isZero())
               return false;
             // Of whatever width, which a double need not hold.
             APFloat Magnitude = abs(Bound->getValue());
             bool LosesInfo;
             Magnitude.convert(APFloat::IEEEdouble(), APFloat::rmTowardZero,
                               &LosesInfo);
             return Magnitude.convertToDouble() < Tiny;
           });
  });
}

void LoopReader::readComputation(const Instruction &I, ComputeKind Kind) {
  unsigned Lanes = lanesOf(I.getType());
  Result.Operations[static_cast<unsigned>(Kind)] += Lanes;
  if (Kind == ComputeKind::Add && mayFuse(I))
    Result.Fusible += Lanes;
  if (I.getOpcode() == Instruction::FDiv && !isa<Constant>(I.getOperand(1))) {
    Result.DividesByVariables = true;
    Result.DividesByTiny |= isComparedWithTiny(*I.getOperand(1));
  }
  unsigned Bytes = Layout.getTypeStoreSize(I.getType()->getScalarType());
  Result.ElementBytes = std::max(Result.ElementBytes, Bytes);
}

/// Bytes of the variable that Pointer points into; none: not known.
static std::optional<uint64_t> sizeOfObject(const Value &Pointer,
                                            const DataLayout &Layout) {
  std::optional<TypeSize> Size =
      getBaseObjectSize(getUnderlyingObject(&Pointer), Layout, /*TLI=*/nullptr);
  if (!Size || Size->isScalable())
    return std::nullopt;
  return Size->getFixedValue();
}

/// Bytes of the row of an array of arrays that Pointer goes along in L,
/// whatever stands beside it; none: it goes along none, or along all of them.
static std::optional<uint64_t> sizeOfRow(const Value &Pointer, const Loop &L,
                                         const DataLayout &Layout) {
  auto *At = dyn_cast<GEPOperator>(&Pointer);
  if (!At || At->getType()->isVectorTy())
    return std::nullopt;
  // What is counted in elements goes along what points to the first of them.
  if (!L.isLoopInvariant(At->idx_begin()->get())) {
    auto *First = dyn_cast<GEPOperator>(At->getPointerOperand());
    Type *Row = First && L.isLoopInvariant(First) && At->getNumIndices() == 1
                    ? First->getResultElementType()
                    : nullptr;
    if (!isa_and_nonnull<ArrayType>(Row))
      return std::nullopt;
    return Layout.getTypeAllocSize(Row).getFixedValue();
  }
  std::optional<uint64_t> Size;
  Type *In = At->getSourceElementType();
  for (const Use &Index : drop_begin(At->indices())) {
    if (!L.isLoopInvariant(Index) && isa<ArrayType>(In))
      Size = Layout.getTypeAllocSize(In).getFixedValue();
    In = GetElementPtrInst::getTypeAtIndex(In, Index);
  }
  return Size;
}

/// Notes the parameters that Pointer, or what it is loaded through, comes from.
void LoopReader::readParameters(const Value &Pointer) {
  SmallVector<const Value *, 4> From = {&Pointer};
  for (unsigned Next = 0; Next < From.size() && Next != MostConditions; ++Next)
    if (auto *A = dyn_cast<Argument>(From[Next])) {
      Parameters.insert(A->getArgNo());
    } else if (auto *Load = dyn_cast<LoadInst>(From[Next])) {
      getUnderlyingObjects(Load->getPointerOperand(), From);
    } else if (Next == 0) {
      getUnderlyingObjects(&Pointer, From);
    }
}

void LoopReader::readAccess(const Instruction &I, const Value &Pointer) {
  std::optional<LoopOperation> O = describeOperation(I);
  SourceAccess Access;
  Access.Operation = O ? *O : LoopOperation();
  Access.Operation.Step = Steps.of(Pointer);
  readParameters(Pointer);
  if (std::optional<int64_t> Step = Access.Operation.Step; Step && *Step != 0)
    for (std::optional<uint64_t> Size :
         {sizeOfObject(Pointer, Layout), sizeOfRow(Pointer, L, Layout)})
      if (Size)
        MostIterations = std::min<uint64_t>(
            MostIterations, *Size / (*Step < 0 ? -uint64_t(*Step) : *Step));
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

/// A chain of integers or pointers counts where it is more than counting and
/// adding up, which can be done in any order.
void LoopReader::readRecurrence(const PHINode &Phi) {
  const BasicBlock *Latch = L.getLoopLatch();
  bool IsFloat = Phi.getType()->isFPOrFPVectorTy();
  if (!Latch || (!IsFloat && (Phi.getType()->isVectorTy() || !isSerial(Phi))))
    return;
  if (std::optional<Recurrence> R =
          chainBetween(Phi, *Phi.getIncomingValueForBlock(Latch), L, Loops))
    Result.Recurrences.push_back(std::move(*R));
}

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

/// The load of what Pointer points to that V, a value of the loop, is computed
/// with; null: there is none.
const LoadInst *LoopReader::loadBehind(const Value &V, const Value &Pointer,
                                       unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&V);
  if (!I || !L.contains(I) || Depth == MostConditions)
    return nullptr;
  if (auto *Load = dyn_cast<LoadInst>(I))
    return Load->isSimple() && isSamePlace(*Load->getPointerOperand(), Pointer)
               ? Load
               : nullptr;
  // What comes from the iteration before is in a register.
  const bool IsChoice = isa<PHINode>(I);
  if (IsChoice && I->getParent() == L.getHeader())
    return nullptr;
  // A way that stores something else cuts the chain of those that do not.
  const LoadInst *Found = nullptr;
  for (const Value *Operand : I->operands()) {
    const LoadInst *Load = loadBehind(*Operand, Pointer, Depth + 1);
    if (Load && !IsChoice)
      return Load;
    if (!Load && IsChoice)
      return nullptr;
    Found = Load;
  }
  return Found;
}

/// Notes what goes through memory and might be in a register.
void LoopReader::readPlace(const StoreInst &Store) {
  const Value &Pointer = *Store.getPointerOperand();
  if (!Store.isSimple() || !isInEachIteration(*Store.getParent(), L) ||
      Steps.of(Pointer) != 0 || isa<AllocaInst>(getUnderlyingObject(&Pointer)))
    return;
  const LoadInst *Load = loadBehind(*Store.getValueOperand(), Pointer, 0);
  if (!Load)
    return;
  for (const Instruction *I :
       std::initializer_list<const Instruction *>{&Store, Load})
    Result.PlacesInMemory.push_back(
        I->getDebugLoc() ? I->getDebugLoc().getLine() : 0);
}

/// Pointer's step is no constant. Whether it is one that does not change: a
/// chain of pointers goes where data say.
bool LoopReader::readStride(const Value &Pointer) {
  bool IsIrregular = dependsOnLoads(Pointer, 0);
  Result.IsIrregular |= IsIrregular;
  Result.HasStrides |= !IsIrregular;
  return !IsIrregular;
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

static PlaceInFunction placeOf(const Loop &L) {
  DebugLoc Start = L.getStartLoc();
  return Start ? PlaceInFunction{Start->getFilename().str(), Start.getLine(),
                                 Start.getCol()}
               : PlaceInFunction();
}

SourceLoop LoopReader::read() {
  Result.Place = placeOf(L);
  Result.Start = L.getStartLoc().get();
  Result.IsInlined = Result.Start && Result.Start->getInlinedAt();
  for (const Loop *Outer = L.getParentLoop(); Outer;
       Outer = Outer->getParentLoop())
    Result.Around.push_back(placeOf(*Outer));
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
        readPlace(*Store);
      auto *Call = dyn_cast<CallBase>(&I);
      Result.IsIrregular |= Call && !isa<IntrinsicInst>(Call);
      bool IsStrided = Pointer && !Steps.of(*Pointer) && readStride(*Pointer);
      if (std::optional<LoopOperation> O = describeOperation(I)) {
        if (Pointer)
          O->Step = Steps.of(*Pointer);
        O->IsStrided = IsStrided;
        Result.Marks.push_back(*O);
      }
    }
  }
  for (unsigned Number : Parameters)
    Result.Parameters.push_back(
        sourceParameterName(*L.getHeader()->getParent()->getArg(Number)));
  for (const PHINode &Phi : L.getHeader()->phis()) {
    readRecurrence(Phi);
    Result.IsSerial |= isSerial(Phi);
  }
  for (Recurrence &R : chainsThroughMemory(L, Loops, Steps))
    Result.Recurrences.push_back(std::move(R));
  Result.IsCounted = isCounted();
  Result.Length =
      MostIterations < ManyIterations ? LoopLength::Few : lengthOf(L);
  Result.EntriesOverlap = entriesOverlap(L, Loops);
  Result.IsInnermost = L.isInnermost();
  return std::move(Result);
}

/// Whether something of L counts its iterations one by one.
static bool countsByOnes(const Loop &L) {
  const BasicBlock *Latch = L.getLoopLatch();
  return Latch && any_of(L.getHeader()->phis(), [&](const PHINode &Phi) {
           auto *Next =
               dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(Latch));
           auto *Step = Next && Next->getOpcode() == Instruction::Add &&
                                Next->getOperand(0) == &Phi
                            ? dyn_cast<ConstantInt>(Next->getOperand(1))
                            : nullptr;
           return Step && (Step->isOne() || Step->isMinusOne());
         });
}

/// Whether L was vectorized or unrolled before, as in the first half of a
/// link-time optimization: every operation is there several times. Its
/// iterations are not those of the source. Copies move by the same; what a
/// macro puts at one place need not. Complex numbers have two of all, and are
/// counted one by one.
static bool isTransformed(const Loop &L, const SourceLoop &Read) {
  if (findOptionMDForLoop(&L, "llvm.loop.isvectorized"))
    return true;
  if (countsByOnes(L))
    return false;
  std::map<std::tuple<unsigned, unsigned, unsigned, std::optional<int64_t>>,
           unsigned>
      Copies;
  for (const LoopOperation &O : Read.Marks)
    ++Copies[{O.Line, O.Column, O.Opcode, O.Step}];
  return !Copies.empty() &&
         all_of(Copies, [](const auto &Place) { return Place.second > 1; });
}

void SourceLoops::note(const Function &F, const LoopInfo &Loops) {
  std::vector<SourceLoop> &Known = Noted[F.getName()];
  Known.clear();
  WithOthers.erase(F.getName());
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    SourceLoop Read = LoopReader(*L, Loops).read();
    if (isTransformed(*L, Read))
      WithOthers.insert(F.getName());
    else
      Known.push_back(std::move(Read));
  }
}

bool SourceLoops::knowsPlaces(StringRef Symbol) const {
  auto Function = Noted.find(Symbol);
  return Function != Noted.end() && !WithOthers.contains(Symbol) &&
         all_of(Function->second,
                [](const SourceLoop &L) { return L.Place.Line != 0; });
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
