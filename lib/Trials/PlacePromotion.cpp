//===- PlacePromotion.cpp - A place in memory as a variable ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacePromotion.h"
#include "rafter/CodeGen/SourceLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <set>

using namespace llvm;

namespace {

/// One place, and what goes there in a loop.
struct Place {
  Value *Pointer;
  Type *Of;
  SmallVector<Instruction *, 4> Accesses;
  bool IsLoaded = false, IsStored = false;
};

/// Changes one loop.
class Promoter {
public:
  explicit Promoter(Loop &L) : L(L) {}

  /// Names of what was promoted; the variables go to Variables.
  std::set<std::string> promote(SmallVectorImpl<AllocaInst *> &Variables);

private:
  bool staysInPlace(const Value *Pointer) const;
  void collect();
  Value *pointerBefore(Value *Pointer, Instruction *Before) const;

  Loop &L;
  SmallVector<Place, 4> Places;
};

} // namespace

/// Whether Pointer is the same each time, and can be had before the loop.
bool Promoter::staysInPlace(const Value *Pointer) const {
  if (isa<AllocaInst>(getUnderlyingObject(Pointer)))
    return false;
  if (L.isLoopInvariant(Pointer))
    return true;
  auto *Address = dyn_cast<GetElementPtrInst>(Pointer);
  return Address && all_of(Address->operands(), [&](const Value *V) {
           return L.isLoopInvariant(V);
         });
}

static bool isSameAddress(const Value *A, const Value *B) {
  if (A == B)
    return true;
  auto *I = dyn_cast<GEPOperator>(A), *J = dyn_cast<GEPOperator>(B);
  return I && J && I->getSourceElementType() == J->getSourceElementType() &&
         equal(I->operands(), J->operands());
}

void Promoter::collect() {
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      auto *Load = dyn_cast<LoadInst>(&I);
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!(Load && Load->isSimple()) && !(Store && Store->isSimple()))
        continue;
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!staysInPlace(Pointer))
        continue;
      Type *Of = getLoadStoreType(&I);
      auto *Known = find_if(Places, [&](const Place &P) {
        return P.Of == Of && isSameAddress(P.Pointer, Pointer);
      });
      if (Known == Places.end()) {
        Places.push_back({Pointer, Of, {}});
        Known = &Places.back();
      }
      Known->Accesses.push_back(&I);
      (Load ? Known->IsLoaded : Known->IsStored) = true;
    }
  erase_if(Places, [](const Place &P) { return !P.IsLoaded || !P.IsStored; });
}

Value *Promoter::pointerBefore(Value *Pointer, Instruction *Before) const {
  auto *Address = dyn_cast<Instruction>(Pointer);
  if (!Address || !L.contains(Address))
    return Pointer;
  Instruction *Copy = Address->clone();
  Copy->insertBefore(Before->getIterator());
  return Copy;
}

std::set<std::string>
Promoter::promote(SmallVectorImpl<AllocaInst *> &Variables) {
  std::set<std::string> Names;
  BasicBlock *Before = L.getLoopPreheader();
  if (!Before || !L.hasDedicatedExits())
    return Names;
  collect();
  SmallVector<BasicBlock *, 4> Exits;
  L.getUniqueExitBlocks(Exits);
  // What throws on its way out has no place for a store.
  if (any_of(Exits, [](BasicBlock *B) { return B->isEHPad(); }))
    return Names;
  Function &F = *Before->getParent();
  for (Place &P : Places) {
    Value *Pointer = pointerBefore(P.Pointer, Before->getTerminator());
    auto *Variable =
        new AllocaInst(P.Of, F.getDataLayout().getAllocaAddrSpace(), "place",
                       F.getEntryBlock().getFirstInsertionPt());
    auto *First = new LoadInst(P.Of, Pointer, "place.first",
                               Before->getTerminator()->getIterator());
    new StoreInst(First, Variable, Before->getTerminator()->getIterator());
    for (Instruction *I : P.Accesses)
      I->setOperand(isa<LoadInst>(I) ? LoadInst::getPointerOperandIndex()
                                     : StoreInst::getPointerOperandIndex(),
                    Variable);
    for (BasicBlock *Exit : Exits) {
      auto At = Exit->getFirstInsertionPt();
      auto *Last = new LoadInst(P.Of, Variable, "place.last", At);
      new StoreInst(Last, Pointer, At);
    }
    Variables.push_back(Variable);
    Names.insert(rafter::sourceName(*Pointer));
  }
  return Names;
}

std::string rafter::promotePlaces(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Forest(Dominators);
  std::set<std::string> Names;
  SmallVector<AllocaInst *, 4> Variables;
  // Other passes may have merged what stands before and behind a loop.
  for (Loop *L : Forest.getLoopsInPreorder())
    if (L->isInnermost()) {
      simplifyLoop(L, &Dominators, &Forest, nullptr, nullptr, nullptr, false);
      Names.merge(Promoter(*L).promote(Variables));
    }
  if (Variables.empty())
    return "";
  PromoteMemToReg(Variables, Dominators);
  Names.erase("");
  return Names.empty()
             ? "a local variable for what stays in place"
             : "a local variable for " +
                   join(std::vector<std::string>(Names.begin(), Names.end()),
                        ", ");
}
