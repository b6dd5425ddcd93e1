//===- RegisterClasses.cpp - Register units with one time -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace rafter;
using namespace rafter::simulation;

void RegisterClasses::grow(uint32_t NumUnits) {
  if (NumUnits <= ClassOf.size())
    return;
  Members[NeverWritten] += NumUnits - ClassOf.size();
  ClassOf.resize(NumUnits, NeverWritten);
  Evidence.resize(NumUnits);
}

bool RegisterClasses::refine(llvm::ArrayRef<RegisterWrite> Writes) {
  struct Part {
    uint16_t Class;
    uint16_t Latency;
    bool FromAddress;
    uint16_t Unit;
    auto operator<=>(const Part &) const = default;
  };
  llvm::SmallVector<Part, 16> Parts;
  for (const RegisterWrite &W : Writes)
    Parts.push_back({ClassOf[W.Unit], W.Latency, W.FromAddress, W.Unit});
  llvm::sort(Parts);
  // Of a unit that is listed twice, the slower write counts.
  Parts.erase(llvm::unique(Parts), Parts.end());
  bool Changed = false;
  for (size_t I = 0; I != Parts.size();) {
    size_t End = I;
    while (End != Parts.size() && Parts[End].Class == Parts[I].Class &&
           Parts[End].Latency == Parts[I].Latency &&
           Parts[End].FromAddress == Parts[I].FromAddress)
      ++End;
    uint16_t Old = Parts[I].Class;
    uint32_t Size = End - I;
    // Never-written units keep their class to themselves.
    if (Old == NeverWritten || Size < Members[Old]) {
      uint16_t New = Parents.size();
      Parents.push_back(Old);
      Members.push_back(0);
      for (; I != End; ++I) {
        uint16_t &Class = ClassOf[Parts[I].Unit];
        --Members[Class];
        ++Members[New];
        Class = New;
      }
      Changed = true;
    }
    I = End;
  }
  return Changed;
}

/// What a write by an instruction of class C tells.
static uint8_t evidenceOf(InstructionClass C, uint8_t Vector, uint8_t Integer) {
  switch (C) {
  case InstructionClass::FloatAdd:
  case InstructionClass::FloatMultiply:
  case InstructionClass::FloatFusedMultiplyAdd:
  case InstructionClass::FloatDivide:
  case InstructionClass::VectorInteger:
  case InstructionClass::Shuffle:
    return Vector;
  case InstructionClass::IntegerALU:
  case InstructionClass::IntegerMultiply:
  case InstructionClass::IntegerDivide:
    return Integer;
  default:
    return 0;
  }
}

bool RegisterClasses::learnFiles(const InstructionTable &Table,
                                 const StaticInstruction &S) {
  bool Changed = false;
  auto Note = [&](uint16_t Unit, uint8_t What) {
    Changed |= (What & ~Evidence[Unit]) != 0;
    Evidence[Unit] |= What;
  };
  for (const RegisterRead &R : Table.reads(S))
    if (R.Stage == ReadStage::Address)
      Note(R.Unit, InAddress);
  uint8_t Written = evidenceOf(S.Class, WrittenByVector, WrittenByInteger);
  for (const RegisterWrite &W : Table.writes(S))
    Note(W.Unit, Written);
  return Changed;
}

RegisterClasses::FileKind RegisterClasses::file(uint16_t Unit) const {
  uint8_t E = Evidence[Unit];
  if ((E & (WrittenByVector | WrittenByInteger)) == WrittenByVector)
    return Vector;
  return (E & InAddress) != 0 ? Integer : NoFile;
}
