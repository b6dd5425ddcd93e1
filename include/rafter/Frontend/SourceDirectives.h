//===- SourceDirectives.h - Pragmas and attributes in Clang -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's side of directives: reads "#pragma rafter loop ..." and
// "[[rafter::...]]" into the exchange with the side that generates code, and
// reports the budgets that the code exceeds. The AST stays as it is without.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FRONTEND_SOURCEDIRECTIVES_H
#define RAFTER_FRONTEND_SOURCEDIRECTIVES_H

#include "rafter/Remarks/BudgetFile.h"
#include <functional>

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace rafter {

/// What the reader of directives needs from others.
struct SourceSettings {
  /// Adds the passes that find out about loops to a compilation.
  std::function<void(llvm::PassBuilder &)> AddPasses;
  /// The file of budgets, asked for when a compilation begins; may be null.
  std::function<llvm::Expected<std::vector<BudgetPattern>>()> Budgets;
  /// Takes the directives at the end of the source and checks the budgets
  /// itself; null: they are checked when code was generated.
  std::function<void(const DirectiveTable &)> Take;
};

/// From now on every compilation of Clang in this process reads directives, by
/// an AST action that comes behind the main one, and knows the attributes.
/// Does nothing when called again, or where there is no Clang. Always true, so
/// that it can initialize.
bool registerSourceDirectives(SourceSettings Settings);

/// Whether a compilation is running whose directives are read, and which checks
/// all budgets itself.
bool isReadingDirectives();

/// Whether the caller is to add its passes. In a compilation whose directives
/// are read only the first caller is: the plugin may have been loaded for
/// passes as well.
bool claimPasses();

} // namespace rafter

#endif // RAFTER_FRONTEND_SOURCEDIRECTIVES_H
