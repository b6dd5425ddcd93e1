//===- LinkProgram.h - A module as an executable ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_LINKPROGRAM_H
#define RAFTER_PASSES_LINKPROGRAM_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace rafter {

/// An executable in a directory of its own, which goes with the object.
class LinkedProgram {
public:
  /// Generates code for M and links it with the system's compiler driver.
  /// Errors: code generation, no driver, what the driver says first.
  static llvm::Expected<LinkedProgram> create(const llvm::Module &M);
  LinkedProgram(LinkedProgram &&Other) : Place(Other.Place) {
    Other.Place.clear();
  }
  ~LinkedProgram();

  std::string path() const { return file("program"); }

private:
  LinkedProgram() = default;
  std::string file(llvm::StringRef Name) const;
  llvm::Error link(const llvm::Module &M);

  llvm::SmallString<128> Place;
};

} // namespace rafter

#endif // RAFTER_PASSES_LINKPROGRAM_H
