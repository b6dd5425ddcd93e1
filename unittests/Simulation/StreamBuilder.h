//===- StreamBuilder.h - Tables and streams for tests ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds tables of static instructions by hand, and executions of them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SIMULATION_STREAMBUILDER_H
#define RAFTER_UNITTESTS_SIMULATION_STREAMBUILDER_H

#include "rafter/Stream/Instruction.h"

namespace rafter::test {

/// Instructions of four bytes, one behind the other.
struct TableBuilder {
  InstructionTable Table;
  uint64_t Next = 0x1000;

  /// Appends an instruction and returns its index.
  uint32_t add(StaticInstruction S = {}) {
    S.Address = Next;
    S.Bytes = 4;
    Next += S.Bytes;
    auto Empty = [](size_t Size) {
      return TableRange{uint32_t(Size), uint32_t(Size)};
    };
    S.Reads = Empty(Table.Reads.size());
    S.Writes = Empty(Table.Writes.size());
    S.Ports = Empty(Table.Ports.size());
    S.Memory = Empty(Table.Memory.size());
    Table.Instructions.push_back(S);
    return Table.Instructions.size() - 1;
  }
  /// The following belong to the last instruction.
  StaticInstruction &last() { return Table.Instructions.back(); }
  TableBuilder &reads(uint16_t Unit, ReadStage Stage = ReadStage::Execute) {
    Table.Reads.push_back({Unit, Stage, 0});
    last().Reads.End = Table.Reads.size();
    Table.NumRegisterUnits = std::max(Table.NumRegisterUnits, Unit + 1u);
    return *this;
  }
  TableBuilder &writes(uint16_t Unit, uint16_t Latency) {
    Table.Writes.push_back({Unit, Latency});
    last().Writes.End = Table.Writes.size();
    Table.NumRegisterUnits = std::max(Table.NumRegisterUnits, Unit + 1u);
    return *this;
  }
  /// An updated base: counted from when the address operands are ready.
  TableBuilder &updates(uint16_t Unit, uint16_t Latency) {
    writes(Unit, Latency);
    Table.Writes.back().FromAddress = true;
    return *this;
  }
  TableBuilder &uses(uint64_t Units, uint16_t Cycles = 1) {
    Table.Ports.push_back({Units, Cycles});
    last().Ports.End = Table.Ports.size();
    return *this;
  }
  TableBuilder &accesses(bool IsStore, uint32_t Bytes = 8,
                         uint32_t AddressForm = 0) {
    Table.Memory.push_back({Bytes, IsStore, AddressForm});
    last().Memory.End = Table.Memory.size();
    return *this;
  }
  uint32_t load(uint32_t Bytes = 8, uint32_t AddressForm = 0) {
    StaticInstruction S;
    S.Class = InstructionClass::Load;
    uint32_t I = add(S);
    accesses(false, Bytes, AddressForm);
    return I;
  }
  uint32_t store(uint32_t Bytes = 8, uint32_t AddressForm = 0) {
    StaticInstruction S;
    S.Class = InstructionClass::Store;
    uint32_t I = add(S);
    accesses(true, Bytes, AddressForm);
    return I;
  }
  uint32_t branch(BranchKind Kind) {
    StaticInstruction S;
    S.Class = InstructionClass::Branch;
    S.Branch = Kind;
    return add(S);
  }
};

/// Executions in program order.
struct Stream {
  std::vector<ExecutedInstruction> Instructions;
  std::vector<uint64_t> Addresses;

  Stream &run(uint32_t Static) {
    Instructions.push_back(Static);
    return *this;
  }
  Stream &run(uint32_t Static, std::initializer_list<uint64_t> At) {
    Addresses.insert(Addresses.end(), At);
    return run(Static);
  }
  Stream &take(uint32_t Static) { return run(Static | TakenBit); }
  InstructionChunk chunk() const { return {Instructions, Addresses}; }
};

/// Plays the body so many times as iterations of one region.
inline InstructionSource repeat(Stream Body, unsigned Iterations) {
  return [Body = std::move(Body), Iterations](InstructionConsumer &C) {
    C.beginRegion();
    for (unsigned I = 0; I != Iterations; ++I) {
      C.consume(Body.chunk());
      C.endIteration();
    }
    C.endRegion();
    return llvm::Error::success();
  };
}

inline InstructionSource once(Stream S) { return repeat(std::move(S), 1); }

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SIMULATION_STREAMBUILDER_H
