//===- ProgramImage.cpp - The program as machine code ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ORC's LLJIT does the linking. Constructors and destructors are run by the
// runtime, so LLJIT's own support for them is off.
//
//===----------------------------------------------------------------------===//

#include "ProgramImage.h"
#include "AddressWindow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/EHFrameRegistrationPlugin.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace rafter;
using namespace llvm;
using namespace llvm::orc;

Error ProgramImage::checkTarget(const Module &M) {
  const Triple &T = M.getTargetTriple();
  Triple Host(sys::getProcessTriple());
  if (T.str().empty() ||
      (T.getArch() == Host.getArch() && T.getOS() == Host.getOS()))
    return Error::success();
  return createStringError("cannot run a program for '" + T.str() + "' on '" +
                           Host.str() + "'");
}

static Expected<std::unique_ptr<TargetMachine>> makeTargetMachine() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  InitializeNativeTargetAsmParser();
  Expected<JITTargetMachineBuilder> Builder =
      JITTargetMachineBuilder::detectHost();
  if (!Builder)
    return Builder.takeError();
  Builder->setRelocationModel(Reloc::PIC_);
  Builder->setCodeGenOptLevel(CodeGenOptLevel::Aggressive);
  // Thread-local variables of the program, without a dynamic linker.
  Builder->getOptions().EmulatedTLS = true;
  return Builder->createTargetMachine();
}

namespace {

/// Keeps the first error of code generation, which LLVM would otherwise print
/// and end the process for.
struct ErrorKeeper final : DiagnosticHandler {
  explicit ErrorKeeper(std::string &First) : First(First) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error && First.empty()) {
      if (const auto *Source = dyn_cast<DiagnosticInfoSrcMgr>(&Info)) {
        First = Source->getSMDiag().getMessage().str();
      } else {
        raw_string_ostream OS(First);
        DiagnosticPrinterRawOStream Printer(OS);
        Info.print(Printer);
      }
    }
    return true;
  }
  std::string &First;
};

} // namespace

static Expected<std::unique_ptr<MemoryBuffer>> compile(Module &M,
                                                       TargetMachine &TM) {
  std::string First;
  M.getContext().setDiagnosticHandler(std::make_unique<ErrorKeeper>(First));
  Expected<std::unique_ptr<MemoryBuffer>> Object = SimpleCompiler(TM)(M);
  M.getContext().setDiagnosticHandler(nullptr);
  if (First.empty())
    return Object;
  if (!Object)
    consumeError(Object.takeError());
  return createStringError("cannot compile the program: " + First);
}

/// JITLink, with the tables that exceptions are unwound by.
static Expected<std::unique_ptr<ObjectLayer>>
makeLinkingLayer(ExecutionSession &Session) {
  auto Layer = std::make_unique<ObjectLinkingLayer>(Session);
  Expected<std::unique_ptr<EHFrameRegistrationPlugin>> Frames =
      EHFrameRegistrationPlugin::Create(Session);
  if (!Frames)
    return Frames.takeError();
  Layer->addPlugin(std::move(*Frames));
  return Layer;
}

/// One line instead of ORC's chain of failed materializations.
static Error describe(Error E) {
  SmallVector<std::string> Missing;
  std::string Other;
  handleAllErrors(
      std::move(E),
      [&](const SymbolsNotFound &S) {
        for (const SymbolStringPtr &Name : S.getSymbols())
          Missing.push_back("'" + demangle(*Name) + "'");
      },
      [&](const ErrorInfoBase &I) {
        if (Other.empty())
          Other = I.message();
      });
  if (Missing.empty())
    return createStringError("cannot link the program: " + Other);
  sort(Missing);
  return createStringError("cannot link the program: undefined " +
                           join(Missing, ", "));
}

Expected<ProgramImage> ProgramImage::create(std::unique_ptr<Module> M,
                                            ArrayRef<Symbol> Symbols) {
  Expected<std::unique_ptr<TargetMachine>> TM = makeTargetMachine();
  if (!TM)
    return TM.takeError();
  if (M->getTargetTriple().str().empty())
    M->setTargetTriple((*TM)->getTargetTriple());
  if (M->getDataLayoutStr().empty())
    M->setDataLayout((*TM)->createDataLayout());
  Expected<std::unique_ptr<MemoryBuffer>> Object = compile(*M, **TM);
  if (!Object)
    return Object.takeError();
  M.reset();
  confineMappings();

  Expected<std::unique_ptr<LLJIT>> JIT =
      LLJITBuilder()
          .setPlatformSetUp(setUpInactivePlatform)
          .setObjectLinkingLayerCreator(makeLinkingLayer)
          .create();
  if (!JIT)
    return describe(JIT.takeError());
  // The first complaint of the session says more than the lookup that fails.
  ProgramImage Image(std::move(*JIT));
  LLJIT &J = *Image.JIT;
  Error First = Error::success();
  J.getExecutionSession().setErrorReporter([&](Error E) {
    if (First)
      consumeError(std::move(E));
    else
      First = std::move(E);
  });
  SymbolMap Map;
  for (const Symbol &S : Symbols)
    Map[J.mangleAndIntern(S.Name)] = {ExecutorAddr::fromPtr(S.Address),
                                      JITSymbolFlags::Exported};
  // The program's own definitions come first, the process last.
  JITDylib &Runtime = J.getExecutionSession().createBareJITDylib("runtime");
  J.getMainJITDylib().setLinkOrder(
      makeJITDylibSearchOrder({&Runtime, J.getProcessSymbolsJITDylib().get()}));
  Error Failed = Runtime.define(absoluteSymbols(std::move(Map)));
  if (!Failed)
    Failed = J.addObjectFile(std::move(*Object));
  if (!Failed)
    if (auto Entry = J.lookup("__rafter_entry"); !Entry)
      Failed = Entry.takeError();
  J.getExecutionSession().setErrorReporter(consumeError);
  if (!Failed) {
    consumeError(std::move(First));
    return Image;
  }
  if (!First)
    return describe(std::move(Failed));
  consumeError(std::move(Failed));
  return describe(std::move(First));
}

ProgramImage::ProgramImage(std::unique_ptr<LLJIT> JIT) : JIT(std::move(JIT)) {}
ProgramImage::ProgramImage(ProgramImage &&) = default;
ProgramImage::~ProgramImage() = default;

Expected<void *> ProgramImage::find(StringRef Name) const {
  Expected<ExecutorAddr> A = JIT->lookup(Name);
  if (!A)
    return describe(A.takeError());
  return A->toPtr<void *>();
}
