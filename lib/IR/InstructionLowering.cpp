//===- InstructionLowering.cpp - Operations of one instruction ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computations and accesses become operations (extended-roofline paper, III).
// What only renames or rearranges elements shares the registers of its
// operand: in SSA form, no use of the result can come after the operand's next
// definition. The rest of the free instructions become moves.
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace rafter;
using namespace llvm;

/// Uses that take the elements one by one and do not mind where they are.
static bool takesElements(const User *U) {
  return isa<ExtractElementInst, InsertElementInst, ShuffleVectorInst,
             ExtractValueInst, InsertValueInst, PHINode, ReturnInst>(U);
}

/// I may live in the registers of P, a phi node that it feeds around a loop:
/// P's value is not needed after I is computed, and P is computed again before
/// I is.
bool FunctionLowering::mayShareRegister(const PHINode &P,
                                        const Instruction &I) const {
  const Loop *L = Loops.getLoopFor(I.getParent());
  if (!Reducible || !L || L->getHeader() != P.getParent() ||
      P.getBasicBlockIndex(I.getParent()) < 0 ||
      P.getIncomingValueForBlock(I.getParent()) != &I)
    return false;
  // Users that compute or store do not share P's registers themselves.
  return all_of(P.users(), [&](const User *U) {
    const auto *UI = cast<Instruction>(U);
    // A product that is taken in is computed with the sum.
    if (const Instruction *Sum = Rules.fusion().sum(*UI))
      UI = Sum;
    return UI->getParent() == I.getParent() &&
           (UI == &I || UI->comesBefore(&I)) &&
           (Rules.computation(*UI) || Rules.reduction(*UI) ||
            isa<StoreInst>(UI));
  });
}

/// The first register of such a phi node, or NoRegister.
Register FunctionLowering::coalescedPhi(const Instruction &I) const {
  for (const User *U : I.users())
    if (const auto *P = dyn_cast<PHINode>(U); P && mayShareRegister(*P, I))
      if (RegisterList List = get(P); !List.empty())
        return List.front();
  return NoRegister;
}

Register FunctionLowering::allocateResult(const Instruction &I,
                                          uint32_t Count) {
  Register Shared = coalescedPhi(I);
  return Shared == NoRegister ? allocate(Count) : Shared;
}

Register FunctionLowering::consecutive(const RegisterList &List) {
  if (all_of(List, [](Register R) { return R == NoRegister; }))
    return NoRegister;
  bool IsRun = List.front() != NoRegister;
  for (size_t I = 1; I < List.size() && IsRun; ++I)
    IsRun = List[I] == List.front() + I;
  if (IsRun)
    return List.front();
  Register First = allocate(List.size());
  emitCopies(First, List, List.size());
  return First;
}

/// All elements of the list in one register.
Register FunctionLowering::merged(const RegisterList &List) {
  SmallVector<Register, 8> Rest;
  for (Register R : List)
    if (R != NoRegister && !is_contained(Rest, R))
      Rest.push_back(R);
  while (Rest.size() > 1) {
    size_t Count = std::min<size_t>(3, Rest.size());
    Register All = allocate(1);
    emitMove(All, ArrayRef(Rest).take_back(Count), 1);
    Rest.truncate(Rest.size() - Count);
    Rest.push_back(All);
  }
  return Rest.empty() ? NoRegister : Rest.front();
}

/// The list with Count elements: a scalar is spread, anything else that does
/// not fit makes every element depend on all of it.
RegisterList FunctionLowering::fitted(const RegisterList &List,
                                      unsigned Count) {
  if (List.empty() || List.size() == Count)
    return List;
  return RegisterList(Count, List.size() == 1 ? List.front() : merged(List));
}

