//===- Component.h - What methods say costs time ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vocabulary that all methods share: coarse enough that a model of
// operations, one of instructions and counters of a processor can be set side
// by side.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_METHOD_COMPONENT_H
#define RAFTER_METHOD_COMPONENT_H

#include "rafter/Stream/Limit.h"

namespace rafter {

enum class Component : uint8_t {
  /// Fetch, decoders, micro-operation cache, taken branches.
  FrontEnd,
  /// Slots that are renamed or retire.
  Width,
  /// Execution units and the ports to them, dividers among them.
  Ports,
  /// Results that are waited for.
  OperationLatency,
  /// Loads that are waited for, translation of their addresses included.
  MemoryLatency,
  MemoryBandwidth,
  /// What is in flight: reorder buffer, scheduler, load and store buffers,
  /// registers, lines.
  Buffer,
  /// Mispredictions.
  Branches,
  StoreForwarding
};
inline constexpr unsigned NumComponents = 9;

/// "front end", "width", "ports", "latency of operations", ...
const char *name(Component C);

Component componentOf(const Limit &L);

/// A component that costs time, as a method sees it.
struct ComponentCost {
  Component What;
  /// Which of them: "float add", "p01", "RS"; may be empty.
  std::string Of;
  /// Of the time, in [0, 1]. What it means is the method's: the time that goes
  /// with the limit, that passes because of it, or that it needs alone.
  double Share = 0;
};

/// What L costs.
ComponentCost costOf(const Limit &L, double Share);

/// Adds Cost to All, largest first: shares of one component are added up where
/// the method's exclude each other, and otherwise the largest stands.
void addCost(std::vector<ComponentCost> &All, ComponentCost Cost,
             bool Exclusive);

} // namespace rafter

#endif // RAFTER_METHOD_COMPONENT_H
