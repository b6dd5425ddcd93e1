//===- DAGBuilderTest.cpp - Work, depth and edges of known DAGs -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, dot products, trees, chains through memory and calls, whose W and D
// (extended-roofline paper, II.A) follow from a line of arithmetic.
//
//===----------------------------------------------------------------------===//

#include "rafter/Roofline/DAGBuilder.h"
#include "../Schedule/Kernels.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace rafter::test;

namespace {

constexpr OperationKind Move = OperationKind::Move;
constexpr OperationKind Add = OperationKind::Add;
constexpr OperationKind Multiply = OperationKind::Multiply;
constexpr OperationKind Fused = OperationKind::FusedMultiplyAdd;
constexpr OperationKind Divide = OperationKind::Divide;
constexpr OperationKind Load = OperationKind::Load;
constexpr OperationKind Store = OperationKind::Store;

ComputationDAG build(const StreamWriter &W, size_t GraphLimit = 0) {
  DAGBuilder B(W.Table, {GraphLimit});
  W.send(B);
  return B.result();
}

uint64_t nodes(const ComputationDAG &D, OperationKind K) {
  return D.Nodes[unsigned(K)];
}
uint64_t edges(const ComputationDAG &D, OperationKind From, OperationKind To) {
  return D.Edges[unsigned(From)][unsigned(To)];
}
uint64_t allEdges(const ComputationDAG &D) {
  uint64_t Sum = 0;
  for (const auto &Row : D.Edges)
    for (uint64_t N : Row)
      Sum += N;
  return Sum;
}

TEST(DAGBuilder, Sum) {
  ComputationDAG D = build(kernel("sum100"));
  EXPECT_EQ(D.Work, 100u);
  EXPECT_EQ(D.Depth, 100u);
  EXPECT_EQ(D.DepthWithAccesses, 101u);
  EXPECT_EQ(D.parallelism(), 1);
  EXPECT_EQ(D.Bytes, 800u);
  EXPECT_EQ(nodes(D, Add), 100u);
  EXPECT_EQ(nodes(D, Load), 100u);
  EXPECT_EQ(edges(D, Load, Add), 100u);
  // The first addition has no predecessor but its load.
  EXPECT_EQ(edges(D, Add, Add), 99u);
  EXPECT_EQ(allEdges(D), 199u);
}

TEST(DAGBuilder, DotProductWithAccumulators) {
  for (unsigned K : {1, 2, 4, 8}) {
    StreamWriter W;
    Register A = W.value(), B = W.value();
    std::vector<Register> Sums;
    for (unsigned I = 0; I != K; ++I)
      Sums.push_back(W.value());
    for (unsigned I = 0; I != 64; ++I) {
      W.loadInto(A, 4096 + 8 * I);
      W.loadInto(B, 8192 + 8 * I);
      W.computeInto(Sums[I % K], Fused, {Sums[I % K], A, B});
    }
    for (unsigned I = 1; I != K; ++I)
      W.computeInto(Sums[0], Add, {Sums[0], Sums[I]});
    ComputationDAG D = build(W);
    EXPECT_EQ(D.Work, 2 * 64u + K - 1); // a fused multiply-add is 2 flops
    EXPECT_EQ(D.Depth, 64 / K + K - 1);
    EXPECT_EQ(nodes(D, Fused), 64u);
    EXPECT_EQ(edges(D, Load, Fused), 128u);
    EXPECT_EQ(edges(D, Fused, Fused), 64u - K);
    EXPECT_EQ(D.parallelism(), double(D.Work) / D.Depth);
  }
}

TEST(DAGBuilder, TreeReduction) {
  StreamWriter W;
  std::vector<Register> Level;
  for (unsigned I = 0; I != 64; ++I)
    Level.push_back(W.load(4096 + 8 * I));
  while (Level.size() > 1) {
    std::vector<Register> Next;
    for (size_t I = 0; I != Level.size(); I += 2)
      Next.push_back(W.compute(Add, {Level[I], Level[I + 1]}));
    Level = Next;
  }
  ComputationDAG D = build(W);
  EXPECT_EQ(D.Work, 63u);
  EXPECT_EQ(D.Depth, 6u);
  EXPECT_EQ(D.DepthWithAccesses, 7u);
  EXPECT_EQ(allEdges(D), 126u);
  EXPECT_EQ(D.parallelism(), 63.0 / 6);
}

TEST(DAGBuilder, ChainThroughMemory) {
  StreamWriter W;
  Register X = W.value();
  for (unsigned I = 0; I != 10; ++I) {
    W.loadInto(X, 4096);
    W.computeInto(X, Divide, {X});
    W.store(4096, X);
  }
  ComputationDAG D = build(W);
  EXPECT_EQ(D.Depth, 10u);
  EXPECT_EQ(D.DepthWithAccesses, 30u);
  EXPECT_EQ(edges(D, Store, Load), 9u);
  EXPECT_EQ(edges(D, Load, Divide), 10u);
  EXPECT_EQ(edges(D, Divide, Store), 10u);
}

/// Only the last store counts, and only if it wrote any of the bytes.
TEST(DAGBuilder, LoadsDependOnTheLastStoreToTheirWords) {
  StreamWriter W;
  Register Deep = W.value(), Flat = W.value(), X = W.value();
  for (unsigned I = 0; I != 5; ++I)
    W.computeInto(Deep, Multiply, {Deep});
  W.computeInto(Flat, Add, {});
  W.store(4096, Deep);
  W.store(4096, Flat);
  W.loadInto(X, 4096);
  W.computeInto(X, Add, {X});
  W.loadInto(X, 4104); // nobody stored here
  W.computeInto(X, Add, {X});
  ComputationDAG D = build(W);
  EXPECT_EQ(edges(D, Store, Load), 1u);
  EXPECT_EQ(D.Depth, 5u);
  EXPECT_EQ(D.DepthWithAccesses, 6u); // the deep chain and its store
}

TEST(DAGBuilder, MatrixProduct) {
  // C += A B, 4 x 4: every element of C is a chain of 4 additions.
  ComputationDAG D = build(kernel("mmm4"));
  EXPECT_EQ(D.Work, 2 * 64u);
  EXPECT_EQ(D.Depth, 5u); // a product, then its additions
  EXPECT_EQ(nodes(D, Load), 16u + 128);
  EXPECT_EQ(nodes(D, Store), 16u);
  EXPECT_EQ(edges(D, Multiply, Add), 64u);
  EXPECT_EQ(edges(D, Add, Store), 16u);
  EXPECT_EQ(edges(D, Load, Add), 16u);
}

/// A callee's registers lie behind the caller's frame; moves carry values in
/// and out and are no nodes.
TEST(DAGBuilder, ValuesPassThroughCallsAndRecursion) {
  // r1 of a frame is its value, 4 registers per frame.
  auto Operation = [](OperationKind K, Register To, Register From) {
    StaticOperation O;
    O.Kind = K;
    O.Result = To;
    O.NumSources = 1;
    O.Sources[0] = From;
    return O;
  };
  OperationTable Table;
  Table.Operations = {Operation(Add, 1, 1), Operation(Move, 4 + 1, 1),
                      Operation(Move, 2, 4 + 1), Operation(Add, 1, 2)};
  DAGBuilder B(Table);
  B.beginRegion();
  std::vector<DynamicOperation> Stream;
  const uint32_t Levels = 20;
  for (uint32_t L = 0; L != Levels; ++L) { // down: add, pass the value on
    Stream.push_back({0, 4 * L, 0});
    Stream.push_back({1, 4 * L, 0});
  }
  for (uint32_t L = Levels; L-- != 0;) { // up: take the result, add
    Stream.push_back({2, 4 * L, 0});
    Stream.push_back({3, 4 * L, 0});
  }
  B.consume(Stream);
  B.endRegion();
  ComputationDAG D = B.result();
  EXPECT_EQ(D.Work, 2 * Levels);
  EXPECT_EQ(D.Depth, 2 * Levels);
  EXPECT_EQ(edges(D, Add, Add), 2 * Levels - 1);
  EXPECT_EQ(nodes(D, Move), 0u);
}

/// The sum of each row begins with a constant: rows are independent.
TEST(DAGBuilder, MoveFromAConstantEndsAChain) {
  StreamWriter W;
  Register Sum = W.value();
  for (unsigned Row = 0; Row != 10; ++Row) {
    W.move(Sum, NoRegister);
    for (unsigned I = 0; I != 7; ++I)
      W.computeInto(Sum, Add, {Sum});
  }
  ComputationDAG D = build(W);
  EXPECT_EQ(D.Work, 70u);
  EXPECT_EQ(D.Depth, 7u);
  EXPECT_EQ(edges(D, Add, Add), 60u);
}

TEST(DAGBuilder, VectorsCountByElement) {
  OperationTable Table;
  StaticOperation L, F;
  L.Kind = Load;
  L.Elements = 4;
  L.ElementBytes = 4;
  L.Result = 0;
  F.Kind = Fused;
  F.Elements = 4;
  F.ElementBytes = 4;
  F.NumSources = 2;
  F.Sources[0] = 0;
  F.Sources[1] = 4;
  F.Result = 4;
  Table.Operations = {L, F};
  DAGBuilder B(Table);
  B.beginRegion();
  for (uint64_t I = 0; I != 3; ++I)
    B.consume({{0, 0, 4096 + 16 * I}, {1, 0, 0}});
  B.endRegion();
  ComputationDAG D = B.result();
  EXPECT_EQ(nodes(D, Load), 12u);
  EXPECT_EQ(nodes(D, Fused), 12u);
  EXPECT_EQ(D.Work, 24u);
  EXPECT_EQ(D.Bytes, 48u);
  EXPECT_EQ(D.Depth, 3u); // four chains side by side
  EXPECT_EQ(edges(D, Fused, Fused), 8u);
}

TEST(DAGBuilder, RegionsAddUpAndTheDeepestCounts) {
  StreamWriter W;
  Register X = W.value();
  for (unsigned I = 0; I != 5; ++I)
    W.computeInto(X, Add, {X});
  DAGBuilder B(W.Table);
  B.setWarmUp(true);
  W.send(B); // not counted
  B.setWarmUp(false);
  W.send(B);
  W.send(B); // registers are ready again: no edge from the region before
  ComputationDAG D = B.result();
  EXPECT_EQ(D.Work, 10u);
  EXPECT_EQ(D.Depth, 5u);
  EXPECT_EQ(edges(D, Add, Add), 8u);
}

TEST(DAGBuilder, GraphIsKeptWhileItIsSmall) {
  ComputationDAG D = build(kernel("sum3"), 6);
  ASSERT_EQ(D.Graph.size(), 6u);
  using Numbers = std::vector<uint32_t>;
  EXPECT_EQ(D.Graph[0].Kind, Load);
  EXPECT_EQ(D.Graph[1].Predecessors, Numbers({0}));
  EXPECT_EQ(D.Graph[3].Predecessors, Numbers({1, 2}));
  EXPECT_EQ(D.Graph[5].Predecessors, Numbers({3, 4}));
  EXPECT_TRUE(build(kernel("sum3"), 5).Graph.empty());
  EXPECT_TRUE(build(kernel("sum3")).Graph.empty());
  EXPECT_EQ(build(kernel("sum3"), 5).Work, 3u);
}

TEST(DAGBuilder, EmptyRegionHasNoParallelism) {
  ComputationDAG D = build(StreamWriter());
  EXPECT_EQ(D.Work, 0u);
  EXPECT_EQ(D.Depth, 0u);
  EXPECT_EQ(D.parallelism(), 0);
}

/// Own counts of functions and loops from how often each operation executed.
TEST(CountParts, FunctionsThenTheirLoops) {
  Program P;
  P.Table.Locations.push_back({"a.c", 7, 1});
  P.Functions = {{"first", 4, 0}, {"idle", 4, 0}, {"second", 4, 1}};
  P.Loops = {{}, {"outer", 2, 0, 1, 1}, {"inner", 2, 1, 2, 1}, {"x", 1, 0, 1}};
  std::vector<uint64_t> Executions;
  auto Add = [&](uint32_t Function, uint32_t Loop,
                 std::initializer_list<OperationKind> Kinds, uint64_t Times) {
    Segment S;
    S.Function = Function;
    S.Loop = Loop;
    S.Begin = P.Table.Operations.size();
    for (OperationKind K : Kinds) {
      StaticOperation O;
      O.Kind = K;
      O.Elements = K == Fused ? 2 : 1;
      P.Table.Operations.push_back(O);
      Executions.push_back(Times);
    }
    S.End = P.Table.Operations.size();
    P.Segments.push_back(S);
  };
  Add(0, 0, {Load}, 5);
  Add(1, 3, {Load, Fused, Store}, 0);
  Add(2, 2, {Load, Fused}, 10);
  Add(2, 2, {Store}, 4);
  // Another edge into the same block.
  P.Segments.push_back(P.Segments.back());
  Add(2, 1, {Move}, 2);
  std::vector<DAGPart> Parts = countParts(P, Executions);
  ASSERT_EQ(Parts.size(), 3u);
  EXPECT_EQ(Parts[0].Name, "first");
  EXPECT_EQ(Parts[0].Nodes[unsigned(Load)], 5u);
  EXPECT_EQ(Parts[0].Bytes, 40u);
  EXPECT_EQ(Parts[0].Flops, 0u);
  EXPECT_EQ(Parts[1].Name, "second");
  EXPECT_EQ(Parts[1].Source.Line, 7u);
  EXPECT_EQ(Parts[1].Flops, 0u);
  // The outer loop executed nothing of its own and is left out.
  EXPECT_EQ(Parts[2].Name, "inner");
  EXPECT_EQ(Parts[2].Depth, 2u);
  EXPECT_EQ(Parts[2].Nodes[unsigned(Fused)], 20u);
  EXPECT_EQ(Parts[2].Flops, 40u);
  EXPECT_EQ(Parts[2].Bytes, 10 * 8u + 4 * 8);
}

/// Loops in one event, and nodes without edges.
TEST(DAGBuilder, CountsNodesOfLoopsWithoutTheGraph) {
  Program P;
  StaticOperation L, A;
  L.Kind = Load;
  L.Result = 0;
  A.Kind = Add;
  A.NumSources = 2;
  A.Sources[0] = 0;
  A.Sources[1] = A.Result = 1;
  P.Table.Operations = {L, A};
  P.Segments.resize(2);
  P.Segments[0].End = P.Segments[0].NumAddresses = 1;
  P.Segments[1].Begin = 0;
  P.Segments[1].End = 2;
  P.Segments[1].NumAddresses = 1;
  const uint64_t Addresses[] = {4096, 8};
  const ExecutedSegment Executed[] = {{0, 0, Addresses, 1, 10},
                                      {1, 0, Addresses}};
  for (bool NodesOnly : {false, true}) {
    DAGBuilder B(P.Table, {0, NodesOnly});
    B.beginRegion();
    B.consumeSegments(P.Segments, Executed);
    B.endRegion();
    ComputationDAG D = B.result();
    EXPECT_EQ(nodes(D, Load), 11u);
    EXPECT_EQ(nodes(D, Add), 10u);
    EXPECT_EQ(D.Bytes, 88u);
    EXPECT_EQ(D.Depth, NodesOnly ? 0u : 10u);
    EXPECT_EQ(allEdges(D), NodesOnly ? 0u : 19u);
  }
}

} // namespace
