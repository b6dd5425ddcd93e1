//===- RandomCases.h - Random streams on random machines -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random computation DAGs and machines for properties that hold for all of
// them. A seed gives the same case everywhere: only the engine of the standard
// library is used, whose output is fixed, none of its distributions.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SCHEDULE_RANDOMCASES_H
#define RAFTER_UNITTESTS_SCHEDULE_RANDOMCASES_H

#include "NodeStream.h"
#include <random>

namespace rafter::test {

/// Whole numbers that are the same everywhere.
class Random {
public:
  explicit Random(uint64_t Seed) : Engine(Seed) {}
  /// From 0 to N - 1.
  uint64_t below(uint64_t N) { return Engine() % N; }
  bool once(uint64_t In) { return below(In) == 0; }
  double oneOf(std::initializer_list<double> Values) {
    return Values.begin()[below(Values.size())];
  }

private:
  std::mt19937_64 Engine;
};

struct RandomCase {
  Processor CPU;
  OperationTable Table;
  std::vector<Region> Regions;
  /// Whether the first region warms the caches first.
  bool Warm = false;
};

/// Any machine, with every feature absent, tight or ample, and any stream over
/// a few lines. Long ones touch many lines and outgrow all rings and tables.
RandomCase randomCase(uint64_t Seed, bool Long = false);

/// The same with loops: a few bodies over and over, whose accesses go on by
/// strides, come back, or are scattered. Links may have rates that are no whole
/// number of cycles, caches ways and prefetchers.
RandomCase randomLoops(uint64_t Seed);

/// The schedule of the library. Cut decides how the stream is cut into batches.
/// Stretches that were followed without being scheduled are added to Followed.
ScheduleResult schedule(const RandomCase &Case, uint64_t Cut = 0,
                        SchedulerOptions Options = {},
                        uint64_t *Followed = nullptr);

/// For messages: the machine where it is limited, and the stream.
std::string describe(const RandomCase &Case);

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SCHEDULE_RANDOMCASES_H
