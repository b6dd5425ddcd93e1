//===- ProgramImage.h - The program as machine code ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module for the host and links it into this process.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_NATIVERUN_PROGRAMIMAGE_H
#define RAFTER_LIB_NATIVERUN_PROGRAMIMAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class Module;
namespace orc {
class LLJIT;
}
} // namespace llvm

namespace rafter {

class ProgramImage {
public:
  struct Symbol {
    llvm::StringRef Name;
    void *Address;
  };

  /// Generates optimized code for M and links it: Symbols first, then the
  /// process. From then on this process maps memory where confineMappings
  /// says. Errors: code generation fails, or a symbol is nowhere defined.
  static llvm::Expected<ProgramImage> create(std::unique_ptr<llvm::Module> M,
                                             llvm::ArrayRef<Symbol> Symbols);
  ProgramImage(ProgramImage &&);
  ~ProgramImage();

  /// The address of a function of the module.
  llvm::Expected<void *> find(llvm::StringRef Name) const;

  /// An error if M cannot run on this machine.
  static llvm::Error checkTarget(const llvm::Module &M);

private:
  explicit ProgramImage(std::unique_ptr<llvm::orc::LLJIT> JIT);
  std::unique_ptr<llvm::orc::LLJIT> JIT;
};

} // namespace rafter

#endif // RAFTER_LIB_NATIVERUN_PROGRAMIMAGE_H
