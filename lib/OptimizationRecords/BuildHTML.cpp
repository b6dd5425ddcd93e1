//===- BuildHTML.cpp - The remarks of a build as a page ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of ranks, three filters, and every remark under its source line.
//
//===----------------------------------------------------------------------===//

#include "BuildSections.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

static const char PageStyle[] = R"css(
main{max-width:1120px}
h2{font-size:1.1rem}
.problems{margin:12px 0;padding:8px 14px;background:var(--panel);
border-left:4px solid var(--point);overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0;padding:10px 14px;
background:var(--panel);border-radius:6px}
form[hidden]{display:none}
label{display:flex;flex-direction:column;font-size:.86rem;color:var(--muted);
flex:1 1 180px;min-width:0}
select,input{font:inherit;color:var(--ink);background:var(--background);
border:1px solid var(--muted);border-radius:4px;padding:4px 6px;width:100%}
th,td{overflow-wrap:anywhere}
article{margin-top:26px;padding-top:16px;border-top:1px solid var(--grid);
content-visibility:auto;contain-intrinsic-size:auto 340px}
pre i{width:3.8em}
.remark{margin:0;padding:8px 14px;border-left:4px solid var(--point);
background:var(--panel);overflow-wrap:anywhere}
pre .remark{white-space:pre-wrap;font:15px/1.5 system-ui,-apple-system,
'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
[hidden]{display:none}
)css";

/// Shows the rows and articles that all three filters let pass.
static const char PageScript[] = R"js(
(function(){
var form=document.getElementById('filters');form.hidden=false;
var shown=document.getElementById('shown');
var rows=[].slice.call(document.querySelectorAll('tr'),1);
var parts=document.querySelectorAll('article');
var words=rows.map(function(r){return null});
function text(i){
if(words[i]===null)words[i]=(rows[i].textContent+' '+
parts[i].textContent).toLowerCase();
return words[i]}
function filter(){
var file=form.file.value,limit=form.limit.value,
want=form.text.value.toLowerCase().split(/\s+/).filter(Boolean),count=0;
rows.forEach(function(r,i){
var data=parts[i].dataset,
on=(!file||data.file===file)&&(!limit||data.limit===limit)&&
want.every(function(w){return text(i).indexOf(w)>=0});
r.hidden=parts[i].hidden=!on;if(on)count++});
shown.textContent=count===rows.length?'':count+' of '+rows.length+' shown'}
form.addEventListener('input',filter);
form.addEventListener('submit',function(e){e.preventDefault()});
filter()})();
)js";

//===----------------------------------------------------------------------===//
// Filters
//===----------------------------------------------------------------------===//

static void printChoice(const char *Name, const char *Title,
                        const std::set<std::string> &Values, raw_ostream &OS) {
  OS << "<label>" << Title << "<select name=\"" << Name
     << "\"><option value=\"\">all</option>";
  for (const std::string &Value : Values)
    OS << "<option>" << escapeMarkup(Value) << "</option>";
  OS << "</select></label>\n";
}

static void printFilters(const BuildReport &R, raw_ostream &OS) {
  std::set<std::string> Files, Limits;
  for (const MergedRecord &M : R.Loops) {
    Files.insert(M.Heaviest.Place.File);
    Limits.insert(kindOfLimit(M.Heaviest));
  }
  Files.erase("");
  OS << "<form id=\"filters\" hidden>\n";
  printChoice("file", "file", Files, OS);
  printChoice("limit", "limit", Limits, OS);
  OS << "<label>words<input name=\"text\" type=\"search\" "
        "autocomplete=\"off\"></label>\n"
        "<span class=\"muted\" id=\"shown\" role=\"status\"></span>\n"
        "</form>\n";
}

//===----------------------------------------------------------------------===//
// Remarks in the source
//===----------------------------------------------------------------------===//

