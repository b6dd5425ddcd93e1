//===- MemoryOperands.h - Memory operands of an MCInst ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operands form an address, how many bytes are accessed there, and what
// makes two operands form their addresses in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_MEMORYOPERANDS_H
#define RAFTER_LIB_CODEGEN_MEMORYOPERANDS_H

#include "Description.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/MC/MCInstPrinter.h"

namespace rafter {

class MemoryFacts {
public:
  explicit MemoryFacts(const TargetModel::Impl &Model);

  /// Fills the address operands of D. Before the registers are described.
  void findAddress(Description &D) const;
  /// Fills the memory operands of D. NextAddress is the address behind the
  /// instruction, to which x86 addresses may be relative.
  void describe(Description &D, uint64_t NextAddress);

private:
  void findX86Address(Description &D) const;
  void findAArch64Address(Description &D) const;
  void findRISCVAddress(Description &D) const;
  unsigned bytes(const Description &D);
  unsigned x86Bytes(const Description &D);
  unsigned aarch64Bytes(const Description &D) const;
  unsigned riscvBytes(const Description &D) const;
  unsigned dataRegisterBytes(const Description &D) const;
  /// Elements of a gather or scatter; 1 otherwise.
  unsigned accesses(const Description &D) const;
  unsigned immediateScale(const Description &D, unsigned Bytes) const;
  bool canBeRenamed(const Description &D, unsigned Bytes) const;
  uint32_t addressForm(const Description &D, unsigned Bytes,
                       uint64_t NextAddress) const;
  std::string print(const llvm::MCExpr &Expression) const;

  const TargetModel::Impl &Model;
  std::unique_ptr<llvm::MCInstPrinter> Intel;
  llvm::DenseMap<unsigned, unsigned> BytesByOpcode;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_MEMORYOPERANDS_H
