//===- MLIRInput.cpp - MLIR files as modules of LLVM IR -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MLIRInput.h"
#include "../mlir-plugin/EntryPoint.h"
#include "rafter/Support/Files.h"
#include "rafter/Support/InstalledFiles.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

#define RAFTER_QUOTE(X) #X
#define RAFTER_NAME(X) RAFTER_QUOTE(X)

bool rafter::isMLIRFile(StringRef Path) {
  StringRef Extension = llvm::sys::path::extension(Path);
  return Extension == ".mlir" || Extension == ".mlirbc";
}

static Expected<LowerMLIR *> loadEntry() {
  Expected<std::string> Path = findSharedObject(
      "RafterMLIR.so", "RAFTER_MLIR_PLUGIN", RAFTER_MLIR_BUILT);
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