static void printExcerpt(const MergedRecord &M, raw_ostream &OS) {
  const LoopRecord &L = M.Heaviest;
  OS << "<pre>";
  for (size_t I = 0; I < M.Excerpt.Lines.size(); ++I) {
    size_t Number = M.Excerpt.FirstLine + I;
    bool Here = Number == L.Place.Line;
    printSourceLine(OS, Number, M.Excerpt.Lines[I], Here ? SourceLineHere : "");
    if (Here)
      OS << "<span class=\"remark\">" << escapeMarkup(L.Text) << "</span>";
  }
  OS << "</pre>\n";
}

static std::string withoutSource(const LoopRecord &L) {
  if (!L.Place.isValid())
    return "The record names no place: compile with -g or "
           "-gline-tables-only.";
  return "The source '" + L.Place.File +
         "' was not found; -rafter-source-root=DIR says where it is.";
}

static void printFacts(const MergedRecord &M, raw_ostream &OS) {
  const LoopRecord &L = M.Heaviest;
  std::string Facts;
  auto Add = [&](const std::string &Text) {
    Facts += (Facts.empty() ? "" : "; ") + Text;
  };
  if (!L.Advice.empty())
    Add("advice: " + L.Advice);
  if (L.LeastCycles)
    Add("the computation needs at least " + formatCycles(L.LeastCycles) +
        " cycles" + (L.LeastLimit.empty() ? "" : " (" + L.LeastLimit + ")"));
  if (!L.Differences.empty())
    Add("the code has: " + llvm::join(L.Differences, ", "));
  if (L.VectorFactor && *L.VectorFactor > 1)
    Add(llvm::utostr(*L.VectorFactor) + " iterations at a time");
  if (L.Hotness)
    Add("executed " + formatGrouped(*L.Hotness) + " times in the profile");
  if (!L.CPU.empty())
    Add("CPU " + L.CPU);
  for (const std::string &A : L.Assumptions)
    Add(A);
  if (M.Count > 1)
    Add("the same in " + llvm::utostr(M.Count) + " records");
  if (!Facts.empty())
    OS << "<p class=\"muted\">" << escapeMarkup(Facts) << "</p>\n";
}

static void printArticle(const MergedRecord &M, size_t Rank, raw_ostream &OS) {
  const LoopRecord &L = M.Heaviest;
  std::string Place = formatLocation(L.Place);
  OS << "<article id=\"l" << Rank << "\" data-file=\""
     << escapeMarkup(L.Place.File) << "\" data-limit=\""
     << escapeMarkup(kindOfLimit(L)) << "\">\n<h2>" << Rank << ". "
     << escapeMarkup(functionOf(L)) << "</h2>\n<p class=\"muted\">"
     << escapeMarkup(Place) << "</p>\n";
  if (M.Excerpt.FirstLine != 0)
    printExcerpt(M, OS);
  else
    OS << "<p class=\"remark\">" << escapeMarkup(L.Text)
       << "</p>\n<p class=\"muted\">" << escapeMarkup(withoutSource(L))
       << "</p>\n";
  printFacts(M, OS);
  OS << "</article>\n";
}

static void printProblems(const BuildReport &R, raw_ostream &OS) {
  if (R.Problems.empty())
    return;
  OS << "<div class=\"problems\">";
  for (const std::string &Line : R.Problems)
    OS << escapeMarkup(Line) << "<br>\n";
  OS << "</div>\n";
}

void rafter::printBuildHTML(const BuildReport &R, raw_ostream &OS) {
  auto Body = [&] {
    OS << "<p class=\"muted\">" << escapeMarkup(conclusionOf(R)) << "</p>\n";
    printProblems(R, OS);
    if (R.Loops.empty())
      return;
    printFilters(R, OS);
    OS << "<p class=\"muted\">Saved: estimated cycles for each call of the "
          "function. Cycles, next, least: for each iteration now, when the "
          "limit is gone, and what the computation needs.</p>\n";
    ranksOf(R).printHTML(OS);
    for (size_t I = 0; I < R.Loops.size(); ++I)
      printArticle(R.Loops[I], I + 1, OS);
    OS << "<script>" << PageScript << "</script>\n";
  };
  printPage(OS, "What the loops of this build are bound by", Body, PageStyle);
}
