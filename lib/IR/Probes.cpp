//===- Probes.cpp - Instrumentation of a module ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function that the region can reach gets an instrumented twin. Twins
// call twins; the originals lead to them only where the region begins and
// where they are called through their address while it is active.
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/Probes.h"
#include "EntryPoints.h"
#include "FunctionProbes.h"
#include "OperationRules.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace rafter;
using namespace llvm;

uint64_t rafter::longestEvent(const LoweredModule &L) {
  uint32_t Longest = 0;
  for (const Segment &S : L.Code.Segments)
    Longest = std::max(Longest, S.NumAddresses);
  return SegmentDecoder::LoopWords + 2 * uint64_t(Longest);
}

using FunctionSet = SmallSetVector<const Function *, 16>;

/// The seen functions that an execution of Region may enter.
static FunctionSet reachableFrom(const Function &Region, const Module &M,
                                 const LoweredModule &L) {
  FunctionSet Reached;
  Reached.insert(&Region);
  bool AddressesToo = false;
  for (size_t I = 0; I != Reached.size(); ++I)
    for (const Instruction &Inst : instructions(*Reached[I])) {
      const auto *C = dyn_cast<CallBase>(&Inst);
      if (!C)
        continue;
      CallTreatment T = L.treatment(C);
      if (T == CallTreatment::Seen)
        Reached.insert(OperationRules::knownCallee(*C));
      bool Anywhere =
          T == CallTreatment::Indirect || T == CallTreatment::UnseenCut;
      if (Anywhere && !AddressesToo) {
        AddressesToo = true;
        for (const Function &F : M)
          if (L.Functions.contains(&F) && F.hasAddressTaken())
            Reached.insert(&F);
      }
    }
  return Reached;
}

namespace {

class ModuleProbes {
public:
  ModuleProbes(const Module &M, const LoweredModule &L)
      : M(M), L(L), Copy(CloneModule(M, ToCopy)) {}
  Error run(const Function &Region, const Function &Entry,
            ArrayRef<std::string> Arguments, bool LoopEvents);
  std::unique_ptr<Module> take() { return std::move(Copy); }

private:
  void prepare();
  void listFunctions();
  void makeTwin(const Function &F);
  void leadToTwin(const Function &F, const ProbeRuntime &R, bool IsRegion);
  Function *copyOf(const Function &F) {
    return cast<Function>(ToCopy.lookup(&F));
  }

  const Module &M;
  const LoweredModule &L;
  ValueToValueMapTy ToCopy;
  std::unique_ptr<Module> Copy;
  DenseMap<const Function *, Function *> Twins;
  /// From the copy's functions to their twins.
  ValueToValueMapTy ToTwin;
};

} // namespace

/// What is external may be far away from memory that is allocated at run time.
void ModuleProbes::prepare() {
  StripDebugInfo(*Copy);
  for (GlobalValue &G : Copy->global_values())
    if (G.isDeclarationForLinker())
      G.setDSOLocal(false);
  addConstructors(*Copy);
}

void ModuleProbes::makeTwin(const Function &F) {
  Function *Original = copyOf(F);
  Function *Twin = Function::Create(Original->getFunctionType(),
                                    GlobalValue::InternalLinkage,
                                    Original->getName() + ".rafter", *Copy);
  auto To = Twin->arg_begin();
  for (const Argument &A : Original->args())
    ToTwin[&A] = &*To++;
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(Twin, Original, ToTwin,
                    CloneFunctionChangeType::LocalChangesOnly, Returns);
  // Events are effects that the original's attributes do not tell of.
  Twin->setLinkage(GlobalValue::InternalLinkage);
  Twin->setVisibility(GlobalValue::DefaultVisibility);
  Twin->setComdat(nullptr);
  Twin->removeFnAttr(Attribute::Memory);
  Twin->removeFnAttr(Attribute::Speculatable);
  Twins[&F] = Twin;
}

