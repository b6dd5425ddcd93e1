//===- OperationRules.cpp - Which instructions are nodes ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are floating-point additions, multiplications, divisions and square
// roots, and accesses to floating-point values (extended-roofline paper, III).
// Everything else that stays in the module is free.
//
//===----------------------------------------------------------------------===//

#include "OperationRules.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace rafter;
using namespace llvm;

unsigned rafter::flatElements(const Type *T) {
  if (const auto *V = dyn_cast<VectorType>(T))
    return V->getElementCount().getKnownMinValue();
  if (const auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() * flatElements(A->getElementType());
  if (const auto *S = dyn_cast<StructType>(T)) {
    unsigned Sum = 0;
    for (const Type *E : S->elements())
      Sum += flatElements(E);
    return Sum;
  }
  return T->isFloatingPointTy() || T->isIntegerTy() || T->isPointerTy();
}

OperationRules::OperationRules(const Module &M, const LoweringOptions &Options)
    : Layout(M.getDataLayout()), Options(Options), Fusion(M),
      LibraryImpl(Triple(M.getTargetTriple())) {
  findSeenFunctions(M);
}

bool OperationRules::isTrackedScalar(const Type *T) const {
  return T->isFloatingPointTy() ||
         (Options.AddressDependences && (T->isIntegerTy() || T->isPointerTy()));
}

bool OperationRules::isTracked(const Type *T) const {
  if (const auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() != 0 && isTracked(A->getElementType());
  if (const auto *S = dyn_cast<StructType>(T))
    return any_of(S->elements(), [&](const Type *E) { return isTracked(E); });
  return isTrackedScalar(T->getScalarType());
}

void OperationRules::forEachTracked(
    const Type *T,
    function_ref<void(const Type *, uint64_t, unsigned)> Visit) const {
  auto Walk = [&](auto &Self, const Type *T, uint64_t Offset,
                  unsigned First) -> void {
    if (!isTracked(T))
      return;
    if (const auto *A = dyn_cast<ArrayType>(T)) {
      Type *E = A->getElementType();
      for (uint64_t I = 0; I != A->getNumElements(); ++I)
        Self(Self, E, Offset + I * Layout.getTypeAllocSize(E).getFixedValue(),
             First + I * flatElements(E));
    } else if (const auto *S = dyn_cast<StructType>(T)) {
      const StructLayout *SL =
          Layout.getStructLayout(const_cast<StructType *>(S));
      for (unsigned I = 0; I != S->getNumElements(); ++I) {
        Type *E = S->getElementType(I);
        Self(Self, E, Offset + SL->getElementOffset(I).getFixedValue(), First);
        First += flatElements(E);
      }
    } else {
      Visit(T, Offset, First);
    }
  };
  Walk(Walk, T, 0, 0);
}

std::optional<LibFunc>
OperationRules::libraryFunction(const CallBase &C) const {
  TargetLibraryInfo TLI(LibraryImpl, C.getFunction());
  LibFunc F;
  const Function *Callee = C.getCalledFunction();
  if (Callee && Callee->isDeclaration() && !C.isNoBuiltin() &&
      TLI.getLibFunc(*Callee, F) && TLI.has(F))
    return F;
  return std::nullopt;
}

static std::optional<OperationKind> intrinsicComputation(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
  case Intrinsic::experimental_constrained_fma:
  case Intrinsic::experimental_constrained_fmuladd:
    return OperationKind::FusedMultiplyAdd;
  case Intrinsic::sqrt:
  case Intrinsic::experimental_constrained_sqrt:
    return OperationKind::SquareRoot;
  case Intrinsic::experimental_constrained_fadd:
  case Intrinsic::experimental_constrained_fsub:
    return OperationKind::Add;
  case Intrinsic::experimental_constrained_fmul:
    return OperationKind::Multiply;
  case Intrinsic::experimental_constrained_fdiv:
    return OperationKind::Divide;
  default:
    return std::nullopt;
  }
}

/// The C library's fma, which LLVM does not list among the functions it knows.
static bool isFusedMultiplyAddCall(const CallInst &C) {
  const Function *F = C.getCalledFunction();
  return F && F->isDeclaration() && !C.isNoBuiltin() && F->arg_size() == 3 &&
         F->getReturnType()->isFloatingPointTy() &&
         all_of(F->args(),
                [&](const Argument &A) {
                  return A.getType() == F->getReturnType();
                }) &&
         is_contained({"fma", "fmaf", "fmal"}, F->getName());
}

std::optional<OperationKind>
OperationRules::computation(const Instruction &I) const {
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
    return Fusion.product(I) ? OperationKind::FusedMultiplyAdd
                             : OperationKind::Add;
  case Instruction::FMul:
    return OperationKind::Multiply;
  case Instruction::FDiv:
  case Instruction::FRem:
    return OperationKind::Divide;
  default:
    break;
  }
  if (const auto *II = dyn_cast<IntrinsicInst>(&I))
    return intrinsicComputation(II->getIntrinsicID());
  const auto *C = dyn_cast<CallInst>(&I);
  if (!C)
    return std::nullopt;
  if (isFusedMultiplyAddCall(*C))
    return OperationKind::FusedMultiplyAdd;
  switch (libraryFunction(*C).value_or(NotLibFunc)) {
  case LibFunc_sqrt:
  case LibFunc_sqrtf:
  case LibFunc_sqrtl:
    return OperationKind::SquareRoot;
  default:
    return std::nullopt;
  }
}

