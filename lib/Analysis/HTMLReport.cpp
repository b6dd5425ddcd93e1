//===- HTMLReport.cpp - A report for the browser ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The screen of the terminal, then the regions by rank; findings print theirs.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/Answer.h"
#include "rafter/Analysis/WriteReport.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/ReportTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

static std::string capitalised(std::string Text) {
  if (!Text.empty())
    Text[0] = llvm::toUpper(Text[0]);
  return Text;
}

//===----------------------------------------------------------------------===//
// Parts of a region
//===----------------------------------------------------------------------===//

static void printCaveats(const Origin &Region, raw_ostream &OS) {
  if (!Region.Assumptions.empty())
    printDetails(OS, "Assumptions", /*Open=*/true, [&] {
      OS << "<ul>\n";
      for (const std::string &A : Region.Assumptions)
        OS << "<li>" << escapeMarkup(A) << "</li>\n";
      OS << "</ul>";
    });
  ReportTable T("Calls not seen", /*Open=*/true, "l", {"function", "calls"});
  for (const auto &[Callee, Calls] : Region.NotSeen)
    T.add({Callee, Calls});
  T.printHTML(OS);
  if (Region.Run)
    OS << "<p class=\"muted\">The program's run: "
       << escapeMarkup(Region.Run->Description) << ".</p>\n";
}

static void printRegion(const Report &R, const RegionReport &Region,
                        SourceText &Lines, raw_ostream &OS) {
  FindingContext Context = R.contextOf(Region, Lines);
  OS << "<section id=\"region-" << Context.Number << "\">\n<p class=\"muted\">";
  if (!Region.Function.empty())
    OS << "function " << escapeMarkup(Region.Function)
       << (Region.Loop.empty() ? "" : ", loop " + escapeMarkup(Region.Loop))
       << "; ";
  if (std::string Name = R.Operations.find(Region.Source); !Name.empty())
    OS << "operation " << escapeMarkup(Name) << "; ";
  OS << escapeMarkup(Context.setting());
  if (!R.CPU.FileHash.empty())
    OS << "; CPU file " << escapeMarkup(R.CPU.FileHash);
  if (!R.CPU.Name.empty())
    OS << "; " << formatPlural(Region.Invocations, "invocation", "invocations");
  OS << "</p>\n";
  for (const std::string &Verdict : Context.verdicts())
    OS << "<p class=\"verdict\">" << escapeMarkup(capitalised(Verdict))
       << "</p>\n";
  for (const std::shared_ptr<const Finding> &F : Region.Findings)
    F->printHTML(OS, Context);
  if (llvm::none_of(Region.Findings,
                    [&](const auto &F) { return F->showsSource(Context); }))
    printExcerpt(OS, Region.Source, Lines);
  for (const std::shared_ptr<const Finding> &F : llvm::reverse(Region.Findings))
    F->printHTMLDetails(OS, Context);
  printCaveats(Region, OS);
  OS << "</section>\n";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

/// The same screen as on the terminal.
static void printScreen(const Report &R, raw_ostream &OS) {
  std::string Screen;
  llvm::raw_string_ostream Text(Screen);
  printAnswer(R, Text);
  OS << "<pre class=\"answer\">" << escapeMarkup(Screen) << "</pre>\n";
}

/// The regions in the order of the screen, those that it leaves to others last.
static std::vector<const RegionReport *> byRank(const Report &R) {
  std::vector<const RegionReport *> Order;
  for (const RegionAnswer &A : answers(R))
    for (const RegionReport *Region : {A.Region, A.Nest})
      if (Region && !llvm::is_contained(Order, Region))
        Order.push_back(Region);
  for (const RegionReport &Region : R.Regions)
    if (!llvm::is_contained(Order, &Region))
      Order.push_back(&Region);
  return Order;
}

void rafter::printHTML(const Report &R, raw_ostream &OS) {
  std::string Title = "Why " + (R.Input.empty() ? std::string("it") : R.Input) +
                      " runs no faster";
  printPage(OS, Title, [&] {
    if (!R.CPU.Name.empty())
      OS << "<p class=\"muted\">"
         << escapeMarkup(
                R.CPU.Name +
                (R.CPU.Description.empty() ? "" : ": " + R.CPU.Description) +
                (R.Overrides.empty() ? "" : "; with " + R.Overrides))
         << "</p>\n";
    if (R.Regions.empty()) {
      OS << "<p class=\"verdict\">No region was analysed.</p>\n";
      return;
    }
    printScreen(R, OS);
    SourceText Lines(R.Input);
    for (const RegionReport *Region : byRank(R))
      printDetails(OS, escapeMarkup(Region->Name), /*Open=*/false,
                   [&] { printRegion(R, *Region, Lines, OS); });
  });
}
