//===- Fixtures.cpp - Reports made by hand ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills the value objects with consistent numbers: roofs follow equations (10)
// to (15) from the node statistics given.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "rafter/Report/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

namespace {

NodeStatistics stats(uint64_t Count, uint64_t Flops, uint64_t Bytes,
                     double Throughput, double Latency, uint64_t Issue,
                     uint64_t LatencyCycles, uint64_t Total) {
  NodeStatistics N;
  N.Count = Count;
  N.Flops = Flops;
  N.Bytes = Bytes;
  N.Throughput = Throughput;
  N.Latency = Latency;
  N.Issue = Issue;
  N.LatencyCycles = LatencyCycles;
  N.Span = Issue + LatencyCycles;
  N.Total = Total;
  return N;
}

/// Adds roofs the way the analysis does, and ranks them.
class RoofMaker {
public:
  explicit RoofMaker(GeneralizedRoofline &G) : G(G) {}

  /// Throughput, issue, latency and stall roofs of one type.
  void addType(NodeType T) {
    const NodeStatistics &N = G.node(T);
    double Top = T == NodeType::Computation ? G.Peak : slope(T, N.Throughput);
    std::string Type = name(T);
    add(T == NodeType::Computation ? "comp throughput" : Type + " bandwidth",
        RoofKind::Throughput, T, Top);
    double All = double(N.Count) / N.Throughput;
    add(Type + " issue", RoofKind::Issue, T, Top * All / N.Issue);
    add(Type + " latency", RoofKind::Latency, T,
        Top * All / (N.Issue + N.LatencyCycles));
    for (unsigned B = 0; B < NumBufferKinds; ++B) {
      if (G.Stalls[B] == 0)
        continue;
      auto Kind = static_cast<BufferKind>(B);
      add(std::string(name(Kind)) + " stall, " + Type, RoofKind::Stall, T,
          Top * All / (N.Issue + G.Stalls[B] - N.IssueAndStall[B]));
      G.Roofs.back().Buffer = Kind;
    }
  }

  /// (15) for computation and a memory type, with overlap cycles given.
  void addOverlap(NodeType Memory, uint64_t Cycles) {
    const NodeStatistics &C = G.node(NodeType::Computation);
    const NodeStatistics &N = G.node(Memory);
    double Alpha = double(Cycles) / std::min(C.Total, N.Total);
    G.Overlaps.push_back({NodeType::Computation, Memory, Cycles, Alpha, Alpha});
    Roof R;
    R.Name = std::string("overlap comp and ") + name(Memory);
    R.Kind = RoofKind::Overlap;
    R.Form = Roof::Shape::Curve;
    R.Type = NodeType::Computation;
    R.Other = Memory;
    R.Value = double(G.Flops) / C.Total;
    R.Slope = double(G.Bytes) / N.Total;
    R.Alpha = Alpha;
    R.AtIntensity = R.at(G.Intensity);
    G.Roofs.push_back(R);
  }

  void rank() {
    for (size_t I = 0; I < G.Roofs.size(); ++I) {
      double Distance = G.Roofs[I].AtIntensity / G.Performance;
      if (std::isfinite(Distance) && Distance < 3)
        G.Bottlenecks.push_back(
            {I, Distance, "What to do about " + G.Roofs[I].Name + "."});
    }
    llvm::sort(G.Bottlenecks, [](const Bottleneck &A, const Bottleneck &B) {
      return std::pair(A.Distance, A.RoofIndex) <
             std::pair(B.Distance, B.RoofIndex);
    });
  }

private:
  /// Merged slope of (10) in flops per cycle for each unit of I: W/(N/Pi)/I.
  double slope(NodeType T, double Throughput) const {
    return double(G.Bytes) * Throughput / G.node(T).Count;
  }

  void add(std::string Name, RoofKind Kind, NodeType T, double Value) {
    Roof R;
    R.Name = std::move(Name);
    R.Kind = Kind;
    R.Type = T;
    R.Form = isMemory(T) ? Roof::Shape::Diagonal : Roof::Shape::Horizontal;
    (isMemory(T) ? R.Slope : R.Value) = Value;
    R.AtIntensity = R.at(G.Intensity);
    if (isMemory(T) && !std::isfinite(G.Intensity))
      R.AtIntensity = Unlimited;
    G.Roofs.push_back(std::move(R));
  }

