//===- MachineCodeTest.cpp - Machine instructions and emitted code --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module in process and compares, function by function, the table
// of the machine instructions behind code generation with that of the emitted
// object's bytes.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "SourcePaths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

using Described = std::vector<std::pair<std::string, std::string>>;

/// What a table says of the code of each function: text and entry. Padding is
/// left out.
struct FunctionTables {
  StringMap<Described> Functions;
};

void collect(const InstructionTable &Table, TableRange Code, Described &Out) {
  for (uint32_t I = Code.Begin; I < Code.End; ++I) {
    const StaticInstruction &Entry = Table.Instructions[I];
    if (StringRef(Table.Strings[Entry.Text]).starts_with("nop") ||
        StringRef(Table.Strings[Entry.Mnemonic]).starts_with("nop") ||
        StringRef(Table.Strings[Entry.Text]).contains("nop"))
      continue;
    Out.push_back({Table.Strings[Entry.Text], describe(Table, Entry)});
  }
}

/// The last pass before the assembly printer.
class Collector final : public MachineFunctionPass {
public:
  static char ID;
  Collector(const TargetModel &Model, FunctionTables &Out)
      : MachineFunctionPass(ID), Builder(Model, Table), Out(Out) {}

  bool runOnMachineFunction(MachineFunction &MF) override {
    std::vector<const MachineInstr *> Code;
    for (const MachineBasicBlock &Block : MF)
      for (const MachineInstr &MI : Block.instrs())
        Code.push_back(&MI);
    TableRange Range =
        Builder.addBlock(Code, Builder.addFunction(MF.getName()));
    collect(Table, Range, Out.Functions[MF.getName()]);
    return false;
  }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }

private:
  InstructionTable Table;
  InstructionBuilder Builder;
  FunctionTables &Out;
};
char Collector::ID = 0;

class Compilation {
public:
  Compilation(const char *Target, StringRef CPU) {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    std::string Cause;
    Triple T(Target);
    const llvm::Target *Found = TargetRegistry::lookupTarget(T, Cause);
    TargetOptions Options;
    Machine.reset(Found->createTargetMachine(T, CPU, "", Options, Reloc::PIC_,
                                             std::nullopt,
                                             CodeGenOptLevel::Default));
    SMDiagnostic Diagnostic;
    M = parseIRFile(RAFTER_SOURCE_DIR "/unittests/CodeGen/Inputs/kernels.ll",
                    Diagnostic, Context);
    if (!M) {
      ADD_FAILURE() << Diagnostic.getMessage().str();
      return;
    }
    M->setTargetTriple(T);
    M->setDataLayout(Machine->createDataLayout());
    for (Function &F : *M)
      F.addFnAttr("target-cpu", CPU);
    optimize();
  }

  /// Emits an object into Object; null: without the collector.
  void emit(SmallVectorImpl<char> &Object, const TargetModel *Model,
            FunctionTables *Tables) {
    std::unique_ptr<Module> Copy = CloneModule(*M);
    raw_svector_ostream Out(Object);
    legacy::PassManager Passes;
    auto *Implementation =
        static_cast<CodeGenTargetMachineImpl *>(Machine.get());
    auto *Info = new MachineModuleInfoWrapperPass(Machine.get());
    TargetPassConfig *Config = Implementation->createPassConfig(Passes);
    Passes.add(Config);
    Passes.add(Info);
    ASSERT_FALSE(Config->addISelPasses());
    Config->addMachinePasses();
    Config->setInitialized();
    if (Model)
      Passes.add(new Collector(*Model, *Tables));
    ASSERT_FALSE(Implementation->addAsmPrinter(Passes, Out, nullptr,
                                               CodeGenFileType::ObjectFile,
                                               Info->getMMI().getContext()));
    Passes.add(createFreeMachineFunctionPass());
    Passes.run(*Copy);
  }

private:
  void optimize() {
    LoopAnalysisManager Loops;
    FunctionAnalysisManager Functions;
    CGSCCAnalysisManager SCCs;
    ModuleAnalysisManager Modules;
    PassBuilder Builder(Machine.get());
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(SCCs);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, SCCs, Modules);
    Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
        .run(*M, Modules);
  }

  LLVMContext Context;
  std::unique_ptr<TargetMachine> Machine;
  std::unique_ptr<Module> M;
};

