//===- Dependences.cpp - Who waits for whom in a trace --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Dependences.h"
#include "rafter/Stream/PositionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace rafter;

namespace {

constexpr unsigned BlockShift = 3;

uint64_t firstBlock(const CrackedInstruction &I) {
  return I.DataAddress >> BlockShift;
}

/// An access that would pass the end of the address space ends there.
uint64_t lastBlock(const CrackedInstruction &I) {
  uint64_t More = I.DataBytes > 1 ? I.DataBytes - 1 : 0;
  uint64_t End = I.DataAddress + More;
  return (End < I.DataAddress ? ~uint64_t(0) : End) >> BlockShift;
}

size_t countBlocksWritten(llvm::ArrayRef<CrackedInstruction> Instructions) {
  size_t Blocks = 0;
  for (const CrackedInstruction &I : Instructions)
    if (I.isStore())
      Blocks += lastBlock(I) - firstBlock(I) + 1;
  return Blocks;
}

/// Positions in ascending order, each once.
class Positions {
public:
  void clear() { Sorted.clear(); }
  void insert(uint32_t Position) {
    if (Position == PositionTable::None)
      return;
    size_t I = Sorted.size();
    for (; I != 0 && Sorted[I - 1] >= Position; --I)
      if (Sorted[I - 1] == Position)
        return;
    Sorted.insert(Sorted.begin() + I, Position);
  }
  llvm::ArrayRef<uint32_t> get() const { return Sorted; }

private:
  llvm::SmallVector<uint32_t, 16> Sorted;
};

/// The last writers of registers and of blocks of memory.
class LastWriters {
public:
  explicit LastWriters(size_t Blocks) : Memory(Blocks) {
    Registers.fill(PositionTable::None);
  }

  void readRegisters(const CrackedInstruction &I, Positions &Found) const {
    for (uint8_t Register : I.Sources) {
      if (Register == 0)
        break;
      Found.insert(Registers[Register]);
    }
  }
  void readMemory(const CrackedInstruction &I, Positions &Found) const {
    for (uint64_t B = firstBlock(I), End = lastBlock(I); B <= End; ++B)
      Found.insert(Memory.find(B));
  }
  void write(const CrackedInstruction &I, uint32_t Position) {
    for (uint8_t Register : I.Destinations) {
      if (Register == 0)
        break;
      Registers[Register] = Position;
    }
    if (!I.isStore())
      return;
    for (uint64_t B = firstBlock(I), End = lastBlock(I); B <= End; ++B)
      Memory[B] = Position;
  }

private:
  std::array<uint32_t, 256> Registers;
  PositionTable Memory;
};

} // namespace

Dependences::Dependences(llvm::ArrayRef<CrackedInstruction> Instructions) {
  Begin.reserve(Instructions.size() + 1);
  Stores.assign(Instructions.size(), NoStore);
  Producers.reserve(Instructions.size() * 2);
  LastWriters Writers(countBlocksWritten(Instructions));
  Positions Registers, Memory;
  for (size_t I = 0; I != Instructions.size(); ++I) {
    const CrackedInstruction &Instruction = Instructions[I];
    Begin.push_back(Producers.size());
    Registers.clear();
    Writers.readRegisters(Instruction, Registers);
    for (uint32_t Producer : Registers.get())
      Producers.push_back(Producer);
    if (Instruction.isLoad()) {
      Memory.clear();
      Writers.readMemory(Instruction, Memory);
      if (!Memory.get().empty())
        Stores[I] = Memory.get().back();
      for (uint32_t Store : Memory.get())
        if (!llvm::is_contained(Registers.get(), Store))
          Producers.push_back(Store);
    }
    Writers.write(Instruction, I);
  }
  Begin.push_back(Producers.size());
}
