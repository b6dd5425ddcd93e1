//===- WarningGroups.cpp - Which warnings are wanted ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/WarningGroups.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>

using namespace rafter;
using llvm::StringRef;

StringRef rafter::name(WarningGroup G) {
  switch (G) {
  case WarningGroup::Budget:
    return "rafter-budget";
  case WarningGroup::Unchecked:
    return "rafter-budget-unchecked";
  case WarningGroup::Directive:
    return "rafter-directive";
  }
  llvm_unreachable("a group");
}

bool WarningGroups::apply(StringRef Option) {
  bool IsNegative = Option.consume_front("no-");
  bool IsError = Option.consume_front("error=");
  for (WarningGroup G : {WarningGroup::Budget, WarningGroup::Unchecked,
                         WarningGroup::Directive}) {
    if (Option != name(G))
      continue;
    WarningLevel &Level = Levels[static_cast<unsigned>(G)];
    if (IsError)
      Level = IsNegative ? WarningLevel::OnlyWarning : WarningLevel::Error;
    else if (IsNegative)
      Level = WarningLevel::Ignored;
    else if (Level == WarningLevel::Ignored)
      Level = WarningLevel::Warning;
    return true;
  }
  return false;
}
