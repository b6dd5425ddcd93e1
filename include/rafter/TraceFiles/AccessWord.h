//===- AccessWord.h - An access to memory in 64 bits ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared with the plugin in QEMU, which knows no LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_ACCESSWORD_H
#define RAFTER_TRACEFILES_ACCESSWORD_H

#include <cstdint>

namespace rafter::recording {

/// Threads alive at the same time; what others execute is not seen.
inline constexpr uint32_t MaxThreads = 1024;
// An access: the address, which instruction of the block, the binary logarithm
// of its bytes, and whether it is a store.
inline constexpr unsigned AddressBits = 48;
/// QEMU ends a block after so many instructions.
inline constexpr unsigned MaxBlockInstructions = 512;
inline constexpr unsigned InstructionShift = AddressBits;
inline constexpr unsigned SizeShift = InstructionShift + 9;
inline constexpr uint64_t StoreBit = uint64_t(1) << (SizeShift + 3);
inline constexpr uint64_t AddressMask = (uint64_t(1) << AddressBits) - 1;

} // namespace rafter::recording

#endif // RAFTER_TRACEFILES_ACCESSWORD_H
