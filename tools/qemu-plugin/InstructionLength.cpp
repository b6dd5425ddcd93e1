//===- InstructionLength.cpp - Where an x86 instruction ends --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intel SDM, volume 2: chapter 2 (instruction format) and appendix A (opcode
// maps); AMD64 Architecture Programmer's Manual, volume 4 (EXTRQ, INSERTQ) and
// volume 6 (XOP).
//
//===----------------------------------------------------------------------===//

#include "InstructionLength.h"

using namespace rafter::recording;

namespace {

/// What follows the opcode, beside displacements.
struct Operands {
  bool HasModRM = false;
  unsigned Immediate = 0;
};

struct Prefixes {
  bool Operand16 = false;
  bool Address32 = false;
  bool Wide = false;
  bool Repeat = false;
};

/// An immediate of the operand's size, at most 32 bits.
unsigned immediateOf(const Prefixes &P) {
  return P.Operand16 && !P.Wide ? 2 : 4;
}

Operands ofOneByte(uint8_t Op, const Prefixes &P) {
  unsigned Low = Op & 7;
  if (Op < 0x40)
    return {Low < 4, Low == 4 ? 1 : Low == 5 ? immediateOf(P) : 0};
  switch (Op) {
  case 0x63: // movsxd
    return {true, 0};
  case 0x68:
  case 0xa9:
    return {false, immediateOf(P)};
  case 0x69:
  case 0x81:
  case 0xc7:
    return {true, immediateOf(P)};
  case 0x6a:
  case 0xa8:
  case 0xcd:
  case 0xeb:
    return {false, 1};
  case 0x6b:
  case 0x80:
  case 0x83:
  case 0xc0:
  case 0xc1:
  case 0xc6:
    return {true, 1};
  case 0xc2:
  case 0xca:
    return {false, 2};
  case 0xc8:
    return {false, 3};
  case 0xe8:
  case 0xe9:
    return {false, 4};
  default:
    break;
  }
  if (Op >= 0x70 && Op < 0x80)
    return {false, 1};
  if (Op >= 0xa0 && Op < 0xa4)
    return {false, P.Address32 ? 4u : 8u};
  if (Op >= 0xb0 && Op < 0xc0)
    return {false, Op < 0xb8 ? 1 : P.Wide ? 8 : immediateOf(P)};
  if (Op >= 0xe0 && Op < 0xe8)
    return {false, 1};
  return {(Op >= 0x80 && Op < 0x90) || (Op >= 0xd0 && Op < 0xd4) ||
              (Op >= 0xd8 && Op < 0xe0) || (Op & 0xf6) == 0xf6,
          0};
}

/// Behind 0F.
Operands ofTwoBytes(uint8_t Op, const Prefixes &P) {
  if (Op >= 0x80 && Op < 0x90)
    return {false, 4};
  if (Op >= 0x70 && Op < 0x74)
    return {true, 1};
  switch (Op) {
  case 0x78:
    return {true, P.Operand16 || P.Repeat ? 2u : 0u};
  case 0x0f:
  case 0xa4:
  case 0xac:
  case 0xba:
  case 0xc2:
  case 0xc4:
  case 0xc5:
  case 0xc6:
    return {true, 1};
  default:
    break;
  }
  bool Plain = (Op >= 0x04 && Op < 0x0c) || Op == 0x0e ||
               (Op >= 0x30 && Op < 0x38) || Op == 0x77 ||
               (Op >= 0xa0 && Op < 0xa3) || (Op >= 0xa8 && Op < 0xab) ||
               (Op >= 0xc8 && Op < 0xd0);
  return {!Plain, 0};
}

/// By the number of the opcode map in a VEX, EVEX or XOP prefix.
Operands ofMap(unsigned Map, uint8_t Op) {
  if (Map == 1) {
    if (Op == 0x77) // vzeroupper
      return {};
    return {true,
            (Op >= 0x70 && Op < 0x74) || Op == 0xc2 || (Op >= 0xc4 && Op < 0xc7)
                ? 1u
                : 0u};
  }
  return {true, Map == 3 || Map == 8 ? 1u : Map == 10 ? 4u : 0u};
}

bool isPrefix(uint8_t Byte, Prefixes &P) {
  switch (Byte) {
  case 0x66:
    P.Operand16 = true;
    return true;
  case 0x67:
    P.Address32 = true;
    return true;
  case 0xf2:
  case 0xf3:
    P.Repeat = true;
    return true;
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
  case 0x64:
  case 0x65:
  case 0xf0:
    return true;
  default:
    return false;
  }
}

/// Of ModRM, the scaled index and the displacement; more than Size if they do
/// not tell.
size_t lengthOfModRM(const uint8_t *Bytes, size_t Size) {
  if (Size == 0)
    return 1;
  unsigned Mode = Bytes[0] >> 6, Register = Bytes[0] & 7;
  if (Mode == 3)
    return 1;
  size_t Length = 1;
  if (Register == 4) {
    if (Size < 2)
      return 2;
    Register = Bytes[1] & 7;
    ++Length;
  }
  return Length + (Mode == 1 ? 1 : Mode == 2 || Register == 5 ? 4 : 0);
}

} // namespace

size_t rafter::recording::lengthOfX86(const uint8_t *Bytes, size_t Size) {
  Prefixes P;
  size_t At = 0;
  for (; At < Size; ++At) {
    // Only the last REX counts, and only right before the opcode.
    if ((Bytes[At] & 0xf0) == 0x40)
      P.Wide = (Bytes[At] & 8) != 0;
    else if (isPrefix(Bytes[At], P))
      P.Wide = false;
    else
      break;
  }
  if (At + 1 >= Size) {
    if (At == Size)
      return Size + 1;
    // An opcode alone may be complete.
    Operands O = ofOneByte(Bytes[At], P);
    bool Continues = Bytes[At] == 0x0f || Bytes[At] == 0x62 ||
                     Bytes[At] == 0xc4 || Bytes[At] == 0xc5;
    return At + 1 + O.HasModRM + O.Immediate + Continues;
  }
  Operands O;
  uint8_t First = Bytes[At++];
  bool IsXOP = First == 0x8f && (Bytes[At] & 0x1f) >= 8;
  if (First == 0x0f) {
    uint8_t Op = Bytes[At++];
    if (Op == 0x38 || Op == 0x3a) {
      O = {true, Op == 0x3a ? 1u : 0u};
      ++At;
    } else {
      O = ofTwoBytes(Op, P);
    }
  } else if (First == 0xc4 || First == 0xc5 || First == 0x62 || IsXOP) {
    unsigned Map = First == 0xc5 ? 1 : Bytes[At] & (First == 0x62 ? 7 : 31);
    At += First == 0xc5 ? 1 : First == 0x62 ? 3 : 2;
    if (At >= Size)
      return At + 1;
    O = ofMap(Map, Bytes[At++]);
  } else {
    O = ofOneByte(First, P);
    // test is the one of its group that has an immediate.
    if ((First & 0xfe) == 0xf6 && (Bytes[At] >> 3 & 7) < 2)
      O.Immediate = First == 0xf6 ? 1 : immediateOf(P);
  }
  if (O.HasModRM)
    At += At < Size ? lengthOfModRM(Bytes + At, Size - At) : 1;
  return At + O.Immediate;
}
