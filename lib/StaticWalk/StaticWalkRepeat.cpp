//===- StaticWalkRepeat.cpp - Many equal iterations at once ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward differentiation of integer code: each value gets its step from one
// iteration to the next, each operation that is linear only for a while limits
// how many iterations the steps hold.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkRepeat.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace rafter::walk {

using Wide = __int128;

uint64_t iterationsWithin(Wide V, int64_t Step, Wide Low, Wide High) {
  if (Step == 0)
    return Forever;
  Wide Room = Step > 0 ? High - V : V - Low;
  Wide Size = Step > 0 ? Wide(Step) : -Wide(Step);
  if (Room >> 63 == 0 && Size >> 63 == 0)
    return uint64_t(Room) / uint64_t(Size);
  Wide N = Room / Size;
  return N >= Wide(Forever) ? Forever : uint64_t(N);
}

namespace {

/// The range of Bits-bit integers, signed or not.
struct Range {
  Wide Low, High;
};
Range rangeOf(unsigned Bits, bool Signed) {
  if (Signed)
    return {-(Wide(1) << (Bits - 1)), (Wide(1) << (Bits - 1)) - 1};
  return {0, (Wide(1) << Bits) - 1};
}

Wide valueOf(uint64_t V, unsigned Bits, bool Signed) {
  return Signed ? Wide(signExtend(V, Bits)) : Wide(V);
}

/// Inverse of an odd number modulo 2^64 (Newton's iteration doubles the
/// correct bits).
uint64_t inverse(uint64_t Odd) {
  uint64_t X = Odd;
  for (int I = 0; I < 5; ++I)
    X *= 2 - Odd * X;
  return X;
}

/// For A != B: the iterations before A + j*S == B modulo 2^Bits.
uint64_t iterationsUnequal(unsigned Bits, uint64_t Difference, uint64_t Step) {
  uint64_t D = -Difference & maskOf(Bits), S = Step & maskOf(Bits);
  if (S == 0)
    return Forever;
  unsigned T = llvm::countr_zero(S);
  if (unsigned(llvm::countr_zero(D)) < T)
    return Forever;
  uint64_t J = (D >> T) * inverse(S >> T) & maskOf(Bits - T);
  return J - 1;
}

bool isSigned(Predicate P) { return P >= Predicate::SGT; }

} // namespace

uint64_t iterationsUnchanged(Predicate P, unsigned Bits, uint64_t A,
                             int64_t StepA, uint64_t B, int64_t StepB) {
  if (StepA == 0 && StepB == 0)
    return Forever;
  if (P == Predicate::EQ || P == Predicate::NE) {
    uint64_t Step = (uint64_t(StepA) - uint64_t(StepB)) & maskOf(Bits);
    if (A == B)
      return Step == 0 ? Forever : 0;
    return iterationsUnequal(Bits, A - B, Step);
  }
  bool Signed = isSigned(P);
  auto [Low, High] = rangeOf(Bits, Signed);
  Wide VA = valueOf(A, Bits, Signed), VB = valueOf(B, Bits, Signed);
  uint64_t Limit = std::min(iterationsWithin(VA, StepA, Low, High),
                            iterationsWithin(VB, StepB, Low, High));
  // Neither wraps for Limit iterations; until then the sign of the difference
  // decides.
  Wide Step = Wide(StepA) - Wide(StepB);
  if (Step == 0)
    return Limit;
  Wide D = VA - VB;
  bool Less = P == Predicate::ULT || P == Predicate::SLT ||
              P == Predicate::UGE || P == Predicate::SGE;
  // Less: the outcome depends on D < 0; otherwise on D <= 0.
  bool Below = Less ? D < 0 : D <= 0;
  Wide Last = Less ? (Below ? -1 : 0) : (Below ? 0 : 1);
  // D may move to Last and no further.
  Wide Room = Below ? Last - D : D - Last;
  Wide Speed = Below ? Step : -Step;
  if (Speed <= 0)
    return Limit;
  Wide N = Room >> 63 == 0 && Speed >> 63 == 0
               ? Wide(uint64_t(Room) / uint64_t(Speed))
               : Room / Speed;
  return N >= Wide(Limit) ? Limit : uint64_t(N);
}

void RepeatAnalysis::set(Slot S, uint64_t Step, unsigned Bits) {
  Steps[S] = uint64_t(signExtend(Step, Bits));
  Touched.push_back(S);
}

