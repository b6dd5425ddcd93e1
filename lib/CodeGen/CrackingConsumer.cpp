//===- CrackingConsumer.cpp - Cracks a stream of instructions -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/Stream/WarmUp.h"

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
    HasEnough = !Parts.empty() && !Target.take(Parts);
  }
}

CrackedSource rafter::crack(InstructionSource Play,
                            const InstructionTable &Table,
                            const RegisterNaming &Naming) {
  return [Play = std::move(Play), &Table, Naming](CrackedConsumer &Consumer) {
    InstructionCracker Cracker(Naming, Table);
    CrackingConsumer Cracking(Table, Cracker, Consumer);
    return Play(Cracking);
  };
}

void rafter::addCracked(Source &S, const RegisterNaming &Naming) {
  InstructionSource Play = S.Instructions->Play;
  // Of a block, whose accesses hit L1, the first execution fetches the lines.
  if (S.Instructions->PerfectMemory)
    Play = warmUpWithFirstRegion(std::move(Play));
  S.Cracked = crack(std::move(Play), *S.Instructions->Table, Naming);
}
