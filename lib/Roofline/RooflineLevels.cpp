//===- RooflineLevels.cpp - The roofline of one level of memory -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RooflineView.h"

using namespace rafter;

GeneralizedRoofline rafter::rooflineOfLevel(const GeneralizedRoofline &G,
                                            NodeType Level) {
  GeneralizedRoofline R = G;
  R.Bytes = G.node(Level).Bytes;
  R.Intensity = R.Bytes == 0 ? Unlimited : double(R.Flops) / double(R.Bytes);
  R.Roofs.clear();
  R.Bottlenecks.clear();
  std::vector<size_t> Index(G.Roofs.size(), ~size_t(0));
  for (size_t I = 0; I != G.Roofs.size(); ++I) {
    Roof Own = G.Roofs[I];
    if (Own.Kind != RoofKind::Throughput)
      continue;
    if (Own.Form == Roof::Shape::Diagonal) {
      if (Own.Type != Level || R.Bytes == 0)
        continue;
      // I_x = I Q/Q_x: the bound at the point is the same.
      Own.Slope *= double(R.Bytes) / double(G.Bytes);
    }
    Index[I] = R.Roofs.size();
    R.Roofs.push_back(std::move(Own));
  }
  for (Bottleneck B : G.Bottlenecks)
    if (Index[B.RoofIndex] != ~size_t(0)) {
      B.RoofIndex = Index[B.RoofIndex];
      R.Bottlenecks.push_back(std::move(B));
    }
  return R;
}