  GeneralizedRoofline &G;
};

GeneralizedRoofline figures(uint64_t Cycles, uint64_t Flops, uint64_t Bytes,
                            double Peak) {
  GeneralizedRoofline G;
  G.Cycles = Cycles;
  G.Flops = Flops;
  G.Bytes = Bytes;
  G.Performance = Cycles == 0 ? 0 : double(Flops) / Cycles;
  G.Intensity = Bytes == 0 ? Unlimited : double(Flops) / Bytes;
  G.Peak = Peak;
  return G;
}

Report report(const std::string &Name, GeneralizedRoofline G) {
  Report R;
  R.Input = Name + ".c";
  R.CPU.Name = "xeon-e5-2680";
  R.CPU.Description = "Intel Xeon E5-2680 (Sandy Bridge), Table I";
  R.CPU.FileHash = "0123456789abcdef";
  RegionReport Region;
  Region.Name = Name;
  Region.Function = Name;
  Region.Source = {Name + ".c", 3, 0};
  Region.How = Mode::Modelled;
  Region.add(makeFinding(std::move(G)));
  R.Regions.push_back(std::move(Region));
  return R;
}

/// Cold sum: everything meets at the point (Fig. 9a).
GeneralizedRoofline coldSum() {
  auto G = figures(15000000, 5000000, 40000000, 2);
  G.node(NodeType::Add) =
      stats(5000000, 5000000, 0, 1, 3, 5000000, 10000000, 15000000);
  G.node(NodeType::Computation) = G.node(NodeType::Add);
  G.node(NodeType::Computation).Throughput = 2;
  G.node(NodeType::L1) =
      stats(4375000, 0, 35000000, 2, 4, 4375000, 9000000, 14900000);
  G.node(NodeType::Memory) =
      stats(625000, 0, 5000000, 0.125, 100, 625000, 14375000, 15000000);
  auto RS = static_cast<unsigned>(BufferKind::ReservationStation);
  G.Stalls[RS] = 14500000;
  G.AnyStall = 14500000;
  G.node(NodeType::Computation).IssueAndStall[RS] = 4800000;
  G.node(NodeType::L1).IssueAndStall[RS] = 4200000;
  G.node(NodeType::Memory).IssueAndStall[RS] = 400000;
  RoofMaker M(G);
  for (NodeType T : {NodeType::Computation, NodeType::L1, NodeType::Memory})
    M.addType(T);
  M.addOverlap(NodeType::L1, 14900000);
  M.addOverlap(NodeType::Memory, 15000000);
  M.rank();
  return G;
}

/// Strided reads from memory: bandwidth bound, far below the peak.
GeneralizedRoofline memoryBound() {
  auto G = figures(8100000, 1000000, 16000000, 16);
  G.node(NodeType::FusedMultiplyAdd) =
      stats(500000, 1000000, 0, 2, 4, 480000, 900000, 7900000);
  G.node(NodeType::Computation) = G.node(NodeType::FusedMultiplyAdd);
  G.node(NodeType::L1) =
      stats(900000, 0, 7200000, 2, 4, 800000, 2100000, 7000000);
  G.node(NodeType::L2) =
      stats(70000, 0, 560000, 0.5, 12, 70000, 300000, 5000000);
  G.node(NodeType::L3) =
      stats(30000, 0, 240000, 0.5, 30, 30000, 500000, 5200000);
  G.node(NodeType::Memory) =
      stats(1000000, 0, 8000000, 0.125, 100, 1000000, 7050000, 8090000);
  G.Stalls = {1200000, 0, 0, 0, 6900000};
  G.AnyStall = 7500000;
  for (auto &N : G.Nodes)
    N.IssueAndStall = {10000, 0, 0, 0, N.Issue * 8 / 10};
  RoofMaker M(G);
  for (NodeType T : {NodeType::Computation, NodeType::L1, NodeType::L2,
                     NodeType::L3, NodeType::Memory})
    M.addType(T);
  M.addOverlap(NodeType::L1, 6500000);
  M.addOverlap(NodeType::L2, 4900000);
  M.addOverlap(NodeType::L3, 5100000);
  M.addOverlap(NodeType::Memory, 7890000);
  M.rank();
  return G;
}

/// A blocked product: near the peak, several L1 roofs around.
GeneralizedRoofline computeBound() {
  auto G = figures(1150000, 16000000, 12000000, 16);
  G.node(NodeType::FusedMultiplyAdd) =
      stats(2000000, 16000000, 0, 2, 4, 1010000, 110000, 1140000);
  G.node(NodeType::Computation) = G.node(NodeType::FusedMultiplyAdd);
  G.node(NodeType::L1) =
      stats(1400000, 0, 11200000, 2, 5, 900000, 150000, 1130000);
  G.node(NodeType::L2) =
      stats(90000, 0, 760000, 0.5, 14, 88000, 400000, 700000);
  G.Stalls = {30000, 90000, 0, 0, 0};
  G.AnyStall = 120000;
  RoofMaker M(G);
  for (NodeType T : {NodeType::Computation, NodeType::L1, NodeType::L2})
    M.addType(T);
  M.addOverlap(NodeType::L1, 1100000);
  M.addOverlap(NodeType::L2, 690000);
  M.rank();
  return G;
}

/// One dependent addition for each miss behind a tiny buffer.
GeneralizedRoofline tiny() {
  auto G = figures(50000000, 5000, 3200000, 4);
  G.node(NodeType::Add) = stats(5000, 5000, 0, 2, 4, 5000, 15000, 48000000);
  G.node(NodeType::Computation) = G.node(NodeType::Add);
  G.node(NodeType::L1) =
      stats(350000, 0, 2800000, 2, 4, 340000, 900000, 45000000);
  G.node(NodeType::Memory) =
      stats(50000, 0, 400000, 0.125, 900, 50000, 44900000, 49900000);
  G.Stalls = {42000000, 0, 100, 0, 0};
  G.AnyStall = 42000000;
  RoofMaker M(G);
  for (NodeType T : {NodeType::Computation, NodeType::L1, NodeType::Memory})
    M.addType(T);
  M.addOverlap(NodeType::Memory, 47900000);
  M.rank();
  return G;
}

/// Registers only.
GeneralizedRoofline noAccesses() {
  auto G = figures(3000, 2000, 0, 2);
  G.node(NodeType::Add) = stats(1000, 1000, 0, 1, 3, 1000, 1900, 2990);
  G.node(NodeType::Multiply) = stats(1000, 1000, 0, 1, 5, 1000, 1500, 2900);
  G.node(NodeType::Computation) = stats(2000, 2000, 0, 2, 5, 1600, 1390, 2999);
  G.Stalls = {0, 1000, 0, 0, 0};
  G.AnyStall = 1000;
  RoofMaker M(G);
  M.addType(NodeType::Computation);
  M.rank();
  return G;
}

/// A copy: accesses but nothing computed.
GeneralizedRoofline noFlops() {
  auto G = figures(1000, 0, 16000, 2);
  G.node(NodeType::L1) = stats(2000, 0, 16000, 2, 4, 1000, 0, 1000);
  RoofMaker M(G);
  M.addType(NodeType::L1);
  return G;
}

/// A transform out of cache: every buffer stalls (Fig. 10b).
GeneralizedRoofline crowded() {
  auto G = figures(190000000, 100000000, 1000000000, 2);
  G.node(NodeType::Add) =
      stats(60000000, 60000000, 0, 1, 3, 52000000, 40000000, 180000000);
  G.node(NodeType::Multiply) =
      stats(40000000, 40000000, 0, 1, 5, 36000000, 60000000, 179000000);
  G.node(NodeType::Computation) =
      stats(100000000, 100000000, 0, 2, 5, 70000000, 75000000, 185000000);
  G.node(NodeType::L1) =
      stats(110000000, 0, 880000000, 2, 4, 80000000, 75000000, 186000000);
  G.node(NodeType::L2) =
      stats(7000000, 0, 56000000, 0.5, 12, 7000000, 61000000, 150000000);
  G.node(NodeType::L3) =
      stats(3000000, 0, 24000000, 0.5, 30, 3000000, 52000000, 140000000);
  G.node(NodeType::Memory) =
      stats(5000000, 0, 40000000, 0.125, 100, 5000000, 120000000, 170000000);
  G.Stalls = {88000000, 20000000, 9000000, 31000000, 44000000};
  G.AnyStall = 130000000;
  for (auto &N : G.Nodes)
    for (unsigned B = 0; B < NumBufferKinds; ++B)
      N.IssueAndStall[B] = std::min(N.Issue, G.Stalls[B]) / (B + 2);
  RoofMaker M(G);
  for (NodeType T : {NodeType::Computation, NodeType::L1, NodeType::L2,
                     NodeType::L3, NodeType::Memory})
    M.addType(T);
  M.addOverlap(NodeType::L1, 170000000);
  M.addOverlap(NodeType::L2, 120000000);
  M.addOverlap(NodeType::L3, 110000000);
  M.addOverlap(NodeType::Memory, 150000000);
  M.rank();
  return G;
}

} // namespace

