//===- PointedObjects.cpp - What loaded pointers point to -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All uses of a variable that other files cannot name are followed. As soon as
// one of them lets its address go elsewhere, nothing is known.
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/PointedObjects.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rafter {

/// What Pointer, or each element of a vector of pointers, is made of.
static const Value *madeOf(const Value &Pointer) {
  const Value *V = &Pointer;
  while (V->getType()->isVectorTy()) {
    auto *Element = dyn_cast<GEPOperator>(V);
    if (!Element)
      return nullptr;
    V = Element->getPointerOperand();
  }
  return getUnderlyingObject(V);
}

/// The variable that all calls of its function in the module pass for A.
static const GlobalVariable *passedFor(const Argument &A) {
  const Function &F = *A.getParent();
  const GlobalVariable *Found = nullptr;
  for (const User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledOperand() != &F ||
        Call->arg_size() <= A.getArgNo() || Call->getFunction() == &F)
      continue;
    auto *Passed = dyn_cast<GlobalVariable>(
        getUnderlyingObject(Call->getArgOperand(A.getArgNo())));
    if (!Passed || (Found && Found != Passed))
      return nullptr;
    Found = Passed;
  }
  return Found;
}

uint64_t bytesBehindLine(const Value &Pointer) {
  constexpr uint64_t Line = 64;
  const GlobalVariable *G = nullptr;
  if (auto *A = dyn_cast<Argument>(&Pointer))
    G = passedFor(*A);
  else
    G = dyn_cast<GlobalVariable>(&Pointer);
  if (!G || G->isDeclaration())
    return 0;
  uint64_t Alignment = G->getAlign().valueOrOne().value();
  return Alignment < Line ? Alignment : 0;
}

static const GlobalVariable *variableOf(const Value *Object) {
  if (auto *A = dyn_cast_or_null<Argument>(Object))
    return passedFor(*A);
  return dyn_cast_or_null<GlobalVariable>(Object);
}

namespace {

/// The pointers that are stored in one variable.
class StoredPointers {
public:
  explicit StoredPointers(const GlobalVariable &In) { Addresses.insert(&In); }

  /// The only variable that they point into; null: nobody knows.
  const GlobalVariable *target();

private:
  bool follow(const Value &Address, const User &U);
  bool stores(const Value &V);

  SetVector<const Value *> Addresses;
  const GlobalVariable *Target = nullptr;
};

} // namespace

/// Whether what V, which is stored, points to is known.
bool StoredPointers::stores(const Value &V) {
  if (auto *C = dyn_cast<Constant>(&V); C && C->isNullValue())
    return true;
  if (!V.getType()->isPtrOrPtrVectorTy())
    return false;
  const auto *Of = dyn_cast_or_null<GlobalVariable>(madeOf(V));
  if (!Of || (Target && Target != Of))
    return false;
  Target = Of;
  return true;
}

/// Whether U, which uses an address in the variable, is understood.
bool StoredPointers::follow(const Value &Address, const User &U) {
  if (isa<LoadInst, CmpInst>(U))
    return true;
  if (isa<GEPOperator, PHINode, SelectInst>(U)) {
    Addresses.insert(&U);
    return true;
  }
  if (auto *Store = dyn_cast<StoreInst>(&U))
    return Store->getValueOperand() != &Address &&
           stores(*Store->getValueOperand());
  auto *Call = dyn_cast<CallBase>(&U);
  if (!Call)
    return false;
  if (auto *Set = dyn_cast<MemSetInst>(Call))
    return isa<ConstantInt>(Set->getValue()) &&
           cast<ConstantInt>(Set->getValue())->isZero();
  const Function *Callee = Call->getCalledFunction();
  if (!Callee || Callee->isDeclaration() || Callee->isVarArg())
    return isa<LifetimeIntrinsic>(Call);
  for (const Use &Operand : Call->args())
    if (Operand.get() == &Address)
      Addresses.insert(Callee->getArg(Call->getArgOperandNo(&Operand)));
  return true;
}

const GlobalVariable *StoredPointers::target() {
  const auto &In = *cast<GlobalVariable>(Addresses.front());
  if (!In.hasLocalLinkage() || !In.hasInitializer() ||
      !In.getInitializer()->isNullValue())
    return nullptr;
  for (size_t I = 0; I != Addresses.size(); ++I)
    for (const User *U : Addresses[I]->users())
      if (!follow(*Addresses[I], *U))
        return nullptr;
  return Target;
}

const GlobalVariable *pointedObject(const Value &Pointer) {
  const Value *Object = madeOf(Pointer);
  auto *Load = dyn_cast_or_null<LoadInst>(Object);
  if (!Load)
    return dyn_cast_or_null<GlobalVariable>(Object);
  const GlobalVariable *From =
      variableOf(getUnderlyingObject(Load->getPointerOperand()));
  return From ? StoredPointers(*From).target() : nullptr;
}

} // namespace rafter
