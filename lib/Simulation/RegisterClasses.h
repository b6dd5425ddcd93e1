//===- RegisterClasses.h - Register units with one time ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register has several units (al, ah and the rest of rax), which most
// programs always write together. Units that every instruction so far writes
// together, with one latency, always have the same time and need only one.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_REGISTERCLASSES_H
#define RAFTER_LIB_SIMULATION_REGISTERCLASSES_H

#include "rafter/Stream/Instruction.h"

namespace rafter::simulation {

class RegisterClasses {
public:
  /// The class of units that nothing writes: they are always ready.
  static constexpr uint16_t NeverWritten = 0;

  /// Which physical registers a unit is part of; flags are of neither.
  enum FileKind : uint8_t { NoFile, Integer, Vector };

  void grow(uint32_t NumUnits);
  /// Splits classes of which an instruction writes only a part, or with several
  /// latencies. True if there are new classes.
  bool refine(llvm::ArrayRef<RegisterWrite> Writes);
  /// Notes what the instruction tells about its registers. True if that was
  /// new. The table does not say which unit belongs to which file; a result of
  /// vector work that integer instructions never write is a vector register,
  /// others that addresses are made of are integer registers, and what is
  /// neither (flags) takes no physical register.
  bool learnFiles(const InstructionTable &Table, const StaticInstruction &S);

  uint16_t of(uint16_t Unit) const { return ClassOf[Unit]; }
  FileKind file(uint16_t Unit) const;
  size_t size() const { return Parents.size(); }
  /// The class that each was split from, which has a smaller number. Its time
  /// is that of the new class at the moment of the split.
  llvm::ArrayRef<uint16_t> parents() const { return Parents; }

private:
  std::vector<uint16_t> ClassOf;
  enum EvidenceKind : uint8_t {
    InAddress = 1,
    WrittenByVector = 2,
    WrittenByInteger = 4
  };
  std::vector<uint8_t> Evidence;
  std::vector<uint16_t> Parents = {NeverWritten};
  std::vector<uint32_t> Members = {0};
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_REGISTERCLASSES_H