Report fixtures::workedExample() {
  auto G = figures(26, 4, 40, 2);
  G.node(NodeType::Add) = stats(2, 2, 0, 1, 3, 2, 4, 11);
  G.node(NodeType::Multiply) = stats(2, 2, 0, 1, 5, 2, 5, 8);
  G.node(NodeType::Computation) = stats(4, 4, 0, 2, 5, 4, 9, 14);
  G.node(NodeType::L1) = stats(3, 0, 24, 2, 4, 2, 3, 10);
  G.node(NodeType::L2) = stats(2, 0, 16, 4, 12, 2, 12, 19);
  auto ROB = static_cast<unsigned>(BufferKind::ReorderBuffer);
  G.Stalls[ROB] = 5;
  G.AnyStall = 5;
  G.Shares = {{{NodeType::L2}, false, 7},
              {{NodeType::Add}, false, 6},
              {{NodeType::L1, NodeType::L2}, false, 5},
              {{NodeType::Multiply}, true, 4},
              {{NodeType::Multiply, NodeType::L2}, false, 2},
              {{}, true, 1},
              {{NodeType::Multiply}, false, 1}};
  RoofMaker M(G);
  for (NodeType T : {NodeType::Computation, NodeType::L1, NodeType::L2})
    M.addType(T);
  M.addOverlap(NodeType::L1, 5);
  M.addOverlap(NodeType::L2, 7);
  M.rank();
  return report("worked", std::move(G));
}

