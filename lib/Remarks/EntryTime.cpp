//===- EntryTime.cpp - What one entry of a loop takes ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryTime.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

bool rafter::splitsChains(const Variant &V) {
  return llvm::any_of(V.Changes, [](const LoopChange &C) {
    return C.Kind == ChangeKind::Reassociate ||
           C.Kind == ChangeKind::Interleave;
  });
}

/// Vectors that are added up in a row.
static double inRow(const Variant &V, double Parts) {
  double InRow = 1;
  for (const LoopChange &C : V.Changes)
    if (C.Kind == ChangeKind::Interleave)
      InRow = std::clamp(double(C.Count), 1.0, Parts);
  return InRow;
}

double rafter::halvingsOf(const Variant &V, double Parts) {
  return splitsChains(V) ? std::log2(Parts / inRow(V, Parts)) : 0;
}

double rafter::joiningsOf(const Variant &V, double Parts) {
  return splitsChains(V) ? inRow(V, Parts) - 1 + halvingsOf(V, Parts) : 0;
}

double EntryTime::perIteration(double N, double Rest) const {
  double Latency =
      (N < fewest() ? Single : Cycles + besides(Rest) / N) + FirstLoad / N;
  if (!(Window.Slots > 0))
    return Latency;
  double Alone = N < fewest() ? N : std::min(N, Rest);
  double All = (N - Alone) * Slots + Alone * SingleSlots +
               (N < fewest() ? 0 : BesideSlots);
  return std::max(Latency / (1 + Window.Slots / All), All / N / Window.Width);
}

/// With so many iterations every loop is in its steady state.
static constexpr uint64_t MostIterations = 4096;

std::optional<uint64_t> rafter::paysFrom(const EntryTime &Before,
                                         const EntryTime &After,
                                         double Factor) {
  auto pays = [&](uint64_t N) {
    return Before.perIterationOf(N) >= Factor * After.perIterationOf(N);
  };
  uint64_t N = MostIterations;
  if (!pays(N))
    return std::nullopt;
  while (N > 1 && pays(N - 1))
    --N;
  return N;
}
