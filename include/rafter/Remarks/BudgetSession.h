//===- BudgetSession.h - A file of budgets without Clang --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For compilations whose source is not read, in opt, in the linker, or in Clang
// with the passes alone: budgets become warnings of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_BUDGETSESSION_H
#define RAFTER_REMARKS_BUDGETSESSION_H

#include "rafter/Remarks/BudgetFile.h"

namespace rafter {

/// Demands that the loops of all modules of this process are checked against
/// Patterns, and complaints diagnosed through the context of the module. An
/// error is diagnosed there, too. Does nothing when called again, or if there
/// are no patterns.
void demandBudgets(llvm::Expected<std::vector<BudgetPattern>> Patterns);

} // namespace rafter

#endif // RAFTER_REMARKS_BUDGETSESSION_H
