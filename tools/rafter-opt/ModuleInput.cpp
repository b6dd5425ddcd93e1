//===- ModuleInput.cpp - The input files as one module --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors of readers, verifier and linker become one line with file and line.
//
//===----------------------------------------------------------------------===//

#include "ModuleInput.h"
#include "MLIRInput.h"
#include "SourceCompiler.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static Error parseError(const llvm::SMDiagnostic &Diagnostic) {
  std::string Where = Diagnostic.getFilename().str();
  if (Diagnostic.getLineNo() > 0)
    Where += ":" + std::to_string(Diagnostic.getLineNo()) + ":" +
             std::to_string(Diagnostic.getColumnNo() + 1);
  return llvm::createStringError(Where + ": " + Diagnostic.getMessage());
}

/// A device that is none of those that stand for a file. Reading others may
/// never end.
static bool isEndless(StringRef Path) {
  llvm::sys::fs::file_status Status;
  if (Path == "/dev/null" || Path.starts_with("/dev/std") ||
      Path.starts_with("/dev/fd/") || llvm::sys::fs::status(Path, Status))
    return false;
  return Status.type() == llvm::sys::fs::file_type::character_file ||
         Status.type() == llvm::sys::fs::file_type::block_file;
}

static bool isHeader(StringRef Path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(Path))
      .Cases({".h", ".hh", ".hpp", ".hxx", ".H", ".h++"}, true)
      .Cases({".inc", ".inl", ".ipp", ".tpp"}, true)
      .Default(false);
}

static Expected<std::unique_ptr<llvm::Module>>
readModule(StringRef Path, llvm::LLVMContext &Context) {
  if (Path != "-" && llvm::sys::fs::is_directory(Path))
    return llvm::createStringError(Path + ": is a directory");
  if (isEndless(Path))
    return llvm::createStringError(Path + ": is a device");
  llvm::SMDiagnostic Diagnostic;
  std::unique_ptr<llvm::Module> M =
      llvm::parseIRFile(Path, Diagnostic, Context);
  if (M)
    return M;
  if (isHeader(Path))
    return llvm::createStringError(
        Path + ": a header is code only where it is used: give a C or C++ file "
               "that includes it and calls what is in it");
  // What begins like no IR is none.
  if (Diagnostic.getMessage() == "expected top-level entity" &&
      !Path.ends_with(".ll"))
    return llvm::createStringError(
        Path + ": neither C or C++ (.c .cc .cpp .cxx), MLIR (.mlir .mlirbc), "
               "LLVM IR, assembly (.s .S .asm), nor an ELF file or a trace");
  return parseError(Diagnostic);
}

/// The first line of what the verifier has to say about M; empty if M is fine.
static std::string verifierComplaint(const llvm::Module &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (!llvm::verifyModule(M, &OS))
    return "";
  return StringRef(OS.str()).split('\n').first.str();
}

/// Reads Path by what its name says it is.
static Expected<std::unique_ptr<llvm::Module>>
readInput(StringRef Path, const SourceOptions &Options,
          llvm::LLVMContext &Context) {
  bool IsMLIR = isMLIRFile(Path);
  if (!IsMLIR && !isSourceFile(Path))
    return readModule(Path, Context);
  if (!llvm::sys::fs::exists(Path))
    return llvm::createStringError(Path + ": No such file or directory");
  if (!IsMLIR)
    return compileSource(Path, Options, Context);
  Expected<std::string> Bitcode = lowerMLIRFile(Path);
  if (!Bitcode)
    return Bitcode.takeError();
  return compileBitcode({*Bitcode, Path}, Options, Context);
}

static Expected<std::unique_ptr<llvm::Module>>
loadInput(StringRef Path, const SourceOptions &Options, bool Verify,
          llvm::LLVMContext &Context) {
  auto M = readInput(Path, Options, Context);
  if (!M || !Verify)
    return M;
  if (std::string Complaint = verifierComplaint(**M); !Complaint.empty())
    return llvm::createStringError(Path + ": broken module: " + Complaint);
  return M;
}

/// Links Source into Target; the linker's first diagnostic becomes the error.
static Error linkInto(llvm::Module &Target,
                      std::unique_ptr<llvm::Module> Source, StringRef Path) {
  std::string Message;
  Target.getContext().setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo *Info, void *Text) {
        std::string &Message = *static_cast<std::string *>(Text);
        if (Info->getSeverity() != llvm::DS_Error || !Message.empty())
          return;
        llvm::raw_string_ostream OS(Message);
        llvm::DiagnosticPrinterRawOStream Printer(OS);
        Info->print(Printer);
      },
      &Message);
  bool Failed = llvm::Linker::linkModules(Target, std::move(Source));
  Target.getContext().setDiagnosticHandlerCallBack(nullptr);
  if (!Failed)
    return Error::success();
  return llvm::createStringError(Path + ": cannot be linked: " + Message);
}

Expected<std::unique_ptr<llvm::Module>>
rafter::loadModule(llvm::ArrayRef<std::string> Inputs,
                   const SourceOptions &Options, bool Verify,
                   llvm::LLVMContext &Context) {
  return linkModules(Inputs, [&](StringRef Path) {
    return loadInput(Path, Options, Verify, Context);
  });
}

Expected<std::unique_ptr<llvm::Module>>
rafter::linkModules(llvm::ArrayRef<std::string> Inputs, ModuleLoader Load) {
  std::unique_ptr<llvm::Module> Whole;
  for (StringRef Path : Inputs) {
    auto M = Load(Path);
    if (!M)
      return M.takeError();
    if (!Whole)
      Whole = std::move(*M);
    else if (Error E = linkInto(*Whole, std::move(*M), Path))
      return E;
  }
  return Whole;
}
