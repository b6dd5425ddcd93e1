//===- FloatOperations.cpp - Floating-point opcodes by name ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodeTraits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace rafter {

namespace {

void setOperation(OpcodeTraits &Traits, OperationKind Kind, unsigned Bytes,
                  unsigned Elements) {
  Traits.Kind = Kind;
  Traits.ElementBytes = Bytes;
  Traits.Elements = Elements;
  switch (Kind) {
  case OperationKind::Add:
    Traits.Class = InstructionClass::FloatAdd;
    break;
  case OperationKind::Multiply:
    Traits.Class = InstructionClass::FloatMultiply;
    break;
  case OperationKind::FusedMultiplyAdd:
    Traits.Class = InstructionClass::FloatFusedMultiplyAdd;
    break;
  default:
    Traits.Class = InstructionClass::FloatDivide;
    break;
  }
}

/// The mnemonic of an x86 computation without its type; Move: not one.
OperationKind x86Kind(StringRef Mnemonic) {
  if (is_contained({"ADD", "SUB", "ADDSUB", "HADD", "HSUB"}, Mnemonic))
    return OperationKind::Add;
  if (Mnemonic == "MUL")
    return OperationKind::Multiply;
  if (Mnemonic == "DIV")
    return OperationKind::Divide;
  if (Mnemonic == "SQRT")
    return OperationKind::SquareRoot;
  for (StringRef Fused :
       {"FMADD", "FMSUB", "FNMADD", "FNMSUB", "FMADDSUB", "FMSUBADD"})
    if (Mnemonic == Fused || (Mnemonic.starts_with(Fused) &&
                              is_contained({"132", "213", "231"},
                                           Mnemonic.drop_front(Fused.size()))))
      return OperationKind::FusedMultiplyAdd;
  return OperationKind::Move;
}

void setX86(StringRef Name, OpcodeTraits &Traits) {
  X86Name Parts = splitX86Name(Name);
  StringRef Base = Parts.Base;
  // FMA4: VFMADDPD4rr.
  if (Base.starts_with("FM") || Base.starts_with("FNM"))
    Base.consume_back("4");
  if (Base.size() < 3)
    return;
  StringRef Type = Base.take_back(2);
  unsigned Bytes = Type[1] == 'D' ? 8 : Type[1] == 'S' ? 4 : 2;
  if (!is_contained({"PD", "PS", "SD", "SS", "PH", "SH"}, Type))
    return;
  OperationKind Kind = x86Kind(Base.drop_back(2));
  if (Kind == OperationKind::Move)
    return;
  setOperation(Traits, Kind, Bytes,
               Type[0] == 'S' ? 1 : Parts.VectorBits / 8 / Bytes);
}

OperationKind armKind(StringRef &Rest) {
  static const std::pair<StringRef, OperationKind> Mnemonics[] = {
      {"FNMADD", OperationKind::FusedMultiplyAdd},
      {"FNMSUB", OperationKind::FusedMultiplyAdd},
      {"FMADD", OperationKind::FusedMultiplyAdd},
      {"FMSUB", OperationKind::FusedMultiplyAdd},
      {"FNMLA", OperationKind::FusedMultiplyAdd},
      {"FNMLS", OperationKind::FusedMultiplyAdd},
      {"FMLA", OperationKind::FusedMultiplyAdd},
      {"FMLS", OperationKind::FusedMultiplyAdd},
      {"FMAD", OperationKind::FusedMultiplyAdd},
      {"FMSB", OperationKind::FusedMultiplyAdd},
      {"FNMUL", OperationKind::Multiply},
      {"FMULX", OperationKind::Multiply},
      {"FMUL", OperationKind::Multiply},
      {"FSQRT", OperationKind::SquareRoot},
      {"FDIVR", OperationKind::Divide},
      {"FDIV", OperationKind::Divide},
      {"FADDP", OperationKind::Add},
      {"FADD", OperationKind::Add},
      {"FSUBR", OperationKind::Add},
      {"FSUB", OperationKind::Add},
      {"FABD", OperationKind::Add},
  };
  for (const auto &[Mnemonic, Kind] : Mnemonics)
    if (Rest.consume_front(Mnemonic))
      return Kind;
  return OperationKind::Move;
}

unsigned bytesOfLetter(char Letter) {
  switch (Letter) {
  case 'H':
    return 2;
  case 'S':
    return 4;
  case 'D':
    return 8;
  default:
    return 0;
  }
}

/// FADDDrr, FMLAv2f64, FMLAv1i64_indexed, FADD_ZPmZ_D. Vectors of unknown
/// length are taken for 16 bytes.
void setAArch64(StringRef Rest, OpcodeTraits &Traits) {
  OperationKind Kind = armKind(Rest);
  if (Kind == OperationKind::Move || Rest.empty())
    return;
  if (Rest.consume_front("v")) {
    unsigned Elements = 0, Bits = 0;
    if (Rest.consumeInteger(10, Elements) ||
        !(Rest.consume_front("f") || Rest.consume_front("i")) ||
        Rest.consumeInteger(10, Bits) || !Elements || Bits < 16)
      return;
    setOperation(Traits, Kind, Bits / 8, Elements);
    return;
  }
  if (Rest.starts_with("_Z")) {
    if (unsigned Bytes = bytesOfLetter(Rest.back()))
      setOperation(Traits, Kind, Bytes, 16 / Bytes);
    return;
  }
  // Widening forms (FMLAL) work on other letters.
  unsigned Bytes = bytesOfLetter(Rest.front());
  if (Bytes && Rest.size() > 1 && Rest[1] == 'r')
    setOperation(Traits, Kind, Bytes, 1);
}

/// FADD_D, FMADD_S, VFADD_VV, VFMACC_VF. Vectors are taken for 16 bytes of
/// doubles: the element is set at run time.
void setRISCV(StringRef Name, OpcodeTraits &Traits) {
  auto [Mnemonic, Suffix] = Name.split('_');
  bool IsVector = Mnemonic.consume_front("V");
  OperationKind Kind = OperationKind::Move;
  if (is_contained({"FADD", "FSUB", "FRSUB"}, Mnemonic))
    Kind = OperationKind::Add;
  else if (Mnemonic == "FMUL")
    Kind = OperationKind::Multiply;
  else if (is_contained({"FDIV", "FRDIV"}, Mnemonic))
    Kind = OperationKind::Divide;
  else if (Mnemonic == "FSQRT")
    Kind = OperationKind::SquareRoot;
  else if (is_contained({"FMADD", "FMSUB", "FNMADD", "FNMSUB", "FMACC", "FMSAC",
                         "FNMACC", "FNMSAC"},
                        Mnemonic))
    Kind = OperationKind::FusedMultiplyAdd;
  if (Kind == OperationKind::Move || Suffix.empty())
    return;
  if (IsVector)
    setOperation(Traits, Kind, 8, 2);
  else if (unsigned Bytes = bytesOfLetter(Suffix.front()))
    setOperation(Traits, Kind, Bytes, 1);
}

} // namespace

void setFloatOperation(InstructionSet Set, StringRef Name,
                       OpcodeTraits &Traits) {
  switch (Set) {
  case InstructionSet::X86:
    return setX86(Name, Traits);
  case InstructionSet::AArch64:
    return setAArch64(Name, Traits);
  case InstructionSet::RISCV:
    return setRISCV(Name, Traits);
  case InstructionSet::Other:
    return;
  }
}

} // namespace rafter
