//===- Dependences.cpp - Who waits for whom in a trace --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Dependences.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace rafter;

namespace {

constexpr unsigned BlockShift = 3;

void sortUnique(llvm::SmallVectorImpl<uint32_t> &Positions) {
  llvm::sort(Positions);
  Positions.erase(llvm::unique(Positions), Positions.end());
}

/// The last writers of registers and of blocks of memory.
class LastWriters {
public:
  LastWriters() { Registers.fill(None); }

  void readRegisters(const TraceInstruction &I,
                     llvm::SmallVectorImpl<uint32_t> &Found) const {
    for (uint8_t Register : I.Sources) {
      if (Register == 0)
        break;
      if (Registers[Register] != None)
        Found.push_back(Registers[Register]);
    }
  }
  void readMemory(const TraceInstruction &I,
                  llvm::SmallVectorImpl<uint32_t> &Found) const {
    for (uint64_t Block = first(I); Block <= last(I); ++Block)
      if (auto Writer = Memory.find(Block); Writer != Memory.end())
        Found.push_back(Writer->second);
  }
  void write(const TraceInstruction &I, uint32_t Position) {
    for (uint8_t Register : I.Destinations) {
      if (Register == 0)
        break;
      Registers[Register] = Position;
    }
    if (!I.isStore())
      return;
    for (uint64_t Block = first(I); Block <= last(I); ++Block)
      Memory[Block] = Position;
  }

private:
  static constexpr uint32_t None = ~0u;

  static uint64_t first(const TraceInstruction &I) {
    return I.DataAddress >> BlockShift;
  }
  /// An access that would pass the end of the address space ends there.
  static uint64_t last(const TraceInstruction &I) {
    uint64_t More = I.DataBytes > 1 ? I.DataBytes - 1 : 0;
    uint64_t End = I.DataAddress + More;
    return (End < I.DataAddress ? ~uint64_t(0) : End) >> BlockShift;
  }

  std::array<uint32_t, 256> Registers;
  llvm::DenseMap<uint64_t, uint32_t> Memory;
};

} // namespace

Dependences::Dependences(llvm::ArrayRef<TraceInstruction> Instructions) {
  Begin.reserve(Instructions.size() + 1);
  Stores.reserve(Instructions.size());
  Producers.reserve(Instructions.size() * 2);
  LastWriters Writers;
  llvm::SmallVector<uint32_t, 16> Found;
  for (size_t I = 0; I != Instructions.size(); ++I) {
    const TraceInstruction &Instruction = Instructions[I];
    Begin.push_back(Producers.size());
    Found.clear();
    Writers.readRegisters(Instruction, Found);
    sortUnique(Found);
    llvm::append_range(Producers, Found);
    Stores.push_back(NoStore);
    if (Instruction.isLoad()) {
      Found.clear();
      Writers.readMemory(Instruction, Found);
      sortUnique(Found);
      if (!Found.empty())
        Stores.back() = Found.back();
      llvm::erase_if(Found, [&](uint32_t Store) {
        return llvm::is_contained(
            llvm::ArrayRef(Producers).drop_front(Begin.back()), Store);
      });
      llvm::append_range(Producers, Found);
    }
    Writers.write(Instruction, I);
  }
  Begin.push_back(Producers.size());
}
