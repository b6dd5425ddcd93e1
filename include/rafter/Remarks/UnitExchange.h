//===- UnitExchange.h - Source and code of one compilation ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the side that reads the source and the side that generates code tell
// each other about the translation unit that is being compiled. It is passed on
// in memory: nothing of it is in the AST or in the IR.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_UNITEXCHANGE_H
#define RAFTER_REMARKS_UNITEXCHANGE_H

#include "rafter/Remarks/LoopRemark.h"
#include <map>
#include <set>

namespace rafter {

struct UnitExchange {
  /// The source is read by a side that checks its budgets in the end.
  bool HasSource = false;
  DirectiveTable Directives;

  /// Code was generated and looked at; else the rest is empty.
  bool HasCode = false;
  /// Some of its loops have source locations.
  bool HasPlaces = false;
  /// The CPU file of budgets that name none.
  std::string CPU;
  /// Of each loop with directives, on each CPU that its budgets name.
  std::vector<LoopRemark> Remarks;
  /// Why there is nothing about a CPU; empty: it has another instruction set.
  std::map<std::string, std::string> Failures;

  /// The CPUs that budgets name.
  std::set<std::string> namedCPUs() const;
};

/// That of this process, which compiles one translation unit at a time.
UnitExchange &unitExchange();

} // namespace rafter

#endif // RAFTER_REMARKS_UNITEXCHANGE_H
