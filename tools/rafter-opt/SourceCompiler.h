//===- SourceCompiler.h - C and C++ in process ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a source file to an optimized module with Clang as a library.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_SOURCECOMPILER_H
#define RAFTER_TOOLS_RAFTEROPT_SOURCECOMPILER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
class PassBuilder;
} // namespace llvm

namespace rafter {

/// True for the extensions that Clang is asked to compile: .c, .cc, .cpp, .cxx
/// (and .C, .c++ as Clang knows them).
bool isSourceFile(llvm::StringRef Path);

/// How sources are compiled.
struct SourceOptions {
  /// Flags after -O2 -g.
  std::vector<std::string> Flags;
  /// A function that is not to be inlined; empty for none.
  std::string Region;
  /// Adds passes to the optimizer; may be null.
  std::function<void(llvm::PassBuilder &)> AddPasses;
  /// Clang's diagnostics are not printed; errors have the first of them.
  bool IsQuiet = false;
};

/// Compiles Path as `clang -O2 -g Flags... -c` does, up to the end of the
/// optimizer. Clang prints its own diagnostics to standard error; the error
/// that is returned repeats the first one in a line. Targets must have been
/// initialized.
llvm::Expected<std::unique_ptr<llvm::Module>>
compileSource(llvm::StringRef Path, const SourceOptions &Options,
              llvm::LLVMContext &Context);

/// Optimizes bitcode, whose name is Bitcode's, with the same flags, and for the
/// CPU that they name (or for the target that it names itself). Errors as of
/// compileSource.
llvm::Expected<std::unique_ptr<llvm::Module>>
compileBitcode(llvm::MemoryBufferRef Bitcode, const SourceOptions &Options,
               llvm::LLVMContext &Context);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_SOURCECOMPILER_H