/// A check at the original's entry: the region's function asks whether to
/// begin, others only whether this thread is recording.
void ModuleProbes::leadToTwin(const Function &F, const ProbeRuntime &R,
                              bool IsRegion) {
  Function *Original = copyOf(F), *Twin = Twins[&F];
  if (Original->hasAvailableExternallyLinkage())
    return;
  Original->removeFnAttr(Attribute::Memory);
  Original->removeFnAttr(Attribute::Speculatable);
  hoistStaticAllocas(*Original);
  BasicBlock *Entry = &Original->getEntryBlock();
  BasicBlock *Body =
      Entry->splitBasicBlock(Entry->getFirstNonPHIOrDbgOrAlloca());
  LLVMContext &C = Copy->getContext();
  auto NewBlock = [&] { return BasicBlock::Create(C, "", Original, Body); };
  BasicBlock *Ask = IsRegion ? Entry : NewBlock(), *Record = NewBlock();

  IRBuilder<> B(Entry->getTerminator());
  Value *Kind = nullptr;
  if (!IsRegion) {
    Value *Active = B.CreateLoad(
        B.getInt64Ty(), B.CreateStructGEP(R.State->getValueType(), R.State, 2),
        true);
    B.CreateCondBr(B.CreateIsNotNull(Active), Ask, Body);
    Entry->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Ask);
  }
  Value *Frame = B.CreateIntrinsic(Intrinsic::frameaddress, {B.getPtrTy()},
                                   {B.getInt32(0)});
  Kind = B.CreateCall(IsRegion ? R.Enter : R.Check, {Frame});
  B.CreateCondBr(B.CreateIsNotNull(Kind), Record, Body);
  if (IsRegion)
    Entry->getTerminator()->eraseFromParent();

  B.SetInsertPoint(Record);
  SmallVector<Value *> Arguments;
  for (Argument &A : Original->args())
    Arguments.push_back(&A);
  CallInst *Call = B.CreateCall(Twin, Arguments);
  Call->setCallingConv(Twin->getCallingConv());
  Call->setAttributes(Twin->getAttributes());
  if (IsRegion) {
    BasicBlock *Leave = NewBlock(), *Return = NewBlock();
    B.CreateCondBr(B.CreateICmpEQ(Kind, B.getInt32(1)), Leave, Return);
    B.SetInsertPoint(Leave);
    B.CreateCall(R.Leave);
    B.CreateBr(Return);
    B.SetInsertPoint(Return);
  } else {
    Call->setTailCallKind(CallInst::TCK_MustTail);
  }
  if (Call->getType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call);
}

/// Tells the runtime which pointers lead into the module.
void ModuleProbes::listFunctions() {
  Type *Pointer = PointerType::get(Copy->getContext(), 0);
  std::vector<Constant *> List;
  for (const Function &F : M)
    if (!F.isDeclarationForLinker() && F.hasAddressTaken())
      List.push_back(copyOf(F));
  List.push_back(Constant::getNullValue(Pointer));
  auto *T = ArrayType::get(Pointer, List.size());
  new GlobalVariable(*Copy, T, true, GlobalValue::ExternalLinkage,
                     ConstantArray::get(T, List), ProbeFunctionsSymbol);
}

Error ModuleProbes::run(const Function &Region, const Function &Entry,
                        ArrayRef<std::string> Arguments, bool LoopEvents) {
  prepare();
  listFunctions();
  ProbeRuntime Runtime(*Copy);
  FunctionSet Reached = reachableFrom(Region, M, L);
  for (const Function *F : Reached)
    makeTwin(*F);
  for (const Function *F : Reached)
    FunctionProbes(L, Runtime, *F, *Twins[F], [&](const Value *V) -> Value * {
      if (const auto *Callee = dyn_cast<Function>(V))
        return Twins.lookup(Callee);
      return ToTwin.lookup(ToCopy.lookup(V));
    }).insert(LoopEvents);
  for (const Function *F : Reached)
    if (F == &Region || F->hasAddressTaken())
      leadToTwin(*F, Runtime, F == &Region);
  return addEntry(*copyOf(Entry), Arguments);
}

Expected<std::unique_ptr<Module>>
rafter::instrumentModule(const Module &M, const LoweredModule &L,
                         const Function &Region, const Function &Entry,
                         ArrayRef<std::string> Arguments, bool LoopEvents) {
  if (Region.isVarArg())
    return createStringError("the region '" + Region.getName() +
                             "' takes a variable number of arguments");
  if (!OperationRules::canBeCopied(Region))
    return createStringError("the region '" + Region.getName() +
                             "' cannot be instrumented: it is not defined, or "
                             "jumps to computed addresses");
  ModuleProbes Probes(M, L);
  if (Error E = Probes.run(Region, Entry, Arguments, LoopEvents))
    return E;
  return Probes.take();
}
