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

/// Alignment has a letter for each column: l, r, or u for a unit, which stands
/// left behind its number. Columns without one are aligned right.
class TextTable {
public:
  explicit TextTable(llvm::StringRef Alignment = "l") : Alignment(Alignment) {}

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
        Line += I == 0 ? "" : kind(I) == 'u' ? " " : "  ";
        Line += kind(I) == 'r' ? Pad + Row[I] : Row[I] + Pad;
      }
      OS << llvm::StringRef(Line).rtrim(' ') << '\n';
    }
  }

private:
  char kind(size_t Column) const {
    return Column < Alignment.size() ? Alignment[Column] : 'r';
  }

  llvm::StringRef Alignment;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace rafter

#endif // RAFTER_REPORT_TEXTTABLE_H
