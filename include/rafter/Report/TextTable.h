//===- TextTable.h - Aligned columns ----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects rows of cells and prints them with every column as wide as its
// widest cell.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_TEXTTABLE_H
#define RAFTER_REPORT_TEXTTABLE_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <string>
#include <vector>

namespace rafter {

/// The first LeftColumns columns are aligned left, the others right, except
/// column UnitColumn, which is aligned left behind its number.
class TextTable {
public:
  /// A letter for each column: l or r.
  explicit TextTable(llvm::StringRef Alignment)
      : Alignment(Alignment), LeftColumns(0), UnitColumn(~size_t(0)) {}
  explicit TextTable(size_t LeftColumns = 1, size_t UnitColumn = ~size_t(0))
      : LeftColumns(LeftColumns), UnitColumn(UnitColumn) {}

  void add(std::vector<std::string> Row) { Rows.push_back(std::move(Row)); }
  bool empty() const { return Rows.size() <= 1; }

  /// Prints all rows, each after Indent spaces, without trailing blanks.
  void print(llvm::raw_ostream &OS, unsigned Indent) const {
    std::vector<size_t> Width;
    for (const auto &Row : Rows) {
      Width.resize(std::max(Width.size(), Row.size()));
      for (size_t I = 0; I < Row.size(); ++I)
        Width[I] = std::max(Width[I], Row[I].size());
    }
    for (const auto &Row : Rows) {
      std::string Line(Indent, ' ');
      for (size_t I = 0; I < Row.size(); ++I) {
        std::string Pad(Width[I] - Row[I].size(), ' ');
        Line += I == 0 ? "" : I == UnitColumn ? " " : "  ";
        Line += isLeft(I) ? Row[I] + Pad : Pad + Row[I];
      }
      OS << llvm::StringRef(Line).rtrim(' ') << '\n';
    }
  }

private:
  bool isLeft(size_t Column) const {
    if (Column < Alignment.size())
      return Alignment[Column] == 'l';
    return Column < LeftColumns || Column == UnitColumn;
  }

  llvm::StringRef Alignment;
  size_t LeftColumns, UnitColumn;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace rafter

#endif // RAFTER_REPORT_TEXTTABLE_H
