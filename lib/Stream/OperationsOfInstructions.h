//===- OperationsOfInstructions.h - Instructions as operations --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a stream of instructions into a stream of operations, so that the
// computation DAG and the generalized roofline run on machine code: loads,
// stores and floating-point work as they are, the rest as Integer operations.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STREAM_OPERATIONSOFINSTRUCTIONS_H
#define RAFTER_LIB_STREAM_OPERATIONSOFINSTRUCTIONS_H

#include "rafter/Stream/Instruction.h"
#include "llvm/ADT/ArrayRef.h"

namespace rafter {

/// The operations of a table of instructions.
struct LoweredInstructions {
  OperationTable Table;
  /// Operations of each instruction.
  std::vector<TableRange> Ranges;
  /// For each operation: which memory operand of its instruction it accesses.
  std::vector<uint8_t> Operands;
};

/// Addresses wait for their registers if FollowAddresses, and for nothing
/// otherwise, as in the paper. An instruction is: its loads, what it computes,
/// its stores. A micro-operation more or less is not told apart.
LoweredInstructions lowerInstructions(const InstructionTable &Table,
                                      bool FollowAddresses = true);

/// A consumer of instructions that sends operations to others.
class OperationsOfInstructions final : public InstructionConsumer {
public:
  /// Lowered must hold every instruction of the stream; it and the consumers
  /// must outlive the object.
  OperationsOfInstructions(const InstructionTable &Table,
                           const LoweredInstructions &Lowered,
                           llvm::ArrayRef<StreamConsumer *> Consumers)
      : Table(Table), Lowered(Lowered), Consumers(Consumers) {}

  void setWarmUp(bool On) override;
  void beginRegion() override;
  void consume(const InstructionChunk &Chunk) override;
  void endRegion() override;

private:
  void flush();

  const InstructionTable &Table;
  const LoweredInstructions &Lowered;
  llvm::ArrayRef<StreamConsumer *> Consumers;
  std::vector<DynamicOperation> Pending;
};

} // namespace rafter

#endif // RAFTER_LIB_STREAM_OPERATIONSOFINSTRUCTIONS_H
