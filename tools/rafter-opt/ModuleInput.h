//===- ModuleInput.h - The input files as one module ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads IR, compiles sources, and links several inputs.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_MODULEINPUT_H
#define RAFTER_TOOLS_RAFTEROPT_MODULEINPUT_H

#include "SourceCompiler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace rafter {

/// Reads or compiles each of Inputs ("-" is standard input, IR) and links them
/// to one module. Errors name file, line and cause. Verify: modules that break
/// the rules of the IR are errors.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadModule(llvm::ArrayRef<std::string> Inputs, const SourceOptions &Options,
           bool Verify, llvm::LLVMContext &Context);

using ModuleLoader =
    llvm::function_ref<llvm::Expected<std::unique_ptr<llvm::Module>>(
        llvm::StringRef Path)>;

/// Links what Load makes of each of Inputs to one module; all in one context.
llvm::Expected<std::unique_ptr<llvm::Module>>
linkModules(llvm::ArrayRef<std::string> Inputs, ModuleLoader Load);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_MODULEINPUT_H
