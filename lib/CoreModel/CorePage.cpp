//===- CorePage.cpp - Runs of the reference core for the browser ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/WriteCoreRun.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/Markup.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace rafter;
using llvm::raw_ostream;

static double per(uint64_t Part, uint64_t Whole) {
  return Whole == 0 ? 0.0 : double(Part) / double(Whole);
}

/// The causes, those that take most cycles first.
static std::vector<CycleCause> byCycles(const CycleStack &Stack) {
  std::vector<CycleCause> Order;
  for (unsigned I = 0; I != NumCycleCauses; ++I)
    if (Stack.Cycles[I] != 0)
      Order.push_back(CycleCause(I));
  llvm::stable_sort(Order, [&](CycleCause A, CycleCause B) {
    return Stack.Cycles[unsigned(A)] > Stack.Cycles[unsigned(B)];
  });
  return Order;
}

static std::string summaryOf(const NamedRun &Named) {
  const CoreResult &R = Named.Run.Result;
  std::string Text =
      Named.Name + ": " + formatNumber(R.cpi(), 4) + " cycles per instruction";
  std::vector<CycleCause> Causes = byCycles(R.Stack);
  if (Causes.empty())
    return Text;
  return Text + ", most of them for " + name(Causes.front()) + " (" +
         formatPercent(
             per(R.Stack.Cycles[unsigned(Causes.front())], R.Cycles)) +
         ")";
}

static void printRun(const NamedRun &Named, raw_ostream &OS) {
  const CoreResult &R = Named.Run.Result;
  ReportTable Causes("Cycles by cause", /*Open=*/true, "lrr",
                     {"cause", "cycles", "share"});
  for (CycleCause C : byCycles(R.Stack)) {
    uint64_t Cycles = R.Stack.Cycles[unsigned(C)];
    Causes.add({name(C), Cycles, TableCell::share(per(Cycles, R.Cycles))});
  }
  Causes.printHTML(OS);
  ReportTable Events("Events", /*Open=*/false, "lrl",
                     {"event", "count", "meaning"});
  for (unsigned I = 0; I != NumCoreEvents; ++I)
    Events.add(
        {name(CoreEvent(I)), Named.Run.Total.Of[I], meaning(CoreEvent(I))});
  Events.printHTML(OS);
}

/// Regions of the first screen; all are below it.
static constexpr size_t MostOnScreen = 15;

void rafter::writeCorePage(raw_ostream &OS, const CoreDesign &Design,
                           llvm::ArrayRef<NamedRun> Runs) {
  std::vector<const NamedRun *> Order;
  for (const NamedRun &Run : Runs)
    Order.push_back(&Run);
  llvm::stable_sort(Order, [](const NamedRun *A, const NamedRun *B) {
    return A->Run.Result.Cycles > B->Run.Result.Cycles;
  });
  printPage(OS, "Where the cycles of the reference core go", [&] {
    OS << "<p class=\"muted\">design " << escapeMarkup(printDesign(Design))
       << "</p>\n<pre class=\"answer\">";
    for (const auto &[I, Run] :
         llvm::enumerate(llvm::ArrayRef(Order).take_front(MostOnScreen)))
      OS << I + 1 << ". " << escapeMarkup(summaryOf(*Run)) << '\n';
    if (Order.size() > MostOnScreen)
      OS << "and " << Order.size() - MostOnScreen << " more\n";
    OS << "</pre>\n";
    for (const NamedRun *Run : Order)
      printDetails(OS, escapeMarkup(Run->Name), /*Open=*/Order.size() == 1,
                   [&] { printRun(*Run, OS); });
  });
}
