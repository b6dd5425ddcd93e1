//===- ComputationDAG.h - Work, depth and parallelism ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dynamic computation DAG of one region (extended-roofline paper, II.A):
// nodes are floating-point computations and accesses, by element; edges are
// data dependences through registers and memory.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ROOFLINE_COMPUTATIONDAG_H
#define RAFTER_ROOFLINE_COMPUTATIONDAG_H

#include "rafter/Stream/Operation.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// Work and node counts of one loop or function of the region.
struct DAGPart {
  std::string Name;
  SourceLocation Source;
  /// Nesting: 0 for a function, 1 for its outermost loops, and so on.
  unsigned Depth = 0;
  std::array<uint64_t, NumOperationKinds> Nodes = {};
  uint64_t Flops = 0;
  uint64_t Bytes = 0;
};

/// A node of a small DAG, kept for drawing it.
struct DAGNode {
  OperationKind Kind;
  unsigned Line = 0;
  std::vector<uint32_t> Predecessors;
};

struct ComputationDAG {
  /// Nodes by OperationKind, one for each element, one for each instruction of
  /// OperationKind::Integer (Move stays 0).
  std::array<uint64_t, NumOperationKinds> Nodes = {};
  /// Edges by the kind of their source and of their target.
  std::array<std::array<uint64_t, NumOperationKinds>, NumOperationKinds> Edges =
      {};
  /// W: flops.
  uint64_t Work = 0;
  /// D: nodes on the longest chain that compute (loads and stores on it are
  /// free, as in the paper's definition).
  uint64_t Depth = 0;
  /// Nodes on the longest chain with loads and stores counted.
  uint64_t DepthWithAccesses = 0;
  uint64_t Bytes = 0;
  /// Own counts of each function and loop that executed, in source order.
  std::vector<DAGPart> Parts;
  /// The nodes themselves while there are at most as many as were asked for;
  /// empty otherwise.
  std::vector<DAGNode> Graph;

  /// W/D; 0 for an empty DAG.
  double parallelism() const {
    return Depth == 0 ? 0 : static_cast<double>(Work) / Depth;
  }
};

} // namespace rafter

#endif // RAFTER_ROOFLINE_COMPUTATIONDAG_H