std::optional<OperationKind>
OperationRules::reduction(const Instruction &I) const {
  const auto *II = dyn_cast<IntrinsicInst>(&I);
  if (II && II->getIntrinsicID() == Intrinsic::vector_reduce_fadd)
    return OperationKind::Add;
  if (II && II->getIntrinsicID() == Intrinsic::vector_reduce_fmul)
    return OperationKind::Multiply;
  return std::nullopt;
}

const Type *OperationRules::accessedType(const Instruction &I) const {
  if (isa<LoadInst>(I))
    return I.getType();
  if (const auto *S = dyn_cast<StoreInst>(&I))
    return S->getValueOperand()->getType();
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return A->getType();
  if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
    return A->getNewValOperand()->getType();
  if (const auto *II = dyn_cast<IntrinsicInst>(&I))
    switch (II->getIntrinsicID()) {
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_expandload:
      return II->getType();
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_compressstore:
      return II->getArgOperand(0)->getType();
    default:
      break;
    }
  return nullptr;
}

const Value *rafter::accessedPointer(const Instruction &I) {
  if (const Value *P = getLoadStorePointerOperand(&I))
    return P;
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return A->getPointerOperand();
  if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
    return A->getPointerOperand();
  // The masked intrinsics: what they store comes first.
  return cast<IntrinsicInst>(I).getArgOperand(I.getType()->isVoidTy() ? 1 : 0);
}

const Function *OperationRules::knownCallee(const CallBase &C) {
  const Value *Callee = C.getCalledOperand()->stripPointerCastsAndAliases();
  const auto *F = dyn_cast<Function>(Callee);
  return F && F->getFunctionType() == C.getFunctionType() ? F : nullptr;
}

/// Intrinsics that give a floating-point value without computing one.
static bool isFreeIntrinsic(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::canonicalize:
  case Intrinsic::arithmetic_fence:
  case Intrinsic::ssa_copy:
  case Intrinsic::vector_insert:
  case Intrinsic::vector_extract:
  case Intrinsic::vector_reverse:
  case Intrinsic::vector_splice_left:
  case Intrinsic::vector_splice_right:
  case Intrinsic::vector_interleave2:
  case Intrinsic::vector_deinterleave2:
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
  case Intrinsic::experimental_constrained_fptrunc:
  case Intrinsic::experimental_constrained_fpext:
  case Intrinsic::experimental_constrained_sitofp:
  case Intrinsic::experimental_constrained_uitofp:
    return true;
  default:
    return false;
  }
}

/// "llvm.exp.f64" is "exp", "llvm.memcpy.p0.p0.i64" is "memcpy".
static std::string intrinsicName(Intrinsic::ID ID) {
  StringRef Name = Intrinsic::getBaseName(ID);
  if (Name.count('.') == 1)
    Name.consume_front("llvm.");
  return Name.str();
}

