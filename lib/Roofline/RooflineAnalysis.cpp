//===- RooflineAnalysis.cpp - From a schedule to roofs --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All roofs come down to times: the solid roof of a type is W over the time its
// nodes take at full throughput, and U_issue, U_lat and U_stall put the counted
// cycles in the place of that time: (12) times pi is W / T_issue, and so on.
//
//===----------------------------------------------------------------------===//

#include "RooflineAnalysis.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

using namespace rafter;

/// Overlap roofs of pairs that overlap at least this much lose their curve
/// (paper, V) and tell of no loss.
static constexpr double FullOverlap = 0.95;
/// Distances that differ by less are the same for the ranking: the model's
/// cycles at the borders of a region are no reason to prefer one roof.
static constexpr double SameDistance = 1.02;

static constexpr unsigned index(NodeType T) { return static_cast<unsigned>(T); }

const char *rafter::name(NodeType T) {
  static constexpr const char *Names[NumNodeTypes] = {
      "add", "mul", "fma", "div", "sqrt", "L1", "L2", "L3", "mem", "comp"};
  return Names[index(T)];
}

const char *rafter::name(RoofKind K) {
  static constexpr const char *Names[] = {"throughput", "issue", "latency",
                                          "stall", "overlap"};
  return Names[static_cast<unsigned>(K)];
}

/// The channels of a node type.
static ActivityMask channelsOf(NodeType T) {
  switch (T) {
  case NodeType::L1:
    return executes(Channel::L1Load) | executes(Channel::L1Store);
  case NodeType::Computation:
    return (1u << NumComputeKinds) - 1;
  default:
    if (isMemory(T)) // L2, L3 and memory follow the two channels of L1.
      return 1u << (index(T) + 1);
    return 1u << index(T);
  }
}

static ActivityMask issuesOf(NodeType T) {
  return channelsOf(T) << NumChannels;
}

double Roof::at(double I) const {
  switch (Form) {
  case Shape::Horizontal:
    return Value;
  case Shape::Diagonal:
    return Slope * I;
  case Shape::Curve: {
    double Compute = 1 / Value, Memory = 1 / (Slope * I);
    return 1 / (Compute + Memory - Alpha * std::min(Compute, Memory));
  }
  }
  return 0;
}

/// Peak flops per cycle of one lane: what the units can do together.
static double peakPerLane(const Processor &CPU) {
  double Separate = CPU.compute(ComputeKind::Add).Throughput +
                    CPU.compute(ComputeKind::Multiply).Throughput;
  double Fused = CPU.HasFusedMultiplyAdd
                     ? CPU.compute(ComputeKind::FusedMultiplyAdd).Throughput
                     : 0;
  if (CPU.ComputeThroughput == Unlimited)
    return std::max(Separate, 2 * Fused);
  Fused = std::min(Fused, CPU.ComputeThroughput);
  return 2 * Fused + std::min(Separate, CPU.ComputeThroughput - Fused);
}

namespace {

/// Builds the value step by step.
class Analysis {
public:
  Analysis(const Processor &CPU, const ScheduleResult &Schedule)
      : CPU(CPU), Schedule(Schedule), Activity(Schedule.Activity) {}
  GeneralizedRoofline run();

private:
  void sum();
  void computation();
  double presentPerLane() const;
  void memory();
  void cycles();
  void stallCycles();
  void overlaps();
  void shares();
  void roofs();
  void addRoof(RoofKind K, NodeType T, const std::string &Name, double Bound);
  void typeRoofs(NodeType T, bool Alone);
  void overlapRoofs();
  void rank();
  double throughputL1() const;
  bool present(NodeType T) const { return G.node(T).Count != 0; }

  const Processor &CPU;
  const ScheduleResult &Schedule;
  const ActivityHistogram &Activity;
  GeneralizedRoofline G;
};

} // namespace

void Analysis::sum() {
  G.Cycles = Schedule.Cycles;
  G.Flops = Schedule.Flops;
  G.PrefetchedLines = Schedule.PrefetchedLines;
  for (unsigned T = 0; T != NumNodeTypes; ++T)
    for (unsigned C = 0; C != NumChannels; ++C)
      if (channelsOf(static_cast<NodeType>(T)) >> C & 1) {
        G.Nodes[T].Count += Schedule.Channels[C].Nodes;
        G.Nodes[T].Flops += Schedule.Channels[C].Flops;
        G.Nodes[T].Bytes += Schedule.Channels[C].Bytes;
      }
  for (unsigned T = index(NodeType::L1); T <= index(NodeType::Memory); ++T)
    G.Bytes += G.Nodes[T].Bytes;
  G.Performance = G.Cycles == 0 ? 0 : double(G.Flops) / G.Cycles;
  G.Intensity = G.Bytes == 0 ? Unlimited : double(G.Flops) / G.Bytes;
}