namespace {

/// One operation being differentiated.
struct Differentiator {
  const Operation &O;
  uint64_t A, B, C;
  int64_t StepA, StepB, StepC;
  uint64_t &Limit;
  uint64_t Step = 0;

  void limit(uint64_t N) { Limit = std::min(Limit, N); }
  bool constant() const { return StepA == 0 && StepB == 0 && StepC == 0; }

  bool within(unsigned Bits, bool Signed) {
    auto [Low, High] = rangeOf(Bits, Signed);
    limit(iterationsWithin(valueOf(A, Bits, Signed), StepA, Low, High));
    return true;
  }
  bool choose(Predicate P) {
    limit(iterationsUnchanged(P, O.Bits, A, StepA, B, StepB));
    Step = uint64_t(holds(P, A, B, O.Bits) ? StepA : StepB);
    return true;
  }
  /// A / Divisor rounded down, for A as a signed or unsigned number.
  bool quotient(Wide Divisor, bool Signed) {
    within(O.Bits, Signed);
    Wide V = valueOf(A, O.Bits, Signed);
    if (StepA % Divisor == 0) {
      Step = uint64_t(int64_t(StepA / Divisor));
      return true;
    }
    Wide Q = V >= 0 ? V / Divisor : -((-V + Divisor - 1) / Divisor);
    limit(iterationsWithin(V, StepA, Q * Divisor, Q * Divisor + Divisor - 1));
    return true;
  }
  bool remainder(Wide Divisor) {
    within(O.Bits, false);
    if (StepA % Divisor == 0)
      return true;
    Wide R = Wide(A) % Divisor;
    Step = uint64_t(StepA);
    limit(iterationsWithin(R, StepA, 0, Divisor - 1));
    return true;
  }
  bool bitwise();
  bool divide();
  bool run();
};

/// and, or, xor: one operand constant, or disjoint bits.
bool Differentiator::bitwise() {
  if (StepB != 0) {
    std::swap(A, B);
    std::swap(StepA, StepB);
  }
  if (StepB != 0)
    return false;
  uint64_t Mask = maskOf(O.Bits), M = B & Mask;
  // Bits of A below the step's lowest bit never change.
  uint64_t High = Mask & ~maskOf(llvm::countr_zero(uint64_t(StepA)));
  bool AllClear = (M & High) == 0, AllSet = (M & High) == High;
  switch (O.Code) {
  case Opcode::And:
    if (AllClear)
      return true;
    if (AllSet) {
      Step = uint64_t(StepA);
      return true;
    }
    if ((M & (M + 1)) == 0) // Low bits: the remainder by a power of two.
      return remainder(Wide(M) + 1);
    if ((~M & Mask & ((~M & Mask) + 1)) == 0) { // High bits: rounded down.
      Wide Unit = Wide(~M & Mask) + 1, Base = Wide(A & M);
      within(O.Bits, false);
      limit(iterationsWithin(Wide(A), StepA, Base, Base + Unit - 1));
      return true;
    }
    return false;
  case Opcode::Or:
    Step = AllClear ? uint64_t(StepA) : 0;
    return AllClear || AllSet;
  default:
    Step = AllClear ? uint64_t(StepA) : -uint64_t(StepA);
    return AllClear || AllSet;
  }
}

bool Differentiator::divide() {
  if (StepB != 0 || B == 0)
    return false;
  bool Signed = O.Code == Opcode::SDiv || O.Code == Opcode::SRem;
  if (Signed) {
    if (signExtend(A, O.Bits) < 0 || signExtend(B, O.Bits) < 0)
      return false;
    limit(iterationsWithin(Wide(A), StepA, 0, rangeOf(O.Bits, true).High));
  }
  bool Remainder = O.Code == Opcode::URem || O.Code == Opcode::SRem;
  return Remainder ? remainder(Wide(B)) : quotient(Wide(B), false);
}

bool Differentiator::run() {
  if (O.Code == Opcode::RandomAddress || O.Code == Opcode::Count)
    return false;
  if (constant())
    return true;
  switch (O.Code) {
  case Opcode::Add:
    Step = uint64_t(StepA) + uint64_t(StepB);
    return true;
  case Opcode::Sub:
    Step = uint64_t(StepA) - uint64_t(StepB);
    return true;
  case Opcode::Mul:
    if (StepA != 0 && StepB != 0)
      return false;
    Step = StepA != 0 ? uint64_t(StepA) * B : A * uint64_t(StepB);
    return true;
  case Opcode::MultiplyAdd: {
    auto [Low, High] = rangeOf(O.Aux, true);
    if (O.Aux < 64)
      limit(iterationsWithin(signExtend(B, O.Aux), StepB, Low, High));
    Step = uint64_t(StepA) + uint64_t(StepB) * uint64_t(O.Immediate);
    return true;
  }
  case Opcode::UDiv:
  case Opcode::SDiv:
  case Opcode::URem:
  case Opcode::SRem:
    return divide();
  case Opcode::Shl:
    if (StepB != 0)
      return false;
    Step = B < O.Bits ? uint64_t(StepA) << B : 0;
    return true;
  case Opcode::LShr:
  case Opcode::AShr:
    if (StepB != 0 || B >= O.Bits)
      return false;
    return quotient(Wide(1) << B, O.Code == Opcode::AShr);
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
    return bitwise();
  case Opcode::Trunc:
    Step = uint64_t(StepA);
    return true;
  case Opcode::ZExt:
  case Opcode::SExt:
    Step = uint64_t(StepA);
    return within(O.Aux, O.Code == Opcode::SExt);
  case Opcode::Compare:
    limit(iterationsUnchanged(Predicate(O.Aux), O.Bits, A, StepA, B, StepB));
    return true;
  case Opcode::Select:
    Step = uint64_t(A ? StepB : StepC);
    return StepA == 0;
  case Opcode::SMax:
    return choose(Predicate::SGT);
  case Opcode::SMin:
    return choose(Predicate::SLT);
  case Opcode::UMax:
    return choose(Predicate::UGT);
  case Opcode::UMin:
    return choose(Predicate::ULT);
  default:
    return false;
  }
}

} // namespace

