//===- ExecutionSink.h - What consumes a recording -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executed blocks in order, thread by thread: what the recorder and the trace
// reader send, and the trace writer and the assembler of instructions take.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_EXECUTIONSINK_H
#define RAFTER_TRACEFILES_EXECUTIONSINK_H

#include "rafter/Stream/Instruction.h"
#include "rafter/Stream/Operation.h"
#include "rafter/TraceFiles/AccessWord.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace rafter {

/// A stretch of code that is executed from its beginning. Its number stands for
/// its address and bytes: other code at the same address is another block.
struct CodeBlock {
  /// While the program ran.
  uint64_t Address = 0;
  /// In the numbering of the file that it comes from; Address if from none.
  uint64_t StaticAddress = 0;
  /// Function that it begins in, with the library's name before it.
  std::string Function;
  /// Only while a program is recorded: the name of the file that the code is
  /// from (empty: the program made it), and where the function begins in its
  /// numbering (0: no symbol tells), or where the unwinder says so (0: not
  /// asked, or not known).
  std::string File;
  uint64_t FunctionAddress = 0;
  uint64_t FrameAddress = 0;
  std::vector<uint8_t> Bytes;
  /// Bytes of each instruction.
  std::vector<uint8_t> Sizes;
  /// Source line of each instruction.
  std::vector<SourceLocation> Lines;

  uint64_t end() const { return Address + Bytes.size(); }
  /// Where it ran, and of no function or line.
  CodeBlock withoutNames() const {
    CodeBlock Plain = *this;
    Plain.StaticAddress = Address;
    Plain.Function.clear();
    Plain.Lines.assign(Lines.size(), SourceLocation());
    return Plain;
  }
};

/// An access, but for its address.
struct AccessShape {
  /// Bits above the address of AccessWord.h's words.
  uint16_t Bits = 0;

  static AccessShape of(uint64_t Word) {
    return {static_cast<uint16_t>(Word >> recording::AddressBits)};
  }
  /// Of the block.
  unsigned instruction() const {
    return Bits % recording::MaxBlockInstructions;
  }
  unsigned bytes() const {
    return 1u << (Bits >> (recording::SizeShift - recording::AddressBits) & 7);
  }
  bool isStore() const {
    return (uint64_t(Bits) << recording::AddressBits & recording::StoreBit) !=
           0;
  }
  bool operator==(const AccessShape &) const = default;
};

/// A way in which a block is executed.
struct BlockVariant {
  uint32_t Block = 0;
  /// Instructions executed: fewer than it has if it was left early.
  uint32_t Instructions = 0;
  std::vector<AccessShape> Accesses;
};

class ExecutionSink {
public:
  virtual ~ExecutionSink() = default;
  /// The next block, and the next variant, numbered from 0.
  virtual void define(const CodeBlock &Block) = 0;
  virtual void define(const BlockVariant &Variant) = 0;
  /// Lines that the thread used outside of the region since it left it, each
  /// where it was used last; comes before enter().
  virtual void useOutside(uint32_t /*Thread*/, llvm::ArrayRef<LineUse>) {}
  /// The thread enters the region, or leaves it.
  virtual void enter(uint32_t Thread) = 0;
  virtual void leave(uint32_t Thread) = 0;
  /// Words hold the address of each access in their lower AddressBits.
  virtual void execute(uint32_t Thread, uint32_t Variant,
                       llvm::ArrayRef<uint64_t> Words) = 0;
};

} // namespace rafter

#endif // RAFTER_TRACEFILES_EXECUTIONSINK_H
