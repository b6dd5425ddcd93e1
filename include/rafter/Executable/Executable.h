//===- Executable.h - Executables and their symbols ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ELF executable, shared library or relocatable object: which machine it is
// for, its code, which function and which source line an address belongs to.
// Works, with less to say, on stripped, static and position-independent ones.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_EXECUTABLE_EXECUTABLE_H
#define RAFTER_EXECUTABLE_EXECUTABLE_H

#include "rafter/Stream/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>
#include <vector>

namespace rafter {

/// A function of an executable, in its own numbering (before relocation).
struct FunctionSymbol {
  uint64_t Address = 0;
  /// 0 when the symbol table does not say.
  uint64_t Bytes = 0;
  /// As the symbol table has it.
  std::string Name;
};

/// A stretch of the file that is mapped.
struct LoadSegment {
  uint64_t Offset = 0;
  uint64_t Address = 0;
  uint64_t Bytes = 0;
  bool Executable = false;
};

class Executable {
public:
  /// Errors name the file and the cause: it cannot be read, is no ELF file or
  /// one of another kind (a core dump), is for an architecture that LLVM does
  /// not know.
  static llvm::Expected<std::unique_ptr<Executable>> open(llvm::StringRef Path);
  /// The same on bytes at hand; Path is for messages.
  static llvm::Expected<std::unique_ptr<Executable>>
  read(std::unique_ptr<llvm::MemoryBuffer> Buffer);
  ~Executable();

  const std::string &path() const;
  /// For example x86_64-unknown-linux.
  const llvm::Triple &triple() const;
  bool isPositionIndependent() const;
  /// True if it is an object that is not linked. Its sections of code have
  /// addresses one behind the other then, and branches lead to the functions
  /// that they name; undefined ones have addresses without code.
  bool isRelocatable() const;
  /// The program interpreter; empty: statically linked.
  llvm::StringRef interpreter() const;
  /// The libraries that it is linked with; where it looks for them, as the file
  /// has it (DT_RUNPATH or DT_RPATH); its own name as a library.
  llvm::ArrayRef<std::string> neededLibraries() const;
  llvm::StringRef runPath() const;
  llvm::StringRef sharedName() const;
  /// True if it has a symbol table with functions, be it the dynamic one.
  bool hasFunctions() const;
  /// True if it has the line table of DWARF.
  bool hasLines() const;
  /// In ascending order of addresses, at most one for each address.
  llvm::ArrayRef<FunctionSymbol> functions() const;
  llvm::ArrayRef<LoadSegment> segments() const;
  /// Code at Address, at most Bytes and at most up to the end of its segment;
  /// empty where there is none.
  llvm::ArrayRef<uint8_t> code(uint64_t Address, uint64_t Bytes) const;
  /// The lowest address of an executable segment.
  uint64_t firstCodeAddress() const;

  /// The function called Name: by its symbol or by its name in the source ("f",
  /// "ns::f(int)"). Errors: none (and whether the file is stripped), several.
  llvm::Expected<const FunctionSymbol *>
  findFunction(llvm::StringRef Name) const;
  /// Whether there is one at least.
  bool definesFunction(llvm::StringRef Name) const;
  /// The function that Address is in; null if no symbol tells.
  const FunctionSymbol *functionAt(uint64_t Address) const;
  /// Where the function that Address is in begins as the unwinder knows it,
  /// which also knows functions without symbols; 0: there is no such table.
  uint64_t frameAt(uint64_t Address) const;
  /// Name of the function at Address, demangled; otherwise the section's name;
  /// empty when Address is in none.
  std::string nameAt(uint64_t Address) const;
  /// Source line of the instruction at Address; invalid if not known.
  SourceLocation locationOf(uint64_t Address) const;

private:
  Executable();
  struct Impl;
  std::unique_ptr<Impl> Contents;
};

} // namespace rafter

#endif // RAFTER_EXECUTABLE_EXECUTABLE_H