void FunctionLowering::lower(const Instruction &I) {
  if (const auto *P = dyn_cast<PHINode>(&I))
    return lowerPhi(*P);
  if (const auto *R = dyn_cast<ReturnInst>(&I))
    return lowerReturn(*R);
  if (Rules.fusion().sum(I))
    return;
  if (std::optional<OperationKind> Kind = Rules.computation(I))
    return lowerComputation(I, *Kind);
  if (std::optional<OperationKind> Kind = Rules.reduction(I))
    return lowerReduction(cast<IntrinsicInst>(I), *Kind);
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return lowerReadModifyWrite(*A);
  if (const Type *Accessed = Rules.accessedType(I))
    return lowerAccess(I, Accessed);
  if (const auto *C = dyn_cast<CallBase>(&I))
    return lowerCall(*C);
  if (Rules.isTracked(I.getType()) && !lowerRearrangement(I))
    lowerFree(I);
}

void FunctionLowering::lowerPhi(const PHINode &P) {
  if (!Rules.isTracked(P.getType()))
    return;
  const Value *Only = P.getIncomingValue(0);
  if (all_of(P.incoming_values(), [&](const Use &V) { return V == Only; }))
    return define(&P, get(Only));
  if (all_of(P.incoming_values(),
             [](const Use &V) { return isa<Constant>(V); }))
    return;
  unsigned Count = flatElements(P.getType());
  define(&P, allocate(Count), Count);
}

Register FunctionLowering::emitComputation(const Instruction &I,
                                           OperationKind Kind,
                                           ArrayRef<Register> Sources,
                                           unsigned NumFactors,
                                           Register Result) {
  StaticOperation &O = emit(Kind, flatElements(I.getType()));
  O.ElementBytes =
      Rules.layout().getTypeStoreSize(I.getType()->getScalarType());
  O.Result = Result;
  for (Register R : Sources)
    O.Sources[O.NumSources++] = R;
  if (Kind == OperationKind::FusedMultiplyAdd)
    O.NumFactors = NumFactors;
  return Result;
}

void FunctionLowering::lowerComputation(const Instruction &I,
                                        OperationKind Kind) {
  unsigned Count = flatElements(I.getType());
  SmallVector<Register, 3> Sources;
  auto take = [&](const Value *V) {
    if (V->getType() == I.getType() && Sources.size() < 3)
      if (Register R = consecutive(get(V)); R != NoRegister)
        Sources.push_back(R);
  };
  const Instruction *Product = Rules.fusion().product(I);
  unsigned NumFactors = 0;
  if (Product) {
    take(Product->getOperand(0));
    take(Product->getOperand(1));
    NumFactors = Sources.size();
  }
  for (const Use &U : I.operands()) {
    if (U != Product)
      take(U);
    if (!Product && U.getOperandNo() == 1)
      NumFactors = Sources.size();
  }
  if (Rules.fusion().isSplit(I)) {
    SmallVector<Register, 2> Terms = {emitComputation(
        I, OperationKind::Multiply, ArrayRef(Sources).take_front(NumFactors), 0,
        allocate(Count))};
    llvm::append_range(Terms, ArrayRef(Sources).drop_front(NumFactors));
    Sources.assign(Terms.begin(), Terms.end());
    Kind = OperationKind::Add;
  }
  define(
      &I,
      emitComputation(I, Kind, Sources, NumFactors, allocateResult(I, Count)),
      Count);
}

