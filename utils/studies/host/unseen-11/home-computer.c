//===- home-computer.c - A processor of eight bits that sorts -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 13, Memory = 1024, Begin = 0x200, Stack = 0x100, Array = 0x20 };
enum Operation {
  BRK = 0x00,
  BPL = 0x10,
  CLC = 0x18,
  AND_Immediate = 0x29,
  ROL = 0x2A,
  BMI = 0x30,
  SEC = 0x38,
  EOR_Immediate = 0x49,
  PHA = 0x48,
  LSR = 0x4A,
  JMP = 0x4C,
  EOR_X = 0x55,
  ADC_Immediate = 0x69,
  PLA = 0x68,
  ADC_X = 0x75,
  STA = 0x85,
  STX = 0x86,
  DEY = 0x88,
  TXA = 0x8A,
  BCC = 0x90,
  STA_X = 0x95,
  TYA = 0x98,
  LDY_Immediate = 0xA0,
  LDX_Immediate = 0xA2,
  LDA = 0xA5,
  LDA_Immediate = 0xA9,
  TAX = 0xAA,
  BCS = 0xB0,
  LDA_X = 0xB5,
  CPY_Immediate = 0xC0,
  INY = 0xC8,
  DEX = 0xCA,
  BNE = 0xD0,
  CMP_X = 0xD5,
  CPX_Immediate = 0xE0,
  INX = 0xE8,
  BEQ = 0xF0
};
/// Sorts the array by swaps of neighbours and mixes it to one byte.
static const unsigned char Program[] = {LDY_Immediate, 0x00,
                                        LDX_Immediate, 0x00,
                                        LDA_X,         Array,
                                        CMP_X,         Array + 1,
                                        BCC,           0x0B,
                                        BEQ,           0x09,
                                        PHA,           LDA_X,
                                        Array + 1,     STA_X,
                                        Array,         PLA,
                                        STA_X,         Array + 1,
                                        INY,           INX,
                                        CPX_Immediate, N - 1,
                                        BNE,           0xEA,
                                        CPY_Immediate, 0x00,
                                        BNE,           0xE2,
                                        LDA_Immediate, 0x00,
                                        CLC,           LDX_Immediate,
                                        N - 1,         ADC_X,
                                        Array,         ROL,
                                        EOR_X,         Array,
                                        DEX,           BPL,
                                        0xF8,          STA,
                                        0x10,          BRK};
