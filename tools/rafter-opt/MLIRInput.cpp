//===- MLIRInput.cpp - MLIR files as modules of LLVM IR -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MLIRInput.h"
#include "../mlir-plugin/EntryPoint.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <vector>

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

#define RAFTER_QUOTE(X) #X
#define RAFTER_NAME(X) RAFTER_QUOTE(X)

bool rafter::isMLIRFile(StringRef Path) {
  StringRef Extension = llvm::sys::path::extension(Path);
  return Extension == ".mlir" || Extension == ".mlirbc";
}

/// In the order of preference: as the user says, where it is installed beside
/// this program, and where it is built.
static Expected<std::string> findObject() {
  static constexpr StringRef Name = "RafterMLIR.so";
  if (auto Path = llvm::sys::Process::GetEnv("RAFTER_MLIR_PLUGIN"))
    return *Path;
  static int Anchor;
  std::string Self = llvm::sys::fs::getMainExecutable("rafter-opt", &Anchor);
  llvm::SmallString<256> Installed(
      llvm::sys::path::parent_path(llvm::sys::path::parent_path(Self)));
  llvm::sys::path::append(Installed, RAFTER_LIBDIR, Name);
  for (StringRef Path : {Installed.str(), StringRef(RAFTER_MLIR_BUILT)})
    if (llvm::sys::fs::exists(Path))
      return Path.str();
  return llvm::createStringError(
      Name + " is not found: it is installed with rafter-opt (or set "
             "RAFTER_MLIR_PLUGIN to its path)");
}

static Expected<LowerMLIR *> loadEntry() {
  Expected<std::string> Path = findObject();
  if (!Path)
    return Path.takeError();
  std::string Why;
  auto Object =
      llvm::sys::DynamicLibrary::getPermanentLibrary(Path->c_str(), &Why);
  if (!Object.isValid())
    return llvm::createStringError("cannot load " + Why);
  void *Entry = Object.getAddressOfSymbol(RAFTER_NAME(RAFTER_MLIR_ENTRY));
  if (!Entry)
    return llvm::createStringError(*Path + ": of another version of Rafter");
  return reinterpret_cast<LowerMLIR *>(Entry);
}

Expected<std::string> rafter::lowerMLIRFile(StringRef Path) {
  auto Source = readFile(Path, /*IsText=*/true);
  if (!Source)
    return Source.takeError();
  Expected<LowerMLIR *> Lower = loadEntry();
  if (!Lower)
    return Lower.takeError();
  std::string Result;
  if (!(**Lower)((*Source)->getMemBufferRef(), Result))
    return llvm::createStringError(Result);
  return Result;
}
