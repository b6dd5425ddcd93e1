//===- InvariantsTest.cpp - What holds for every DAG and machine ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equations (5) to (7) of the extended-roofline paper and what its definitions
// imply, on thousands of random DAGs on random machines. That larger buffers or
// shorter latencies never harm is not among them: greedy schedules have
// Graham's anomalies.
//
//===----------------------------------------------------------------------===//

#include "../Schedule/RandomCases.h"
#include "RooflineAnalysis.h"
#include "rafter/Roofline/DAGBuilder.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

struct Analyzed {
  RandomCase Case;
  ScheduleResult Schedule;
  GeneralizedRoofline G;
};

template <typename Function> void forAllCases(Function Check) {
  for (uint64_t Seed = 0; Seed != 2000; ++Seed) {
    Analyzed A;
    A.Case = randomCase(Seed);
    A.Schedule = schedule(A.Case);
    A.G = analyzeRoofline(A.Case.CPU, A.Schedule);
    Check(A);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "seed " << Seed << '\n' << describe(A.Case);
      return;
    }
  }
}

/// (5): the longest time of a type <= T <= the sum of all.
TEST(Invariants, TotalTimeLiesBetweenTheLongestAndTheSum) {
  forAllCases([](const Analyzed &A) {
    uint64_t Longest = A.G.AnyStall, Sum = 0;
    for (unsigned T = 0; T != unsigned(NodeType::Computation); ++T) {
      const NodeStatistics &N = A.G.Nodes[T];
      Longest = std::max(Longest, N.Total);
      Sum += N.Count != 0 ? N.Total : 0;
    }
    EXPECT_LE(Longest, A.G.Cycles);
    EXPECT_LE(A.G.node(NodeType::Computation).Total, A.G.Cycles);
    EXPECT_LE(A.G.Cycles, Sum);
  });
}

/// (6) and (7), for the times with and without stalls.
TEST(Invariants, OverlapsAreSharesOfTheSmallerTime) {
  forAllCases([](const Analyzed &A) {
    for (const Overlap &O : A.G.Overlaps) {
      uint64_t TA = A.G.node(O.A).Total, TB = A.G.node(O.B).Total;
      EXPECT_LE(O.Cycles, std::min(TA, TB));
      EXPECT_LE(TA + TB - O.Cycles, A.G.Cycles);
      EXPECT_GE(O.Cycles, A.G.AnyStall);
      EXPECT_DOUBLE_EQ(O.Alpha * std::min(TA, TB), O.Cycles);
      for (double Alpha : {O.Alpha, O.SpanAlpha}) {
        EXPECT_GE(Alpha, 0);
        EXPECT_LE(Alpha, 1);
      }
    }
  });
}

TEST(Invariants, EachAccessHitsExactlyOneLevel) {
  forAllCases([](const Analyzed &A) {
    std::array<uint64_t, 2> Expected = {0, 0};
    for (const Region &R : A.Case.Regions)
      for (const DynamicOperation &D : R) {
        const StaticOperation &O = A.Case.Table.Operations[D.Static];
        if (isMemory(O.Kind))
          Expected[1] += O.bytes();
      }
    uint64_t Nodes = 0, Bytes = 0;
    for (unsigned T = unsigned(NodeType::L1); T <= unsigned(NodeType::Memory);
         ++T) {
      Nodes += A.G.Nodes[T].Count;
      Bytes += A.G.Nodes[T].Bytes;
    }
    for (const Node &N : expandNodes(A.Case.CPU, A.Case.Table, A.Case.Regions))
      Expected[0] += isMemory(N.Kind);
    EXPECT_EQ(Nodes, Expected[0]);
    EXPECT_EQ(Bytes, Expected[1]);
    EXPECT_EQ(A.G.Bytes, Expected[1]);
  });
}

TEST(Invariants, IssueAndLatencyCyclesAreDisjointPartsOfTheSpan) {
  forAllCases([](const Analyzed &A) {
    for (const NodeStatistics &N : A.G.Nodes) {
      EXPECT_EQ(N.Issue + N.LatencyCycles, N.Span);
      EXPECT_LE(N.Issue, N.Span);
      EXPECT_LE(N.Span, N.Total);
      EXPECT_LE(N.Total, N.Span + A.G.AnyStall);
      EXPECT_EQ(N.Count == 0, N.Span == 0);
      // Cycles are counted once, however many nodes they serve.
      EXPECT_LE(N.Span, A.G.Cycles);
      for (unsigned B = 0; B != NumBufferKinds; ++B)
        EXPECT_LE(N.IssueAndStall[B], std::min(N.Issue, A.G.Stalls[B]));
    }
  });
}

