//===- BuildReport.cpp - The remarks of a whole build -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is computed from a remark, and the build as text and JSON.
//
//===----------------------------------------------------------------------===//

#include "rafter/OptimizationRecords/BuildReport.h"
#include "BuildSections.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

double LoopRecord::gain() const {
  if (Gain && *Gain > 0)
    return std::clamp(1 - 1 / *Gain, 0.0, 1.0);
  if (!Cycles || !(*Cycles > 0))
    return 0;
  double Left = Factor && *Factor > 0 ? 1 / *Factor : 1;
  if (NextCycles)
    Left = *NextCycles / *Cycles;
  return std::clamp(1 - Left, 0.0, 1.0);
}

//===----------------------------------------------------------------------===//
// What text and HTML share
//===----------------------------------------------------------------------===//

std::string rafter::conclusionOf(const BuildReport &R) {
  uint64_t All = R.Loops.size() + R.LeftOut;
  std::string Text = formatPlural(All, "remark", "remarks") + " from " +
                     formatPlural(R.records(), "record", "records");
  std::string Rest;
  auto Add = [&](uint64_t Number, StringRef What) {
    if (Number != 0)
      Rest += (Rest.empty() ? "" : ", ") + llvm::utostr(Number) + What.str();
  };
  Add(R.OtherPasses, " with remarks of other passes only");
  Add(R.Empty, " empty");
  Add(R.Broken, " broken");
  if (!Rest.empty())
    Text += " (" + Rest + ")";
  if (!R.Silent.empty())
    Text += "; " + formatPlural(R.Silent.size(), "loop has", "loops have") +
            " none";
  if (R.LeftOut != 0)
    Text += "; the first " + llvm::utostr(R.Loops.size()) + " are listed";
  return Text;
}

std::string rafter::formatCycles(const std::optional<double> &Cycles) {
  if (!Cycles)
    return "-";
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%.2f", *Cycles);
  return std::fabs(*Cycles) < 1e6 ? Text : formatNumber(*Cycles);
}

std::string rafter::functionOf(const LoopRecord &L) {
  if (!L.Function.empty())
    return L.Function;
  return L.Symbol.empty() ? "-" : L.Symbol;
}

std::string rafter::kindOfLimit(const LoopRecord &L) {
  if (!L.Bound.Resources.empty())
    return describeKind(L.Bound);
  return L.Limit.empty() ? "not named" : L.Limit;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

ReportTable rafter::ranksOf(const BuildReport &R) {
  ReportTable T("Loops, what saves most first", /*Open=*/true, "rrrrrrrll",
                {"rank", "saved", "of loop", "cycles", "next", "least",
                 "records", "place", "function"});
  for (size_t I = 0; I < R.Loops.size(); ++I) {
    const LoopRecord &L = R.Loops[I].Heaviest;
    std::string Place = formatLocation(L.Place), Rank = llvm::utostr(I + 1);
    T.add(
        {Rank,
         L.Weight ? formatNumber(L.saved()) : "-",
         formatPercent(L.gain()),
         formatCycles(L.Cycles),
         formatCycles(L.NextCycles),
         formatCycles(L.LeastCycles),
         R.Loops[I].Count,
         {Place, "<a href=\"#l" + Rank + "\">" +
                     escapeMarkup(Place.empty() ? "no place" : Place) + "</a>"},
         {functionOf(L),
          escapeMarkup(functionOf(L)) + "<span class=\"advice\">" +
              escapeMarkup(L.Limit.empty() ? L.Name : L.Limit) + "</span>"}});
  }
  return T;
}

void rafter::printBuildText(const BuildReport &R, raw_ostream &OS) {
  OS << conclusionOf(R) << '\n';
  if (R.Loops.empty())
    return;
  ranksOf(R).printText(OS, /*Caption=*/"", /*Indent=*/0);
  OS << "\nsaved: cycles in the run of the profile, without one for each call "
        "of "
        "the function;\n"
        "cycles, next, least: for each iteration now, when the limit is gone, "
        "and what the\ncomputation needs.\n";
  for (size_t I = 0; I < R.Loops.size(); ++I) {
    const LoopRecord &L = R.Loops[I].Heaviest;
    OS << '\n'
       << I + 1 << ". " << formatLocation(L.Place) << ": " << functionOf(L)
       << "\n   " << L.Text << '\n';
  }
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void printLoop(JSONWriter &W, const MergedRecord &M, size_t Rank) {
  const LoopRecord &L = M.Heaviest;
  W.count("rank", Rank);
  W.number("saved", L.saved());
  W.number("gain", L.gain());
  W.count("records", M.Count);
  W.textOrNull("file", L.Place.File);
  W.count("line", L.Place.Line);
  W.count("column", L.Place.Column);
  W.textOrNull("source_file", M.SourceFile);
  W.text("function", L.Function);
  W.text("symbol", L.Symbol);
  W.text("name", L.Name);
  W.text("text", L.Text);
  W.textOrNull("cpu", L.CPU);
  W.number("cycles", L.Cycles);
  W.textOrNull("limit", L.Limit);
  W.number("next_cycles", L.NextCycles);
  W.textOrNull("next_limit", L.NextLimit);
  W.number("factor", L.Factor);
  W.number("advice_factor", L.Gain);
  W.textOrNull("advice", L.Advice);
  W.number("least_cycles", L.LeastCycles);
  W.textOrNull("least_limit", L.LeastLimit);
  W.texts("differences", L.Differences);
  W.number("weight", L.Weight);
  W.count("calls", L.Calls);
  W.count("vector_factor", L.VectorFactor);
  W.count("hotness", L.Hotness);
  W.texts("assumptions", L.Assumptions);
}

void rafter::printBuildLines(const BuildReport &R, raw_ostream &OS) {
  for (const MergedRecord &M : R.Loops) {
    const LoopRecord &L = M.Heaviest;
    std::string File = M.SourceFile.empty() ? L.Place.File : M.SourceFile;
    if (File.empty())
      continue;
    // Any other name would be two lines.
    std::replace(File.begin(), File.end(), '\n', '?');
    OS << File << ':' << L.Place.Line << ':' << L.Place.Column
       << ": remark: " << L.Text << '\n';
  }
}

void rafter::printBuildJSON(const BuildReport &R, raw_ostream &OS) {
  printJSONObject(OS, [&](JSONWriter &W) {
    W.count("schema_version", 1);
    W.object("records", [&] {
      W.count("with_remarks", R.WithRemarks);
      W.count("other_passes", R.OtherPasses);
      W.count("empty", R.Empty);
      W.count("broken", R.Broken);
    });
    W.texts("problems", R.Problems);
    W.array("silent", [&] {
      for (const LoopRecord &L : R.Silent)
        W.object([&] {
          W.textOrNull("file", L.Place.File);
          W.count("line", L.Place.Line);
          W.count("column", L.Place.Column);
          W.text("function", L.Function);
          W.text("reason", L.Reason);
        });
    });
    W.count("left_out", R.LeftOut);
    W.array("loops", [&] {
      for (size_t I = 0; I < R.Loops.size(); ++I)
        W.object([&] { printLoop(W, R.Loops[I], I + 1); });
    });
  });
}