/// Flops per cycle of one lane if all units that the region uses work: more
/// than the peak of a CPU when divisions run beside additions.
double Analysis::presentPerLane() const {
  double Fused = 0, Separate = 0;
  for (unsigned K = 0; K != NumComputeKinds; ++K) {
    NodeType T = static_cast<NodeType>(K);
    if (present(T))
      (T == NodeType::FusedMultiplyAdd ? Fused : Separate) +=
          G.node(T).Throughput;
  }
  if (CPU.ComputeThroughput == Unlimited)
    return 2 * Fused + Separate;
  return 2 * Fused + std::min(Separate, CPU.ComputeThroughput - Fused);
}

void Analysis::computation() {
  NodeStatistics &All = G.node(NodeType::Computation);
  for (unsigned K = 0; K != NumComputeKinds; ++K) {
    NodeStatistics &N = G.Nodes[K];
    N.Throughput = std::min(CPU.Compute[K].Throughput, CPU.ComputeThroughput);
    N.Latency = CPU.Compute[K].Latency;
    if (N.Count != 0)
      All.Latency = std::max(All.Latency, N.Latency);
  }
  double ElementBytes = G.Flops == 0 ? 8 : double(Schedule.FlopBytes) / G.Flops;
  double Lanes = std::max(1.0, CPU.SimdBytes / ElementBytes);
  G.Peak = std::max(peakPerLane(CPU), presentPerLane()) * Lanes;
  // In nodes, Pi of the whole is what its flops say.
  All.Throughput = All.Flops == 0 ? Unlimited : G.Peak * All.Count / All.Flops;
}

/// Accesses per cycle that L1 could serve of this mix of loads and stores.
double Analysis::throughputL1() const {
  double Loads = Schedule.channel(Channel::L1Load).Nodes;
  double Stores = Schedule.channel(Channel::L1Store).Nodes;
  const NodeStatistics &N = G.node(NodeType::L1);
  const MemoryLevelParameters &P = CPU.memory(MemoryLevel::L1);
  double Moved = P.Transfer == TransferUnit::Line
                     ? double(N.Count) * CPU.LineBytes
                     : double(N.Bytes);
  double Time =
      std::max({Loads / CPU.LoadThroughput, Stores / CPU.StoreThroughput,
                (Loads + Stores) / CPU.AddressThroughput, Moved / P.Bandwidth});
  return Time == 0 ? Unlimited : N.Count / Time;
}

void Analysis::memory() {
  for (unsigned L = 0; L != NumMemoryLevels; ++L) {
    NodeStatistics &N = G.Nodes[index(NodeType::L1) + L];
    const MemoryLevelParameters &P = CPU.Memory[L];
    N.Latency = P.Latency;
    if (N.Count == 0)
      continue;
    double BytesPerNode = P.Transfer == TransferUnit::Line
                              ? CPU.LineBytes
                              : double(N.Bytes) / N.Count;
    N.Throughput = L == 0 ? throughputL1() : P.Bandwidth / BytesPerNode;
  }
}

void Analysis::cycles() {
  for (unsigned T = 0; T != NumNodeTypes; ++T) {
    NodeStatistics &N = G.Nodes[T];
    ActivityMask Executes = channelsOf(static_cast<NodeType>(T));
    ActivityMask Issues = issuesOf(static_cast<NodeType>(T));
    N.Issue = Activity.count({Issues});
    N.Span = Activity.count({Executes});
    N.LatencyCycles = N.Span - N.Issue;
    N.Total = Activity.count({Executes | AnyStallMask});
    for (unsigned B = 0; B != NumBufferKinds; ++B)
      N.IssueAndStall[B] =
          Activity.count({Issues, stalls(static_cast<BufferKind>(B))});
  }
}

void Analysis::stallCycles() {
  for (unsigned B = 0; B != NumBufferKinds; ++B)
    G.Stalls[B] = Activity.count({stalls(static_cast<BufferKind>(B))});
  G.AnyStall = Activity.count({AnyStallMask});
}