bool RepeatAnalysis::differentiate(const FunctionCode &Code, const Operation &O,
                                   const uint64_t *Frame) {
  auto value = [&](Slot S) { return S == None ? 0 : Frame[S]; };
  auto step = [&](Slot S) { return S == None ? 0 : int64_t(Steps[S]); };
  Differentiator D{O,         value(O.A), value(O.B), value(O.C),
                   step(O.A), step(O.B),  step(O.C),  Limit};
  if (!D.run())
    return false;
  if (D.Step != 0)
    set(O.Dst, D.Step, Code.Widths[O.Dst]);
  return Limit > 0;
}

uint64_t RepeatAnalysis::analyze(const FunctionCode &Code,
                                 llvm::ArrayRef<uint32_t> Path,
                                 const uint64_t *Frame) {
  if (Steps.size() < Code.Widths.size())
    Steps.resize(Code.Widths.size(), 0);
  Limit = Forever;
  const Edge &Back = Code.Edges[Path.back()];
  for (uint32_t M = Back.MovesBegin; M != Back.MovesEnd; ++M) {
    auto [Dst, Src] = Code.Moves[M];
    set(Dst, Frame[Src] - Frame[Dst], Code.Widths[Dst]);
  }
  uint32_t At = Back.To;
  for (uint32_t EdgeIndex : Path) {
    const Block &B = Code.Blocks[At];
    for (uint32_t I = B.OperationsBegin; I != B.OperationsEnd; ++I)
      if (!differentiate(Code, Code.Operations[I], Frame))
        return 0;
    // A branch or switch goes the same way while its value stays.
    if (B.Value != None && Steps[B.Value] != 0)
      return 0;
    const Edge &E = Code.Edges[EdgeIndex];
    if (EdgeIndex == Path.back())
      break;
    for (uint32_t M = E.MovesBegin; M != E.MovesEnd; ++M)
      set(Code.Moves[M].Dst, Steps[Code.Moves[M].Src],
          Code.Widths[Code.Moves[M].Dst]);
    At = E.To;
  }
  // Induction: what the phis receive must advance as the phis do.
  for (uint32_t M = Back.MovesBegin; M != Back.MovesEnd; ++M)
    if (Steps[Code.Moves[M].Src] != Steps[Code.Moves[M].Dst])
      return 0;
  return Limit;
}

void RepeatAnalysis::clear() {
  for (Slot S : Touched)
    Steps[S] = 0;
  Touched.clear();
}

} // namespace rafter::walk
