//===- MachineVariant.h - A machine with faster resources -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What differs between the lanes of a simulation: which resources are how much
// faster, and what every cost is then. Throughputs and sizes are multiplied by
// the factor, latencies are divided by it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_MACHINEVARIANT_H
#define RAFTER_LIB_SIMULATION_MACHINEVARIANT_H

#include "ResourceList.h"
#include "rafter/Uarch/Processor.h"
#include <map>

namespace rafter::simulation {

/// A machine with some resources accelerated.
class MachineVariant {
public:
  MachineVariant() = default;
  MachineVariant(llvm::ArrayRef<ResourceId> Resources, double Factor) {
    for (ResourceId R : Resources)
      accelerate(R, Factor);
  }
  void accelerate(ResourceId R, double Factor) { Factors[R] = Factor; }
  /// At least 1; Unlimited: removed.
  double factor(ResourceId R) const {
    auto I = Factors.find(R);
    return I == Factors.end() ? 1 : I->second;
  }

private:
  std::map<ResourceId, double> Factors;
};

/// Time that something takes, before acceleration.
struct Cost {
  enum KindOf : uint8_t {
    /// Holds a throughput resource.
    Occupation,
    /// From start to result.
    Latency,
    /// What the hit of a farther level takes more than one of L1.
    Distance,
    /// Share of the line fill buffers that a line from a farther level holds.
    FillShare,
    /// After a misprediction or taken branch.
    Penalty
  };
  KindOf Kind = Occupation;
  ResourceId Who = Rename;
  double Cycles = 0;
  auto operator<=>(const Cost &) const = default;
};

/// C on one variant, in units of FixedTime.h. Rises with nothing that is
/// accelerated.
int32_t evaluate(const Cost &C, const Processor &CPU, const MachineVariant &V);

/// Entries of a buffer; NoLimit where it never fills.
inline constexpr uint32_t NoLimit = ~0u;
uint32_t entries(double Size, ResourceId R, const MachineVariant &V);

/// Each cost has a number, shared by all lanes.
class CostList {
public:
  using Index = uint16_t;
  static constexpr size_t Most = 1 << 16;
  /// Number 0 is no cost.
  CostList() : Costs(1) {}
  Index index(const Cost &C);
  llvm::ArrayRef<Cost> costs() const { return Costs; }
  bool overflowed() const { return Overflowed; }

private:
  std::vector<Cost> Costs;
  std::map<Cost, Index> Numbers;
  bool Overflowed = false;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_MACHINEVARIANT_H