/// The table of the object's code, by function symbols.
void disassemble(ArrayRef<char> Object, const TargetModel &Model,
                 FunctionTables &Tables) {
  auto File = object::ObjectFile::createObjectFile(
      MemoryBufferRef(StringRef(Object.data(), Object.size()), "object"));
  ASSERT_TRUE(bool(File)) << toString(File.takeError());
  InstructionTable Table;
  InstructionBuilder Builder(Model, Table);
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    if (cantFail(Symbol.getType()) != object::SymbolRef::ST_Function)
      continue;
    object::ELFSymbolRef Function(Symbol);
    if (!Function.getSize())
      continue;
    StringRef Code = cantFail(cantFail(Symbol.getSection())->getContents());
    uint64_t Address = cantFail(Symbol.getAddress());
    Code = Code.substr(Address, Function.getSize());
    StringRef Name = cantFail(Symbol.getName());
    TableRange Range = Builder.addBlock(
        ArrayRef(reinterpret_cast<const uint8_t *>(Code.data()), Code.size()),
        Address, Builder.addFunction(Name), [](uint64_t) { return 0; });
    collect(Table, Range, Tables.Functions[Name]);
  }
}

void compare(const char *Target, const Processor &CPU) {
  SCOPED_TRACE(Target + (" " + CPU.LLVMName));
  std::unique_ptr<TargetModel> Model = createModel(Target, CPU);
  ASSERT_TRUE(Model);
  Compilation Code(Target, CPU.LLVMName);
  SmallString<0> Object, Untouched;
  FunctionTables Machine, Emitted;
  Code.emit(Object, Model.get(), &Machine);
  Code.emit(Untouched, nullptr, nullptr);
  EXPECT_EQ(Object, Untouched) << "looking at the code changed it";
  disassemble(Object, *Model, Emitted);
  EXPECT_GE(Machine.Functions.size(), 20u);
  unsigned Compared = 0;
  for (const auto &Function : Machine.Functions) {
    SCOPED_TRACE(Function.getKey().str());
    const Described &Mine = Function.getValue();
    const Described &Theirs = Emitted.Functions[Function.getKey()];
    EXPECT_EQ(Mine.size(), Theirs.size());
    for (size_t I = 0; I < std::min(Mine.size(), Theirs.size()); ++I) {
      EXPECT_EQ(Mine[I].second, Theirs[I].second)
          << I << ": " << Mine[I].first << " | " << Theirs[I].first;
      ++Compared;
    }
  }
  EXPECT_GE(Compared, 500u);
}

TEST(MachineCode, OfSkylakeIsLikeTheEmittedCode) {
  compare(X86, intelCPU("skylake"));
}

TEST(MachineCode, OfSapphireRapidsIsLikeTheEmittedCode) {
  Processor CPU = intelCPU("sapphirerapids");
  CPU.Core.FoldImmediateAdditions = true;
  compare(X86, CPU);
}

TEST(MachineCode, OfZen3IsLikeTheEmittedCode) {
  Processor CPU = plainCPU("znver3");
  CPU.Core.MicroFusion = true;
  CPU.Core.Fusion = MacroFusion::X86Compare;
  compare(X86, CPU);
}

TEST(MachineCode, OfNeoverseV1IsLikeTheEmittedCode) {
  Processor CPU = plainCPU("neoverse-v1");
  CPU.Core.Fusion = MacroFusion::AArch64Compare;
  CPU.Core.EliminateIntegerMoves = CPU.Core.ZeroIdioms = true;
  compare(AArch64, CPU);
}

TEST(MachineCode, OfCortexA55IsLikeTheEmittedCode) {
  compare(AArch64, plainCPU("cortex-a55"));
}

TEST(MachineCode, OfSiFiveU74IsLikeTheEmittedCode) {
  compare(RISCV, plainCPU("sifive-u74"));
}

} // namespace
} // namespace rafter
