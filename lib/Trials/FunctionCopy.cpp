//===- FunctionCopy.cpp - A function to try something with ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Trials/FunctionCopy.h"
#include "rafter/CodeGen/GenerateCode.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace rafter;
using namespace llvm;

static thread_local bool Trying = false;

TrialScope::TrialScope() { Trying = true; }
TrialScope::~TrialScope() { Trying = false; }
bool rafter::isTrying() { return Trying; }

namespace {

/// Declares what is used of another module.
class Declarer : public ValueMaterializer {
public:
  explicit Declarer(Module &M) : M(M) {}

  Value *materialize(Value *V) override {
    auto *Global = dyn_cast<GlobalValue>(V);
    if (!Global || Global->getParent() == &M)
      return nullptr;
    GlobalValue *Declared = declare(*Global);
    Declared->setVisibility(Global->getVisibility());
    Declared->setDSOLocal(Global->isDSOLocal());
    Declared->setThreadLocalMode(Global->getThreadLocalMode());
    return Declared;
  }

private:
  GlobalValue *declare(const GlobalValue &Global) {
    if (auto *Type = dyn_cast<FunctionType>(Global.getValueType())) {
      auto *F =
          Function::Create(Type, GlobalValue::ExternalLinkage,
                           Global.getAddressSpace(), Global.getName(), &M);
      if (auto *Of = dyn_cast<Function>(&Global)) {
        F->setAttributes(Of->getAttributes());
        F->setCallingConv(Of->getCallingConv());
      }
      return F;
    }
    auto *Of = dyn_cast<GlobalVariable>(&Global);
    auto *G = new GlobalVariable(
        M, Global.getValueType(), Of && Of->isConstant(),
        GlobalValue::ExternalLinkage, nullptr, Global.getName(), nullptr,
        GlobalValue::NotThreadLocal, Global.getAddressSpace());
    if (Of)
      G->setAlignment(Of->getAlign());
    return G;
  }

  Module &M;
};

} // namespace

/// The flags of a module that code generation and debug information go by.
static void copyFlags(const Module &From, Module &To) {
  for (StringRef Name :
       {"Debug Info Version", "PIC Level", "PIE Level", "Code Model",
        "frame-pointer", "wchar_size", "ProfileSummary"})
    if (Metadata *Value = From.getModuleFlag(Name))
      To.addModuleFlag(Module::Warning, Name, Value);
}

/// Whether N names what another module has, as the functions that a pointer may
/// call.
static bool namesGlobals(const MDNode &N) {
  return any_of(N.operands(), [](const MDOperand &Operand) {
    auto *C = dyn_cast_or_null<ConstantAsMetadata>(Operand.get());
    return C && isa<GlobalValue>(C->getValue()->stripPointerCasts());
  });
}

static void dropForeign(Instruction &I) {
  I.dropDbgRecords();
  SmallVector<std::pair<unsigned, MDNode *>, 4> Attached;
  I.getAllMetadataOtherThanDebugLoc(Attached);
  for (auto [Kind, N] : Attached)
    if (namesGlobals(*N))
      I.setMetadata(Kind, nullptr);
}

SmallVector<char, 0> rafter::copyAlone(const Function &F) {
  const Module &From = *F.getParent();
  Module M(From.getModuleIdentifier(), F.getContext());
  M.setDataLayout(From.getDataLayout());
  M.setTargetTriple(From.getTargetTriple());
  copyFlags(From, M);
  Function *Copy =
      Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                       F.getAddressSpace(), F.getName(), &M);
  Copy->setAttributes(F.getAttributes());
  Copy->setCallingConv(F.getCallingConv());
  if (auto Calls = F.getEntryCount())
    Copy->setEntryCount(*Calls);
  Declarer Declare(M);
  ValueToValueMapTy Values;
  Values[&F] = Copy;
  for (auto [Old, New] : zip_equal(F.args(), Copy->args())) {
    New.setName(Old.getName());
    Values[&Old] = &New;
  }
  if (F.hasPersonalityFn())
    Copy->setPersonalityFn(
        MapValue(F.getPersonalityFn(), Values, RF_None, nullptr, &Declare));
  // Places of the source stay those of F.
  MetadataPredicate Same = [](const Metadata *) { return true; };
  SmallVector<ReturnInst *, 8> Returns;
  CloneFunctionBodyInto(*Copy, F, Values, RF_None, Returns, "", nullptr,
                        nullptr, &Declare, &Same);
  for (BasicBlock &B : *Copy)
    for (Instruction &I : B)
      dropForeign(I);
  if (DISubprogram *P = F.getSubprogram()) {
    Copy->setSubprogram(P);
    M.getOrInsertNamedMetadata("llvm.dbg.cu")->addOperand(P->getUnit());
    stripNonLineTableDebugInfo(M);
  }
  SmallVector<char, 0> Result;
  raw_svector_ostream OS(Result);
  WriteBitcodeToFile(M, OS);
  return Result;
}

/// The CPU that Flag is for; empty if it chooses none.
static StringRef chosenCPU(StringRef Flag) {
  return Flag.consume_front("-march=") || Flag.consume_front("-mcpu=")
             ? Flag
             : StringRef();
}

Expected<std::unique_ptr<Module>> rafter::changedCopy(ArrayRef<char> Bitcode,
                                                      const Variant &V,
                                                      LLVMContext &Context) {
  auto M = parseBitcodeFile(
      MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), "copy"),
      Context);
  if (!M)
    return M.takeError();
  std::set<std::string> Names;
  for (Function &F : **M)
    if (!F.isDeclaration())
      Names.insert(rafter::sourceName(F));
  for (const std::string &Flag : V.FrontendFlags) {
    StringRef CPU = chosenCPU(Flag);
    if (CPU.empty())
      return createStringError("a function alone cannot be compiled with " +
                               Flag);
    for (Function &F : **M)
      if (!F.isDeclaration()) {
        F.addFnAttr("target-cpu", CPU);
        F.removeFnAttr("target-features");
        F.removeFnAttr("tune-cpu");
      }
  }
  for (const LoopChange &C : V.Changes)
    if (applyChange(**M, Names, C).empty())
      return nullptr;
  return M;
}

Error rafter::optimizeCopy(Module &M, OptimizationLevel Level) {
  auto Machine = createTargetMachine(M, M.getTargetTriple());
  if (!Machine)
    return Machine.takeError();
  // As Clang has it from -O2 on.
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = true;
  PassBuilder Builder(Machine->get(), Tuning);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  Builder.buildModuleOptimizationPipeline(Level, ThinOrFullLTOPhase::None)
      .run(M, Modules);
  return Error::success();
}
