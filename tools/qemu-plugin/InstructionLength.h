//===- InstructionLength.h - Where an x86 instruction ends -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// QEMU 7.2 ends a block before an x86 instruction that begins on one page and
// ends on the next, but leaves the bytes that it had read in the plugin's view
// of the block. Whether the last instruction is complete says its length.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_QEMUPLUGIN_INSTRUCTIONLENGTH_H
#define RAFTER_TOOLS_QEMUPLUGIN_INSTRUCTIONLENGTH_H

#include <cstddef>
#include <cstdint>

namespace rafter::recording {

/// Bytes of the 64-bit x86 instruction that begins at Bytes, of which Size are
/// known; more than Size if they do not tell yet. Encodings that do not exist
/// have some length.
size_t lengthOfX86(const uint8_t *Bytes, size_t Size);

} // namespace rafter::recording

#endif // RAFTER_TOOLS_QEMUPLUGIN_INSTRUCTIONLENGTH_H
