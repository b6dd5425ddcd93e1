//===- CrackingConsumer.h - Cracks a stream of instructions -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_CRACKINGCONSUMER_H
#define RAFTER_CODEGEN_CRACKINGCONSUMER_H

#include "rafter/CodeGen/InstructionCracker.h"
#include "rafter/Stream/Source.h"

namespace rafter {

/// Cracks what is executed for another consumer, until that has enough.
class CrackingConsumer final : public InstructionConsumer {
public:
  /// All must outlive the object; Table may grow.
  CrackingConsumer(const InstructionTable &Table, InstructionCracker &Cracker,
                   CrackedConsumer &Target)
      : Table(Table), Cracker(Cracker), Target(Target) {}

  void setWarmUp(bool On) override { Target.setWarmUp(On); }
  void beginRegion() override {
    HasEnough = false;
    Target.beginRegion();
  }
  void consume(const InstructionChunk &Chunk) override;
  void endRegion() override {}

private:
  const InstructionTable &Table;
  InstructionCracker &Cracker;
  CrackedConsumer &Target;
  std::vector<CrackedInstruction> Parts;
  bool HasEnough = false;
};

/// What Play executes of Table, cracked; Table must outlive the result. Naming:
/// of the target that the instructions are for.
CrackedSource crack(InstructionSource Play, const InstructionTable &Table,
                    const RegisterNaming &Naming);

/// Lets S, which has instructions, be played as cracked instructions as well.
void addCracked(Source &S, const RegisterNaming &Naming);

} // namespace rafter

#endif // RAFTER_CODEGEN_CRACKINGCONSUMER_H