std::pair<CallTreatment, std::string>
OperationRules::classifyIntrinsic(const CallBase &C) const {
  Intrinsic::ID ID = C.getIntrinsicID();
  bool GivesFloat = C.getType()->isFPOrFPVectorTy() ||
                    (isa<StructType>(C.getType()) &&
                     any_of(cast<StructType>(C.getType())->elements(),
                            [](Type *T) { return T->isFPOrFPVectorTy(); }));
  if (isa<AnyMemIntrinsic>(C) ||
      (GivesFloat && !isFreeIntrinsic(ID) && !computation(C) && !reduction(C) &&
       !accessedType(C)))
    return {CallTreatment::Unseen, intrinsicName(ID)};
  return {CallTreatment::Transparent, ""};
}

bool OperationRules::canBeCopied(const Function &F) {
  if (F.isDeclaration() || F.hasFnAttribute(Attribute::Naked) ||
      F.isPresplitCoroutine())
    return false;
  for (const BasicBlock &B : F) {
    // Computed jumps lead into the original.
    if (B.hasAddressTaken())
      return false;
    if (const CallInst *C = B.getTerminatingMustTailCall())
      if (F.isVarArg() || C->getFunctionType()->isVarArg())
        return false;
  }
  return true;
}

std::pair<CallTreatment, std::string>
OperationRules::classify(const CallBase &C) const {
  if (isa<IntrinsicInst>(C))
    return classifyIntrinsic(C);
  if (C.isInlineAsm())
    return {CallTreatment::Unseen, "inline assembly"};
  const Function *F = knownCallee(C);
  if (!F)
    return {CallTreatment::Indirect, ""};
  if (isSeen(*F))
    return {CallTreatment::Seen, ""};
  if (computation(C))
    return {CallTreatment::Transparent, ""};
  switch (libraryFunction(C).value_or(NotLibFunc)) {
  case LibFunc_fabs:
  case LibFunc_fabsf:
  case LibFunc_copysign:
  case LibFunc_copysignf:
  case LibFunc_fmin:
  case LibFunc_fminf:
  case LibFunc_fmax:
  case LibFunc_fmaxf:
  case LibFunc_floor:
  case LibFunc_floorf:
  case LibFunc_ceil:
  case LibFunc_ceilf:
  case LibFunc_trunc:
  case LibFunc_truncf:
  case LibFunc_rint:
  case LibFunc_rintf:
  case LibFunc_nearbyint:
  case LibFunc_nearbyintf:
  case LibFunc_round:
  case LibFunc_roundf:
    return {CallTreatment::Transparent, ""};
  default:
    break;
  }
  // A function of the module that is not seen has no effect on the stream,
  // unless its form forbids the copy.
  if (canBeCopied(*F))
    return {CallTreatment::Transparent, ""};
  bool Returns = C.willReturn() && C.doesNotThrow() &&
                 (C.hasFnAttr(Attribute::NoCallback) || libraryFunction(C));
  return {Returns ? CallTreatment::Unseen : CallTreatment::UnseenCut,
          readableName(F->getName())};
}

bool OperationRules::hasOwnOperations(const Function &F) const {
  if (isTracked(F.getReturnType()))
    return true;
  for (const Instruction &I : instructions(F)) {
    const Type *Accessed = accessedType(I);
    if (computation(I) || reduction(I) || (Accessed && isTracked(Accessed)))
      return true;
    const auto *C = dyn_cast<CallBase>(&I);
    if (C && classify(*C).first != CallTreatment::Transparent)
      return true;
  }
  return false;
}

void OperationRules::findSeenFunctions(const Module &M) {
  // While nothing is seen yet, calls inside the module are transparent: first
  // the functions with operations of their own, then all that call them.
  SmallVector<const Function *> Rest;
  for (const Function &F : M)
    if (canBeCopied(F))
      Rest.push_back(&F);
  SmallVector<const Function *> Found;
  for (const Function *F : Rest)
    if (hasOwnOperations(*F))
      Found.push_back(F);
  for (const Function *F : Found)
    Seen.insert(F);
  DenseMap<const Function *, SmallVector<const Function *>> Callers;
  for (const Function *F : Rest)
    for (const Instruction &I : instructions(*F))
      if (const auto *C = dyn_cast<CallBase>(&I))
        if (const Function *Callee = knownCallee(*C))
          Callers[Callee].push_back(F);
  while (!Found.empty())
    for (const Function *Caller : Callers.lookup(Found.pop_back_val()))
      if (Seen.insert(Caller).second)
        Found.push_back(Caller);
}
