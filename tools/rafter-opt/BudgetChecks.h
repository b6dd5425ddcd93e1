//===- BudgetChecks.h - Budgets of the loops of the input -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Budgets from a file and from the directives of sources, checked on the code
// that would be generated for the input as it is read.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_BUDGETCHECKS_H
#define RAFTER_TOOLS_RAFTEROPT_BUDGETCHECKS_H

#include "rafter/Remarks/BudgetFileCheck.h"
#include <functional>
#include <memory>

namespace llvm {
class Module;
class PassBuilder;
class raw_ostream;
} // namespace llvm

namespace rafter {

class BudgetChecks {
public:
  /// Path is that of a file of budgets, or empty. From now on the directives of
  /// all sources are read.
  static llvm::Expected<BudgetChecks> create(llvm::StringRef Path);

  bool anyFromFile() const;
  /// What compilations of sources have to run.
  std::function<void(llvm::PassBuilder &)> passes() const;
  /// Generates code for a copy of M and checks it, if there are any budgets.
  llvm::Error check(const llvm::Module &M);
  /// One line for each complaint. False: a budget is exceeded.
  bool report(llvm::raw_ostream &OS) const;

private:
  struct State;
  explicit BudgetChecks(std::shared_ptr<State> Given)
      : Shared(std::move(Given)) {}
  std::shared_ptr<State> Shared;
};

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_BUDGETCHECKS_H
