//===- UnitExchange.cpp - Source and code of one compilation --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one object that outlives a call: Clang makes the two sides of a plugin
// separately and gives them nothing to find each other by.
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/UnitExchange.h"

using namespace rafter;

std::set<std::string> UnitExchange::namedCPUs() const {
  std::set<std::string> Names;
  for (const LoopDirectives &D : Directives.all())
    for (const Budget &B : D.Budgets)
      if (!B.CPU.empty())
        Names.insert(B.CPU);
  return Names;
}

UnitExchange &rafter::unitExchange() {
  static UnitExchange Exchange;
  return Exchange;
}
