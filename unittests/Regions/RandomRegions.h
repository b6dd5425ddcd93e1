//===- RandomRegions.h - Made-up executions --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_REGIONS_RANDOMREGIONS_H
#define RAFTER_UNITTESTS_REGIONS_RANDOMREGIONS_H

#include "rafter/Stream/CrackedInstruction.h"
#include <random>

namespace rafter {

/// A walk through Blocks random blocks, with loads and stores in strides and at
/// random: every field of an instruction takes many of its values.
class RandomProgram {
public:
  explicit RandomProgram(uint32_t Seed, unsigned NumBlocks = 20)
      : Random(Seed) {
    uint64_t Address = 0x400000;
    for (unsigned B = 0; B != NumBlocks; ++B) {
      Blocks.push_back(makeBlock(Address));
      Address += Random() % 3 == 0 ? 0x100000 : 256;
    }
  }

  std::vector<CrackedInstruction> run(size_t Count) {
    std::vector<CrackedInstruction> Out;
    while (Out.size() < Count) {
      for (CrackedInstruction I : Blocks[Random() % Blocks.size()]) {
        if (I.Branch == BranchKind::Conditional && Random() % 2)
          I.Flags |= CrackedInstruction::Taken;
        if (I.isLoad() || I.isStore())
          I.DataAddress = Random() % 4 ? Next += 8 : Random() % (1ull << 46);
        Out.push_back(I);
      }
    }
    Out.resize(Count);
    return Out;
  }

  TraceRegion region(size_t WarmUp, size_t Measured, std::string Name = "r") {
    return {std::move(Name), run(WarmUp), run(Measured)};
  }

private:
  std::vector<CrackedInstruction> makeBlock(uint64_t Address) {
    std::vector<CrackedInstruction> Block;
    for (unsigned Size = 1 + Random() % 12; Size != 0; --Size) {
      CrackedInstruction I;
      I.Class = static_cast<InstructionClass>(Random() % NumInstructionClasses);
      if (I.Class == InstructionClass::Branch)
        I.Class = InstructionClass::Other;
      I.Bytes = 1 + Random() % 15;
      I.Flags = Random() % 8 ? 0 : CrackedInstruction::Barrier;
      if (!Block.empty() && Random() % 4 == 0) {
        I.Flags |= CrackedInstruction::Continued;
        I.Bytes = Block.back().Bytes;
        Address = Block.back().Address;
      }
      I.Address = Address;
      Address += I.Bytes;
      for (unsigned R = Random() % 7; R != 0; --R)
        I.Sources[R - 1] = 1 + Random() % 255;
      for (unsigned R = Random() % 5; R != 0; --R)
        I.Destinations[R - 1] = 1 + Random() % 255;
      if (I.isLoad() || I.isStore())
        I.DataBytes = 1u << Random() % 7;
      Block.push_back(I);
    }
    Block.back().Class = InstructionClass::Branch;
    Block.back().DataBytes = 0;
    Block.back().Branch = static_cast<BranchKind>(1 + Random() % 6);
    if (Block.back().Branch != BranchKind::Conditional)
      Block.back().Flags |= CrackedInstruction::Taken;
    return Block;
  }

  std::mt19937 Random;
  std::vector<std::vector<CrackedInstruction>> Blocks;
  uint64_t Next = 0x10000000;
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_REGIONS_RANDOMREGIONS_H
