//===- BudgetCheck.cpp - Whether loops keep their budgets -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;
using Kind = BudgetFinding::Kind;

std::optional<double> rafter::limitedValue(const Budget &B,
                                           const LoopRemark &Loop) {
  if (!Loop.VectorFactor)
    return std::nullopt;
  switch (B.Quantity) {
  case BudgetQuantity::CyclesPerIteration:
    return Loop.Cycles;
  case BudgetQuantity::InstructionsPerIteration:
    return Loop.Instructions;
  case BudgetQuantity::SpillsPerIteration:
    return Loop.Spills;
  }
  llvm_unreachable("a quantity");
}

/// With so many decimals that a value beyond Limit does not look equal to it.
static std::string formatBeside(double Value, double Limit) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  bool Near = std::abs(Value - Limit) < 0.01;
  OS << llvm::format(Near ? "%.6f" : "%.2f", Value);
  return Text;
}

/// "takes 5.33 cycles".
static std::string amount(const Budget &B, double Value) {
  std::string Number = formatBeside(Value, B.Limit);
  switch (B.Quantity) {
  case BudgetQuantity::CyclesPerIteration:
    return "takes " + Number + " cycles";
  case BudgetQuantity::InstructionsPerIteration:
    return "executes " + Number + " instructions";
  case BudgetQuantity::SpillsPerIteration:
    return "spills or reloads " + Number + " values";
  }
  llvm_unreachable("a quantity");
}

static std::string formatExceeded(const Budget &B, double Value,
                                  const LoopRemark &Loop, bool NameFunction) {
  std::string Text = "the loop " + amount(B, Value) + " per iteration on " +
                     Loop.CPU + ", over its budget of " + B.Text;
  if (NameFunction)
    Text += ", in '" + Loop.Function + "'";
  if (B.Quantity == BudgetQuantity::CyclesPerIteration &&
      !Loop.Limit.Resources.empty())
    Text += ": bound by " + describe(Loop.Limit);
  return Text;
}

static std::string formatNote(const LoopRemark &Loop) {
  llvm::SmallVector<std::string> Parts;
  if (Loop.LeastCycles)
    Parts.push_back(
        "the computation needs at least " +
        formatBeside(*Loop.LeastCycles, 1e9) + " cycles" +
        (Loop.LeastLimit.empty() ? "" : " (" + Loop.LeastLimit + ")"));
  if (!Loop.Differences.empty()) {
    llvm::SmallVector<StringRef> Names;
    for (LoopDifference D : Loop.Differences)
      Names.push_back(name(D));
    Parts.push_back("the machine code adds: " + llvm::join(Names, ", "));
  }
  if (!Loop.Advice.empty())
    Parts.push_back(Loop.Advice);
  std::string Text = llvm::join(Parts, "; ");
  if (!Loop.Assumptions.empty())
    Text += std::string(Text.empty() ? "" : " ") + "[" +
            llvm::join(Loop.Assumptions, ", ") + "]";
  return Text;
}

BudgetFinding
rafter::checkBudget(const Budget &B, ArrayRef<LoopRemark> Remarks,
                    StringRef CPU,
                    llvm::function_ref<bool(const LoopRemark &)> IsFor) {
  BudgetFinding Found;
  StringRef On = B.CPU.empty() ? CPU : StringRef(B.CPU);
  unsigned Copies = 0;
  double Worst = 0;
  for (const LoopRemark &Loop : Remarks) {
    if (Loop.CPU != On || !IsFor(Loop))
      continue;
    ++Copies;
    std::optional<double> Value = limitedValue(B, Loop);
    bool IsFirst = Found.What == Kind::NoLoop || Found.What == Kind::Unknown;
    if (!Value && IsFirst) {
      Found.What = Kind::Unknown;
      Found.Loop = &Loop;
    } else if (Value && (IsFirst || *Value > Worst)) {
      Found.What = B.allows(*Value) ? Kind::Kept : Kind::Exceeded;
      Found.Loop = &Loop;
      Worst = *Value;
    }
  }
  if (Found.What == Kind::Unknown)
    Found.Message = "the budget " + B.Text +
                    " is not checked: it is not known how many iterations of "
                    "the loop one of the machine code covers";
  if (Found.What == Kind::Exceeded) {
    Found.Message = formatExceeded(B, Worst, *Found.Loop, Copies > 1);
    Found.Note = formatNote(*Found.Loop);
  }
  return Found;
}

BudgetFinding rafter::checkBudget(const Budget &B, const SourcePlace &Place,
                                  ArrayRef<LoopRemark> Remarks, StringRef CPU) {
  return checkBudget(B, Remarks, CPU, [&](const LoopRemark &Loop) {
    return isSamePlace(Loop.Place, Place);
  });
}
