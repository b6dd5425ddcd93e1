//===- InstructionsOfOperations.h - Operations as instructions --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a stream of operations, as the IR gives it, into a stream of
// instructions on the units of the generalized roofline, so that sensitivity
// and causality run on it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STREAM_INSTRUCTIONSOFOPERATIONS_H
#define RAFTER_LIB_STREAM_INSTRUCTIONSOFOPERATIONS_H

#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/DenseMap.h"

namespace rafter {

/// A consumer of operations that sends instructions to another consumer. The
/// table grows with the stream: play the stream once without a target, and
/// consumers find it complete.
class InstructionsOfOperations final : public StreamConsumer {
public:
  /// Operations must outlive the object.
  InstructionsOfOperations(const OperationTable &Operations,
                           const Processor &CPU);

  const InstructionTable &table() const { return Table; }
  /// Null: only the table grows.
  void setTarget(InstructionConsumer *Consumer) { Target = Consumer; }

  void setWarmUp(bool On) override;
  void beginRegion() override;
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override;
  void endRegion() override;

private:
  /// A unit for each operation that can issue in a cycle; none if that is
  /// unlimited.
  PortUse addUnits(llvm::StringRef Name, double PerCycle);
  uint32_t instruction(const DynamicOperation &D);
  uint32_t lower(const StaticOperation &O, uint32_t Frame);
  /// Whether O is two instructions: a CPU without fused multiply-adds.
  bool isSeparate(const StaticOperation &O) const;
  uint32_t lowerSeparately(const StaticOperation &O, uint32_t Frame);
  uint16_t unit(uint32_t Register);
  void addPorts(const StaticOperation &O, unsigned Nodes);

  const OperationTable &Operations;
  const Processor &CPU;
  InstructionTable Table;
  std::array<PortUse, NumComputeKinds> ComputePorts;
  PortUse AnyCompute, LoadPorts, StorePorts, AddressPorts;
  /// First string of the names of operation kinds.
  std::array<uint32_t, 9> Names = {};
  /// By operation and frame.
  llvm::DenseMap<uint64_t, uint32_t> Known;
  llvm::DenseMap<uint32_t, uint16_t> Units;
  uint32_t NumProducts = 0;
  InstructionConsumer *Target = nullptr;
  std::vector<ExecutedInstruction> Executed;
  std::vector<uint64_t> Addresses;
};

/// CPU as the instructions of InstructionsOfOperations see it: fetch and
/// buffers of the generalized roofline, and nothing that belongs to an
/// instruction set.
Processor processorOfOperations(const Processor &CPU);

} // namespace rafter

#endif // RAFTER_LIB_STREAM_INSTRUCTIONSOFOPERATIONS_H
