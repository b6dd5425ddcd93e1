//===- X86Prefixes.h - Prefixes that are instructions to LLVM --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The disassembler gives a lock prefix as an instruction of its own, the
// assembler as a flag, and the compiler has opcodes that include it: one form
// for all.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_X86PREFIXES_H
#define RAFTER_LIB_CODEGEN_X86PREFIXES_H

#include "TargetModelImpl.h"

namespace rafter {

/// Flags of an MCInst of x86 that stand for prefixes.
enum X86PrefixFlag : unsigned {
  RepeatNotEqualPrefix = 4,
  RepeatPrefix = 8,
  LockPrefix = 16
};

bool hasPrefixes(const TargetModel::Impl &Model,
                 llvm::ArrayRef<llvm::MCInst> Code);

/// Joins prefixes with the instructions behind them, and uses the opcodes that
/// include them where there are some.
void mergePrefixes(const TargetModel::Impl &Model,
                   std::vector<llvm::MCInst> &Code,
                   std::vector<CodeLocation> &Where);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_X86PREFIXES_H
