//===- GenerateCode.cpp - Code generation in process ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipeline of the target, for a copy of the module, with the pass behind
// its last standard one.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/GenerateCode.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <mutex>

using namespace llvm;

namespace rafter {

Expected<std::unique_ptr<TargetMachine>>
createTargetMachine(const Module &M, const Triple &For) {
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(For, Message);
  if (!T)
    return createStringError(Message);
  std::optional<Reloc::Model> Relocation = Reloc::PIC_;
  if (M.getPICLevel() == PICLevel::NotPIC)
    Relocation = std::nullopt;
  std::unique_ptr<TargetMachine> Machine(T->createTargetMachine(
      For, "", "", TargetOptions(), Relocation, M.getCodeModel()));
  if (!Machine)
    return createStringError("LLVM has no code generator for " + For.str());
  return Machine;
}

namespace {

/// Keeps the first error while it lives; everything else goes unsaid.
class ErrorKeeper : public DiagnosticHandler {
public:
  explicit ErrorKeeper(std::string &First) : First(First) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error && First.empty()) {
      raw_string_ostream OS(First);
      DiagnosticPrinterRawOStream Printer(OS);
      Info.print(Printer);
    }
    return true;
  }

private:
  std::string &First;
};

} // namespace

/// Puts together the pipeline of Machine, with what Make makes, if anything,
/// behind its last standard pass. LLVM asks callbacks of the whole process what
/// to insert, in a list without a lock: one pipeline at a time.
static bool addPasses(TargetMachine &Machine, legacy::PassManager &Passes,
                      raw_pwrite_stream &OS,
                      function_ref<MachineFunctionPass *()> Make) {
  static std::mutex Callbacks;
  std::lock_guard<std::mutex> Lock(Callbacks);
  RegisterTargetPassConfigCallback Insert(
      [&](TargetMachine &TM, PassManagerBase &, TargetPassConfig *Config) {
        if (Make && &TM == &Machine)
          Config->insertPass(&StackMapLivenessID, Make());
      });
  return !Machine.addPassesToEmitFile(Passes, OS, nullptr,
                                      CodeGenFileType::ObjectFile);
}

/// Runs the code generator on a copy of M.
static Error emitObject(const Module &M, TargetMachine &Machine,
                        raw_pwrite_stream &OS,
                        function_ref<MachineFunctionPass *()> Make = nullptr) {
  std::unique_ptr<Module> Copy = CloneModule(M);
  Copy->setTargetTriple(Machine.getTargetTriple());
  if (Copy->getDataLayoutStr().empty())
    Copy->setDataLayout(Machine.createDataLayout());
  LLVMContext &Context = Copy->getContext();
  std::string FirstError;
  std::unique_ptr<DiagnosticHandler> Before = Context.getDiagnosticHandler();
  Context.setDiagnosticHandler(std::make_unique<ErrorKeeper>(FirstError));
  legacy::PassManager Passes;
  bool IsPossible = addPasses(Machine, Passes, OS, Make);
  if (IsPossible)
    Passes.run(*Copy);
  Context.setDiagnosticHandler(std::move(Before));
  if (!IsPossible)
    return createStringError("LLVM generates no object code for " +
                             Machine.getTargetTriple().str());
  if (!FirstError.empty())
    return createStringError("code generation: " + FirstError);
  return Error::success();
}

Error generateCode(const Module &M, const Triple &Target,
                   function_ref<MachineFunctionPass *()> Make) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(M, Target);
  if (!Machine)
    return Machine.takeError();
  SmallVector<char, 0> Thrown;
  raw_svector_ostream OS(Thrown);
  return emitObject(M, **Machine, OS, Make);
}

Error generateCode(const Module &M, const Triple &Target,
                   std::shared_ptr<const TargetModel> Model,
                   const MachineLoopOptions &Options,
                   const MachineLoopSink &Sink) {
  return generateCode(M, Target, [&] {
    return createMachineLoopPass(Model, Options, Sink, nullptr);
  });
}

Error writeObject(const Module &M, StringRef Path) {
  Expected<std::unique_ptr<TargetMachine>> Machine =
      createTargetMachine(M, M.getTargetTriple());
  if (!Machine)
    return Machine.takeError();
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (EC)
    return createStringError(EC, Path + ": cannot be written");
  if (Error E = emitObject(M, **Machine, OS))
    return E;
  OS.close();
  if (OS.has_error()) {
    EC = OS.error();
    OS.clear_error();
    return createStringError(EC, Path + ": cannot be written");
  }
  return Error::success();
}

} // namespace rafter
