//===- RelatedCode.cpp - The part of a program that matters --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function calls may be inlined into it; from its callers follows what
// is known of its arguments, and whether its data are in caches. Of what only
// this module sees, the optimizer looks at all uses: at what is stored to a
// variable, at how often a function is called.
//
//===----------------------------------------------------------------------===//

#include "rafter/Trials/RelatedCode.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace rafter;
using namespace llvm;

namespace {

class RelatedCode {
public:
  /// G is used by what is compiled like before, and so is what it uses.
  void addWhole(GlobalValue &G) {
    add(G);
    if (Whole.insert(&G))
      forEachOperand(G, [this](GlobalValue &Used) { addWhole(Used); });
  }
  void addCallers(Function &F) {
    forEachUser(F, [this](GlobalValue &User) {
      if (auto *Caller = dyn_cast<Function>(&User);
          Caller && Callers.insert(Caller).second) {
        add(*Caller);
        addCallers(*Caller);
      }
    });
  }
  bool contains(GlobalValue &G) const { return Kept.contains(&G); }

private:
  void add(GlobalValue &G) {
    if (!Kept.insert(&G).second)
      return;
    auto *Variable = dyn_cast<GlobalVariable>(&G);
    if (G.hasLocalLinkage() && !(Variable && Variable->isConstant()))
      forEachUser(G, [this](GlobalValue &User) { add(User); });
  }
  template <class Function> static void forEachUser(Value &V, Function Do) {
    for (User *U : V.users())
      if (auto *I = dyn_cast<Instruction>(U))
        Do(*I->getFunction());
      else if (auto *G = dyn_cast<GlobalValue>(U))
        Do(*G);
      else
        forEachUser(*U, Do);
  }
  template <class Function> static void forEachGlobal(Value *V, Function Do) {
    if (auto *G = dyn_cast<GlobalValue>(V))
      Do(*G);
    else if (auto *C = dyn_cast<Constant>(V))
      for (Value *Operand : C->operands())
        forEachGlobal(Operand, Do);
  }
  template <class Callable>
  static void forEachOperand(GlobalValue &G, Callable Do) {
    if (auto *F = dyn_cast<Function>(&G)) {
      for (Instruction &I : instructions(*F))
        for (Value *Operand : I.operands())
          forEachGlobal(Operand, Do);
    } else {
      for (Value *Operand : G.operands())
        forEachGlobal(Operand, Do);
    }
  }

  SmallPtrSet<GlobalValue *, 32> Kept;
  SetVector<GlobalValue *> Whole;
  SmallPtrSet<Function *, 8> Callers;
};

} // namespace

/// Of what is declared only there can be no other names, as constructors have.
static void declareAliases(Module &M, const Function &Gone) {
  std::vector<GlobalAlias *> Others;
  for (GlobalAlias &A : M.aliases())
    if (A.getAliaseeObject() == &Gone)
      Others.push_back(&A);
  for (GlobalAlias *A : Others) {
    auto *Type = dyn_cast<FunctionType>(A->getValueType());
    Function *Declared = Function::Create(Type ? Type : Gone.getFunctionType(),
                                          GlobalValue::ExternalLinkage,
                                          A->getAddressSpace(), "", &M);
    Declared->takeName(A);
    A->replaceAllUsesWith(Declared);
    A->eraseFromParent();
  }
}

void rafter::keepRelated(Module &M, const std::set<std::string> &Functions) {
  RelatedCode Related;
  for (Function &F : M)
    if (!F.isDeclaration() && Functions.count(sourceName(F)) != 0) {
      Related.addWhole(F);
      Related.addCallers(F);
    }
  for (GlobalIFunc &F : M.ifuncs())
    Related.addWhole(*F.getResolverFunction());
  std::vector<Function *> Local, Gone;
  for (Function &F : M)
    if (F.isDeclaration() || Related.contains(F)) {
      continue;
    } else if (F.hasLocalLinkage()) {
      Local.push_back(&F);
    } else {
      Gone.push_back(&F);
    }
  for (Function *F : Gone) {
    declareAliases(M, *F);
    F->deleteBody();
    F->setComdat(nullptr);
  }
  // What only these called, from callers to what they call.
  for (bool Any = true; Any;) {
    Any = false;
    llvm::erase_if(Local, [&](Function *F) {
      F->removeDeadConstantUsers();
      const bool IsUnused = F->use_empty();
      if (IsUnused)
        F->eraseFromParent();
      Any |= IsUnused;
      return IsUnused;
    });
  }
}
