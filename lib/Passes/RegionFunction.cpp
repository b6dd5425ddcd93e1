//===- RegionFunction.cpp - Keeps the region a function -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass of one attribute, run before anything is inlined.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/RegionFunction.h"
#include "rafter/IR/ProgramLowering.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace rafter;

namespace {

struct KeepRegionFunction : llvm::PassInfoMixin<KeepRegionFunction> {
  explicit KeepRegionFunction(std::string Name) : Name(std::move(Name)) {}

  bool isRegion(const llvm::Function &F) const {
    return F.getName() == Name || readableName(F.getName()) == Name ||
           llvm::demangle(F.getName()) == Name;
  }

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    for (llvm::Function &F : M)
      if (!F.isDeclaration() && isRegion(F) &&
          !F.hasFnAttribute(llvm::Attribute::AlwaysInline))
        F.addFnAttr(llvm::Attribute::NoInline);
    return llvm::PreservedAnalyses::all();
  }

  std::string Name;
};

} // namespace

void rafter::keepRegionFunction(llvm::PassBuilder &PB, std::string Name) {
  if (Name.empty())
    return;
  PB.registerPipelineStartEPCallback(
      [Name](llvm::ModulePassManager &Passes, llvm::OptimizationLevel) {
        Passes.addPass(KeepRegionFunction(Name));
      });
}