void Analysis::overlaps() {
  for (unsigned A = 0; A != NumNodeTypes; ++A)
    for (unsigned B = A + 1; B != NumNodeTypes; ++B) {
      NodeType TA = static_cast<NodeType>(A), TB = static_cast<NodeType>(B);
      // A kind of computation is a part of all computation.
      if (!present(TA) || !present(TB) ||
          (!isMemory(TA) && TB == NodeType::Computation))
        continue;
      ActivityMask MA = channelsOf(TA), MB = channelsOf(TB);
      Overlap O{TA, TB};
      O.Cycles = Activity.count({MA | AnyStallMask, MB | AnyStallMask});
      O.Alpha = double(O.Cycles) / std::min(G.node(TA).Total, G.node(TB).Total);
      O.SpanAlpha = double(Activity.count({MA, MB})) /
                    std::min(G.node(TA).Span, G.node(TB).Span);
      G.Overlaps.push_back(O);
    }
}

void Analysis::shares() {
  std::map<std::pair<ActivityMask, bool>, uint64_t> ByTypes;
  for (auto [Mask, Cycles] : Activity.entries()) {
    ActivityMask Types = 0;
    for (unsigned T = 0; T != index(NodeType::Computation); ++T)
      if (Mask & channelsOf(static_cast<NodeType>(T)))
        Types |= 1u << T;
    ByTypes[{Types, (Mask & AnyStallMask) != 0}] += Cycles;
  }
  using Entry = std::pair<std::pair<ActivityMask, bool>, uint64_t>;
  std::vector<Entry> Sorted(ByTypes.begin(), ByTypes.end());
  std::sort(Sorted.begin(), Sorted.end(), [](const Entry &A, const Entry &B) {
    return std::tie(B.second, A.first) < std::tie(A.second, B.first);
  });
  for (const auto &[Key, Cycles] : Sorted) {
    ActivityShare S;
    for (unsigned T = 0; T != index(NodeType::Computation); ++T)
      if (Key.first >> T & 1)
        S.Types.push_back(static_cast<NodeType>(T));
    S.Stalled = Key.second;
    S.Cycles = Cycles;
    G.Shares.push_back(std::move(S));
  }
}

/// Adds a roof whose bound at the region's intensity is Bound: horizontal for
/// computation, through the origin for memory.
void Analysis::addRoof(RoofKind K, NodeType T, const std::string &Name,
                       double Bound) {
  if (!std::isfinite(Bound))
    return;
  Roof R;
  R.Kind = K;
  R.Type = R.Other = T;
  R.Name = Name;
  R.AtIntensity = Bound;
  if (isMemory(T)) {
    R.Form = Roof::Shape::Diagonal;
    R.Slope = Bound / G.Intensity;
  } else {
    R.Value = Bound;
  }
  G.Roofs.push_back(std::move(R));
}

/// The solid and dashed roofs of one type: (10), (12), (13), (14). A type that
/// is not Alone is a kind of computation among others: its throughput and
/// latency are enough.
void Analysis::typeRoofs(NodeType T, bool Alone) {
  const NodeStatistics &N = G.node(T);
  std::string Name = name(T);
  double W = G.Flops;
  double Solid =
      T == NodeType::Computation ? G.Peak : W * N.Throughput / N.Count;
  addRoof(RoofKind::Throughput, T,
          Name + (isMemory(T) ? " bandwidth" : " throughput"), Solid);
  if (Alone)
    addRoof(RoofKind::Issue, T, Name + " issue", W / N.Issue);
  addRoof(RoofKind::Latency, T, Name + " latency", W / N.Span);
  if (!Alone)
    return;
  for (unsigned B = 0; B != NumBufferKinds; ++B) {
    if (G.Stalls[B] == 0)
      continue;
    auto Buffer = static_cast<BufferKind>(B);
    addRoof(RoofKind::Stall, T, std::string(name(Buffer)) + " stall, " + Name,
            W / double(N.Issue + G.Stalls[B] - N.IssueAndStall[B]));
    G.Roofs.back().Buffer = Buffer;
  }
}