static unsigned char Bytes[Memory];
static unsigned Steps;
void setup(void) {
  for (size_t I = 0; I < sizeof(Program); ++I)
    Bytes[Begin + I] = Program[I];
}
void prepare(unsigned Call) { fillBytes(Bytes + Array, N, Call + 1); }
struct Machine {
  unsigned short Counter;
  unsigned char A, X, Y, Top;
  unsigned char Carry, Zero, Negative;
};
HELPER unsigned char show(struct Machine *M, unsigned Value) {
  M->Zero = (Value & 0xFF) == 0;
  M->Negative = (unsigned char)(Value >> 7 & 1);
  return (unsigned char)Value;
}
HELPER void compare(struct Machine *M, unsigned char A, unsigned char B) {
  M->Carry = A >= B;
  show(M, (unsigned)(A - B));
}
HELPER void add(struct Machine *M, unsigned char Value) {
  unsigned Sum = (unsigned)M->A + Value + M->Carry;
  M->Carry = Sum > 0xFF;
  M->A = show(M, Sum);
}
HELPER void branch(struct Machine *M, int Taken) {
  signed char Offset = (signed char)Bytes[M->Counter++ % Memory];
  if (Taken)
    M->Counter = (unsigned short)(M->Counter + Offset);
}
static unsigned run(struct Machine *M) {
  for (unsigned Count = 0;; ++Count) {
    unsigned char Operation = Bytes[M->Counter++ % Memory];
    unsigned char *Next = &Bytes[M->Counter % Memory];
    switch (Operation) {
    case BRK:
      return Count;
    case BPL:
      branch(M, !M->Negative);
      break;
    case BMI:
      branch(M, M->Negative);
      break;
    case BCC:
      branch(M, !M->Carry);
      break;
    case BCS:
      branch(M, M->Carry);
      break;
    case BNE:
      branch(M, !M->Zero);
      break;
    case BEQ:
      branch(M, M->Zero);
      break;
    case CLC:
      M->Carry = 0;
      break;
    case SEC:
      M->Carry = 1;
      break;
    case JMP:
      M->Counter = (unsigned short)(Next[0] | Next[1] << 8);
      break;
    case PHA:
      Bytes[Stack + M->Top--] = M->A;
      break;
    case PLA:
      M->A = show(M, Bytes[Stack + ++M->Top]);
      break;
    case ROL: {
      unsigned Value = (unsigned)M->A << 1 | M->Carry;
      M->Carry = (unsigned char)(Value >> 8);
      M->A = show(M, Value);
      break;
    }
    case LSR:
      M->Carry = M->A & 1;
      M->A = show(M, M->A >> 1);
      break;
    case AND_Immediate:
      M->A = show(M, M->A & *Next);
      ++M->Counter;
      break;
    case EOR_Immediate:
      M->A = show(M, M->A ^ *Next);
      ++M->Counter;
      break;
    case EOR_X:
      M->A = show(M, M->A ^ Bytes[(*Next + M->X) & 0xFF]);
      ++M->Counter;
      break;
    case ADC_Immediate:
      add(M, *Next);
      ++M->Counter;
      break;
    case ADC_X:
      add(M, Bytes[(*Next + M->X) & 0xFF]);
      ++M->Counter;
      break;
    case STA:
      Bytes[*Next] = M->A;
      ++M->Counter;
      break;
    case STX:
      Bytes[*Next] = M->X;
      ++M->Counter;
      break;
    case STA_X:
      Bytes[(*Next + M->X) & 0xFF] = M->A;
      ++M->Counter;
      break;
    case LDA:
      M->A = show(M, Bytes[*Next]);
      ++M->Counter;
      break;
    case LDA_Immediate:
      M->A = show(M, *Next);
      ++M->Counter;
      break;
    case LDA_X:
      M->A = show(M, Bytes[(*Next + M->X) & 0xFF]);
      ++M->Counter;
      break;
    case LDX_Immediate:
      M->X = show(M, *Next);
      ++M->Counter;
      break;
    case LDY_Immediate:
      M->Y = show(M, *Next);
      ++M->Counter;
      break;
    case CMP_X:
      compare(M, M->A, Bytes[(*Next + M->X) & 0xFF]);
      ++M->Counter;
      break;
    case CPX_Immediate:
      compare(M, M->X, *Next);
      ++M->Counter;
      break;
    case CPY_Immediate:
      compare(M, M->Y, *Next);
      ++M->Counter;
      break;
    case TXA:
      M->A = show(M, M->X);
      break;
    case TYA:
      M->A = show(M, M->Y);
      break;
    case TAX:
      M->X = show(M, M->A);
      break;
    case INX:
      M->X = show(M, M->X + 1u);
      break;
    case INY:
      M->Y = show(M, M->Y + 1u);
      break;
    case DEX:
      M->X = show(M, M->X - 1u);
      break;
    case DEY:
      M->Y = show(M, M->Y - 1u);
      break;
    default:
      return Count;
    }
  }
}
KERNEL void kernel(void) {
  struct Machine M = {Begin, 0, 0, 0, 0xFF, 0, 0, 0};
  Steps = run(&M);
}
double checksum(void) {
  double S = Steps + 1e-3 * Bytes[0x10];
  for (int I = 0; I < N; ++I)
    S += (I + 1) * Bytes[Array + I];
  return S;
}