TEST(Invariants, StallsOfFetchAreDisjoint) {
  forAllCases([](const Analyzed &A) {
    const ActivityHistogram &H = A.Schedule.Activity;
    EXPECT_EQ(H.count({stalls(BufferKind::ReorderBuffer),
                       stalls(BufferKind::ReservationStation)}),
              0u);
    uint64_t Sum = 0;
    for (uint64_t Stalls : A.G.Stalls) {
      EXPECT_LE(Stalls, A.G.AnyStall);
      Sum += Stalls;
    }
    EXPECT_LE(A.G.AnyStall, Sum);
    for (unsigned B = 0; B != NumBufferKinds; ++B) {
      if (A.Case.CPU.Buffers[B] == Unlimited) {
        EXPECT_EQ(A.G.Stalls[B], 0u);
      }
    }
  });
}

/// No roof lies below the performance; nor do the unions of two types.
TEST(Invariants, EveryRoofBoundsThePerformance) {
  forAllCases([](const Analyzed &A) {
    for (const Roof &R : A.G.Roofs) {
      EXPECT_GE(R.AtIntensity, A.G.Performance * (1 - 1e-9)) << R.Name;
      if (A.G.Intensity != Unlimited) {
        EXPECT_NEAR(R.at(A.G.Intensity) / R.AtIntensity, 1, 1e-9) << R.Name;
      }
      EXPECT_FALSE(R.Name.empty());
    }
    for (const Bottleneck &B : A.G.Bottlenecks) {
      EXPECT_GE(B.Distance, 1 - 1e-9);
      EXPECT_DOUBLE_EQ(B.Distance,
                       A.G.Roofs[B.RoofIndex].AtIntensity / A.G.Performance);
      EXPECT_FALSE(B.Advice.empty());
    }
    EXPECT_EQ(A.G.Roofs.empty(), A.G.Flops == 0);
  });
}

TEST(Invariants, SharesAddUpToAllCycles) {
  forAllCases([](const Analyzed &A) {
    uint64_t Sum = 0, Stalled = 0, Last = ~uint64_t(0);
    std::array<uint64_t, NumNodeTypes> Spans = {};
    for (const ActivityShare &S : A.G.Shares) {
      Sum += S.Cycles;
      Stalled += S.Stalled ? S.Cycles : 0;
      for (NodeType T : S.Types)
        Spans[unsigned(T)] += S.Cycles;
      EXPECT_LE(S.Cycles, Last); // most frequent first
      Last = S.Cycles;
    }
    EXPECT_EQ(Sum, A.G.Cycles);
    EXPECT_EQ(Stalled, A.G.AnyStall);
    for (unsigned T = 0; T != unsigned(NodeType::Computation); ++T)
      EXPECT_EQ(Spans[T], A.G.Nodes[T].Span);
  });
}

/// On the default machine every computation and access takes one cycle and
/// nothing is limited: T is the depth of the DAG, and no machine whose
/// latencies are at least one is faster.
TEST(Invariants, AnUnlimitedMachineNeedsTheDepth) {
  for (uint64_t Seed = 0; Seed != 2000; ++Seed) {
    RandomCase Case = randomCase(Seed);
    Case.Regions.resize(1);
    Case.Warm = true; // every line has arrived
    for (StaticOperation &O : Case.Table.Operations)
      O.Elements = 1;
    Case.CPU = Processor();
    for (MemoryLevelParameters &M : Case.CPU.Memory)
      M.Latency = 1;
    DAGBuilder Builder(Case.Table);
    Builder.beginRegion();
    Builder.consume(Case.Regions.front());
    Builder.endRegion();
    ScheduleResult R = schedule(Case);
    ASSERT_EQ(R.Cycles, Builder.result().DepthWithAccesses) << "seed " << Seed;
    ASSERT_EQ(R.Flops, Builder.result().Work) << "seed " << Seed;
  }
}

} // namespace
