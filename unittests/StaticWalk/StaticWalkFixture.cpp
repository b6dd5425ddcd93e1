//===- StaticWalkFixture.cpp - Kernels for the static walk ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang in process, and an independent reference for the events.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkFixture.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter::test {

static std::unique_ptr<Module> compile(LLVMContext &Context, StringRef Source,
                                       StringRef Flags) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  SmallVector<StringRef> Words;
  SplitString(Flags, Words);
  std::vector<std::string> Arguments = {"clang", "-g", "kernel.c",
                                        "-fno-discard-value-names"};
  for (StringRef W : Words)
    Arguments.push_back(W.str());
  std::vector<const char *> Pointers;
  for (const std::string &A : Arguments)
    Pointers.push_back(A.c_str());
  auto Buffer = MemoryBuffer::getMemBufferCopy(Source, "kernel.c");
  auto Invocation = clang::createInvocation(Pointers);
  Invocation->getPreprocessorOpts().addRemappedFile("kernel.c",
                                                    Buffer.release());
  // The driver asks for a process that ends without freeing anything.
  Invocation->getFrontendOpts().DisableFree = false;
  Invocation->getCodeGenOpts().DisableFree = false;
  clang::CompilerInstance Clang(std::move(Invocation));
  Clang.createVirtualFileSystem();
  Clang.createDiagnostics();
  clang::EmitLLVMOnlyAction Action(&Context);
  if (!Clang.ExecuteAction(Action))
    return nullptr;
  return Action.takeModule();
}

Compiled::Compiled(StringRef Source, StringRef Flags)
    : Context(std::make_unique<LLVMContext>()),
      M(compile(*Context, Source, Flags)) {
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  L = cantFail(lowerModule(*M));
}

Compiled::~Compiled() = default;

Function &Compiled::function(StringRef Name) { return *M->getFunction(Name); }

std::vector<uint64_t> Compiled::walk(StringRef Name,
                                     const StaticWalkOptions &Options,
                                     StaticWalkResult *Result) {
  std::vector<uint64_t> Words;
  StaticWalkResult R = cantFail(walkFunction(
      L, function(Name), FAM, Options, [&](ArrayRef<uint64_t> Chunk) {
        Words.insert(Words.end(), Chunk.begin(), Chunk.end());
        return Error::success();
      }));
  if (Result)
    *Result = R;
  return Words;
}

std::vector<uint64_t> Compiled::walkNest(const LoopNest &Nest,
                                         const StaticWalkOptions &Options,
                                         StaticWalkResult *Result) {
  std::vector<uint64_t> Words;
  StaticWalkResult R = cantFail(
      walkLoopNest(L, Nest, FAM, Options, [&](ArrayRef<uint64_t> Chunk) {
        Words.insert(Words.end(), Chunk.begin(), Chunk.end());
        return Error::success();
      }));
  if (Result)
    *Result = R;
  return Words;
}

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

namespace {

std::vector<uint64_t> *Recorded;
void record(uint64_t Word) { Recorded->push_back(Word); }

/// Inserts a call of record for each word of each event.
class Prober {
public:
  Prober(Module &M, const LoweredModule &L)
      : L(L), Word(Type::getInt64Ty(M.getContext())),
        Record(M.getOrInsertFunction(
            "rafter_test_record",
            FunctionType::get(Type::getVoidTy(M.getContext()), {Word},
                              false))) {}

  void probe(const BasicBlock &Original, BasicBlock &B,
             const ValueToValueMapTy &Map) {
    auto It = L.Blocks.find(&Original);
    if (It == L.Blocks.end())
      return;
    Value *Variant = nullptr;
    if (!It->second.Variants.empty())
      Variant = variantOf(It->second, B, Map);
    for (unsigned Part = 0; Part != It->second.Parts.size(); ++Part)
      addPart(It->second, Part, B, Variant, Map);
  }

private:
  Value *variantOf(const BlockLowering &Lowering, BasicBlock &B,
                   const ValueToValueMapTy &Map) {
    PHINode *Phi = PHINode::Create(Word, 0, "", B.begin());
    for (BasicBlock *From : predecessors(&B)) {
      uint64_t Number = LoweredModule::NoSegment;
      for (auto [Predecessor, Segment] : Lowering.Variants)
        if (Map.lookup(Predecessor) == From)
          Number = Segment;
      Phi->addIncoming(ConstantInt::get(Word, Number), From);
    }
    return Phi;
  }

  void addPart(const BlockLowering &Lowering, unsigned Part, BasicBlock &B,
               Value *Variant, const ValueToValueMapTy &Map) {
    const CallBase *Call = Lowering.Parts[Part].Call;
    Instruction *Before =
        Call ? cast<Instruction>(Map.lookup(Call)) : B.getTerminator();
    IRBuilder<> Builder(Before);
    Value *Number = Part == 0 && Variant
                        ? Variant
                        : ConstantInt::get(Word, Lowering.Parts[Part].Segment);
    uint32_t Any = Part == 0 && Variant ? Lowering.Variants.front().second
                                        : Lowering.Parts[Part].Segment;
    if (Any == LoweredModule::NoSegment)
      return;
    Builder.CreateCall(Record, {Number});
    for (const AddressOperand &A : L.Origins[Any].Addresses)
      Builder.CreateCall(Record, {address(A, Builder, Map)});
  }

