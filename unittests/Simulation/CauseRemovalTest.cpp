//===- CauseRemovalTest.cpp - What is left without a cause ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of a path is a sum in which a cause has the share s. With a cause
// f times as fast it has s(f) on the path that is then the longest; on the
// machine as it is, the same path takes (f - 1) s(f) more. So for every f
//
//   (f - 1) s(f) <= time - time(f) <= (1 - 1/f) s.
//
// The greatest (f - 1) s(f) is the slack-free part of the cause: at least by so
// much does the time fall without it. The proof wants times that are maxima of
// sums and shares that are counted on one path to the beginning. So schedulers
// are without limit, since the order in which their entries are freed may
// change, and so are fill buffers where shares of all resources are compared:
// what waits for them is counted from dispatch on. Nothing aliases: a load
// waits for such a store at most as long as this is in flight, which is a
// minimum.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include "Traced.h"

using namespace rafter;
using namespace rafter::simulation;
using namespace rafter::test;

namespace {

constexpr size_t Capacity = 1 << 14;

struct Case : RandomProgram {
  explicit Case(uint64_t Seed) : RandomProgram(Seed) {
    CPU.buffer(BufferKind::ReservationStation) = Unlimited;
    CPU.Core.LoadScheduler = CPU.Core.StoreScheduler = Unlimited;
    CPU.Core.Units.clear();
    CPU.Core.Aliasing = 0;
  }
  Traced trace(const MachineVariant &V = {}) const {
    return test::trace(B.Table, CPU, S, Capacity, V);
  }
};

/// Sums over all cases, in units.
struct Removed {
  int64_t SlackFree = 0, Fallen = 0, Share = 0;
  unsigned Cases = 0;
};

/// Checks both bounds for one factor; the lower one is returned.
int64_t checkBounds(double Factor, const Traced &Whole, int64_t Share,
                    const Traced &Faster, int64_t ShareOfFaster,
                    double Tolerance) {
  auto Least = static_cast<int64_t>((Factor - 1) * ShareOfFaster);
  double Most = (1 - 1 / Factor) * Share;
  EXPECT_GE(Whole.Units - Faster.Units, Least - Tolerance) << Factor;
  EXPECT_LE(Whole.Units - Faster.Units, Most + Tolerance) << Factor;
  return Least;
}

void checkRemoval(Removed &Sum, const Traced &Whole, int64_t Share,
                  int64_t SlackFree, const Traced &Without, double Tolerance) {
  EXPECT_GE(Whole.Units - Without.Units, SlackFree - Tolerance);
  EXPECT_LE(Whole.Units - Without.Units, Share + Tolerance);
  Sum.SlackFree += SlackFree;
  Sum.Fallen += Whole.Units - Without.Units;
  Sum.Share += Share;
  ++Sum.Cases;
}

int64_t shareOf(const Traced &T, std::pair<uint32_t, ResourceId> Label) {
  auto I = T.Shares.find(Label);
  return I == T.Shares.end() ? 0 : I->second;
}

/// Of all instructions together.
int64_t shareOf(const Traced &T, ResourceId R) {
  int64_t Sum = 0;
  for (const auto &[Label, Units] : T.Shares)
    if (Label.second == R)
      Sum += Units;
  return Sum;
}

bool isLatencyOfClass(ResourceId R) {
  return R >= LatencyOfClass && R < FirstPortGroup;
}

/// Resources that take a time in proportion to 1 / factor wherever they occur;
/// a level farther than L1 takes what it has more than L1.
bool isProportional(ResourceId R) {
  return R < LatencyOfLevel || isLatencyOfClass(R) || R >= FirstPortGroup;
}

/// The greatest cause that is the latency of an instruction without loads.
std::pair<uint32_t, ResourceId> topLatency(const Case &C, const Traced &T) {
  std::pair<uint32_t, ResourceId> Top = {CauseLabel::NoInstruction, 0};
  int64_t Greatest = 0;
  for (const auto &[Label, Units] : T.Shares)
    if (isLatencyOfClass(Label.second) &&
        Label.first != CauseLabel::NoInstruction && Units > Greatest &&
        C.B.Table.Instructions[Label.first].LoadLatency == 0 &&
        C.B.Table.Instructions[Label.first].Writes.size() == 1) {
      Top = Label;
      Greatest = Units;
    }
  return Top;
}

TEST(CauseRemoval, OfALatencyBringsItsSlackFreePartAndAtMostItsShare) {
  Removed Sum;
  for (uint64_t Seed = 0; Seed != 60; ++Seed) {
    SCOPED_TRACE(Seed);
    Case C(Seed);
    Traced Whole = C.trace();
    auto Top = topLatency(C, Whole);
    if (Top.first == CauseLabel::NoInstruction)
      continue;
    const StaticInstruction &I = C.B.Table.Instructions[Top.first];
    ASSERT_EQ(I.Writes.End, I.Writes.Begin + 1);
    RegisterWrite &Write = C.B.Table.Writes[I.Writes.Begin];
    int64_t Share = shareOf(Whole, Top), SlackFree = 0;
    for (uint16_t Full = Write.Latency; Write.Latency > 1;) {
      --Write.Latency;
      Traced Faster = C.trace();
      // Whole cycles are exact but for the rounding of the product.
      SlackFree = std::max(SlackFree,
                           checkBounds(double(Full) / Write.Latency, Whole,
                                       Share, Faster, shareOf(Faster, Top), 2));
    }
    Write.Latency = 0;
    checkRemoval(Sum, Whole, Share, SlackFree, C.trace(), 2);
  }
  EXPECT_GT(Sum.Cases, 20u);
  // The bound is worth something, and it is not the whole.
  EXPECT_GT(Sum.SlackFree, Sum.Fallen / 3);
  EXPECT_LT(Sum.Fallen, Sum.Share);
}

TEST(CauseRemoval, OfAResourceBringsItsSlackFreePartAndAtMostItsShare) {
  Removed Sum;
  std::set<ResourceId> Seen;
  for (uint64_t Seed = 0; Seed != 80; ++Seed) {
    SCOPED_TRACE(Seed);
    Case C(Seed);
    C.CPU.buffer(BufferKind::LineFillBuffer) = Unlimited;
    Traced Whole = C.trace();
    ResourceId Top = 0;
    for (const auto &[Label, Units] : Whole.Shares)
      if (isProportional(Label.second) &&
          shareOf(Whole, Label.second) > shareOf(Whole, Top))
        Top = Label.second;
    Seen.insert(Top);
    // Costs are rounded to a unit.
    double Tolerance = C.S.Instructions.size();
    int64_t Share = shareOf(Whole, Top), SlackFree = 0;
    for (double Factor : {1.25, 2.0, 4.0}) {
      Traced Faster = C.trace(MachineVariant(Top, Factor));
      SlackFree =
          std::max(SlackFree, checkBounds(Factor, Whole, Share, Faster,
                                          shareOf(Faster, Top), Tolerance));
    }
    checkRemoval(Sum, Whole, Share, SlackFree,
                 C.trace(MachineVariant(Top, Unlimited)), Tolerance);
  }
  // Of different kinds.
  EXPECT_GT(Seen.size(), 5u);
  EXPECT_GT(Sum.SlackFree, Sum.Fallen / 3);
  EXPECT_LT(Sum.Fallen, Sum.Share);
}

/// Two chains side by side: without the longer one the shorter remains, and
/// the slack-free part is their difference.
TEST(CauseRemoval, SlackFreePartOfTwoChainsIsTheirDifference) {
  constexpr unsigned Iterations = 1000, Long = 13, Short = 4;
  auto Trace = [](uint16_t Latency) {
    TableBuilder B;
    StaticInstruction Divide, Multiply;
    Divide.Class = InstructionClass::FloatDivide;
    Multiply.Class = InstructionClass::FloatMultiply;
    B.add(Divide);
    B.reads(0).writes(0, Latency);
    B.add(Multiply);
    B.reads(1).writes(1, Short);
    Stream S;
    for (unsigned I = 0; I != Iterations; ++I)
      S.run(0).run(1);
    Processor CPU;
    CPU.Core.RenameWidth = CPU.Core.RetireWidth = 4;
    CPU.buffer(BufferKind::ReorderBuffer) = 224;
    return trace(B.Table, CPU, S, Capacity);
  };
  std::pair<uint32_t, ResourceId> Chain = {
      0, LatencyOfClass + static_cast<unsigned>(InstructionClass::FloatDivide)};
  Traced Whole = Trace(Long);
  constexpr int64_t Cycle = int64_t(Iterations) * UnitsPerCycle;
  EXPECT_NEAR(shareOf(Whole, Chain), Long * Cycle, Cycle / 10);
  int64_t SlackFree = 0;
  for (unsigned Latency = 1; Latency != Long; ++Latency)
    SlackFree =
        std::max<int64_t>(SlackFree, (double(Long) / Latency - 1) *
                                         shareOf(Trace(Latency), Chain));
  EXPECT_NEAR(SlackFree, (Long - Short) * Cycle, Cycle / 10);
  EXPECT_NEAR(Whole.Units - Trace(0).Units, (Long - Short) * Cycle, Cycle / 10);
}

} // namespace
