//===- BudgetFile.h - Budgets for code that is left as it is ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A YAML file of budgets, each for the loops that a pattern describes:
//   budgets:
//   - function: "dot*"
//     file: src/kernels.c
//     line: 10-40
//     quantity: cycles_per_iteration
//     limit: 4.2
//     cpu: znver4
// docs/budgets.md describes it, docs/schema/budgets.schema.json checks it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_BUDGETFILE_H
#define RAFTER_REMARKS_BUDGETFILE_H

#include "rafter/Remarks/LoopRemark.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace rafter {

/// A budget and the loops it is for.
struct BudgetPattern {
  /// Shell patterns; empty matches all. Function is compared with the names in
  /// the source and in the IR, File with the path and each of its ends.
  std::string Function, File;
  /// The lines on which the loop may begin; 0: all.
  unsigned FirstLine = 0, LastLine = 0;
  /// Its place is that in the file of budgets.
  Budget Limit;

  bool matchesFile(llvm::StringRef Path) const;
  bool matches(const LoopRemark &Loop) const;
};

/// Parses a file of budgets. Errors name file, line and key. Names of CPUs are
/// not looked up.
llvm::Expected<std::vector<BudgetPattern>>
parseBudgetFile(llvm::MemoryBufferRef Text);

/// Reads a file of budgets from disk; each CPU must have a file.
llvm::Expected<std::vector<BudgetPattern>> readBudgetFile(llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_REMARKS_BUDGETFILE_H