std::vector<std::pair<std::string, Report>> fixtures::situations() {
  return {{"worked example", workedExample()},
          {"cold sum", report("sum", coldSum())},
          {"memory bound", report("gather", memoryBound())},
          {"compute bound", report("product", computeBound())},
          {"tiny performance", report("chase", tiny())},
          {"no accesses", report("registers", noAccesses())},
          {"no flops", report("copy", noFlops())},
          {"crowded", report("fft", crowded())}};
}

Report fixtures::everything() {
  Report R = workedExample();
  R.Overrides = "rs=20";
  RegionReport &First = R.Regions.front();
  First.Loop = "for.body";
  First.WarmCache = true;
  First.Invocations = 3;
  First.Assumptions = {"trip count of the loop in line 4: 1000",
                       "a & b < c do not alias"};
  First.NotSeen = {{"sin", 12}, {"std::vector<int>::at", 1}};
  First.Run = RunOutcome{"exit status 0", true, 0};
  ComputationDAG D;
  auto Kind = [](OperationKind K) { return static_cast<unsigned>(K); };
  D.Nodes[Kind(OperationKind::Add)] = 2;
  D.Nodes[Kind(OperationKind::Multiply)] = 2;
  D.Nodes[Kind(OperationKind::Load)] = 5;
  D.Edges[Kind(OperationKind::Load)][Kind(OperationKind::Multiply)] = 4;
  D.Edges[Kind(OperationKind::Multiply)][Kind(OperationKind::Add)] = 2;
  D.Edges[Kind(OperationKind::Load)][Kind(OperationKind::Add)] = 1;
  D.Edges[Kind(OperationKind::Add)][Kind(OperationKind::Add)] = 1;
  D.Work = 4;
  D.Depth = 3;
  D.DepthWithAccesses = 4;
  D.Bytes = 40;
  DAGPart Function{"worked", {"worked.c", 3, 0}, 0, {}, 0, 0};
  DAGPart Loop{"for.body", {"worked.c", 4, 3}, 1, D.Nodes, 4, 40};
  D.Parts = {Function, Loop};
  D.Graph = {{OperationKind::Load, 4, {}},
             {OperationKind::Load, 4, {}},
             {OperationKind::Multiply, 5, {0, 1}},
             {OperationKind::Add, 5, {2}}};
  First.add(makeFinding(D));
  RegionReport Second;
  Second.Name = "operator<<";
  Second.Function = "operator<<";
  Second.Source = {"a\"b.c", 9, 0};
  Second.add(makeFinding(ComputationDAG()));
  R.Regions.push_back(Second);
  RegionReport Third = report("copy", noFlops()).Regions.front();
  R.Regions.push_back(Third);
  return R;
}

std::vector<std::string> rafter::verdicts(const RegionReport &Region) {
  Report R;
  R.Regions = {Region};
  SourceText Lines("");
  return R.contextOf(R.Regions.front(), Lines).verdicts();
}

std::string rafter::verdict(const RegionReport &Region) {
  return verdicts(Region).front();
}
