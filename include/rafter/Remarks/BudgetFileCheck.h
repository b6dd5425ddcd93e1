//===- BudgetFileCheck.h - The loops of a module against a file -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a file of budgets has to complain about one module.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_BUDGETFILECHECK_H
#define RAFTER_REMARKS_BUDGETFILECHECK_H

#include "rafter/Remarks/BudgetFile.h"
#include "rafter/Remarks/LoopFindings.h"
#include "rafter/Remarks/WarningGroups.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace rafter {

struct BudgetComplaint {
  WarningGroup Group = WarningGroup::Budget;
  /// The loop; no file: there is none.
  SourcePlace Loop;
  /// One line that ends with the place in the file of budgets.
  std::string Message;
  /// What more is known; may be empty.
  std::string Note;
};

/// One complaint for each loop that exceeds a budget and for each budget that
/// is for nothing. Where MainFile is given, which is one of many files that
/// are compiled, a budget may be for others, unless it names that file.
std::vector<BudgetComplaint>
checkBudgetFile(llvm::ArrayRef<BudgetPattern> Patterns,
                const LoopFindings &Found,
                std::optional<llvm::StringRef> MainFile);

/// "k.c:7:3: MESSAGE".
std::string format(const BudgetComplaint &C);

} // namespace rafter

#endif // RAFTER_REMARKS_BUDGETFILECHECK_H
