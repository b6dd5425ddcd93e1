//===- ModuleInput.h - The input files as one module ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads IR, compiles sources, links several inputs, and keeps the result where
// the driver of opt can read it and nothing is left behind.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_MODULEINPUT_H
#define RAFTER_TOOLS_RAFTEROPT_MODULEINPUT_H

#include "SourceCompiler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace rafter {

/// A file without a name that disappears with the process, however it ends.
class AnonymousFile {
public:
  /// Holds Contents. An error if the system gives no such file.
  static llvm::Expected<AnonymousFile> create(llvm::StringRef Contents);
  AnonymousFile(AnonymousFile &&Other);
  AnonymousFile(const AnonymousFile &) = delete;
  ~AnonymousFile();

  /// A path by which this process can open it.
  std::string path() const;

private:
  explicit AnonymousFile(int Descriptor) : Descriptor(Descriptor) {}
  int Descriptor;
};

/// Reads or compiles each of Inputs ("-" is standard input, IR) and links them
/// to one module. Errors name file, line and cause. Verify: modules that break
/// the rules of the IR are errors.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadModule(llvm::ArrayRef<std::string> Inputs, const SourceOptions &Options,
           bool Verify, llvm::LLVMContext &Context);

/// M as bitcode, with use lists in their order.
llvm::Expected<AnonymousFile> storeModule(const llvm::Module &M);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_MODULEINPUT_H
