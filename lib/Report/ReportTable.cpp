//===- ReportTable.cpp - A table for terminal and browser -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/ReportTable.h"
#include "rafter/Report/HTMLPage.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Report/TextTable.h"

using namespace rafter;
using llvm::raw_ostream;
using llvm::StringRef;

TableCell::TableCell(std::string T) : Text(std::move(T)) {
  StringRef Words = StringRef(Text).ltrim(' ');
  for (size_t I = Words.size(); I + 1 < Text.size(); I += 2)
    Markup += "&emsp;";
  Markup += escapeMarkup(Words);
}

TableCell::TableCell(uint64_t Count, int)
    : Text(llvm::utostr(Count)), Markup(formatGrouped(Count)) {}

TableCell TableCell::share(double Share) {
  std::string Text = formatPercent(Share);
  return {Text, shareBar(Share) + " " + Text};
}

void ReportTable::printText(raw_ostream &OS, StringRef Caption,
                            unsigned Indent) const {
  if (Rows.empty())
    return;
  TextTable T(Alignment);
  if (!Head.empty())
    T.add(Head);
  for (const auto &Row : Rows) {
    std::vector<std::string> Texts;
    for (const TableCell &Cell : Row)
      Texts.push_back(Cell.Text);
    T.add(std::move(Texts));
  }
  OS << '\n' << Caption;
  T.print(OS, Indent);
}

void ReportTable::printRows(raw_ostream &OS, StringRef Class) const {
  auto Print = [&](size_t Column, StringRef Tag, StringRef Markup) {
    bool IsNumber = Column >= Alignment.size() || Alignment[Column] == 'r';
    OS << '<' << Tag << (IsNumber ? " class=\"n\">" : ">") << Markup << "</"
       << Tag << '>';
  };
  OS << "<table" << (Class.empty() ? "" : " class=\"" + Class.str() + '"')
     << ">\n";
  if (!Head.empty()) {
    OS << "<tr>";
    for (size_t I = 0; I != Head.size(); ++I)
      Print(I, "th", escapeMarkup(Head[I]));
    OS << "</tr>\n";
  }
  for (const auto &Row : Rows) {
    OS << "<tr>";
    for (size_t I = 0; I != Row.size(); ++I)
      Print(I, "td", Row[I].Markup);
    OS << "</tr>\n";
  }
  OS << "</table>";
}

void ReportTable::printHTML(raw_ostream &OS, StringRef Class) const {
  if (!Rows.empty())
    printDetails(OS, Title, Open, [&] { printRows(OS, Class); });
}

void ReportTable::printKeyFigures(raw_ostream &OS) const {
  OS << "<div class=\"figures\">";
  for (const auto &Row : Rows) {
    const std::string &Unit = Row[2].Markup;
    OS << "<div><b>" << Row[1].Markup << "</b><span>" << Row[0].Markup
       << (Unit.empty() ? "" : ", " + Unit) << "</span></div>";
  }
  OS << "</div>\n";
}