/// In order from the start value, or as a tree where the order is free.
void FunctionLowering::lowerReduction(const IntrinsicInst &I,
                                      OperationKind Kind) {
  RegisterList Terms = get(I.getArgOperand(1));
  Terms.resize(flatElements(I.getArgOperand(1)->getType()), NoRegister);
  RegisterList Start = get(I.getArgOperand(0));
  auto Combine = [&](Register A, Register B, Register Result) {
    StaticOperation &O = emit(Kind, 1);
    O.ElementBytes = Rules.layout().getTypeStoreSize(I.getType());
    for (Register R : {A, B})
      if (R != NoRegister)
        O.Sources[O.NumSources++] = R;
    O.Result = Result;
    return Result;
  };
  Register Sum = Start.empty() ? NoRegister : Start.front();
  if (I.hasAllowReassoc()) {
    while (Terms.size() > 1) {
      size_t Half = Terms.size() / 2, Rest = Terms.size() - Half;
      for (size_t E = 0; E != Half; ++E)
        Terms[E] = Combine(Terms[E], Terms[Rest + E], allocate(1));
      Terms.truncate(Rest);
    }
    // The neutral element is not added.
    const auto *C = dyn_cast<ConstantFP>(I.getArgOperand(0));
    if (C &&
        (Kind == OperationKind::Add ? C->isZero() : C->isExactlyValue(1.0)))
      return define(&I, RegisterList{Terms.front()});
  }
  for (size_t E = 0; E != Terms.size(); ++E) {
    bool Last = E + 1 == Terms.size();
    Sum = Combine(Sum, Terms[E], Last ? allocateResult(I, 1) : allocate(1));
  }
  define(&I, RegisterList{Sum});
}

void FunctionLowering::addAddress(const Instruction &I, StaticOperation &O,
                                  int Lane, uint64_t Offset) {
  Current->back().Addresses.push_back({&I, Lane, Offset});
  if (!Rules.followsAddresses())
    return;
  if (RegisterList Pointer = get(accessedPointer(I)); !Pointer.empty())
    O.Address = Pointer[Lane < 0 ? 0 : Lane];
}

void FunctionLowering::lowerLoad(const Instruction &I, const Type *T,
                                 Register Result) {
  auto Emit = [&](const Type *Scalar, unsigned Elements, unsigned First,
                  int Lane, uint64_t Offset) {
    StaticOperation &O = emit(OperationKind::Load, Elements);
    O.ElementBytes =
        Rules.layout().getTypeStoreSize(const_cast<Type *>(Scalar));
    O.Result = Result + First;
    addAddress(I, O, Lane, Offset);
  };
  Rules.forEachTracked(
      T, [&](const Type *Part, uint64_t Offset, unsigned First) {
        unsigned Elements = flatElements(Part);
        if (!isa<LoadInst>(I) && accessedPointer(I)->getType()->isVectorTy())
          for (unsigned E = 0; E != Elements; ++E)
            Emit(Part->getScalarType(), 1, E, E, 0);
        else
          Emit(Part->getScalarType(), Elements, First, -1, Offset);
      });
}

void FunctionLowering::lowerStore(const Instruction &I, const Type *T,
                                  const RegisterList &Value) {
  auto Emit = [&](const Type *Scalar, unsigned Elements, unsigned First,
                  int Lane, uint64_t Offset) {
    RegisterList Part;
    if (!Value.empty())
      Part.append(Value.begin() + First, Value.begin() + First + Elements);
    Register Source = consecutive(Part);
    StaticOperation &O = emit(OperationKind::Store, Elements);
    O.ElementBytes =
        Rules.layout().getTypeStoreSize(const_cast<Type *>(Scalar));
    if (Source != NoRegister)
      O.Sources[O.NumSources++] = Source;
    addAddress(I, O, Lane, Offset);
  };
  Rules.forEachTracked(
      T, [&](const Type *Part, uint64_t Offset, unsigned First) {
        unsigned Elements = flatElements(Part);
        if (!isa<StoreInst>(I) && accessedPointer(I)->getType()->isVectorTy())
          for (unsigned E = 0; E != Elements; ++E)
            Emit(Part->getScalarType(), 1, E, E, 0);
        else
          Emit(Part->getScalarType(), Elements, First, -1, Offset);
      });
}

