//===- RegisterNames.h - Registers of register units -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_REGISTERNAMES_H
#define RAFTER_LIB_CODEGEN_REGISTERNAMES_H

#include "rafter/CodeGen/InstructionBuilder.h"

namespace rafter {

/// For each register unit of tables of this model the register that it is a
/// part of, as programmers see it: RAX for the units of AL and AH, XMM3, Z7,
/// EFLAGS; "CF" for the carry flag of x86, which has a unit of its own.
std::vector<std::string> wholeRegisterNames(const TargetModel &Model);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_REGISTERNAMES_H
