//===- TraceBuilder.h - Traces for tests -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_COREMODEL_TRACEBUILDER_H
#define RAFTER_UNITTESTS_COREMODEL_TRACEBUILDER_H

#include "rafter/Stream/CrackedInstruction.h"
#include <random>

namespace rafter {

/// An instruction of 4 bytes.
inline CrackedInstruction makeInstruction(uint64_t Address,
                                          InstructionClass Class) {
  CrackedInstruction I;
  I.Address = Address;
  I.Class = Class;
  if (Class == InstructionClass::Branch)
    I.Branch = BranchKind::Conditional;
  return I;
}

/// Appends instructions, four bytes each, to a trace.
class TraceBuilder {
public:
  explicit TraceBuilder(std::vector<CrackedInstruction> &Trace)
      : Trace(Trace) {}

  /// Where the next instruction stands.
  uint64_t Address = 0x400000;

  /// Reads Source, writes Destination; 0 is none.
  CrackedInstruction &add(InstructionClass Class, uint8_t Source = 0,
                          uint8_t Destination = 0) {
    CrackedInstruction I = makeInstruction(Address, Class);
    I.Sources[0] = Source;
    I.Destinations[0] = Destination;
    Address += 4;
    Trace.push_back(I);
    return Trace.back();
  }
  CrackedInstruction &load(uint64_t Data, uint8_t Source = 0,
                           uint8_t Destination = 0, uint8_t Bytes = 8) {
    CrackedInstruction &I = add(InstructionClass::Load, Source, Destination);
    I.DataAddress = Data;
    I.DataBytes = Bytes;
    return I;
  }
  CrackedInstruction &store(uint64_t Data, uint8_t Source = 0,
                            uint8_t Bytes = 8) {
    CrackedInstruction &I = add(InstructionClass::Store, Source);
    I.DataAddress = Data;
    I.DataBytes = Bytes;
    return I;
  }

private:
  std::vector<CrackedInstruction> &Trace;
};

/// What a random program does.
struct ProgramShape {
  /// Lines of code and of data.
  unsigned CodeLines = 64;
  unsigned DataLines = 1024;
  /// Of 100 instructions.
  unsigned Loads = 25, Stores = 12, Branches = 12, Floats = 15, Slow = 3;
  /// Of 1000 instructions.
  unsigned Barriers = 1;
  /// Of 100 accesses, those that walk on by a line; the others are random.
  unsigned Regular = 50;
  /// Registers, up to 250: the fewer, the more dependences.
  unsigned Registers = 24;
};

/// A program of Length instructions that jumps about in its code; the same for
/// the same seed on every computer.
inline void addRandomProgram(std::vector<CrackedInstruction> &Trace,
                             const ProgramShape &Shape, size_t Length,
                             uint64_t Seed) {
  std::mt19937_64 Numbers(Seed);
  auto Below = [&](uint64_t N) { return Numbers() % N; };
  TraceBuilder B(Trace);
  uint64_t Walk = 0;
  const uint64_t Code = 0x400000, Data = 0x10000000;
  for (size_t N = 0; N != Length; ++N) {
    unsigned Kind = unsigned(Below(100));
    auto Register = [&] { return uint8_t(1 + Below(Shape.Registers)); };
    CrackedInstruction *I = nullptr;
    auto Next = [&](unsigned Share) {
      if (I || Kind >= Share) {
        Kind -= I ? 0 : Share;
        return false;
      }
      return true;
    };
    auto Address = [&] {
      uint64_t Line =
          Below(100) < Shape.Regular ? Walk++ / 4 : Below(Shape.DataLines);
      return Data + Line % Shape.DataLines * 64 + Below(16) * 4;
    };
    if (Next(Shape.Loads))
      I = &B.load(Address(), Register(), Register(), Below(2) ? 4 : 8);
    if (Next(Shape.Stores))
      I = &B.store(Address(), Register(), Below(2) ? 4 : 8);
    if (Next(Shape.Branches)) {
      I = &B.add(InstructionClass::Branch, Register());
      if (Below(8) == 0)
        I->Branch = BranchKind::IndirectJump;
      if (Below(2)) {
        I->Flags |= CrackedInstruction::Taken;
        B.Address = Code + Below(Shape.CodeLines * 16) * 4;
      }
    }
    if (Next(Shape.Floats))
      I = &B.add(InstructionClass::FloatFusedMultiplyAdd, Register(),
                 Register());
    if (Next(Shape.Slow))
      I = &B.add(InstructionClass::IntegerDivide, Register(), Register());
    if (!I)
      I = &B.add(InstructionClass::IntegerALU, Register(), Register());
    I->Sources[1] = Register();
    if (Below(1000) < Shape.Barriers)
      I->Flags |= CrackedInstruction::Barrier;
    if (B.Address >= Code + Shape.CodeLines * 64)
      B.Address = Code;
  }
}

} // namespace rafter

#endif // RAFTER_UNITTESTS_COREMODEL_TRACEBUILDER_H
