//===- LowerModule.cpp - From MLIR to LLVM IR -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses, settles the places of operations, lowers, and translates. The first
// diagnostic of MLIR becomes the error.
//
//===----------------------------------------------------------------------===//

#include "rafter/MLIR/LowerModule.h"
#include "ArgumentNames.h"
#include "LoweringPipeline.h"
#include "OperationPlaces.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "rafter/IR/OperationMetadata.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// "kernel.mlir:3:8: " or, without a place, "kernel.mlir: ".
static std::string prefix(mlir::Location Where, StringRef File) {
  SourceLocation Place = placeOf(Where);
  if (!Place.isValid())
    return (File + ": ").str();
  return Place.File + ":" + std::to_string(Place.Line) + ":" +
         std::to_string(Place.Column) + ": ";
}

namespace {

/// Keeps the first error of a context, and prints nothing.
class FirstDiagnostic {
public:
  FirstDiagnostic(mlir::MLIRContext &Context, StringRef File)
      : File(File), Handler(&Context, [this](mlir::Diagnostic &D) {
          if (D.getSeverity() == mlir::DiagnosticSeverity::Error &&
              Text.empty())
            Text = describe(D);
        }) {}

  /// From now on, errors name the operation that they are about.
  void know(const SourceOperations &Names) { Operations = &Names; }

  Error error(StringRef Otherwise) const {
    return llvm::createStringError(
        Text.empty() ? (File + ": " + Otherwise).str() : Text);
  }

private:
  std::string describe(mlir::Diagnostic &D) const {
    std::string Whole = D.str();
    // The advice behind it is for other tools.
    StringRef Line = StringRef(Whole).split('\n').first;
    Line = Line.split(". If this is intended").first.rtrim();
    std::string Name =
        Operations ? Operations->find(placeOf(D.getLocation())) : "";
    if (!Name.empty() && !Line.contains(Name))
      Name = "'" + Name + "' ";
    else
      Name.clear();
    return prefix(D.getLocation(), File) + Name + Line.str();
  }

  std::string File;
  std::string Text;
  const SourceOperations *Operations = nullptr;
  mlir::ScopedDiagnosticHandler Handler;
};

} // namespace

static mlir::DialectRegistry dialects() {
  mlir::DialectRegistry Registry;
  mlir::registerAllDialects(Registry);
  mlir::registerAllExtensions(Registry);
  mlir::registerBuiltinDialectTranslation(Registry);
  mlir::registerLLVMDialectTranslation(Registry);
  return Registry;
}

