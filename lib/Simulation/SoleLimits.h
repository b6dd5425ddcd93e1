//===- SoleLimits.h - How slow each resource alone makes it -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of a machine that has lost all resources but one. It never falls
// when resources come back, so that whoever wants less than it has to remove
// that resource: the resources whose times are too long are part of every set
// whose removal is enough, and if together they are enough, they are the only
// smallest set. One pass over the stream tells it for all thresholds, and thus
// for what binds, what ties, and what binds next.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SOLELIMITS_H
#define RAFTER_LIB_SIMULATION_SOLELIMITS_H

#include "TieSearch.h"
#include <functional>

namespace rafter::simulation {

class SoleLimits {
public:
  /// Tells the times of the machine without each of several sets.
  using Times = std::function<llvm::Expected<std::vector<double>>(
      llvm::ArrayRef<ResourceIds> Sets)>;
  /// Likely: for each of them, how likely it limits; the unlikely ones are
  /// tried together, and one by one only where they matter.
  SoleLimits(Times Time, ResourceIds Candidates, llvm::ArrayRef<double> Likely);

  /// To be called first.
  llvm::Error simulate();

  /// The candidates that alone take longer than Enough, without Removed, in
  /// their order.
  llvm::Expected<ResourceIds> slowerThan(double Enough,
                                         const ResourceIds &Removed);

  /// The sets that would be removed one after the other, each with the ones
  /// before it, if the time were always that of the slowest resource; at most
  /// Most of them. Each is meant to bring the time down to its 1/Gain.
  std::vector<ResourceIds> likelySteps(double Now, double Gain, size_t Most,
                                       size_t LargestSet) const;

private:
  /// Candidates that were tried together.
  struct Trial {
    std::vector<size_t> Members;
    double Time = 0;
  };
  ResourceIds allBut(llvm::ArrayRef<size_t> Members) const;
  llvm::Error simulate(std::vector<Trial> &Trials) const;
  bool isIn(const ResourceIds &Set, size_t Candidate) const;

  Times Time;
  ResourceIds Candidates;
  std::vector<Trial> Trials;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_SOLELIMITS_H
