//===- JSONReport.cpp - A report for other programs -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The object of docs/schema/report.schema.json; findings write their members.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/Answer.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/SourceText.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

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
  if (!R.CPU.Name.empty()) {
    W.object("cpu", [&] {
      W.text("name", R.CPU.Name);
      W.text("file_hash", R.CPU.FileHash);
      W.text("overrides", R.Overrides);
    });
    W.text("cache", Region.WarmCache ? "warm" : "cold");
    W.count("invocations", Region.Invocations);
  }
  W.texts("assumptions", Region.Assumptions);
  W.array("not_seen", [&] {
    for (const auto &[Callee, Calls] : Region.NotSeen)
      W.object([&, &Callee = Callee, &Calls = Calls] {
        W.text("function", Callee);
        W.count("calls", Calls);
      });
  });
  if (Region.Run)
    W.object("run", [&] { printRun(W, *Region.Run); });
  if (!Region.Tried.empty())
    W.array("tried", [&] {
      for (const Trial &T : Region.Tried)
        W.object([&] {
          W.text("change", T.Change);
          W.number("cycles_per_iteration", T.Cycles);
          W.number("speedup", T.Speedup);
          if (T.IsLeast)
            W.flag("cycles_are_least", true);
          W.flag("changes_results", T.Results.any());
          W.flag("needs_no_overlap", T.NeedsNoOverlap);
          if (T.Measured)
            W.object("measured", [&] {
              W.number("speedup", T.Measured->Speedup);
              W.number("difference", T.Measured->Difference);
              W.number("ticks_before", T.Measured->TicksBefore);
              W.number("ticks_after", T.Measured->TicksAfter);
            });
        });
    });
  FindingContext Context = R.contextOf(Region, Lines);
  for (const std::shared_ptr<const Finding> &F : Region.Findings) {
    std::string Key = F->method().str();
    llvm::replace(Key, '-', '_');
    W.object(Key, [&] { F->printJSON(W, Context); });
  }
}

/// What stands on the screen for one region.
static void writeAnswer(JSONWriter &W, const RegionAnswer &A) {
  W.text("region", A.Region->Name);
  W.text("time", A.What.Time);
  W.text("cause", A.What.Cause);
  std::vector<std::string> Components;
  for (Component C : A.What.Components)
    Components.push_back(name(C));
  W.texts("components", Components);
  W.text("gain", A.What.Gain);
  if (A.Region->Open)
    W.object("open_branch", [&] {
      W.count("line", A.Region->Open->Place.Line);
      W.number("cycles", A.Region->Open->Cycles);
    });
  if (const std::optional<PowerOfTwoSize> &P = A.Region->IfPowerOfTwo)
    W.object("power_of_two", [&] {
      W.count("value", P->Value);
      W.number("cycles_per_iteration", P->Cycles);
      W.number("slowdown", P->Slowdown);
    });
  W.text("place", formatLocation(A.What.Place));
  W.text("code", A.What.Code);
  W.text("not_tried", A.What.NextStep);
  if (const Trial *Best = A.Region->best(/*Safe=*/false))
    W.text("write", Best->Change);
  if (const Trial *Safe = A.Region->best(/*Safe=*/true))
    W.text("write_for_same_results", Safe->Change);
}

void rafter::printJSON(const Report &R, llvm::raw_ostream &OS) {
  SourceText Lines(R.Input);
  printJSONObject(OS, [&](JSONWriter &W) {
    W.count("schema_version", JSONSchemaVersion);
    W.text("input", R.Input);
    W.array("regions", [&] {
      for (const RegionReport &Region : R.Regions)
        W.object([&] { printRegion(W, R, Region, Lines); });
    });
    W.array("answers", [&] {
      for (const RegionAnswer &A : answers(R))
        W.object([&] { writeAnswer(W, A); });
    });
    if (!R.NotTried.empty())
      W.texts("not_tried", R.NotTried);
  });
}
