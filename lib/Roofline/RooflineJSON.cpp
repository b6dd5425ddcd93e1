//===- RooflineJSON.cpp - The generalized roofline as JSON ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RooflineView.h"

using namespace rafter;

static const char *name(Roof::Shape S) {
  switch (S) {
  case Roof::Shape::Horizontal:
    return "horizontal";
  case Roof::Shape::Diagonal:
    return "diagonal";
  case Roof::Shape::Curve:
    return "curve";
  }
  return "unknown";
}

static void printNode(JSONWriter &W, const GeneralizedRoofline &G,
                      const NodeStatistics &N) {
  W.count("count", N.Count);
  W.count("issue", N.Issue);
  W.count("latency", N.LatencyCycles);
  W.count("stall", N.Count == 0 ? 0 : G.AnyStall);
  W.count("span", N.Span);
  W.count("span_with_stalls", N.Total);
  W.count("flops", N.Flops);
  W.count("bytes", N.Bytes);
  W.number("throughput", N.Throughput);
  W.number("node_latency", N.Latency);
  Utilization U = utilization(N);
  W.share("utilization", U.Total);
  W.share("issue_utilization", U.Issue);
  W.share("latency_utilization", U.Latency);
}

static void printRoof(JSONWriter &W, const GeneralizedRoofline &G,
                      const Roof &R) {
  W.text("name", R.Name);
  W.text("kind", name(R.Kind));
  W.text("type", name(R.Type));
  W.number("at_intensity", R.AtIntensity);
  W.number("distance",
           G.Performance > 0 ? R.AtIntensity / G.Performance : Unlimited);
  W.textOrNull("other", R.Kind == RoofKind::Overlap ? name(R.Other) : "");
  W.textOrNull("buffer", R.Kind == RoofKind::Stall ? name(R.Buffer) : "");
  W.text("shape", name(R.Form));
  // At I = 1, a diagonal roof is as high as it is steep.
  W.number("value", R.Form == Roof::Shape::Curve ? R.Value : R.at(1));
  if (R.Form == Roof::Shape::Curve) {
    W.number("slope", R.Slope);
    W.number("alpha", R.Alpha);
  }
}

static void printBottleneck(JSONWriter &W, const GeneralizedRoofline &G,
                            const Bottleneck &B) {
  const Roof &R = G.Roofs[B.RoofIndex];
  W.text("name", R.Name);
  W.text("kind", name(R.Kind));
  W.text("type", name(R.Type));
  W.number("at_intensity", R.AtIntensity);
  W.number("distance", B.Distance);
  W.count("roof", B.RoofIndex);
  W.text("advice", B.Advice);
}

void rafter::printRooflineJSON(JSONWriter &W, const GeneralizedRoofline &G) {
  W.count("cycles", G.Cycles);
  W.count("flops", G.Flops);
  W.count("bytes", G.Bytes);
  W.number("performance", G.Performance);
  W.number("intensity", G.Intensity);
  W.number("peak", G.Peak);
  W.object("nodes", [&] {
    for (unsigned I = 0; I < NumNodeTypes; ++I)
      W.object(name(static_cast<NodeType>(I)),
               [&] { printNode(W, G, G.Nodes[I]); });
  });
  W.object("stalls", [&] {
    for (unsigned B = 0; B < NumBufferKinds; ++B)
      W.count(name(static_cast<BufferKind>(B)), G.Stalls[B]);
  });
  W.count("stall_cycles", G.AnyStall);
  W.array("overlap", [&] {
    for (const Overlap &O : G.Overlaps)
      W.object([&] {
        W.text("a", name(O.A));
        W.text("b", name(O.B));
        W.count("cycles", O.Cycles);
        W.number("alpha", O.Alpha);
        W.number("span_alpha", O.SpanAlpha);
      });
  });
  W.array("activity", [&] {
    for (const ActivityShare &S : G.Shares)
      W.object([&] {
        W.array("types", [&] {
          for (NodeType T : S.Types)
            W.textElement(name(T));
        });
        W.flag("stalled", S.Stalled);
        W.count("cycles", S.Cycles);
      });
  });
  W.object("prefetched_lines", [&] {
    for (unsigned L = 0; L < NumMemoryLevels; ++L)
      W.count(name(static_cast<MemoryLevel>(L)), G.PrefetchedLines[L]);
  });
  W.array("roofs", [&] {
    for (const Roof &R : G.Roofs)
      W.object([&] { printRoof(W, G, R); });
  });
  W.array("bottlenecks", [&] {
    for (const Bottleneck &B : G.Bottlenecks)
      W.object([&] { printBottleneck(W, G, B); });
  });
}
