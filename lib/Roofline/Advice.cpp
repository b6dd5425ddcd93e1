//===- Advice.cpp - What a near roof means and what to try ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RooflineAnalysis.h"
#include "llvm/Support/FormatVariadic.h"

using namespace rafter;
using llvm::formatv;

/// The kind of computation that waits most often: the one with the largest
/// span.
static NodeType slowestKind(const GeneralizedRoofline &G) {
  NodeType Slowest = NodeType::Add;
  for (unsigned K = 0; K != NumComputeKinds; ++K)
    if (G.Nodes[K].Span > G.node(Slowest).Span)
      Slowest = static_cast<NodeType>(K);
  return Slowest;
}

static uint64_t cycles(const NodeStatistics &N) {
  return static_cast<uint64_t>(N.Latency);
}

static std::string adviseLatency(NodeType T, const GeneralizedRoofline &G) {
  if (isMemory(T))
    return formatv("loads wait {0} cycles for {1}: bring data closer "
                   "(blocking, layout) or start loads earlier (prefetch)",
                   cycles(G.node(T)), name(T));
  if (T == NodeType::Computation)
    T = slowestKind(G);
  const NodeStatistics &N = G.node(T);
  double Chains = N.Latency * N.Throughput;
  if (std::isfinite(Chains) && Chains > 1)
    return formatv("each {0} waits {1} cycles for the one before it: up to "
                   "{2:F0} independent chains (accumulators) would fit",
                   name(T), cycles(N), std::ceil(Chains));
  return formatv("each {0} waits {1} cycles for the one before it: break the "
                 "chain with independent accumulators",
                 name(T), cycles(N));
}

static std::string adviseStall(BufferKind B, const Processor &CPU) {
  auto Slots = static_cast<uint64_t>(CPU.buffer(B));
  switch (B) {
  case BufferKind::ReorderBuffer:
    return formatv("the oldest of {0} operations in flight does not complete: "
                   "shorten the longest wait or move independent work nearer",
                   Slots);
  case BufferKind::ReservationStation:
    return formatv("{0} computations wait for operands, so that later loads "
                   "are not even fetched: break the dependence chain",
                   Slots);
  case BufferKind::LoadBuffer:
    return formatv("{0} loads are in flight: fewer or wider loads", Slots);
  case BufferKind::StoreBuffer:
    return formatv("{0} stores are in flight: fewer or wider stores, or keep "
                   "the stored lines in a nearer cache",
                   Slots);
  case BufferKind::LineFillBuffer:
    return formatv("{0} lines are on their way: touch fewer lines at a time, "
                   "use all of a line, or block for L1",
                   Slots);
  }
  return "";
}

static std::string adviseThroughput(NodeType T, const Processor &CPU) {
  if (T == NodeType::L1)
    return "the load and store ports are busy: keep values in registers, or "
           "use wider accesses";
  if (isMemory(T))
    return formatv("the bandwidth of {0} is used up: reuse data before it "
                   "leaves the caches (blocking, fusion)",
                   name(T));
  if (T == NodeType::Divide || T == NodeType::SquareRoot)
    return formatv("the {0} unit is busy: multiply by a reciprocal or "
                   "approximate",
                   name(T));
  if (T == NodeType::Computation)
    return "the arithmetic peak is reached: only less work helps";
  bool Fuse = T != NodeType::FusedMultiplyAdd && CPU.HasFusedMultiplyAdd;
  return formatv("the units for {0} are busy{1}", name(T),
                 Fuse ? ": fuse multiplications with additions, or vectorize"
                      : ": balance the kinds of operations, or vectorize");
}

static std::string adviseIssue(NodeType T) {
  if (isMemory(T))
    return formatv("accesses to {0} come one by one: make them independent "
                   "and let them come together",
                   name(T));
  return "too few independent operations per cycle: unroll with independent "
         "accumulators, or vectorize";
}

std::string rafter::advise(const Roof &R, const GeneralizedRoofline &G,
                           const Processor &CPU) {
  switch (R.Kind) {
  case RoofKind::Throughput:
    return adviseThroughput(R.Type, CPU);
  case RoofKind::Issue:
    return adviseIssue(R.Type);
  case RoofKind::Latency:
    return adviseLatency(R.Type, G);
  case RoofKind::Stall:
    return adviseStall(R.Buffer, CPU);
  case RoofKind::Overlap:
    return formatv("{0} and {1} run one after the other for much of the time: "
                   "interleave them (software pipelining, prefetch)",
                   name(R.Type), name(R.Other));
  }
  return "";
}