void FunctionLowering::lowerAccess(const Instruction &I, const Type *Accessed) {
  if (!Rules.isTracked(Accessed))
    return;
  if (isa<StoreInst>(I))
    return lowerStore(I, Accessed, get(I.getOperand(0)));
  if (I.getType()->isVoidTy())
    return lowerStore(I, Accessed, get(cast<CallBase>(I).getArgOperand(0)));
  unsigned Count = flatElements(I.getType());
  bool Exchanges = isa<AtomicCmpXchgInst>(I);
  Register Result = Exchanges ? allocate(Count) : allocateResult(I, Count);
  lowerLoad(I, Accessed, Result);
  define(&I, Result, Count);
  if (!Exchanges)
    return;
  emitMove(Result + 1, Result, 1);
  lowerStore(I, Accessed, get(cast<AtomicCmpXchgInst>(I).getNewValOperand()));
}

/// Load, compute, store.
void FunctionLowering::lowerReadModifyWrite(const AtomicRMWInst &I) {
  const Type *T = I.getType();
  if (!Rules.isTracked(T))
    return;
  unsigned Count = flatElements(T);
  Register Old = allocate(Count);
  lowerLoad(I, T, Old);
  define(&I, Old, Count);
  RegisterList Operand = get(I.getValOperand());
  if (I.getOperation() == AtomicRMWInst::Xchg)
    return lowerStore(I, T, Operand);
  Register With = consecutive(Operand);
  bool Adds = I.getOperation() == AtomicRMWInst::FAdd ||
              I.getOperation() == AtomicRMWInst::FSub;
  Register New = allocate(Count);
  StaticOperation &O =
      emit(Adds ? OperationKind::Add : OperationKind::Move, Count);
  O.Sources[O.NumSources++] = Old;
  if (With != NoRegister)
    O.Sources[O.NumSources++] = With;
  O.ElementBytes =
      Rules.layout().getTypeStoreSize(I.getType()->getScalarType());
  O.Result = New;
  RegisterList Stored;
  for (unsigned E = 0; E != Count; ++E)
    Stored.push_back(New + E);
  lowerStore(I, T, Stored);
}

static unsigned flatIndex(const Type *T, ArrayRef<unsigned> Indices) {
  unsigned First = 0;
  for (unsigned I : Indices) {
    if (const auto *S = dyn_cast<StructType>(T)) {
      for (unsigned E = 0; E != I; ++E)
        First += flatElements(S->getElementType(E));
      T = S->getElementType(I);
    } else {
      T = cast<ArrayType>(T)->getElementType();
      First += I * flatElements(T);
    }
  }
  return First;
}

/// Instructions that pick elements: no operation, only other register lists.
bool FunctionLowering::lowerRearrangement(const Instruction &I) {
  auto Full = [&](const Value *V) {
    RegisterList List = get(V);
    List.resize(flatElements(V->getType()), NoRegister);
    return List;
  };
  auto Replaced = [&](const Value *Whole, const Value *Part, unsigned First) {
    RegisterList List = Full(Whole), With = Full(Part);
    llvm::copy(With, List.begin() + First);
    return List;
  };
  RegisterList Result;
  if (const auto *E = dyn_cast<ExtractValueInst>(&I)) {
    RegisterList Whole = Full(E->getAggregateOperand());
    unsigned First =
        flatIndex(E->getAggregateOperand()->getType(), E->getIndices());
    Result.append(Whole.begin() + First,
                  Whole.begin() + First + flatElements(I.getType()));
  } else if (const auto *S = dyn_cast<InsertValueInst>(&I)) {
    Result = Replaced(S->getAggregateOperand(), S->getInsertedValueOperand(),
                      flatIndex(S->getType(), S->getIndices()));
  } else if (const auto *E = dyn_cast<ExtractElementInst>(&I)) {
    RegisterList Whole = Full(E->getVectorOperand());
    const auto *Index = dyn_cast<ConstantInt>(E->getIndexOperand());
    if (!Index || Index->getValue().uge(Whole.size()))
      return false;
    Result = {Whole[Index->getZExtValue()]};
  } else if (const auto *S = dyn_cast<InsertElementInst>(&I)) {
    const auto *Index = dyn_cast<ConstantInt>(S->getOperand(2));
    if (!Index || Index->getValue().uge(flatElements(I.getType())))
      return false;
    Result =
        Replaced(S->getOperand(0), S->getOperand(1), Index->getZExtValue());
  } else if (const auto *S = dyn_cast<ShuffleVectorInst>(&I)) {
    RegisterList Both = Full(S->getOperand(0));
    Both.append(Full(S->getOperand(1)));
    for (int M : S->getShuffleMask())
      Result.push_back(M < 0 ? NoRegister : Both[M]);
  } else if (isa<BitCastInst>(I)) {
    RegisterList From = get(I.getOperand(0));
    unsigned Count = flatElements(I.getType());
    if (From.empty())
      return true;
    for (unsigned E = 0; E != Count; ++E) {
      size_t First = E * From.size() / Count;
      size_t Size = std::max<size_t>(1, From.size() / Count);
      Result.push_back(merged(
          RegisterList(From.begin() + First, From.begin() + First + Size)));
    }
  } else {
    return false;
  }
  // Gathered here once rather than at every use.
  if (Result.size() > 1 && !all_of(I.users(), takesElements))
    if (Register First = consecutive(Result); First != NoRegister)
      return define(&I, First, Result.size()), true;
  define(&I, std::move(Result));
  return true;
}

