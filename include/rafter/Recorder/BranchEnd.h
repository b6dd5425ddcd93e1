//===- BranchEnd.h - How a block ends --------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls and returns, which decide when a function is left. Just as much
// decoding as that needs.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_RECORDER_BRANCHEND_H
#define RAFTER_RECORDER_BRANCHEND_H

#include <cstddef>
#include <cstdint>

namespace rafter::recording {

enum class Architecture : uint8_t { Unknown, X86, AArch64, RISCV };
enum class BranchEnd : uint8_t { Other, Call, Return };

/// Of QEMU's name of a target, "x86_64".
Architecture architectureOf(const char *Target);

/// What the instruction does.
BranchEnd classify(Architecture A, const uint8_t *Bytes, size_t Size);

} // namespace rafter::recording

#endif // RAFTER_RECORDER_BRANCHEND_H
