//===- DisassembledLoops.h - Loops in the bytes of a function ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes a function of an executable and finds its innermost natural loops,
// each with one way through it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_DISASSEMBLEDLOOPS_H
#define RAFTER_CODEGEN_DISASSEMBLEDLOOPS_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Stream/LoopStream.h"

namespace rafter {

/// A loop in the code of a function.
struct CodeLoop {
  /// Address of its first instruction.
  uint64_t Header = 0;
  /// Loops around it.
  unsigned Depth = 0;
  /// Addresses of the instructions on the way from the header back to it, and
  /// whether control then goes elsewhere than to the next one in memory.
  struct Step {
    uint64_t Address = 0;
    uint8_t Bytes = 0;
    bool Taken = false;
  };
  std::vector<Step> Path;
  /// What the path calls.
  std::vector<uint64_t> Calls;
  /// True if it calls through a register or memory.
  bool CallsIndirectly = false;
};

/// The innermost loops of the function whose code is Bytes at Address, by
/// their headers. Undecodable bytes are skipped. The way through a loop jumps
/// as little as possible, since code generation puts what is likely in line,
/// and keeps from calls.
std::vector<CodeLoop> findLoops(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                                const TargetModel &Model);

/// Appends the path of Loop, whose function has the code Bytes at Address, to
/// Builder's table. Operands with the same address form access the same
/// address; all others lie in lines of their own.
LoopBody addLoop(const CodeLoop &Loop, llvm::ArrayRef<uint8_t> Bytes,
                 uint64_t Address, uint32_t Function, const TargetModel &Model,
                 InstructionBuilder &Builder, const InstructionTable &Table,
                 llvm::function_ref<uint32_t(uint64_t)> LocationOf);

} // namespace rafter

#endif // RAFTER_CODEGEN_DISASSEMBLEDLOOPS_H