static bool hasFunctionBody(mlir::ModuleOp Module) {
  return Module
      ->walk([](mlir::FunctionOpInterface F) {
        return F.isExternal() ? mlir::WalkResult::advance()
                              : mlir::WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// The first operation that no pass has lowered.
static mlir::Operation *findLeftOver(mlir::ModuleOp Module) {
  mlir::Operation *LeftOver = nullptr;
  Module->walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *Op) {
    if (Op == Module || llvm::isa<mlir::LLVM::LLVMDialect>(Op->getDialect()))
      return mlir::WalkResult::advance();
    bool IsCast = llvm::isa<mlir::UnrealizedConversionCastOp>(Op);
    if (!IsCast || !LeftOver)
      LeftOver = Op;
    return IsCast ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
  });
  return LeftOver;
}

static Error lowerInPlace(mlir::ModuleOp Module, StringRef File,
                          const FirstDiagnostic &Diagnostic) {
  mlir::PassManager Lowering(Module->getContext(),
                             mlir::ModuleOp::getOperationName());
  buildLowering(Lowering);
  if (mlir::failed(Lowering.run(Module)))
    return Diagnostic.error("the module cannot be lowered");
  if (mlir::Operation *Op = findLeftOver(Module))
    return llvm::createStringError(
        prefix(Op->getLoc(), File) + "'" + Op->getName().getStringRef() +
        "' is of no dialect that is lowered here: lower it with mlir-opt");
  settleLocations(Module);
  mlir::PassManager Scopes(Module->getContext(),
                           mlir::ModuleOp::getOperationName());
  Scopes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
  if (mlir::failed(Scopes.run(Module)))
    return Diagnostic.error("the module gets no debug information");
  return Error::success();
}

/// Debug information splits paths; reports are to name files as the user did.
static void joinPaths(llvm::Module &M) {
  llvm::DebugInfoFinder Finder;
  Finder.processModule(M);
  auto join = [&](llvm::DIFile *File) {
    if (!File || File->getDirectory().empty())
      return;
    llvm::SmallString<128> Path(File->getDirectory());
    llvm::sys::path::append(Path, File->getFilename());
    File->replaceOperandWith(0, llvm::MDString::get(M.getContext(), Path));
    File->replaceOperandWith(1, llvm::MDString::get(M.getContext(), ""));
  };
  for (llvm::DICompileUnit *Unit : Finder.compile_units())
    join(Unit->getFile());
  for (llvm::DISubprogram *Function : Finder.subprograms())
    join(Function->getFile());
  for (llvm::DIScope *Scope : Finder.scopes())
    join(Scope->getFile());
}

/// Loops remember where they begin, as those of C do: the optimizer moves and
/// merges the blocks from which it would follow.
static void placeLoops(llvm::Function &F) {
  llvm::DominatorTree Dominators(F);
  llvm::LoopInfo Loops(Dominators);
  for (llvm::Loop *L : Loops.getLoopsInPreorder()) {
    llvm::BasicBlock *Latch = L->getLoopLatch();
    if (!Latch || !Latch->getTerminator()->getDebugLoc())
      continue;
    llvm::SmallVector<llvm::Metadata *, 4> Parts = {
        nullptr, Latch->getTerminator()->getDebugLoc().getAsMDNode()};
    if (llvm::MDNode *Known = L->getLoopID())
      for (const llvm::MDOperand &Part : llvm::drop_begin(Known->operands()))
        Parts.push_back(Part);
    llvm::MDNode *ID = llvm::MDNode::getDistinct(F.getContext(), Parts);
    ID->replaceOperandWith(0, ID);
    L->setLoopID(ID);
  }
}

/// The module in Source, and from text the names of arguments; null after an
/// error that was diagnosed.
static mlir::OwningOpRef<mlir::ModuleOp> read(llvm::MemoryBufferRef Source,
                                              mlir::MLIRContext &Context,
                                              ArgumentNames &Arguments) {
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(Source,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  mlir::ParserConfig Config(&Context);
  if (mlir::isBytecode(Source))
    return mlir::parseSourceFile<mlir::ModuleOp>(Sources, Config);
  mlir::Block Body;
  mlir::AsmParserState Names;
  if (mlir::failed(mlir::parseAsmSourceFile(Sources, &Body, Config, &Names)))
    return nullptr;
  mlir::OwningOpRef<mlir::ModuleOp> Module;
  if (llvm::hasSingleElement(Body) && llvm::isa<mlir::ModuleOp>(Body.front())) {
    Module = llvm::cast<mlir::ModuleOp>(Body.front());
    Body.front().remove();
  } else {
    Module = mlir::ModuleOp::create(mlir::FileLineColLoc::get(
        &Context, Source.getBufferIdentifier(), 1, 1));
    Module->getBody()->getOperations().splice(Module->getBody()->begin(),
                                              Body.getOperations());
  }
  Arguments = readArgumentNames(*Module, Names);
  return Module;
}

Expected<std::unique_ptr<llvm::Module>>
rafter::lowerMLIR(llvm::MemoryBufferRef Source, llvm::LLVMContext &Context) {
  StringRef File = Source.getBufferIdentifier();
  mlir::MLIRContext MLIR(dialects(), mlir::MLIRContext::Threading::DISABLED);
  FirstDiagnostic Diagnostic(MLIR, File);
  ArgumentNames Arguments;
  mlir::OwningOpRef<mlir::ModuleOp> Module = read(Source, MLIR, Arguments);
  if (!Module)
    return Diagnostic.error("cannot be parsed");
  if (!hasFunctionBody(*Module))
    return llvm::createStringError(File + ": defines no function");
  settleLocations(*Module);
  SourceOperations Operations = nameOperations(*Module);
  Diagnostic.know(Operations);
  if (Error E = lowerInPlace(*Module, File, Diagnostic))
    return E;
  auto Translated = mlir::translateModuleToLLVMIR(*Module, Context, File);
  if (!Translated)
    return Diagnostic.error("cannot be translated to LLVM IR");
  joinPaths(*Translated);
  for (llvm::Function &F : *Translated)
    if (!F.isDeclaration())
      placeLoops(F);
  nameArguments(Arguments, *Translated);
  storeOperations(Operations, *Translated);
  return Translated;
}
