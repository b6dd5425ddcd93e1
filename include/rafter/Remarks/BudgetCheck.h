//===- BudgetCheck.h - Whether loops keep their budgets --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares budgets with what was found about the loops of a module, and says
// in words what was crossed and why. Reporting it is elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_BUDGETCHECK_H
#define RAFTER_REMARKS_BUDGETCHECK_H

#include "rafter/Remarks/BudgetFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

/// What became of one budget.
struct BudgetFinding {
  enum class Kind : uint8_t {
    /// Each of its loops is within the limit.
    Kept,
    Exceeded,
    /// No loop was found that it is about.
    NoLoop,
    /// There is a loop, but not the number.
    Unknown
  };
  Kind What = Kind::NoLoop;
  /// One line without a full stop; empty when the budget is kept.
  std::string Message;
  /// What more is known: what the computation needs, what helps. May be empty.
  std::string Note;
  /// The loop that is furthest from the limit, in the remarks given.
  const LoopRemark *Loop = nullptr;
};

/// Checks B against those of Remarks that IsFor holds for, which may be several
/// where a function was inlined. CPU is that of budgets that name none.
BudgetFinding checkBudget(const Budget &B, llvm::ArrayRef<LoopRemark> Remarks,
                          llvm::StringRef CPU,
                          llvm::function_ref<bool(const LoopRemark &)> IsFor);

/// The same for the loop that begins at Place.
BudgetFinding checkBudget(const Budget &B, const SourcePlace &Place,
                          llvm::ArrayRef<LoopRemark> Remarks,
                          llvm::StringRef CPU);

/// The value that B limits; none: only the number per iteration of the machine
/// loop is known.
std::optional<double> limitedValue(const Budget &B, const LoopRemark &Loop);

} // namespace rafter

#endif // RAFTER_REMARKS_BUDGETCHECK_H
