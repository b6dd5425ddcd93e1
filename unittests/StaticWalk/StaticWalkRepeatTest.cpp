//===- StaticWalkRepeatTest.cpp - How long iterations repeat --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The closed forms of the fast path against counting, over all values of
// narrow integers; and whole random iterations against execution.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkRepeat.h"
#include "StaticWalkMachine.h"
#include "rafter/Stream/SegmentDecoder.h"
#include <gtest/gtest.h>
#include <random>

using namespace rafter::walk;

namespace {

constexpr unsigned Bits = 4;
constexpr uint64_t Mask = maskOf(Bits);

constexpr Predicate AllPredicates[] = {
    Predicate::EQ,  Predicate::NE,  Predicate::UGT, Predicate::UGE,
    Predicate::ULT, Predicate::ULE, Predicate::SGT, Predicate::SGE,
    Predicate::SLT, Predicate::SLE};

TEST(StaticWalkRepeat, NeverCountsPastTheIterationWhereAComparisonChanges) {
  for (Predicate P : AllPredicates)
    for (uint64_t A = 0; A <= Mask; ++A)
      for (uint64_t B = 0; B <= Mask; ++B)
        for (int64_t StepA = -8; StepA < 8; ++StepA)
          for (int64_t StepB = -2; StepB < 3; ++StepB) {
            bool First = holds(P, A, B, Bits);
            uint64_t Same = 0;
            for (uint64_t J = 1; J <= 40; ++J, ++Same)
              if (holds(P, (A + J * StepA) & Mask, (B + J * StepB) & Mask,
                        Bits) != First)
                break;
            uint64_t N = iterationsUnchanged(P, Bits, A, StepA, B, StepB);
            if (Same < 40) {
              EXPECT_LE(N, Same);
            }
            // Equality is decided under wrap-around: exactly.
            if (P == Predicate::EQ || P == Predicate::NE) {
              EXPECT_EQ(std::min<uint64_t>(N, 40), Same);
            }
          }
}

TEST(StaticWalkRepeat, CountsToTheEndOfAnOrdinaryLoop) {
  // for (i = 1; i < 100; i += 3), for (i = 99; i >= 0; --i).
  EXPECT_EQ(iterationsUnchanged(Predicate::SLT, 32, 1, 3, 100, 0), 32u);
  EXPECT_EQ(iterationsUnchanged(Predicate::SGE, 32, 99, -1, 0, 0), 99u);
  EXPECT_EQ(iterationsUnchanged(Predicate::ULT, 64, 0, 1, ~uint64_t(0), 0),
            ~uint64_t(0) - 1);
  EXPECT_EQ(iterationsUnchanged(Predicate::NE, 64, 0, 8, 8000, 0), 999u);
  EXPECT_EQ(iterationsUnchanged(Predicate::NE, 64, 0, 3, 8000, 0),
            8000 * 0xaaaaaaaaaaaaaaabu - 1);
  EXPECT_EQ(iterationsUnchanged(Predicate::NE, 64, 1, 2, 8000, 0), Forever);
  EXPECT_EQ(iterationsUnchanged(Predicate::SLT, 64, 5, 0, 8, 0), Forever);
}

TEST(StaticWalkRepeat, StaysWithinARange) {
  EXPECT_EQ(iterationsWithin(0, 1, 0, 7), 7u);
  EXPECT_EQ(iterationsWithin(7, -2, 0, 7), 3u);
  EXPECT_EQ(iterationsWithin(7, 0, 0, 7), Forever);
  EXPECT_EQ(iterationsWithin(INT64_MIN, INT64_MAX, INT64_MIN, INT64_MAX), 2u);
}

/// A loop of one block: random integer code on two counters, with the event's
/// address taken from its last value.
FunctionCode randomLoop(std::mt19937 &Random) {
  FunctionCode C;
  auto slot = [&](unsigned Bits, uint64_t Value = 0) {
    C.Frame.push_back(Value & maskOf(Bits));
    C.Widths.push_back(Bits);
    return Slot(C.Frame.size() - 1);
  };
  auto pick = [&](auto... Choices) {
    int All[] = {int(Choices)...};
    return All[Random() % sizeof...(Choices)];
  };
  unsigned Bits = pick(8, 16, 64);
  auto emit = [&](Operation O) {
    C.Operations.push_back(O);
    return O.Dst;
  };
  Slot I = slot(Bits), J = slot(Bits);
  std::vector<Slot> Values = {I, J, slot(Bits, Random() % 20),
                              slot(Bits, 1u << Random() % 6)};
  const Opcode Codes[] = {
      Opcode::Add,  Opcode::Sub,  Opcode::Mul,  Opcode::UDiv, Opcode::SDiv,
      Opcode::URem, Opcode::SRem, Opcode::Shl,  Opcode::LShr, Opcode::AShr,
      Opcode::And,  Opcode::Or,   Opcode::Xor,  Opcode::SMax, Opcode::SMin,
      Opcode::UMax, Opcode::UMin, Opcode::Trunc};
  for (int N = 0; N != 4; ++N) {
    Operation O{Codes[Random() % std::size(Codes)]};
    O.Bits = Bits;
    O.A = Values[Random() % Values.size()];
    O.B = Random() % 3 ? slot(Bits, Random() % 40) : Values[Random() % 4];
    O.Dst = slot(Bits);
    Values.push_back(emit(O));
  }
  Operation Wide{pick(0, 1) ? Opcode::ZExt : Opcode::SExt};
  Wide.Aux = Bits;
  Wide.A = Values.back();
  Wide.Dst = slot(64);
  Slot Address = emit(Wide);
  auto next = [&](Slot Phi, int64_t Step) {
    Operation O{Opcode::Add};
    O.Bits = Bits;
    O.A = Phi;
    O.B = slot(Bits, uint64_t(Step));
    O.Dst = slot(Bits);
    return emit(O);
  };
  Slot NextI = next(I, pick(1, 2, 3, -1)), NextJ = next(J, pick(1, 4, -3, 8));
  Slot Counter = slot(64), One = slot(64, 1), End = slot(64, 150);
  Operation Count{Opcode::Add};
  Count.A = Counter;
  Count.B = One;
  Count.Dst = slot(64);
  emit(Count);
  Operation Test{Opcode::Compare};
  Test.Aux = unsigned(Predicate::ULT);
  Test.A = Count.Dst;
  Test.B = End;
  Test.Dst = slot(1);
  emit(Test);
  C.Frame[I] = Random() & maskOf(Bits);
  C.Frame[J] = Random() % 64;
  C.Moves = {{I, NextI}, {J, NextJ}, {Counter, Count.Dst}};
  Edge Back, Exit;
  Back.To = 0;
  Back.MovesEnd = 3;
  Back.BackedgeOf = 0;
  Exit.To = 1;
  C.Edges = {Back, Exit};
  C.Addresses = {Address};
  C.Pieces = {{7, 0, 1, 1}};
  C.Loops = {LoopShape()};
  Block Body, Done;
  Body.OperationsEnd = C.Operations.size();
  Body.PiecesEnd = 1;
  Body.Words = 2;
  Body.Ends = Terminator::Branch;
  Body.Value = Test.Dst;
  Body.EdgesEnd = 2;
  Body.Starts = true;
  Body.InnermostHeaderOf = 0;
  C.Blocks = {Body, Done};
  return C;
}

std::vector<uint64_t> execute(const FunctionCode &C, bool UseRepeats,
                              uint64_t &Repeated) {
  std::vector<uint64_t> Words;
  MachineOptions Options;
  Options.UseRepeats = UseRepeats;
  // The machine keeps references to both.
  auto Code = [&](uint32_t) -> const FunctionCode & { return C; };
  auto Take = [&](llvm::ArrayRef<uint64_t> Chunk) {
    Words.insert(Words.end(), Chunk.begin(), Chunk.end());
    return llvm::Error::success();
  };
  Machine M(Code, Options, Take);
  MachineResult R = llvm::cantFail(M.run(0, ~0ull, ~0ull - 1));
  EXPECT_EQ(R.Events, 150u);
  Repeated += R.RepeatedEvents;
  // Many events in one: the segment in both halves, how many, the address, and
  // its step.
  std::vector<uint64_t> Single;
  for (size_t I = 0; I != Words.size();) {
    if (Words[I] == rafter::SegmentDecoder::Loop) {
      for (uint64_t N = 0; N != Words[I + 2]; ++N)
        for (uint64_t Word :
             {Words[I + 1] >> 32, Words[I + 3] + N * Words[I + 4]})
          Single.push_back(Word);
      I += 5;
      continue;
    }
    // The region's begin and end have no address.
    for (unsigned N = Words[I] == 7 ? 2 : 1; N != 0; --N)
      Single.push_back(Words[I++]);
  }
  return Single;
}

TEST(StaticWalkRepeat, RandomLoopsSendTheSameEventsWithAndWithoutRepetition) {
  std::mt19937 Random(1);
  uint64_t Repeated = 0, None = 0;
  constexpr int Loops = 20'000;
  for (int N = 0; N != Loops; ++N) {
    FunctionCode C = randomLoop(Random);
    ASSERT_EQ(execute(C, true, Repeated), execute(C, false, None))
        << "loop " << N;
  }
  EXPECT_EQ(None, 0u);
  // The fast path was taken, for a good part of the events.
  EXPECT_GT(Repeated, Loops * 150 / 4);
}

} // namespace
