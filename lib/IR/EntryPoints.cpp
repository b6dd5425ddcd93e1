//===- EntryPoints.cpp - How the runtime gets into the module -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry function is called with constants; constructors run by priority.
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "rafter/IR/Probes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace rafter;
using namespace llvm;

static Expected<Constant *> parseArgument(const Function &Entry, unsigned Index,
                                          StringRef Text) {
  Type *T = Entry.getFunctionType()->getParamType(Index);
  auto Bad = [&](const Twine &Why) {
    return createStringError("argument " + Twine(Index + 1) + " of '" +
                             Entry.getName() + "', '" + Text + "', " + Why);
  };
  if (T->isIntegerTy()) {
    bool Negative = Text.consume_front("-");
    APInt Value;
    unsigned Width = T->getIntegerBitWidth();
    if (Text.empty() || Text.getAsInteger(0, Value) ||
        Value.getActiveBits() > Width)
      return Bad("is not an integer of " + Twine(Width) + " bits");
    Value = Value.zextOrTrunc(Width);
    return ConstantInt::get(T, Negative ? -Value : Value);
  }
  if (T->isFloatingPointTy()) {
    APFloat Value(T->getFltSemantics());
    Expected<APFloat::opStatus> Status =
        Value.convertFromString(Text, APFloat::rmNearestTiesToEven);
    if (!Status) {
      consumeError(Status.takeError());
      return Bad("is not a floating-point number");
    }
    return ConstantFP::get(T, Value);
  }
  return createStringError("cannot start at '" + Entry.getName() +
                           "': its parameter " + Twine(Index + 1) +
                           " is not a number");
}

static Expected<SmallVector<Value *>>
entryOperands(const Function &Entry, Function &Wrapper,
              ArrayRef<std::string> Arguments) {
  const FunctionType *T = Entry.getFunctionType();
  SmallVector<Value *> Operands;
  if (Entry.getName() == "main" && T->getNumParams() <= 3) {
    for (unsigned I = 0; I != T->getNumParams(); ++I)
      Operands.push_back(Wrapper.getArg(I));
    if (equal(Operands, T->params(),
              [](Value *V, Type *P) { return V->getType() == P; }))
      return Operands;
    return createStringError(
        "'main' does not have the parameters (int, char **, char **)");
  }
  if (Arguments.size() != T->getNumParams())
    return createStringError("'" + Entry.getName() + "' takes " +
                             Twine(T->getNumParams()) + " arguments, not " +
                             Twine(Arguments.size()));
  for (auto [Index, Text] : enumerate(Arguments)) {
    Expected<Constant *> C = parseArgument(Entry, Index, Text);
    if (!C)
      return C.takeError();
    Operands.push_back(*C);
  }
  return Operands;
}

Error rafter::addEntry(Function &Entry, ArrayRef<std::string> Arguments) {
  Module &M = *Entry.getParent();
  Type *Int = Type::getInt32Ty(M.getContext());
  Type *Pointer = PointerType::get(M.getContext(), 0);
  Function *Wrapper =
      Function::Create(FunctionType::get(Int, {Int, Pointer, Pointer}, false),
                       GlobalValue::ExternalLinkage, ProbeEntrySymbol, M);
  Wrapper->setUWTableKind(UWTableKind::Default);
  Expected<SmallVector<Value *>> Operands =
      entryOperands(Entry, *Wrapper, Arguments);
  if (!Operands)
    return Operands.takeError();
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Wrapper));
  CallInst *Call = B.CreateCall(&Entry, *Operands);
  Call->setCallingConv(Entry.getCallingConv());
  Call->setAttributes(Entry.getAttributes());
  bool HasStatus = Entry.getName() == "main" && Entry.getReturnType() == Int;
  B.CreateRet(HasStatus ? cast<Value>(Call) : ConstantInt::get(Int, 0));
  return Error::success();
}

/// Calls the functions of llvm.global_ctors or llvm.global_dtors, and removes
/// the list.
static void makeCaller(Module &M, StringRef List, StringRef Name,
                       bool Reverse) {
  LLVMContext &C = M.getContext();
  Function *Caller =
      Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                       GlobalValue::ExternalLinkage, Name, M);
  Caller->setUWTableKind(UWTableKind::Default);
  IRBuilder<> B(BasicBlock::Create(C, "", Caller));
  // By priority, then in the order of the list.
  std::map<std::pair<uint64_t, unsigned>, Function *> Calls;
  GlobalVariable *G = M.getNamedGlobal(List);
  if (auto *Array = G && G->hasInitializer()
                        ? dyn_cast<ConstantArray>(G->getInitializer())
                        : nullptr)
    for (const Use &U : Array->operands())
      if (auto *F = dyn_cast<Function>(
              cast<Constant>(U)->getAggregateElement(1)->stripPointerCasts()))
        Calls[{cast<ConstantInt>(cast<Constant>(U)->getAggregateElement(0u))
                   ->getZExtValue(),
               U.getOperandNo()}] = F;
  SmallVector<Function *> Order = to_vector(make_second_range(Calls));
  if (Reverse)
    std::reverse(Order.begin(), Order.end());
  for (Function *F : Order)
    B.CreateCall(F)->setCallingConv(F->getCallingConv());
  B.CreateRetVoid();
  if (G)
    G->eraseFromParent();
}

void rafter::addConstructors(Module &M) {
  makeCaller(M, "llvm.global_ctors", ProbeConstructorsSymbol, false);
  makeCaller(M, "llvm.global_dtors", ProbeDestructorsSymbol, true);
}
