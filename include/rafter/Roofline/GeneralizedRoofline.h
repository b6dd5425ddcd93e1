//===- GeneralizedRoofline.h - The result of the analysis ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generalized roofline of one region as a value: Tables II and III,
// stalls, overlaps, roofs (10) and (12) to (16), ranked bottlenecks. Printers
// and plots read it; RooflineAnalysis.h makes it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ROOFLINE_GENERALIZEDROOFLINE_H
#define RAFTER_ROOFLINE_GENERALIZEDROOFLINE_H

#include "rafter/Uarch/Processor.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// The node types of the scheduled DAG, in the order of reports.
enum class NodeType : uint8_t {
  Add,
  Multiply,
  FusedMultiplyAdd,
  Divide,
  SquareRoot,
  L1,
  L2,
  L3,
  Memory,
  /// All computation together ("comp" in the paper).
  Computation
};
inline constexpr unsigned NumNodeTypes = 10;
/// "add", "mul", "fma", "div", "sqrt", "L1", "L2", "L3", "mem", "comp".
const char *name(NodeType T);
inline bool isMemory(NodeType T) {
  return T >= NodeType::L1 && T <= NodeType::Memory;
}

/// Table II for one node type. Cycles are counts of distinct cycles.
struct NodeStatistics {
  /// N: nodes. One vector operation of the machine's width is one node.
  uint64_t Count = 0;
  uint64_t Flops = 0;
  /// Bytes asked for by the accesses (not lines).
  uint64_t Bytes = 0;
  /// Pi: most nodes per cycle; may be Unlimited.
  double Throughput = Unlimited;
  /// Lambda: cycles of one node (of the slowest, for Computation).
  double Latency = 0;
  /// T_issue: cycles in which nodes of the type issue.
  uint64_t Issue = 0;
  /// T_lat: cycles in which nodes execute and none issues.
  uint64_t LatencyCycles = 0;
  /// Cycles in which nodes execute: Issue + LatencyCycles.
  uint64_t Span = 0;
  /// T_x: Span joined with the stall cycles of all buffers.
  uint64_t Total = 0;
  /// Stall cycles of each buffer in which nodes of the type issue as well.
  std::array<uint64_t, NumBufferKinds> IssueAndStall = {};
};

/// How two node types share their time, (6) and (7), over T_x with stalls.
struct Overlap {
  NodeType A, B;
  /// T^o: cycles that belong to both.
  uint64_t Cycles = 0;
  /// alpha = Cycles / min(T_A, T_B).
  double Alpha = 0;
  /// The same over the spans without stall cycles.
  double SpanAlpha = 0;
};

/// Cycles in which exactly these node types executed (types of one kind of
/// computation and levels, never Computation). Overlaps of any set of types are
/// sums over these.
struct ActivityShare {
  std::vector<NodeType> Types;
  /// Whether a full buffer held something back.
  bool Stalled = false;
  uint64_t Cycles = 0;
};

enum class RoofKind : uint8_t { Throughput, Issue, Latency, Stall, Overlap };
/// "throughput", "issue", "latency", "stall", "overlap".
const char *name(RoofKind K);

/// One roof of the merged plot.
struct Roof {
  /// How the roof depends on the operational intensity I.
  enum class Shape : uint8_t {
    /// P <= Value.
    Horizontal,
    /// P <= Slope * I.
    Diagonal,
    /// (15): P <= 1 / (1/Value + 1/(Slope I) - Alpha min(1/Value, 1/(Slope I)))
    /// with Value the computation's share and Slope the memory's.
    Curve
  };
  std::string Name;
  RoofKind Kind = RoofKind::Throughput;
  Shape Form = Shape::Horizontal;
  NodeType Type = NodeType::Computation;
  /// Second type of an overlap roof.
  NodeType Other = NodeType::Computation;
  /// Buffer of a stall roof.
  BufferKind Buffer = BufferKind::ReorderBuffer;
  double Value = 0;
  double Slope = 0;
  double Alpha = 0;
  /// The bound in flops per cycle at the region's own intensity.
  double AtIntensity = 0;

  /// The bound in flops per cycle at operational intensity I.
  double at(double I) const;
};

/// A roof close to the performance point.
struct Bottleneck {
  /// Index into GeneralizedRoofline::Roofs.
  size_t RoofIndex = 0;
  /// Roof over performance at the region's intensity: 1 means the point lies
  /// on the roof.
  double Distance = 0;
  /// One line: what the roof means and what to do about it.
  std::string Advice;
};

struct GeneralizedRoofline {
  /// T, W, Q.
  uint64_t Cycles = 0;
  uint64_t Flops = 0;
  uint64_t Bytes = 0;
  /// P = W/T in flops per cycle, (8).
  double Performance = 0;
  /// I = W/Q in flops per byte over all levels, (9); Unlimited without bytes.
  double Intensity = 0;
  /// pi: peak flops per cycle for this mix of element sizes.
  double Peak = Unlimited;
  std::array<NodeStatistics, NumNodeTypes> Nodes;
  /// T_stall of each buffer and of all of them joined.
  std::array<uint64_t, NumBufferKinds> Stalls = {};
  uint64_t AnyStall = 0;
  std::vector<Overlap> Overlaps;
  /// The cycles of the region by what executed in them, most frequent first;
  /// they add up to Cycles.
  std::vector<ActivityShare> Shares;
  /// Lines that the prefetchers brought in from each level.
  std::array<uint64_t, NumMemoryLevels> PrefetchedLines = {};
  std::vector<Roof> Roofs;
  /// Ranked by distance, nearest first.
  std::vector<Bottleneck> Bottlenecks;

  const NodeStatistics &node(NodeType T) const {
    return Nodes[static_cast<unsigned>(T)];
  }
  NodeStatistics &node(NodeType T) { return Nodes[static_cast<unsigned>(T)]; }
};

} // namespace rafter

#endif // RAFTER_ROOFLINE_GENERALIZEDROOFLINE_H
