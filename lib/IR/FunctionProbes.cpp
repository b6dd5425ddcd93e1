//===- FunctionProbes.cpp - Probes of one function ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An event costs a compare, a store for each word and one for the cursor. The
// cursor lives in a register; memory always holds the end of the last whole
// event, so that nothing is lost or torn when the program dies.
//
//===----------------------------------------------------------------------===//

#include "FunctionProbes.h"
#include "OperationRules.h"
#include "rafter/IR/Probes.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace rafter;
using namespace llvm;

/// Fields of ProbeState.
enum StateField : unsigned { CursorField, LimitField };

/// Flush is called from hot loops whose registers must stay where they are.
/// Vector registers are saved by the caller, around the call: LLVM 22 clears
/// their upper halves on the return from a function that preserves all.
static Function *makeFlush(Module &M) {
  Type *Pointer = PointerType::get(M.getContext(), 0);
  FunctionType *T = FunctionType::get(Pointer, {Pointer}, false);
  auto *F =
      Function::Create(T, GlobalValue::InternalLinkage, "rafter.flush", &M);
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::NoUnwind);
  if (Triple(M.getTargetTriple()).getArch() == Triple::x86_64)
    F->setCallingConv(CallingConv::PreserveMost);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateRet(
      B.CreateCall(M.getOrInsertFunction(ProbeFlushSymbol, T), {F->getArg(0)}));
  return F;
}

ProbeRuntime::ProbeRuntime(Module &M) {
  LLVMContext &C = M.getContext();
  Type *Pointer = PointerType::get(C, 0), *Word = Type::getInt64Ty(C);
  Type *Void = Type::getVoidTy(C), *Int = Type::getInt32Ty(C);
  auto External = [&](StringRef Name, Type *T) {
    return new GlobalVariable(M, T, false, GlobalValue::ExternalLinkage,
                              nullptr, Name);
  };
  State = External(ProbeStateSymbol, StructType::get(Pointer, Pointer, Word));
  Counters = External(ProbeCountersSymbol, ArrayType::get(Word, 0));
  Flush = makeFlush(M);
  Enter = M.getOrInsertFunction(ProbeEnterSymbol, Int, Pointer);
  Leave = M.getOrInsertFunction(ProbeLeaveSymbol, Void);
  Check = M.getOrInsertFunction(ProbeCheckSymbol, Int, Pointer);
  Indirect = M.getOrInsertFunction(ProbeIndirectSymbol, Void, Pointer);
}

FunctionProbes::FunctionProbes(const LoweredModule &L,
                               const ProbeRuntime &Runtime, const Function &F,
                               Function &Twin, TwinOf Map)
    : L(L), Runtime(Runtime), F(F), Twin(Twin), Map(Map),
      Word(Type::getInt64Ty(Twin.getContext())) {}

Value *FunctionProbes::stateField(IRBuilder<> &B, unsigned Index) const {
  return B.CreateStructGEP(Runtime.State->getValueType(), Runtime.State, Index);
}

void FunctionProbes::reloadCursor(BasicBlock::iterator Before) {
  IRBuilder<> B(Before->getParent(), Before);
  B.CreateStore(
      B.CreateLoad(B.getPtrTy(), stateField(B, CursorField), /*volatile=*/true),
      Cursor);
}

/// The segment number of a block with variants depends on where it is entered
/// from: a phi node of constants.
void FunctionProbes::createVariantNumbers() {
  for (const BasicBlock &B : F) {
    auto It = L.Blocks.find(&B);
    if (It == L.Blocks.end() || It->second.Variants.empty())
      continue;
    BasicBlock *TB = twin(&B);
    IRBuilder<> Builder(TB, TB->begin());
    PHINode *Number = Builder.CreatePHI(Word, It->second.Variants.size());
    for (BasicBlock *P : predecessors(TB)) {
      uint32_t N = 0; // A predecessor that is never reached.
      for (auto [From, Segment] : It->second.Variants)
        if (twin(From) == P)
          N = Segment;
      Number->addIncoming(ConstantInt::get(Word, N), P);
    }
    VariantNumbers[&B] = Number;
  }
}

/// The address of an access, as a word.
Value *FunctionProbes::address(IRBuilder<> &B, const AddressOperand &A) const {
  Value *Pointer = const_cast<Value *>(accessedPointer(*twin(A.Access)));
  if (A.Lane >= 0)
    Pointer = B.CreateExtractElement(Pointer, static_cast<uint64_t>(A.Lane));
  if (A.Offset)
    Pointer = B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, A.Offset);
  return B.CreatePtrToInt(Pointer, Word);
}

/// Where the words of an event go.
Value *FunctionProbes::beginEvent(Instruction *Before) {
  IRBuilder<> B(Before);
  Value *Old = B.CreateLoad(B.getPtrTy(), Cursor);
  Value *Limit =
      B.CreateLoad(B.getPtrTy(), stateField(B, LimitField), /*volatile=*/true);
  Instruction *Slow = SplitBlockAndInsertIfThen(
      B.CreateICmpUGT(Old, Limit), Before, /*Unreachable=*/false,
      MDBuilder(B.getContext()).createUnlikelyBranchWeights());
  B.SetInsertPoint(Slow);
  CallInst *Flush = B.CreateCall(Runtime.Flush, {Old});
  Flush->setCallingConv(Runtime.Flush->getCallingConv());
  B.CreateStore(Flush, Cursor);
  B.SetInsertPoint(Before);
  return B.CreateLoad(B.getPtrTy(), Cursor);
}

