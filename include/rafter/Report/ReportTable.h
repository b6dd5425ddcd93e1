//===- ReportTable.h - A table for terminal and browser ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a finding says in a table is built once; text and page differ only in
// how a cell looks.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_REPORTTABLE_H
#define RAFTER_REPORT_REPORTTABLE_H

#include "rafter/Report/Markup.h"
#include "llvm/Support/raw_ostream.h"
#include <concepts>
#include <string>
#include <vector>

namespace rafter {

/// What the terminal shows and what the browser shows.
struct TableCell {
  std::string Text, Markup;

  /// On the page, blanks in front are an indentation.
  TableCell(std::string Text);
  TableCell(const char *Text) : TableCell(std::string(Text)) {}
  /// On the page, its digits are grouped.
  TableCell(std::unsigned_integral auto Count)
      : TableCell(uint64_t(Count), 0) {}
  TableCell(std::string Text, std::string Markup)
      : Text(std::move(Text)), Markup(std::move(Markup)) {}

  /// A percentage; on the page behind a bar.
  static TableCell share(double Share);

private:
  TableCell(uint64_t Count, int);
};

class ReportTable {
public:
  /// Title, markup, is that of the page. Alignment has a letter for each column
  /// as in TextTable. Head may be empty.
  ReportTable(std::string Title, bool Open, llvm::StringRef Alignment,
              std::vector<std::string> Head)
      : Title(std::move(Title)), Open(Open), Alignment(Alignment),
        Head(std::move(Head)) {}

  void add(std::vector<TableCell> Row) { Rows.push_back(std::move(Row)); }
  bool empty() const { return Rows.empty(); }

  /// A blank line, Caption, and the rows; nothing without rows.
  void printText(llvm::raw_ostream &OS, llvm::StringRef Caption = "",
                 unsigned Indent = 4) const;
  /// The table alone, with or without rows.
  void printRows(llvm::raw_ostream &OS, llvm::StringRef Class = "") const;
  /// A block that can be folded away; nothing without rows.
  void printHTML(llvm::raw_ostream &OS, llvm::StringRef Class = "") const;
  /// Rows of a name, a value and its unit as key figures of a page.
  void printKeyFigures(llvm::raw_ostream &OS) const;

private:
  std::string Title;
  bool Open;
  llvm::StringRef Alignment;
  std::vector<std::string> Head;
  std::vector<std::vector<TableCell>> Rows;
};

} // namespace rafter

#endif // RAFTER_REPORT_REPORTTABLE_H
