//===- HTMLTable.h - A table of the page ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects rows of markup and prints them as one block that can be folded away.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REPORT_HTMLTABLE_H
#define RAFTER_LIB_REPORT_HTMLTABLE_H

#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace rafter {

/// A table in the making; cells are markup already.
class HTMLTable {
public:
  /// Columns from FirstNumeric on are numbers, up to EndNumeric.
  HTMLTable(std::vector<std::string> Head, size_t FirstNumeric,
            size_t EndNumeric = ~size_t(0))
      : FirstNumeric(FirstNumeric), EndNumeric(EndNumeric) {
    Rows.push_back(std::move(Head));
  }
  void add(std::vector<std::string> Row) { Rows.push_back(std::move(Row)); }

  /// Prints the block unless the table has no rows.
  void print(llvm::raw_ostream &OS, const std::string &Title, bool Open,
             const char *Class = "") const;

private:
  size_t FirstNumeric, EndNumeric;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace rafter

#endif // RAFTER_LIB_REPORT_HTMLTABLE_H
