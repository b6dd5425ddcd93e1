//===- HTMLReport.cpp - A report for the browser ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of the page and the order of a region's parts; the tables are in
// HTMLTables.cpp.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/HTMLReport.h"
#include "HTMLMachine.h"
#include "HTMLTables.h"
#include "NumberFormat.h"
#include "PlotDrawing.h"
#include "SourceText.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

/// Lines of the source quoted before and after a region's first line.
static constexpr unsigned LinesBefore = 2, LinesAfter = 9;

static const char PageStyle[] = R"css(
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,
sans-serif}
main{max-width:980px;margin:0 auto;padding:24px 20px 64px}
h1{font-size:1.65rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.3rem;line-height:1.3;margin:0 0 2px;overflow-wrap:anywhere}
.muted{color:var(--muted)}
.verdict{font-size:1.12rem;margin:10px 0 14px;padding:10px 14px;
background:var(--panel);border-left:4px solid var(--point);
overflow-wrap:anywhere}
section{margin-top:36px;padding-top:20px;border-top:1px solid var(--grid)}
nav table{margin-top:12px}
a{color:var(--issue)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(138px,1fr));
gap:8px;margin:14px 0}
.figures div{background:var(--panel);padding:8px 12px;border-radius:6px}
.figures b{display:block;font-size:1.1rem;white-space:nowrap;
font-variant-numeric:tabular-nums}
.figures span{font-size:.86rem;color:var(--muted)}
figure{margin:8px 0 16px;overflow-x:auto}
figure svg{display:block;width:100%;min-width:620px;height:auto}
details{margin:8px 0;border:1px solid var(--grid);border-radius:6px}
summary{cursor:pointer;padding:8px 12px;font-weight:600}
details>.body{padding:0 12px 12px;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.94rem;
font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:600;color:var(--muted);font-size:.86rem}
th,td{padding:5px 10px 5px 0;border-bottom:1px solid var(--grid);
vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap}
tr:last-child td{border-bottom:0}
td .advice{display:block;color:var(--muted);font-size:.9rem}
.bar{display:inline-block;width:90px;height:9px;background:var(--grid);
border-radius:2px;overflow:hidden}
.bar i{display:block;height:100%;background:var(--stall)}
pre{margin:8px 0 14px;padding:10px 0;background:var(--panel);overflow-x:auto;
border-radius:6px;font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,
'DejaVu Sans Mono',monospace;tab-size:4}
pre span{display:block;padding:0 12px;white-space:pre}
pre .here{background:color-mix(in srgb,var(--point) 16%,transparent);
box-shadow:inset 4px 0 0 var(--point)}
pre i{display:inline-block;width:3.2em;color:var(--muted);font-style:normal;
user-select:none}
ul{margin:0;padding-left:20px}
)css";

static std::string capitalised(std::string Text) {
  if (!Text.empty())
    Text[0] = llvm::toUpper(Text[0]);
  return Text;
}

//===----------------------------------------------------------------------===//
// Parts of a region
//===----------------------------------------------------------------------===//

/// Quotes the lines around L, if its file can be read.
static void printExcerpt(const SourceLocation &L, SourceText &Source,
                         raw_ostream &OS) {
  llvm::ArrayRef<StringRef> Lines = Source.lines(L);
  if (!L.isValid() || L.Line > Lines.size())
    return;
  unsigned First = L.Line > LinesBefore ? L.Line - LinesBefore : 1;
  size_t Last = std::min<size_t>(Lines.size(), L.Line + LinesAfter);
  OS << "<pre>";
  for (size_t Number = First; Number <= Last; ++Number)
    OS << (Number == L.Line ? "<span class=\"here\">" : "<span>") << "<i>"
       << Number << "</i>" << escapeMarkup(Lines[Number - 1].substr(0, 400))
       << "</span>";
  OS << "</pre>\n";
}

static void printRegion(const Report &R, const RegionReport &Region,
                        SourceText &Lines, raw_ostream &OS) {
  FindingContext Context = R.contextOf(Region, Lines);
  OS << "<section id=\"region-" << Context.Number << "\">\n<h2>"
     << escapeMarkup(Region.Name) << "</h2>\n<p class=\"muted\">";
  if (!Region.Function.empty())
    OS << "function " << escapeMarkup(Region.Function)
       << (Region.Loop.empty() ? "" : ", loop " + escapeMarkup(Region.Loop))
       << "; ";
  if (std::string Name = R.Operations.find(Region.Source); !Name.empty())
    OS << "operation " << escapeMarkup(Name) << "; ";
  OS << escapeMarkup(settingOf(Context));
  if (!R.CPU.FileHash.empty())
    OS << "; CPU file " << escapeMarkup(R.CPU.FileHash);
  OS << "; " << formatPlural(Region.Invocations, "invocation", "invocations")
     << "</p>\n";
  for (const std::string &Verdict : Context.verdicts())
    OS << "<p class=\"verdict\">" << escapeMarkup(capitalised(Verdict))
       << "</p>\n";
  for (const std::shared_ptr<const Finding> &F : Region.Findings)
    F->printHTML(OS, Context);
  if (llvm::none_of(Region.Findings,
                    [&](const auto &F) { return F->showsSource(Context); }))
    printExcerpt(Region.Source, Lines, OS);
  for (const std::shared_ptr<const Finding> &F : llvm::reverse(Region.Findings))
    F->printHTMLDetails(OS, Context);
  printCaveats(Region, OS);
  OS << "</section>\n";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

static void printOverview(const Report &R, SourceText &Lines, raw_ostream &OS) {
  if (R.Regions.size() < 2)
    return;
  OS << "<nav><table><tr><th>region</th><th>mode</th><th>verdict</th></tr>\n";
  for (size_t I = 0; I < R.Regions.size(); ++I)
    OS << "<tr><td><a href=\"#region-" << I + 1 << "\">"
       << escapeMarkup(R.Regions[I].Name) << "</a></td><td>"
       << name(R.Regions[I].How) << "</td><td>"
       << escapeMarkup(
              capitalised(R.contextOf(R.Regions[I], Lines).verdicts().front()))
       << "</td></tr>\n";
  OS << "</table></nav>\n";
}

void rafter::printHTML(const Report &R, raw_ostream &OS) {
  std::string Title = "Why " + (R.Input.empty() ? std::string("it") : R.Input) +
                      " runs no faster";
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" "
        "content=\"width=device-width,initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<title>"
     << escapeMarkup(Title) << "</title>\n<style>\n"
     << colourVariables() << PageStyle << machineStyle() << plotStyle()
     << "</style>\n</head>\n<body>\n<main>\n<h1>" << escapeMarkup(Title)
     << "</h1>\n";
  if (!R.CPU.Name.empty())
    OS << "<p class=\"muted\">"
       << escapeMarkup(
              R.CPU.Name +
              (R.CPU.Description.empty() ? "" : ": " + R.CPU.Description) +
              (R.Overrides.empty() ? "" : "; with " + R.Overrides))
       << "</p>\n";
  if (R.Regions.empty())
    OS << "<p class=\"verdict\">No region was analysed.</p>\n";
  SourceText Lines(R.Input);
  printOverview(R, Lines, OS);
  for (const RegionReport &Region : R.Regions)
    printRegion(R, Region, Lines, OS);
  OS << "</main>\n</body>\n</html>\n";
}
