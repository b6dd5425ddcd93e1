//===- StaticWalkExecute.cpp - What single operations do ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer semantics of the LLVM language reference, on zero-extended values.
// What is undefined there (division by zero, wide shifts) gives 0: it can
// happen only where values are assumed.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkMachine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

namespace rafter::walk {

static uint64_t divide(Opcode Code, uint64_t A, uint64_t B, unsigned Bits) {
  if (B == 0)
    return 0;
  int64_t SA = signExtend(A, Bits), SB = signExtend(B, Bits);
  switch (Code) {
  case Opcode::UDiv:
    return A / B;
  case Opcode::URem:
    return A % B;
  case Opcode::SDiv:
    return SB == -1 ? 0 - uint64_t(SA) : uint64_t(SA / SB);
  default:
    return SB == -1 ? 0 : uint64_t(SA % SB);
  }
}

static uint64_t shift(Opcode Code, uint64_t A, uint64_t B, unsigned Bits) {
  if (B >= Bits)
    return 0;
  switch (Code) {
  case Opcode::Shl:
    return A << B;
  case Opcode::LShr:
    return A >> B;
  default:
    return uint64_t(signExtend(A, Bits) >> B);
  }
}

static uint64_t funnel(Opcode Code, uint64_t A, uint64_t B, uint64_t C,
                       unsigned Bits) {
  C %= Bits;
  if (Code == Opcode::FunnelLeft)
    return C == 0 ? A : A << C | B >> (Bits - C);
  return C == 0 ? B : A << (Bits - C) | B >> C;
}

static uint64_t loadTable(const ConstantTable &T, uint64_t Address,
                          unsigned Bits) {
  uint64_t Size = llvm::divideCeil(Bits, 8), Offset = Address - T.Base, V = 0;
  if (Offset > T.Bytes.size() || T.Bytes.size() - Offset < Size)
    return 0;
  for (uint64_t I = 0; I != Size; ++I)
    V |= uint64_t(T.Bytes[Offset + I]) << (8 * I);
  return V;
}

static uint64_t saturate(Opcode Code, uint64_t A, uint64_t B, unsigned Bits) {
  if (Code == Opcode::USubSat)
    return A < B ? 0 : A - B;
  uint64_t Sum = (A + B) & maskOf(Bits);
  return Sum < A ? maskOf(Bits) : Sum;
}

static uint64_t countBits(Opcode Code, uint64_t A, unsigned Bits) {
  switch (Code) {
  case Opcode::PopCount:
    return llvm::popcount(A);
  case Opcode::LeadingZeros:
    return llvm::countl_zero(A) - (64 - Bits);
  case Opcode::TrailingZeros:
    return A == 0 ? Bits : llvm::countr_zero(A);
  case Opcode::ByteSwap:
    return llvm::byteswap(A) >> (64 - Bits);
  default:
    return llvm::reverseBits(A) >> (64 - Bits);
  }
}

void Machine::execute(const Block &B) {
  const Operation *O = Code->Operations.data() + B.OperationsBegin;
  const Operation *End = Code->Operations.data() + B.OperationsEnd;
  uint64_t *const F = Frame;
  for (; O != End; ++O) {
    uint64_t V = 0;
    switch (O->Code) {
    case Opcode::Add:
      V = F[O->A] + F[O->B];
      break;
    case Opcode::Sub:
      V = F[O->A] - F[O->B];
      break;
    case Opcode::Mul:
      V = F[O->A] * F[O->B];
      break;
    case Opcode::MultiplyAdd:
      V = F[O->A] +
          uint64_t(signExtend(F[O->B], O->Aux)) * uint64_t(O->Immediate);
      break;
    case Opcode::UDiv:
    case Opcode::SDiv:
    case Opcode::URem:
    case Opcode::SRem:
      V = divide(O->Code, F[O->A], F[O->B], O->Bits);
      break;
    case Opcode::Shl:
    case Opcode::LShr:
    case Opcode::AShr:
      V = shift(O->Code, F[O->A], F[O->B], O->Bits);
      break;
    case Opcode::And:
      V = F[O->A] & F[O->B];
      break;
    case Opcode::Or:
      V = F[O->A] | F[O->B];
      break;
    case Opcode::Xor:
      V = F[O->A] ^ F[O->B];
      break;
    case Opcode::Trunc:
    case Opcode::ZExt:
      V = F[O->A];
      break;
    case Opcode::SExt:
      V = uint64_t(signExtend(F[O->A], O->Aux));
      break;
    case Opcode::Compare:
      F[O->Dst] = holds(Predicate(O->Aux), F[O->A], F[O->B], O->Bits);
      continue;
    case Opcode::Select:
      V = F[O->A] & 1 ? F[O->B] : F[O->C];
      break;
    case Opcode::SMax:
      V = holds(Predicate::SGT, F[O->A], F[O->B], O->Bits) ? F[O->A] : F[O->B];
      break;
    case Opcode::SMin:
      V = holds(Predicate::SLT, F[O->A], F[O->B], O->Bits) ? F[O->A] : F[O->B];
      break;
    case Opcode::UMax:
      V = std::max(F[O->A], F[O->B]);
      break;
    case Opcode::UMin:
      V = std::min(F[O->A], F[O->B]);
      break;
    case Opcode::Abs:
      V = signExtend(F[O->A], O->Bits) < 0 ? 0 - F[O->A] : F[O->A];
      break;
    case Opcode::UAddSat:
    case Opcode::USubSat:
      V = saturate(O->Code, F[O->A], F[O->B], O->Bits);
      break;
    case Opcode::PopCount:
    case Opcode::LeadingZeros:
    case Opcode::TrailingZeros:
    case Opcode::ByteSwap:
    case Opcode::BitReverse:
      V = countBits(O->Code, F[O->A], O->Bits);
      break;
    case Opcode::FunnelLeft:
    case Opcode::FunnelRight:
      V = funnel(O->Code, F[O->A], F[O->B], F[O->C], O->Bits);
      break;
    case Opcode::TableLoad:
      V = loadTable(Code->Tables[O->Immediate], F[O->A], O->Bits);
      break;
    case Opcode::RandomAddress: {
      uint64_t R = Random.next() % uint64_t(O->Immediate);
      V = F[O->A] + R / F[O->B] * F[O->B];
      break;
    }
    case Opcode::Count:
      V = F[O->Dst] + 1;
      break;
    case Opcode::StackAddress: {
      uint64_t &Pointer = Stack.back().StackPointer;
      Pointer = (Pointer - uint64_t(O->Immediate)) & ~maskOf(O->Aux);
      V = Pointer;
      break;
    }
    }
    F[O->Dst] = V & maskOf(O->Bits);
  }
  Steps += B.OperationsEnd - B.OperationsBegin;
}

} // namespace rafter::walk
