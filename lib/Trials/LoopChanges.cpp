//===- LoopChanges.cpp - What a line of the source changes ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Metadata and attributes as of Clang's CodeGen (CGLoopInfo.cpp, CGCall.cpp)
// for the same pragma or attribute.
//
//===----------------------------------------------------------------------===//

#include "rafter/Trials/LoopChanges.h"
#include "BranchFlattening.h"
#include "LoopExchange.h"
#include "LoopPrefetch.h"
#include "PlacePromotion.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/CodeGen/SourceLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace rafter;
using namespace llvm;

static bool isWanted(const Function &F,
                     const std::set<std::string> &Functions) {
  return !F.isDeclaration() && Functions.count(rafter::sourceName(F)) != 0;
}

/// The innermost loops of F. Forest holds them.
static std::vector<Loop *> innermostLoops(const LoopInfo &Forest) {
  std::vector<Loop *> Result;
  for (Loop *L : Forest.getLoopsInPreorder())
    if (L->isInnermost())
      Result.push_back(L);
  return Result;
}

//===----------------------------------------------------------------------===//
// Loop pragmas
//===----------------------------------------------------------------------===//

static void hint(Loop &L, StringRef Name, unsigned Value = 1) {
  std::string Full = ("llvm.loop." + Name).str();
  addStringMetadataToLoop(&L, Full.c_str(), Value);
}

static std::string hintLoops(ArrayRef<Loop *> Loops, const LoopChange &C) {
  std::string Count = "(" + utostr(C.Count) + ")";
  std::string Line = "#pragma clang loop ";
  for (Loop *L : Loops)
    switch (C.Kind) {
    case ChangeKind::Vectorize:
      hint(*L, "vectorize.enable");
      Line = "#pragma clang loop vectorize(enable)";
      break;
    case ChangeKind::Interleave:
      hint(*L, "interleave.count", C.Count);
      Line = "#pragma clang loop interleave_count" + Count;
      break;
    case ChangeKind::VectorWidth:
      hint(*L, "vectorize.width", C.Count);
      if (C.Count > 1)
        hint(*L, "vectorize.enable");
      Line = C.Count > 1 ? "#pragma clang loop vectorize_width" + Count
                         : "#pragma clang loop vectorize(disable)";
      break;
    case ChangeKind::UnrollCount:
      hint(*L, "unroll.count", C.Count);
      Line = "#pragma clang loop unroll_count" + Count;
      break;
    case ChangeKind::NoUnroll:
      hint(*L, "unroll.disable");
      Line = "#pragma clang loop unroll(disable)";
      break;
    default:
      hint(*L, "distribute.enable");
      Line = "#pragma clang loop distribute(enable)";
      break;
    }
  return Loops.empty() ? "" : Line;
}

//===----------------------------------------------------------------------===//
// Floating point
//===----------------------------------------------------------------------===//

static std::string allowReassociation(Function &F) {
  bool Any = false;
  for (Instruction &I : instructions(F))
    if (isa<FPMathOperator>(I) &&
        (I.getOpcode() == Instruction::FAdd ||
         I.getOpcode() == Instruction::FSub ||
         I.getOpcode() == Instruction::FMul || isa<IntrinsicInst>(I))) {
      Any |= !I.hasAllowReassoc();
      I.setHasAllowReassoc(true);
    }
  return Any ? "#pragma clang fp reassociate(on)" : "";
}

static std::string allowReciprocals(Function &F) {
  bool Any = false;
  for (Instruction &I : instructions(F))
    if (I.getOpcode() == Instruction::FDiv && !isa<Constant>(I.getOperand(0))) {
      I.setHasAllowReciprocal(true);
      Any = true;
    }
  return Any ? "#pragma clang fp reciprocal(on)" : "";
}

bool rafter::mayFuse(const Function &F) {
  return llvm::any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == Intrinsic::fmuladd;
  });
}

bool rafter::computesFloats(const Function &F) {
  return llvm::any_of(instructions(F), [](const Instruction &I) {
    return isa<FPMathOperator>(I) && !isa<PHINode>(I) && !isa<SelectInst>(I) &&
           I.getType()->isFPOrFPVectorTy();
  });
}

//===----------------------------------------------------------------------===//
// Pointers, objects, branches, calls
//===----------------------------------------------------------------------===//

static std::string nameOf(const Argument &A) {
  std::string Name = rafter::sourceName(static_cast<const Value &>(A));
  if (!Name.empty())
    return Name;
  // The frontend puts it into its variable, or, where the pointer of a view
  // comes by itself, into the view.
  for (const User *U : A.users())
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getValueOperand() == &A)
      if (auto *Of = dyn_cast<AllocaInst>(
              getUnderlyingObject(Store->getPointerOperand()));
          Of && !rafter::sourceName(*Of).empty())
        return (Of->getAllocatedType()->isPointerTy() ? ""
                                                      : "the pointer in ") +
               rafter::sourceName(*Of);
  return "parameter " + utostr(A.getArgNo() + 1);
}

