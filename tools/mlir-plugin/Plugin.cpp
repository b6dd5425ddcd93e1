//===- Plugin.cpp - Rafter for MLIR ---------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt-22 --load-pass-plugin=RafterMLIR.so
//             --pass-pipeline='builtin.module(rafter-bottlenecks)' kernel.mlir
//
// The same object lowers for rafter-opt.
//
//===----------------------------------------------------------------------===//

#include "EntryPoint.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "rafter/MLIR/BottlenecksPass.h"
#include "rafter/MLIR/LowerModule.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT bool
RAFTER_MLIR_ENTRY(const llvm::MemoryBufferRef &Source, std::string &Result) {
  llvm::LLVMContext Context;
  auto M = lowerMLIR(Source, Context);
  if (!M) {
    Result = llvm::toString(M.takeError());
    return false;
  }
  llvm::raw_string_ostream OS(Result);
  llvm::WriteBitcodeToFile(**M, OS);
  return true;
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Rafter", RAFTER_VERSION,
          registerBottlenecksPass};
}
