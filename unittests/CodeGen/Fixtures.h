//===- Fixtures.h - Models and readable table entries ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_CODEGEN_FIXTURES_H
#define RAFTER_UNITTESTS_CODEGEN_FIXTURES_H

#include "rafter/CodeGen/AssemblyFile.h"
#include "llvm/TargetParser/Triple.h"

namespace rafter {

/// A CPU without any rule of its own: LLVM's model only.
Processor plainCPU(llvm::StringRef LLVMName);
/// With every rule that Intel's cores from Haswell on have.
Processor intelCPU(llvm::StringRef LLVMName);

extern const char *const X86;
extern const char *const AArch64;
extern const char *const RISCV;

std::unique_ptr<TargetModel> createModel(llvm::StringRef Triple,
                                         const Processor &CPU);

/// The entries of a block of assembly.
struct Block {
  InstructionTable Table;
  std::vector<AssemblyRegion> Regions;

  const StaticInstruction &operator[](unsigned I) const {
    return Table.Instructions[Regions.front().Code.Begin + I];
  }
  unsigned size() const { return Regions.front().Code.size(); }
  /// "p0156 + p23", with the cycles where they are not 1: "4*divider".
  std::string ports(unsigned I) const;
  /// "8 load", "16 store", joined by " + ".
  std::string memory(unsigned I) const;
  /// Whether instruction Reader needs a register unit that Writer writes.
  bool depends(unsigned Reader, unsigned Writer) const;
  /// Latency of the writes that do not count from the address; -1: none.
  int latency(unsigned I) const;
  std::string assumption(unsigned I) const;
};
Block assemble(const TargetModel &Model, llvm::StringRef Text);
/// The message of the error that reading Text as "test.s" gives.
std::string assemblyError(const TargetModel &Model, llvm::StringRef Text);

/// Everything that the core model sees of an entry, in one line; sets sorted.
std::string describe(const InstructionTable &Table, const StaticInstruction &I);

} // namespace rafter

#endif // RAFTER_UNITTESTS_CODEGEN_FIXTURES_H
