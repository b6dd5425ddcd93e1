//===- GenerateCode.h - Code generation in process --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_GENERATECODE_H
#define RAFTER_CODEGEN_GENERATECODE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class MachineFunctionPass;
class Module;
class TargetMachine;
class Triple;
} // namespace llvm

namespace rafter {

/// A machine for M as clang makes it for -O2; functions carry their own CPUs
/// and features as attributes. An error: LLVM has no such target.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const llvm::Module &M, const llvm::Triple &For);

/// Generates code for Target (M's own, where it names one) for a copy of M,
/// which stays as it is, with the pass that Make makes at the end, and throws
/// the code away. Errors: the target has no code generator, or code generation
/// fails.
llvm::Error
generateCode(const llvm::Module &M, const llvm::Triple &Target,
             llvm::function_ref<llvm::MachineFunctionPass *()> Make);

} // namespace rafter

#endif // RAFTER_CODEGEN_GENERATECODE_H
