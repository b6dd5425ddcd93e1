//===- NaiveCaches.h - Caches as plain lists -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the hierarchies of lib/Memory have to equal: lists that are searched
// from the front, and traces that hit and evict a lot.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_MEMORY_NAIVECACHES_H
#define RAFTER_UNITTESTS_MEMORY_NAIVECACHES_H

#include "rafter/Uarch/Processor.h"
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace rafter::test {

/// Lines with the most recent one first.
class RecencyList {
public:
  explicit RecencyList(double Capacity = Unlimited) : Capacity(Capacity) {}

  /// How many lines, this one included, were touched since; 0 if it is not
  /// held.
  uint64_t distance(uint64_t Line) const {
    auto It = std::find(Lines.begin(), Lines.end(), Line);
    return It == Lines.end() ? 0 : It - Lines.begin() + 1;
  }
  void touch(uint64_t Line) {
    std::erase(Lines, Line);
    Lines.insert(Lines.begin(), Line);
    if (Lines.size() > Capacity)
      Lines.pop_back();
  }
  size_t size() const { return Lines.size(); }

private:
  double Capacity;
  std::vector<uint64_t> Lines;
};

/// A CPU whose caches hold so many lines.
inline Processor withLines(double L1, double L2, double L3) {
  Processor P;
  double Lines[] = {L1, L2, L3};
  for (unsigned L = 0; L != NumCacheLevels; ++L)
    P.Memory[L].Capacity = Lines[L] * P.LineBytes;
  return P;
}

/// A trace over Universe lines that lie Stride apart, with runs, repetitions
/// and jumps.
inline std::vector<uint64_t> randomTrace(uint64_t Seed, size_t Length,
                                         uint64_t Universe, uint64_t Stride) {
  std::mt19937_64 Engine(Seed);
  std::vector<uint64_t> Trace;
  uint64_t At = 0;
  for (size_t I = 0; I != Length; ++I) {
    switch (Engine() % 4) {
    case 0:
      At = Engine() % Universe;
      break;
    case 1: // back to something recent
      if (!Trace.empty())
        At = Trace[Trace.size() - 1 -
                   Engine() % std::min<size_t>(Trace.size(), 16)];
      break;
    default:
      At = (At + 1) % Universe;
      break;
    }
    Trace.push_back(At);
  }
  for (uint64_t &Line : Trace)
    Line = Line * Stride + (1 << 14);
  return Trace;
}

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_MEMORY_NAIVECACHES_H
