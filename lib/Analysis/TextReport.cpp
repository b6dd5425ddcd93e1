//===- TextReport.cpp - A report for the terminal ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What belongs to a region, and around it what the findings print.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/WriteReport.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "rafter/Report/SourceText.h"
#include "rafter/Report/TextTable.h"
#include "rafter/Simulation/MachineFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;
using llvm::utostr;

/// The name, the verdicts, and what was analysed on which machine; samples know
/// of none.
static void printHeader(const Report &R, const RegionReport &Region,
                        const FindingContext &Context, raw_ostream &OS) {
  OS << "region '" << Region.Name << "' [" << name(Region.How) << "]\n";
  for (const std::string &Verdict : Context.verdicts())
    OS << "  " << Verdict << '\n';
  if (R.CPU.Name.empty())
    return;
  OS << '\n';
  TextTable T("ll");
  if (!Region.Function.empty())
    T.add({"function", Region.Function});
  if (!Region.Loop.empty())
    T.add({"loop", Region.Loop});
  if (std::string Place = formatLocation(Region.Source); !Place.empty())
    T.add({"source", Place});
  if (std::string Name = R.Operations.find(Region.Source); !Name.empty())
    T.add({"operation", Name});
  T.add({"cpu",
         R.CPU.Name +
             (R.CPU.FileHash.empty() ? "" : " (file " + R.CPU.FileHash + ")")});
  if (!R.Overrides.empty())
    T.add({"overrides", R.Overrides});
  T.add({"cache", Region.WarmCache ? "warm" : "cold"});
  T.add({"invocations", utostr(Region.Invocations)});
  if (Region.Run)
    T.add({"run", Region.Run->Description});
  T.print(OS, 2);
}

//===----------------------------------------------------------------------===//
// What is not exact
//===----------------------------------------------------------------------===//

static void printTrials(const RegionReport &Region, raw_ostream &OS) {
  bool AnyMeasured = llvm::any_of(
      Region.Tried, [](const Trial &T) { return T.Measured.has_value(); });
  std::vector<std::string> Head = {"cycles/iteration", "speed-up"};
  if (AnyMeasured)
    Head.push_back("measured");
  llvm::append_range(Head, std::vector<std::string>{"results", "change"});
  ReportTable T("", /*Open=*/true, AnyMeasured ? "rrrll" : "rrll", Head);
  for (const Trial &Tried : Region.Tried) {
    std::vector<TableCell> Row = {
        (Tried.IsLeast ? "at least " : "") + formatFixed(Tried.Cycles),
        (Tried.IsLeast ? "at most " : "") + formatFixed(Tried.Speedup)};
    if (AnyMeasured)
      Row.push_back(Tried.Measured ? formatFixed(Tried.Measured->Speedup) : "");
    Row.push_back(Tried.Results.Here        ? "may change"
                  : Tried.Results.Elsewhere ? "may change elsewhere"
                  : Tried.NeedsNoOverlap    ? "the same without overlap"
                                            : "the same");
    Row.push_back(Tried.Change);
    T.add(Row);
  }
  T.printText(OS, "  tried\n");
}

static void printCaveats(const RegionReport &Region, raw_ostream &OS) {
  if (!Region.Assumptions.empty()) {
    OS << "\n  assumptions\n";
    for (const std::string &A : Region.Assumptions)
      OS << "    - " << A << '\n';
  }
  ReportTable T("", /*Open=*/true, "l", {});
  for (const auto &[Callee, Calls] : Region.NotSeen)
    T.add({Callee, Calls});
  T.printText(OS, "  calls not seen\n");
}

void rafter::printText(const Report &R, raw_ostream &OS) {
  SourceText Lines(R.Input);
  if (R.Regions.empty())
    OS << "no region was analysed" << (R.Input.empty() ? "" : " in " + R.Input)
       << '\n';
  bool First = true;
  for (const RegionReport &Region : R.Regions) {
    if (!First)
      OS << '\n';
    First = false;
    FindingContext Context = R.contextOf(Region, Lines);
    printHeader(R, Region, Context, OS);
    for (const std::shared_ptr<const Finding> &F : Region.Findings)
      F->printText(OS, Context);
    printTrials(Region, OS);
    printCaveats(Region, OS);
  }
  for (const std::string &Why : R.NotTried)
    OS << "\nnot tried: " << Why << '\n';
}

void rafter::printAnnotated(const Report &R, raw_ostream &OS) {
  SourceText Lines(R.Input);
  for (const RegionReport &Region : R.Regions) {
    FindingContext Context = R.contextOf(Region, Lines);
    OS << (&Region == &R.Regions.front() ? "" : "\n") << "region '"
       << Region.Name << "' on " << R.CPU.Name << " [" << name(Region.How)
       << "]\n";
    for (const std::string &Verdict : Context.verdicts())
      OS << "  " << Verdict << '\n';
    OS << '\n';
    if (const Causality *C = Context.get<Causality>())
      printAnnotation(*C, Lines, OS);
    else
      OS << "  no machine code was analysed\n";
  }
}
