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
    HasEnough = !Parts.empty() && !take(Parts);
  }
}

namespace {

/// Hands all parts on.
class PartForwarder final : public CrackingConsumer {
public:
  PartForwarder(const InstructionTable &Table, InstructionCracker &Cracker,
                CrackedConsumer &Target)
      : CrackingConsumer(Table, Cracker), Target(Target) {}

  void setWarmUp(bool On) override { Target.setWarmUp(On); }

private:
  bool take(llvm::ArrayRef<CrackedInstruction> Parts) override {
    Target.take(Parts);
    return true;
  }

  CrackedConsumer &Target;
};

} // namespace

void rafter::addCracked(Source &S, const RegisterNaming &Naming) {
  InstructionSource Play = S.Instructions->Play;
  // Of a block, whose accesses hit L1, the first execution fetches the lines.
  if (S.Instructions->PerfectMemory)
    Play = warmUpWithFirstRegion(std::move(Play));
  S.Cracked = [Play = std::move(Play), Naming,
               Table = S.Instructions->Table](CrackedConsumer &Consumer) {
    InstructionCracker Cracker(Naming, *Table);
    PartForwarder Forwarder(*Table, Cracker, Consumer);
    return Play(Forwarder);
  };
}
