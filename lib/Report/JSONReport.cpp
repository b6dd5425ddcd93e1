//===- JSONReport.cpp - A report for other programs -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each object of docs/schema/report.schema.json.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/JSONReport.h"
#include "JSONSections.h"
#include "JSONWriter.h"
#include "NumberFormat.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

//===----------------------------------------------------------------------===//
// generalized_roofline
//===----------------------------------------------------------------------===//

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

void rafter::printRoofline(JSONWriter &W, const GeneralizedRoofline &G) {
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

//===----------------------------------------------------------------------===//
// computation_dag
//===----------------------------------------------------------------------===//

static void printKinds(JSONWriter &W,
                       const std::array<uint64_t, NumOperationKinds> &Counts) {
  W.object("nodes", [&] {
    for (unsigned K = 1; K < NumOperationKinds; ++K)
      // Only machine code has integer nodes.
      if (static_cast<OperationKind>(K) != OperationKind::Integer ||
          Counts[K] != 0)
        W.count(name(static_cast<OperationKind>(K)), Counts[K]);
  });
}

static void printEdges(JSONWriter &W, const ComputationDAG &D) {
  W.array("edges", [&] {
    for (unsigned From = 0; From < NumOperationKinds; ++From)
      for (unsigned To = 0; To < NumOperationKinds; ++To)
        if (D.Edges[From][To] != 0)
          W.object([&] {
            W.text("from", name(static_cast<OperationKind>(From)));
            W.text("to", name(static_cast<OperationKind>(To)));
            W.count("count", D.Edges[From][To]);
          });
  });
}

void rafter::printDAG(JSONWriter &W, const ComputationDAG &D) {
  W.count("work", D.Work);
  W.count("depth", D.Depth);
  W.count("depth_with_accesses", D.DepthWithAccesses);
  W.number("parallelism", D.parallelism());
  W.count("bytes", D.Bytes);
  printKinds(W, D.Nodes);
  printEdges(W, D);
  W.array("parts", [&] {
    for (const DAGPart &P : D.Parts)
      W.object([&] {
        W.text("name", P.Name);
        W.textOrNull("source", formatLocation(P.Source));
        W.count("nesting", P.Depth);
        W.count("flops", P.Flops);
        W.count("bytes", P.Bytes);
        printKinds(W, P.Nodes);
      });
  });
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static void printRun(JSONWriter &W, const RunOutcome &Run) {
  W.text("description", Run.Description);
  W.flag("finished", Run.Finished);
  W.number("exit_status", Run.ExitStatus);
}

static void printRegion(JSONWriter &W, const Report &R,
                        const RegionReport &Region, SourceText &Lines) {
  W.text("name", Region.Name);
  W.text("function", Region.Function);
  W.textOrNull("loop", Region.Loop);
  W.textOrNull("source", formatLocation(Region.Source));
  if (std::string Name = R.Operations.find(Region.Source); !Name.empty())
    W.text("operation", Name);
  W.textOrNull("file", Region.Source.File);
  W.count("line", Region.Source.Line);
  W.text("mode", name(Region.How));
  W.object("cpu", [&] {
    W.text("name", R.CPU.Name);
    W.text("file_hash", R.CPU.FileHash);
    W.text("overrides", R.Overrides);
  });
  W.text("cache", Region.WarmCache ? "warm" : "cold");
  W.count("invocations", Region.Invocations);
  W.array("assumptions", [&] {
    for (const std::string &A : Region.Assumptions)
      W.textElement(A);
  });
  W.array("not_seen", [&] {
    for (const auto &[Callee, Calls] : Region.NotSeen)
      W.object([&, &Callee = Callee, &Calls = Calls] {
        W.text("function", Callee);
        W.count("calls", Calls);
      });
  });
  if (Region.Run)
    W.object("run", [&] { printRun(W, *Region.Run); });
  FindingContext Context = R.contextOf(Region, Lines);
  for (const std::shared_ptr<const Finding> &F : Region.Findings) {
    std::string Key = F->method().str();
    llvm::replace(Key, '-', '_');
    W.object(Key, [&] { F->printJSON(W, Context); });
  }
}

void rafter::printJSON(const Report &R, llvm::raw_ostream &OS) {
  SourceText Lines(R.Input);
  {
    JSONWriter W(OS);
    W.object([&] {
      W.count("schema_version", JSONSchemaVersion);
      W.text("input", R.Input);
      W.array("regions", [&] {
        for (const RegionReport &Region : R.Regions)
          W.object([&] { printRegion(W, R, Region, Lines); });
      });
    });
  }
  OS << '\n';
}
