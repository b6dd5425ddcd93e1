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

/// Cracks what is executed, until who takes it has enough.
class CrackingConsumer : public InstructionConsumer {
public:
  /// Both must outlive the object; Table may grow.
  CrackingConsumer(const InstructionTable &Table, InstructionCracker &Cracker)
      : Table(Table), Cracker(Cracker) {}

  void setWarmUp(bool) override {}
  void beginRegion() override {}
  void consume(const InstructionChunk &Chunk) final;
  void endRegion() override {}

protected:
  /// The parts of the next instruction. False: nothing more is cracked before
  /// resume().
  virtual bool take(llvm::ArrayRef<CrackedInstruction> Parts) = 0;
  void resume() { HasEnough = false; }

private:
  const InstructionTable &Table;
  InstructionCracker &Cracker;
  std::vector<CrackedInstruction> Parts;
  bool HasEnough = false;
};

/// Lets S, which has instructions, be played as cracked instructions as well.
/// Naming: of the target that they are for.
void addCracked(Source &S, const RegisterNaming &Naming);

} // namespace rafter

#endif // RAFTER_CODEGEN_CRACKINGCONSUMER_H
