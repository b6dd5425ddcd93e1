//===- ComputeClosedFormsTest.cpp - Schedules known in closed form --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accumulators, fetch bandwidth, throughputs and chains of computations, where
// a line of arithmetic gives the cycles.
//
//===----------------------------------------------------------------------===//

#include "Machines.h"

using namespace rafter;
using namespace rafter::test;

namespace {

constexpr OperationKind Add = OperationKind::Add;
constexpr OperationKind Multiply = OperationKind::Multiply;
constexpr OperationKind Divide = OperationKind::Divide;

/// The sum of N doubles that lie in one line, into K accumulators.
StreamWriter sumInto(unsigned K, uint64_t N) {
  StreamWriter W;
  uint64_t P = W.array(8);
  Register Element = W.value();
  std::vector<Register> Sums;
  for (unsigned I = 0; I != K; ++I)
    Sums.push_back(W.value());
  for (uint64_t I = 0; I != N; ++I) {
    W.loadInto(Element, P + 8 * (I % 8));
    W.computeInto(Sums[I % K], Add, {Sums[I % K], Element});
  }
  return W;
}

StreamWriter independent(OperationKind K, uint64_t N) {
  StreamWriter W;
  Register To = W.value();
  for (uint64_t I = 0; I != N; ++I)
    W.computeInto(To, K, {});
  return W;
}

StreamWriter chain(OperationKind K, uint64_t N) {
  StreamWriter W;
  Register To = W.value();
  for (uint64_t I = 0; I != N; ++I)
    W.computeInto(To, K, {To});
  return W;
}

/// Cycles per addition: the latency shared by k chains, the adder, or the fetch
/// of two nodes. Beside that a run costs no more than its first load and last
/// addition.
void expectSum(const Processor &CPU, unsigned K) {
  const uint64_t N = 300 * K;
  const ComputeParameters &A = CPU.compute(ComputeKind::Add);
  double PerAdd =
      std::max({A.Latency / K, 1 / A.Throughput, 2 / CPU.FetchBandwidth});
  uint64_t T = run(CPU, sumInto(K, N), /*Warm=*/true).Cycles;
  double Ends = CPU.memory(MemoryLevel::L1).Latency + A.Latency;
  EXPECT_GE(T, N * PerAdd) << K << " accumulators";
  EXPECT_LE(T, N * PerAdd + Ends) << K << " accumulators";
}

TEST(ComputeClosedForms, AccumulatorsShareTheAdditionLatency) {
  for (unsigned K = 1; K <= 16; ++K)
    expectSum(tableOne(), K);
}

TEST(ComputeClosedForms, AccumulatorsOnOtherAdders) {
  for (unsigned K = 1; K <= 16; ++K)
    for (const char *Adder :
         {"latency.add=4,throughput.add=2", "latency.add=8,throughput.add=1/2",
          "latency.add=5,throughput.add=inf,throughput.load=inf,"
          "throughput.address=inf"}) {
      SCOPED_TRACE(Adder);
      expectSum(tableOne(Adder), K);
    }
}

TEST(ComputeClosedForms, AccumulatorsUnderEveryFetchBandwidth) {
  for (unsigned Fetch = 1; Fetch <= 8; ++Fetch)
    for (unsigned K = 1; K <= 16; ++K) {
      SCOPED_TRACE("fetch " + std::to_string(Fetch));
      Processor CPU = tableOne("throughput.add=2");
      CPU.FetchBandwidth = Fetch;
      expectSum(CPU, K);
    }
}

TEST(ComputeClosedForms, FetchBandwidthNeedNotBeWhole) {
  const uint64_t N = 9000;
  for (double Fetch : {1.5, 2.25, 3.4, 4.9}) {
    Processor CPU;
    CPU.FetchBandwidth = Fetch;
    EXPECT_NEAR(run(CPU, independent(Add, N)).Cycles, N / Fetch, 2) << Fetch;
  }
}

TEST(ComputeClosedForms, FetchBandwidthBoundsIndependentWork) {
  for (unsigned Fetch = 1; Fetch <= 8; ++Fetch)
    for (uint64_t N : {1, 7, 8, 1000}) {
      Processor CPU = unlimited();
      CPU.FetchBandwidth = Fetch;
      EXPECT_EQ(run(CPU, independent(Add, N)).Cycles, (N - 1) / Fetch + 3)
          << Fetch << " per cycle, " << N << " nodes";
    }
}

TEST(ComputeClosedForms, ThroughputBoundsIndependentWork) {
  for (double PerCycle : {1, 2, 3}) {
    Processor CPU = unlimited();
    CPU.compute(ComputeKind::Multiply).Throughput = PerCycle;
    for (uint64_t N : {1, 3, 999})
      EXPECT_EQ(run(CPU, independent(Multiply, N)).Cycles,
                (N - 1) / static_cast<uint64_t>(PerCycle) + 5);
  }
}

TEST(ComputeClosedForms, ThroughputsBetweenWholeNumbersHoldOnAverage) {
  for (double PerCycle : {1.5, 2.25, 2.0 / 3, 1 / 4.5, 1 / 1.25}) {
    Processor CPU = unlimited();
    CPU.compute(ComputeKind::Multiply).Throughput = PerCycle;
    uint64_t N = 9000;
    EXPECT_NEAR(run(CPU, independent(Multiply, N)).Cycles, N / PerCycle + 5, 6)
        << PerCycle;
  }
}

TEST(ComputeClosedForms, SharedPortsBoundAllKindsTogether) {
  Processor CPU = unlimited();
  CPU.ComputeThroughput = 2;
  StreamWriter W;
  Register To = W.value();
  for (unsigned I = 0; I != 300; ++I)
    for (OperationKind K : {Add, Multiply, OperationKind::FusedMultiplyAdd,
                            OperationKind::SquareRoot})
      W.computeInto(To, K, {});
  EXPECT_NEAR(run(CPU, W).Cycles, 4 * 300 / 2, 6);
}

/// Table I has no fused multiply-add: a chain of them through the addend costs
/// the latency of the addition only, through a factor that of both.
TEST(ComputeClosedForms, FusedMultiplyAddsAreSplitWhereThereAreNone) {
  StaticOperation O;
  O.Kind = OperationKind::FusedMultiplyAdd;
  O.Result = 0;
  O.NumSources = 2;
  O.Sources[0] = 1;
  O.Sources[1] = 0;
  for (uint8_t NumFactors : {1, 2}) {
    O.NumFactors = NumFactors;
    OperationTable Table;
    Table.Operations = {O};
    for (bool Fused : {false, true}) {
      Processor CPU = unlimited();
      CPU.HasFusedMultiplyAdd = Fused;
      CPU.compute(ComputeKind::FusedMultiplyAdd).Latency = 4;
      Scheduler S(CPU, Table);
      S.beginRegion();
      S.consume(std::vector<DynamicOperation>(100));
      S.endRegion();
      ScheduleResult R = S.result();
      EXPECT_EQ(R.Flops, 200u);
      EXPECT_EQ(R.channel(Channel::FusedMultiplyAdd).Nodes, Fused ? 100u : 0);
      EXPECT_EQ(R.channel(Channel::Multiply).Nodes, Fused ? 0 : 100u);
      EXPECT_EQ(R.channel(Channel::Add).Nodes, Fused ? 0 : 100u);
      EXPECT_EQ(R.Cycles, Fused             ? 400u
                          : NumFactors == 1 ? 5 + 300u
                                            : 100u * (5 + 3));
    }
  }
}

TEST(ComputeClosedForms, DividerIsBusyForItsThroughput) {
  // Table I: latency 22, one every 22 cycles.
  EXPECT_EQ(run(tableOne(), independent(Divide, 100)).Cycles, 2200u);
  EXPECT_EQ(run(tableOne(), chain(Divide, 100)).Cycles, 2200u);
  // A divider that is pipelined in part.
  Processor CPU = tableOne("latency.div=14,throughput.div=1/4");
  EXPECT_EQ(run(CPU, independent(Divide, 100)).Cycles, 99u * 4 + 14);
  EXPECT_EQ(run(CPU, chain(Divide, 100)).Cycles, 1400u);
  // One that is busy for longer than its latency.
  CPU = tableOne("latency.div=3,throughput.div=1/10");
  EXPECT_EQ(run(CPU, chain(Divide, 100)).Cycles, 1000u);
}

TEST(ComputeClosedForms, IssueCyclesOfTheDividerCoverItsOccupancy) {
  Processor CPU = tableOne("latency.div=14,throughput.div=1/4");
  ScheduleResult R = run(CPU, independent(Divide, 100));
  EXPECT_EQ(R.Activity.count({issues(Channel::Divide)}), 400u);
  EXPECT_EQ(R.Activity.count({executes(Channel::Divide)}), 99u * 4 + 14);
}

TEST(ComputeClosedForms, ChainsCostTheSumOfLatencies) {
  StreamWriter W;
  Register X = W.value();
  for (unsigned I = 0; I != 50; ++I) {
    W.computeInto(X, Multiply, {X});
    W.computeInto(X, Add, {X});
    W.computeInto(X, Divide, {X});
  }
  EXPECT_EQ(run(unlimited(), W).Cycles, 50u * (5 + 3 + 22));
}

/// A tree of N values needs one level of latencies for each halving.
TEST(ComputeClosedForms, TreeReductionNeedsLogarithmicDepth) {
  StreamWriter W;
  std::vector<Register> Level;
  for (unsigned I = 0; I != 64; ++I)
    Level.push_back(W.compute(Multiply, {}));
  while (Level.size() > 1) {
    std::vector<Register> Next;
    for (size_t I = 0; I != Level.size(); I += 2)
      Next.push_back(W.compute(Add, {Level[I], Level[I + 1]}));
    Level = Next;
  }
  EXPECT_EQ(run(unlimited(), W).Cycles, 5u + 6 * 3);
}

/// A station of R slots behind a chain of additions: additions enter only as
/// the chain proceeds, independent multiplications behind them wait.
TEST(ComputeClosedForms, ReservationStationHoldsBackWhatIsIndependent) {
  for (unsigned Slots : {1, 4, 16, 54}) {
    StreamWriter W;
    Register X = W.value(), Y = W.value();
    for (unsigned I = 0; I != 100; ++I)
      W.computeInto(X, Add, {X});
    W.computeInto(Y, Multiply, {});
    Processor CPU = unlimited();
    CPU.buffer(BufferKind::ReservationStation) = Slots;
    ScheduleResult R = run(CPU, W);
    // The first issues at once; of the other 99 R wait when the last of them
    // has entered, and from then on the multiplication is next.
    uint64_t Entered = 3 * (100 - Slots);
    EXPECT_EQ(R.Cycles, std::max<uint64_t>(300, Entered + 5));
    EXPECT_EQ(stallsOf(R, BufferKind::ReservationStation),
              Entered - (100 - Slots));
  }
}

} // namespace