/// (15) for computation and a level, (16) for two levels. In times, both say
/// P <= W / (T_x + T_y - alpha min(T_x, T_y)). The printed (16) carries Q_y
/// twice; with x the type of the smaller time it has to be
/// U_x b_x U_y b_y I Q / (U_x b_x Q_y + (1 - alpha) U_y b_y Q_x).
void Analysis::overlapRoofs() {
  for (const Overlap &O : G.Overlaps) {
    bool Compute = O.B == NodeType::Computation;
    if (!isMemory(O.A) || (!isMemory(O.B) && !Compute))
      continue;
    double W = G.Flops;
    double TA = G.node(O.A).Total, TB = G.node(O.B).Total;
    std::string Name = std::string("overlap ") +
                       (Compute ? name(O.B) : name(O.A)) + " and " +
                       (Compute ? name(O.A) : name(O.B));
    addRoof(RoofKind::Overlap, O.A, Name,
            W / (TA + TB - O.Alpha * std::min(TA, TB)));
    Roof &R = G.Roofs.back();
    R.Other = O.B;
    R.Alpha = O.Alpha;
    if (Compute) {
      R.Form = Roof::Shape::Curve;
      R.Type = NodeType::Computation;
      R.Other = O.A;
      R.Value = W / TB;
      R.Slope = W / TA / G.Intensity;
    }
  }
}

void Analysis::roofs() {
  if (G.Flops == 0 || G.Cycles == 0)
    return;
  typeRoofs(NodeType::Computation, true);
  unsigned Kinds = 0;
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    Kinds += present(static_cast<NodeType>(K));
  for (unsigned K = 0; K != NumComputeKinds; ++K) {
    NodeType T = static_cast<NodeType>(K);
    if (!present(T))
      continue;
    if (Kinds > 1)
      typeRoofs(T, false);
    else // Its issue, latency and stalls are those of all computation.
      addRoof(RoofKind::Throughput, T, std::string(name(T)) + " throughput",
              G.Flops * G.node(T).Throughput / G.node(T).Count);
  }
  for (unsigned T = index(NodeType::L1); T <= index(NodeType::Memory); ++T)
    if (present(static_cast<NodeType>(T)))
      typeRoofs(static_cast<NodeType>(T), true);
  overlapRoofs();
}

/// The order among equally near roofs: the cause comes before what it brings
/// about. A resource that is used up is a bound by itself. Computations that
/// wait for each other fill the buffers, and full buffers expose the latency of
/// memory.
static unsigned precedence(const Roof &R) {
  switch (R.Kind) {
  case RoofKind::Throughput:
    return 0;
  case RoofKind::Latency:
    return isMemory(R.Type) ? 3 : 1;
  case RoofKind::Stall:
    return 2;
  case RoofKind::Issue:
    return 4;
  case RoofKind::Overlap:
    return 5;
  }
  return 6;
}

/// Nearest roof first.
void Analysis::rank() {
  std::map<std::pair<RoofKind, unsigned>, size_t> Nearest;
  for (size_t I = 0; I != G.Roofs.size(); ++I) {
    const Roof &R = G.Roofs[I];
    if (R.Kind == RoofKind::Overlap && R.Alpha >= FullOverlap)
      continue;
    // The stall roofs of one buffer over all types are one bottleneck.
    unsigned Which = R.Kind == RoofKind::Stall ? unsigned(R.Buffer)
                     : R.Kind == RoofKind::Overlap
                         ? index(R.Type) * NumNodeTypes + index(R.Other)
                         : index(R.Type);
    auto [At, New] = Nearest.try_emplace({R.Kind, Which}, I);
    if (!New && R.AtIntensity < G.Roofs[At->second].AtIntensity)
      At->second = I;
  }
  for (auto [Key, I] : Nearest) {
    double Distance = G.Roofs[I].AtIntensity / G.Performance;
    G.Bottlenecks.push_back({I, Distance, advise(G.Roofs[I], G, CPU)});
  }
  auto Rank = [&](const Bottleneck &B) {
    double Step = std::log(B.Distance) / std::log(SameDistance);
    const Roof &R = G.Roofs[B.RoofIndex];
    return std::tuple(std::lround(Step), precedence(R), B.Distance,
                      B.RoofIndex);
  };
  std::sort(G.Bottlenecks.begin(), G.Bottlenecks.end(),
            [&](const Bottleneck &A, const Bottleneck &B) {
              return Rank(A) < Rank(B);
            });
}

GeneralizedRoofline Analysis::run() {
  sum();
  computation();
  memory();
  cycles();
  stallCycles();
  overlaps();
  shares();
  roofs();
  rank();
  return std::move(G);
}

GeneralizedRoofline rafter::analyzeRoofline(const Processor &CPU,
                                            const ScheduleResult &Schedule) {
  return Analysis(CPU, Schedule).run();
}