/// Free, with dependences: each element of the result waits for the same
/// element of each operand.
void FunctionLowering::lowerFree(const Instruction &I) {
  unsigned Count = flatElements(I.getType());
  SmallVector<RegisterList, 4> Operands;
  for (const Use &U : I.operands())
    if (RegisterList List = fitted(get(U), Count);
        !List.empty() && !is_contained(Operands, List))
      Operands.push_back(std::move(List));
  if (Operands.empty())
    return;
  if (Operands.size() == 1)
    return define(&I, std::move(Operands.front()));
  SmallVector<Register, 4> Sources;
  for (const RegisterList &List : Operands)
    if (Register R = consecutive(List); R != NoRegister)
      Sources.push_back(R);
  ArrayRef<Register> Rest(Sources);
  Register Result = allocate(Count);
  emitMove(Result, Rest.take_front(3), Count);
  for (Rest = Rest.drop_front(std::min<size_t>(3, Rest.size())); !Rest.empty();
       Rest = Rest.drop_front(std::min<size_t>(2, Rest.size()))) {
    SmallVector<Register, 3> More = {Result};
    append_range(More, Rest.take_front(2));
    emitMove(Result, More, Count);
  }
  define(&I, Result, Count);
}

/// Copies the arguments into the frame of the function that is called.
void FunctionLowering::lowerArguments(const CallBase &C) {
  Register Next =
      CalleeBit + returnRegisters(Rules, C.getFunctionType()->getReturnType());
  for (auto [Index, T] : enumerate(C.getFunctionType()->params()))
    if (uint32_t Count = returnRegisters(Rules, T)) {
      emitCopies(Next, get(C.getArgOperand(Index)), Count);
      Next += Count;
    }
}

void FunctionLowering::lowerCall(const CallBase &C) {
  switch (Out.treatment(&C)) {
  case CallTreatment::Transparent:
    if (Rules.isTracked(C.getType()))
      lowerFree(C);
    return;
  case CallTreatment::Unseen:
    return;
  case CallTreatment::UnseenCut:
    if (Context.CallbackRegisters)
      emitMove(CalleeBit, {}, Context.CallbackRegisters);
    return;
  case CallTreatment::Indirect:
    // Ready, should the callee not be seen.
    if (uint32_t Count = returnRegisters(Rules, C.getType()))
      emitMove(CalleeBit, {}, Count);
    [[fallthrough]];
  case CallTreatment::Seen:
    lowerArguments(C);
    return;
  }
}

void FunctionLowering::lowerReturn(const ReturnInst &I) {
  if (const Value *V = I.getReturnValue())
    if (uint32_t Count = returnRegisters(Rules, V->getType()))
      emitCopies(0, get(V), Count);
}
