//===- ReportDiffPrint.cpp - Changes as text and JSON -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The old value, the new one, and their ratio.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/ReportDiff.h"
#include "rafter/Report/JSONWriter.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"

using namespace rafter;
using llvm::raw_ostream;

static std::string placeOf(const ComparedRegion &Region) {
  return formatLocation({Region.File, static_cast<unsigned>(Region.Line), 0});
}

static std::string listed(const std::vector<std::string> &Limits) {
  return Limits.empty() ? "none" : llvm::join(Limits, ", ");
}

/// "1.250, 25.0% more".
static std::string changeOf(double Ratio) {
  if (!std::isfinite(Ratio))
    return "";
  double Change = Ratio - 1;
  if (std::fabs(Change) < 0.0005)
    return "same";
  return formatPercent(std::fabs(Change)) + (Change > 0 ? " more" : " less");
}

static void printRegion(const RegionChange &Region, raw_ostream &OS) {
  const ComparedRegion &Old = Region.Old, &New = Region.New;
  std::string Place = placeOf(New);
  OS << "region '" << New.Name << "'" << (Place.empty() ? "" : " at " + Place);
  if (Old.Name != New.Name)
    OS << ", was '" << Old.Name << "'";
  OS << '\n';
  if (Old.Setting != New.Setting)
    OS << "  not comparable without care: " << Old.Setting << " became "
       << New.Setting << '\n';
  TextTable T("lrrrr");
  T.add({"figure", "old", "new", "new/old", ""});
  for (const FigureChange &Change : Region.Figures)
    T.add({name(Change.What), formatNumber(Change.Old, 6),
           formatNumber(Change.New, 6), formatNumber(Change.ratio()),
           changeOf(Change.ratio())});
  if (T.empty())
    OS << "  no figure is in both reports\n";
  else
    T.print(OS, 2);
  if (Old.Limits == New.Limits)
    OS << "  limits: " << listed(New.Limits) << ", as before\n";
  else
    OS << "  limits: " << listed(Old.Limits)
       << "\n     now: " << listed(New.Limits) << '\n';
}

static void printAlone(const char *Title,
                       const std::vector<ComparedRegion> &Regions,
                       raw_ostream &OS) {
  for (const ComparedRegion &Region : Regions) {
    std::string Place = placeOf(Region);
    OS << Title << ": region '" << Region.Name << "'"
       << (Place.empty() ? "" : " at " + Place) << '\n';
  }
}

void rafter::printDiffText(const ReportDiff &Diff, raw_ostream &OS) {
  if (Diff.Regions.empty())
    OS << "no region is in both reports\n";
  bool First = true;
  for (const RegionChange &Region : Diff.Regions) {
    if (!First)
      OS << '\n';
    First = false;
    printRegion(Region, OS);
  }
  if (!Diff.OnlyOld.empty() || !Diff.OnlyNew.empty())
    OS << '\n';
  printAlone("only in the old report", Diff.OnlyOld, OS);
  printAlone("only in the new report", Diff.OnlyNew, OS);
}

static void printHead(JSONWriter &W, const ComparedRegion &Region) {
  W.text("name", Region.Name);
  W.text("function", Region.Function);
  W.textOrNull("loop", Region.Loop);
  W.textOrNull("source", placeOf(Region));
}

static void printAlone(JSONWriter &W, const char *Key,
                       const std::vector<ComparedRegion> &Regions) {
  W.array(Key, [&] {
    for (const ComparedRegion &Region : Regions)
      W.object([&] { printHead(W, Region); });
  });
}

static void printPair(JSONWriter &W, const RegionChange &Region) {
  printHead(W, Region.New);
  W.text("old_name", Region.Old.Name);
  W.object("setting", [&] {
    W.text("old", Region.Old.Setting);
    W.text("new", Region.New.Setting);
  });
  W.object("figures", [&] {
    for (const FigureChange &Change : Region.Figures)
      W.object(name(Change.What), [&] {
        W.number("old", Change.Old);
        W.number("new", Change.New);
        W.number("ratio", Change.ratio());
      });
  });
  W.object("limits", [&] {
    W.texts("old", Region.Old.Limits);
    W.texts("new", Region.New.Limits);
  });
}

void rafter::printDiffJSON(const ReportDiff &Diff,
                           llvm::ArrayRef<std::string> Failures,
                           raw_ostream &OS) {
  printJSONObject(OS, [&](JSONWriter &W) {
    W.array("regions", [&] {
      for (const RegionChange &Region : Diff.Regions)
        W.object([&] { printPair(W, Region); });
    });
    printAlone(W, "only_old", Diff.OnlyOld);
    printAlone(W, "only_new", Diff.OnlyNew);
    W.texts("failures", Failures);
  });
}
