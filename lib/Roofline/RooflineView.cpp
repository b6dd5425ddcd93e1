//===- RooflineView.cpp - What reports of rooflines share -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RooflineView.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

std::string rafter::formatActivity(const ActivityShare &S) {
  std::string Text;
  for (NodeType T : S.Types)
    Text += (Text.empty() ? "" : ", ") + std::string(name(T));
  if (Text.empty())
    Text = "nothing";
  return S.Stalled ? Text + " (stalled)" : Text;
}

llvm::ArrayRef<Bottleneck>
rafter::nearBottlenecks(const GeneralizedRoofline &G) {
  size_t Near = llvm::count_if(
      G.Bottlenecks, [](const Bottleneck &B) { return B.Distance <= 2; });
  llvm::ArrayRef<Bottleneck> All = G.Bottlenecks;
  return All.take_front(std::clamp<size_t>(Near, 3, 10));
}

std::vector<const Roof *> rafter::roofsByHeight(const GeneralizedRoofline &G) {
  std::vector<const Roof *> Sorted;
  for (const Roof &R : G.Roofs)
    if (std::isfinite(R.AtIntensity))
      Sorted.push_back(&R);
  // Equal ones stay in their order, that of their addresses.
  llvm::sort(Sorted, [](const Roof *A, const Roof *B) {
    return std::pair(A->AtIntensity, A) < std::pair(B->AtIntensity, B);
  });
  return Sorted;
}

Utilization rafter::utilization(const NodeStatistics &N) {
  Utilization U;
  if (N.Count == 0 || !std::isfinite(N.Throughput) || N.Throughput <= 0)
    return U;
  auto Of = [&](uint64_t Cycles) {
    return Cycles == 0 ? -1 : double(N.Count) / (double(Cycles) * N.Throughput);
  };
  U.Total = Of(N.Total);
  U.Issue = Of(N.Issue);
  U.Latency = Of(N.Issue + N.LatencyCycles);
  return U;
}