  Value *address(const AddressOperand &A, IRBuilder<> &Builder,
                 const ValueToValueMapTy &Map) {
    auto *I = cast<Instruction>(Map.lookup(A.Access));
    Value *P = nullptr;
    for (Value *V : I->operands())
      if (V->getType()->isPtrOrPtrVectorTy() && !isa<Function>(V) &&
          !(isa<StoreInst>(I) && V == I->getOperand(0)))
        P = P ? P : V;
    if (A.Lane >= 0)
      P = Builder.CreateExtractElement(P, uint64_t(A.Lane));
    return Builder.CreateAdd(Builder.CreatePtrToInt(P, Word),
                             ConstantInt::get(Word, A.Offset));
  }

  const LoweredModule &L;
  Type *Word;
  FunctionCallee Record;
};

} // namespace

/// Makes the instrumented copy and compiles it.
void Compiled::prepareRun() {
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy = CloneModule(*M, Map);
  Prober P(*Copy, L);
  for (const Function &F : *M)
    for (const BasicBlock &B : F)
      P.probe(B, *cast<BasicBlock>(Map.lookup(&B)), Map);
  EXPECT_FALSE(verifyModule(*Copy, &errs()));
  // The JIT wants the module in a context of its own.
  JIT = cantFail(orc::LLJITBuilder().create());
  auto &Library = JIT->getMainJITDylib();
  cantFail(Library.define(orc::absoluteSymbols(
      {{JIT->mangleAndIntern("rafter_test_record"),
        {orc::ExecutorAddr::fromPtr(&record),
         JITSymbolFlags::Exported | JITSymbolFlags::Callable}}})));
  Library.addGenerator(
      cantFail(orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
          JIT->getDataLayout().getGlobalPrefix())));
  std::string Text;
  raw_string_ostream(Text) << *Copy;
  auto Other = std::make_unique<LLVMContext>();
  SMDiagnostic Problem;
  auto Again = parseIR(MemoryBufferRef(Text, "copy"), Problem, *Other);
  cantFail(JIT->addIRModule(
      orc::ThreadSafeModule(std::move(Again), std::move(Other))));
}

std::vector<uint64_t> Compiled::run(StringRef Name,
                                    ArrayRef<uint64_t> Arguments) {
  if (!JIT)
    prepareRun();
  auto Entry = cantFail(JIT->lookup(Name));
  std::vector<uint64_t> Words;
  Recorded = &Words;
  uint64_t A[6] = {};
  std::copy(Arguments.begin(), Arguments.end(), A);
  Entry.toPtr<uint64_t(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                       uint64_t)>()(A[0], A[1], A[2], A[3], A[4], A[5]);
  return Words;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

std::vector<Event>
Compiled::split(ArrayRef<uint64_t> Words,
                ArrayRef<std::pair<uint64_t, uint64_t>> Objects) {
  std::vector<Event> Events;
  std::map<size_t, uint32_t> Order;
  uint64_t Stack = 0;
  auto Add = [&](uint64_t Segment, ArrayRef<uint64_t> Addresses) {
    Event E{uint32_t(Segment), {}};
    for (uint64_t Address : Addresses) {
      size_t Object = 0;
      while (Object != Objects.size() && (Address < Objects[Object].first ||
                                          Address >= Objects[Object].second))
        ++Object;
      // What lies outside, on the stack, counts from its first address.
      if (Object == Objects.size() && Stack == 0)
        Stack = Address;
      uint64_t Base = Object == Objects.size() ? Stack : Objects[Object].first;
      uint32_t Number = Order.try_emplace(Object, Order.size()).first->second;
      E.Addresses.emplace_back(Number, int64_t(Address - Base));
    }
    Events.push_back(std::move(E));
  };
  for (size_t I = 0; I != Words.size();) {
    uint64_t Segment = Words[I++];
    if (Segment >= SegmentDecoder::RegionEnd ||
        Segment == LoweredModule::NoSegment)
      continue;
    uint64_t Count = 1;
    bool Loop = Segment == SegmentDecoder::Loop;
    if (Loop) {
      Segment = uint32_t(Words[I]);
      Count = Words[I + 1];
      I += 2;
    }
    size_t Number = L.Code.Segments[Segment].NumAddresses;
    std::vector<uint64_t> Addresses(Words.slice(I, Number));
    I += Number;
    Add(Segment, Addresses);
    for (uint64_t N = 1; N != Count; ++N) {
      for (size_t A = 0; A != Number; ++A)
        Addresses[A] += Words[I + A];
      Add(Segment, Addresses);
    }
    I += Loop ? Number : 0;
  }
  return Events;
}

std::vector<Event> Compiled::splitStatic(ArrayRef<uint64_t> Words) {
  std::vector<std::pair<uint64_t, uint64_t>> Objects;
  for (uint64_t N = 1; N != 64; ++N) {
    uint64_t Base = (N << 36) + N * 17 * 4096;
    Objects.emplace_back(Base, Base + (uint64_t(1) << 35));
  }
  return split(Words, Objects);
}

std::string toString(ArrayRef<Event> Events, size_t Around) {
  std::string Text;
  raw_string_ostream OS(Text);
  size_t First = Around < 3 ? 0 : Around - 3;
  for (size_t I = First; I < std::min(Events.size(), Around + 4); ++I) {
    OS << (I == Around ? "> " : "  ") << I << ": segment " << Events[I].Segment;
    for (auto [Object, Offset] : Events[I].Addresses)
      OS << " " << Object << "+" << Offset;
    OS << "\n";
  }
  return Text;
}

} // namespace rafter::test
