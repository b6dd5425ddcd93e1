//===- Formula.h - Arithmetic on counts -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products, min(...) and max(...) of numbers and names, as published
// metrics are made of. What is divided by nothing is nothing, as perf has it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOPDOWN_FORMULA_H
#define RAFTER_TOPDOWN_FORMULA_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace rafter {

/// The value of a name; none: it is not known.
using FormulaNames =
    llvm::function_ref<std::optional<double>(llvm::StringRef Name)>;

/// The value of Text; none if a name of it has none. Error: what is wrong with
/// Text, and where.
llvm::Expected<std::optional<double>> evaluateFormula(llvm::StringRef Text,
                                                      FormulaNames Names);

} // namespace rafter

#endif // RAFTER_TOPDOWN_FORMULA_H
