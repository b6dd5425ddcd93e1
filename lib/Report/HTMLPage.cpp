//===- HTMLPage.cpp - Pages for the browser ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What costs time is shaded; the shade is a share of the whole time, so that
// shades can be compared across tables.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;
using llvm::Twine;

static const char PageStyle[] = R"css(
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,
sans-serif}
main{max-width:980px;margin:0 auto;padding:24px 20px 64px}
h1{font-size:1.65rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.3rem;line-height:1.3;margin:0 0 2px;overflow-wrap:anywhere}
.muted{color:var(--muted)}
p{overflow-wrap:anywhere}
.verdict{font-size:1.12rem;margin:10px 0 14px;padding:10px 14px;
background:var(--panel);border-left:4px solid var(--point);
overflow-wrap:anywhere}
section{margin-top:12px}
a{color:var(--issue)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(138px,1fr));
gap:8px;margin:14px 0}
.figures div{background:var(--panel);padding:8px 12px;border-radius:6px}
.figures b{display:block;font-size:1.1rem;white-space:nowrap;
font-variant-numeric:tabular-nums}
.figures span{font-size:.86rem;color:var(--muted)}
figure{margin:8px 0 16px;overflow-x:auto}
figure svg{display:block;width:100%;min-width:480px;height:auto}
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
.answer{padding:12px 14px}
pre span{display:block;padding:0 12px;white-space:pre}
pre .here{background:color-mix(in srgb,var(--point) 16%,transparent);
box-shadow:inset 4px 0 0 var(--point)}
pre i{display:inline-block;width:3.2em;color:var(--muted);font-style:normal;
user-select:none}
ul{margin:0;padding-left:20px}
.heat{display:inline-block;min-width:4.2em;padding:1px 6px;border-radius:3px;
text-align:right}
.bar.wide{width:160px}
.steps{margin:14px 0;padding-left:26px}
.steps li{margin:6px 0}
.steps b{font-weight:600}
.steps .advice{display:block}
.assembly{font-size:.88rem}
.assembly td{padding:3px 12px 3px 0;white-space:nowrap}
.assembly code,.steps code{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,
Consolas,'DejaVu Sans Mono',monospace}
.assembly tr:target{background:var(--panel);box-shadow:inset 4px 0 0
var(--point)}
pre b{display:inline-block;width:5.2em;text-align:right;font-weight:400;
margin-right:.6em}
pre .gap{color:var(--muted)}
@media(max-width:960px){
main{padding:16px 10px 48px}
/* The hundred columns of a terminal, as wide as the window. */
.answer{padding:10px 8px;font-size:clamp(10px,calc((100vw - 38px)/60.4),14px)}
.bar,.bar.wide{width:48px}
details>.body{padding:0 8px 8px}
}
)css";

void rafter::printPage(raw_ostream &OS, StringRef Title,
                       llvm::function_ref<void()> Body, StringRef Style) {
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" "
        "content=\"width=device-width,initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
     << escapeMarkup(Title) << "</title>\n<style>\n"
     << colourVariables() << PageStyle << drawingStyle() << Style
     << "</style>\n</head>\n<body>\n<main>\n<h1>" << escapeMarkup(Title)
     << "</h1>\n";
  Body();
  OS << "</main>\n</body>\n</html>\n";
}

void rafter::printDetails(raw_ostream &OS, StringRef Title, bool Open,
                          llvm::function_ref<void()> Body) {
  OS << "<details" << (Open ? " open" : "") << "><summary>" << Title
     << "</summary><div class=\"body\">";
  Body();
  OS << "</div></details>\n";
}

void rafter::printDrawing(raw_ostream &OS, const Drawing &D,
                          const Twine &Label) {
  OS << "<figure><svg class=\"rf-plot\" role=\"img\" aria-label=\""
     << escapeMarkup(Label.str()) << "\" viewBox=\"0 0 "
     << int(std::ceil(D.Width)) << ' ' << int(std::ceil(D.Height)) << "\">\n"
     << D.Markup << "</svg></figure>\n";
}

std::string rafter::shareBar(double Share, bool Wide) {
  Share = std::clamp(std::isnan(Share) ? 0 : Share, 0.0, 1.0);
  return std::string("<span class=\"bar") + (Wide ? " wide" : "") +
         "\"><i style=\"width:" + formatPercent(Share) + "\"></i></span>";
}

std::string rafter::shareShade(double Share) {
  double Strength = std::clamp(std::round(Share * 45), 0.0, 45.0);
  if (!(Strength > 0))
    return "";
  return " style=\"background:color-mix(in srgb,var(--point) " +
         llvm::utostr(static_cast<uint64_t>(Strength)) + "%,transparent)\"";
}

//===----------------------------------------------------------------------===//
// Source
//===----------------------------------------------------------------------===//

void rafter::printSourceLine(raw_ostream &OS, size_t Number, StringRef Line,
                             StringRef Attributes, StringRef Margin) {
  OS << "<span" << Attributes << '>' << Margin << "<i>" << Number << "</i>"
     << escapeMarkup(Line.substr(0, 400)) << "</span>";
}

void rafter::printExcerpt(raw_ostream &OS, const SourceLocation &L,
                          SourceText &Source) {
  constexpr unsigned LinesBefore = 2, LinesAfter = 9;
  llvm::ArrayRef<StringRef> Lines = Source.lines(L);
  if (!L.isValid() || L.Line > Lines.size())
    return;
  unsigned First = L.Line > LinesBefore ? L.Line - LinesBefore : 1;
  size_t Last = std::min<size_t>(Lines.size(), L.Line + LinesAfter);
  OS << "<pre>";
  for (size_t Number = First; Number <= Last; ++Number)
    printSourceLine(OS, Number, Lines[Number - 1],
                    Number == L.Line ? SourceLineHere : "");
  OS << "</pre>\n";
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//
