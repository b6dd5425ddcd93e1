//===- BranchRelocation.h - Lets branches lead somewhere -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The relocations of calls and jumps relative to the program counter, for
// x86-64, AArch64 and RISC-V.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_EXECUTABLE_BRANCHRELOCATION_H
#define RAFTER_LIB_EXECUTABLE_BRANCHRELOCATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/TargetParser/Triple.h"

namespace rafter {

/// Whether a relocation of ELF's Type may be one of a call or jump.
bool isBranchRelocation(llvm::Triple::ArchType Machine, uint32_t Type);

/// Encodes Distance, in bytes from the place of the relocation, in the
/// instruction at Code. Does nothing if Code is too short for it.
void relocateBranch(llvm::Triple::ArchType Machine, uint32_t Type,
                    llvm::MutableArrayRef<uint8_t> Code, int64_t Distance);

} // namespace rafter

#endif // RAFTER_LIB_EXECUTABLE_BRANCHRELOCATION_H