static std::string promiseNoOverlap(Function &F) {
  // The frontend keeps local variables in memory.
  bool Stores = any_of(instructions(F), [](const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    return Store &&
           !isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
  });
  std::vector<std::string> Names;
  for (Argument &A : F.args())
    if (Stores && A.getType()->isPointerTy() && !A.hasStructRetAttr() &&
        !A.hasByValAttr() && !A.hasNoAliasAttr()) {
      A.addAttr(Attribute::NoAlias);
      if (std::string Name = nameOf(A); !is_contained(Names, Name))
        Names.push_back(std::move(Name));
    }
  return Names.empty() ? "" : "restrict on " + join(Names, ", ");
}

static std::string inlineCalls(ArrayRef<Loop *> Loops) {
  std::set<std::string> Names;
  for (Loop *L : Loops)
    for (BasicBlock *B : L->blocks())
      for (Instruction &I : *B) {
        auto *Call = dyn_cast<CallBase>(&I);
        Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (!Callee || Callee->isDeclaration() || Callee == B->getParent() ||
            Callee->hasFnAttribute(Attribute::AlwaysInline))
          continue;
        Callee->removeFnAttr(Attribute::NoInline);
        Callee->addFnAttr(Attribute::AlwaysInline);
        Names.insert(rafter::sourceName(*Callee));
      }
  if (Names.empty())
    return "";
  return "__attribute__((always_inline)) on " +
         join(std::vector<std::string>(Names.begin(), Names.end()), ", ");
}

static std::string distrustBranches(ArrayRef<Loop *> Loops) {
  std::set<unsigned> Lines;
  for (Loop *L : Loops)
    for (BasicBlock *B : L->blocks()) {
      auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
      if (!Branch || !Branch->isConditional() || L->isLoopExiting(B))
        continue;
      Branch->setMetadata(LLVMContext::MD_unpredictable,
                          MDBuilder(B->getContext()).createUnpredictable());
      Lines.insert(Branch->getDebugLoc() ? Branch->getDebugLoc().getLine() : 0);
    }
  if (Lines.empty())
    return "";
  std::vector<std::string> Numbers;
  for (unsigned Line : Lines)
    Numbers.push_back(utostr(Line));
  return "__builtin_unpredictable around the condition of line " +
         join(Numbers, ", ");
}

static std::string alignObjects(Function &F, unsigned Bytes) {
  std::set<std::string> Names;
  auto align = [&](auto &Object, Type *Of, const std::string &Name) {
    if (!Of->isArrayTy() || Object.getAlign().valueOrOne() >= Bytes)
      return;
    Object.setAlignment(Align(Bytes));
    Names.insert(Name);
  };
  for (Instruction &I : instructions(F))
    for (Value *Operand : I.operands())
      if (auto *Global = dyn_cast<GlobalVariable>(Operand->stripPointerCasts()))
        if (Global->hasDefinitiveInitializer())
          align(*Global, Global->getValueType(), Global->getName().str());
  if (Names.empty())
    return "";
  return "alignas(" + utostr(Bytes) + ") on " +
         join(std::vector<std::string>(Names.begin(), Names.end()), ", ");
}

static std::string applyTo(Function &F, const LoopChange &C) {
  if (C.Kind == ChangeKind::Prefetch)
    return prefetchLoads(F, C.Count);
  DominatorTree Dominators(F);
  LoopInfo Forest(Dominators);
  std::vector<Loop *> Loops = innermostLoops(Forest);
  switch (C.Kind) {
  case ChangeKind::Reassociate:
    return allowReassociation(F);
  case ChangeKind::Reciprocal:
    return allowReciprocals(F);
  case ChangeKind::NoOverlap:
    return promiseNoOverlap(F);
  case ChangeKind::InlineCalls:
    return inlineCalls(Loops);
  case ChangeKind::Exchange:
    return exchangeLoops(F);
  case ChangeKind::Unpredictable:
    return distrustBranches(Loops);
  case ChangeKind::AlignObjects:
    return alignObjects(F, C.Count);
  case ChangeKind::PromotePlaces:
    return promotePlaces(F);
  case ChangeKind::FlattenBranches:
    return flattenBranches(F, C.Count);
  default:
    return hintLoops(Loops, C);
  }
}

ChangeLines rafter::applyChange(Module &M,
                                const std::set<std::string> &Functions,
                                const LoopChange &Change) {
  ChangeLines Lines;
  for (Function &F : M)
    if (isWanted(F, Functions))
      if (std::string Line = applyTo(F, Change); !Line.empty())
        Lines[rafter::sourceName(F)] = Line;
  return Lines;
}
