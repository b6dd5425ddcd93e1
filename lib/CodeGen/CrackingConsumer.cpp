//===- CrackingConsumer.cpp - Cracks a stream of instructions -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/CrackingConsumer.h"

using namespace rafter;

void CrackingConsumer::consume(const InstructionChunk &Chunk) {
  llvm::ArrayRef<uint64_t> Addresses = Chunk.Addresses;
  for (ExecutedInstruction I : Chunk.Instructions) {
    if (HasEnough)
      return;
    uint32_t Entry = I & ~TakenBit;
    size_t Operands = Table.Instructions[Entry].Memory.size();
    Parts.clear();
    Cracker.append(Entry, (I & TakenBit) != 0, Addresses.take_front(Operands),
                   Parts);
    Addresses = Addresses.drop_front(Operands);
    HasEnough = !Parts.empty() && !take(Parts);
  }
}