void FunctionProbes::endEvent(IRBuilder<> &B, Value *Next) {
  B.CreateStore(Next, Cursor);
  B.CreateStore(Next, stateField(B, CursorField), /*volatile=*/true);
}

/// Emits the event of one part, if it has one, between Begin and End.
void FunctionProbes::instrumentPart(const BasicBlock &Block, unsigned Part,
                                    Instruction *Begin, Instruction *End) {
  const BlockLowering &Lowering = L.Blocks.find(&Block)->second;
  Value *Number = Part == 0 ? VariantNumbers.lookup(&Block) : nullptr;
  uint32_t Segment = Lowering.Parts[Part].Segment;
  if (Number)
    Segment = Lowering.Variants.front().second;
  else if (Segment == LoweredModule::NoSegment)
    return;
  else
    Number = ConstantInt::get(Word, Segment);

  Value *Event = beginEvent(Begin);
  IRBuilder<> B(Begin);
  B.CreateAlignedStore(Number, Event, Align(8));
  const auto &Addresses = L.Origins[Segment].Addresses;
  for (size_t I = 0; I != Addresses.size(); ++I) {
    Value *Slot = slot(B, Event, 1 + I);
    IRBuilder<> AtAccess(twin(Addresses[I].Access));
    AtAccess.CreateAlignedStore(address(AtAccess, Addresses[I]), Slot,
                                Align(8));
  }
  B.SetInsertPoint(End);
  endEvent(B, slot(B, Event, 1 + Addresses.size()));
}

void FunctionProbes::countCall(const CallBase &C) {
  auto It = L.UnseenIndex.find(&C);
  if (It == L.UnseenIndex.end())
    return;
  IRBuilder<> B(twin(&C));
  Value *Counter = B.CreateConstInBoundsGEP2_64(
      Runtime.Counters->getValueType(), Runtime.Counters, 0, It->second);
  B.CreateStore(B.CreateAdd(B.CreateLoad(Word, Counter, /*volatile=*/true),
                            ConstantInt::get(Word, 1)),
                Counter, /*volatile=*/true);
}

void FunctionProbes::instrumentCall(const CallBase &C) {
  CallBase *T = twin(&C);
  CallTreatment Treatment = L.treatment(&C);
  if (auto *Call = dyn_cast<CallInst>(T))
    if (Call->isMustTailCall())
      Call->setTailCallKind(CallInst::TCK_None);
  countCall(C);
  if (Treatment == CallTreatment::Seen)
    T->setCalledOperand(Map(OperationRules::knownCallee(C)));
  // The event of the callee is an effect that its attributes do not tell of.
  if (Treatment != CallTreatment::Unseen)
    T->removeFnAttr(Attribute::Memory);
  if (Treatment == CallTreatment::Indirect)
    IRBuilder<>(T).CreateCall(Runtime.Indirect, {T->getCalledOperand()});
  if (Treatment == CallTreatment::Unseen)
    return;
  if (!T->isTerminator())
    return reloadCursor(std::next(T->getIterator()));
  for (BasicBlock *Successor : successors(T->getParent()))
    reloadCursor(Successor->getFirstInsertionPt());
}

void FunctionProbes::instrumentBlock(const BasicBlock &Block) {
  const BlockLowering &Lowering = L.Blocks.find(&Block)->second;
  // Where parts begin is fixed before anything is inserted.
  BasicBlock *TB = twin(&Block);
  Instruction *Begin = &*(TB->isEntryBlock() ? TB->getFirstNonPHIOrDbgOrAlloca()
                                             : TB->getFirstInsertionPt());
  for (unsigned I = 0; I != Lowering.Parts.size(); ++I) {
    const CallBase *Call = Lowering.Parts[I].Call;
    Instruction *End = Call ? twin(Call) : twin(Block.getTerminator());
    instrumentPart(Block, I, Begin, End);
    if (Call && !Call->isTerminator())
      Begin = &*std::next(End->getIterator());
  }
}

void rafter::hoistStaticAllocas(Function &F) {
  BasicBlock &Entry = F.getEntryBlock();
  BasicBlock::iterator Front = Entry.begin();
  for (Instruction &I : make_early_inc_range(Entry)) {
    auto *A = dyn_cast<AllocaInst>(&I);
    if (!A || !A->isStaticAlloca())
      continue;
    if (Front == A->getIterator())
      ++Front;
    else
      A->moveBefore(Front);
  }
}

void FunctionProbes::insert(bool LoopEvents) {
  hoistStaticAllocas(Twin);
  if (LoopEvents)
    findLoops();
  IRBuilder<> B(&*Twin.getEntryBlock().begin());
  Cursor = B.CreateAlloca(B.getPtrTy());
  createVariantNumbers();
  for (const BasicBlock &Block : F)
    if (auto It = Loops.find(&Block); It != Loops.end())
      instrumentLoop(Block, It->second);
    else if (L.Blocks.contains(&Block))
      instrumentBlock(Block);
  for (const BasicBlock &Block : F)
    for (const Instruction &I : Block)
      if (const auto *C = dyn_cast<CallBase>(&I); C && L.Calls.contains(C))
        instrumentCall(*C);
  reloadCursor(std::next(Cursor->getIterator()));
  DominatorTree Dominators(Twin);
  PromoteMemToReg(Cursor, Dominators);
}
