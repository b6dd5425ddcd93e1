//===- Directives.cpp - What the source says about its loops --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/Directives.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::StringRef;

const char *rafter::name(BudgetQuantity Q) {
  switch (Q) {
  case BudgetQuantity::CyclesPerIteration:
    return "cycles_per_iteration";
  case BudgetQuantity::InstructionsPerIteration:
    return "instructions_per_iteration";
  case BudgetQuantity::SpillsPerIteration:
    return "spills_per_iteration";
  }
  llvm_unreachable("a quantity");
}

std::optional<BudgetQuantity> rafter::findQuantity(StringRef Name) {
  for (BudgetQuantity Q : {BudgetQuantity::CyclesPerIteration,
                           BudgetQuantity::InstructionsPerIteration,
                           BudgetQuantity::SpillsPerIteration})
    if (Name == name(Q))
      return Q;
  return std::nullopt;
}

/// Whether Long is Short, or ends with it behind a separator.
static bool endsWithPath(StringRef Long, StringRef Short) {
  if (Short.empty() || !Long.ends_with(Short))
    return false;
  return Long.size() == Short.size() || Short.front() == '/' ||
         Long[Long.size() - Short.size() - 1] == '/';
}

bool rafter::isSameFile(StringRef A, StringRef B) {
  A = llvm::sys::path::remove_leading_dotslash(A);
  B = llvm::sys::path::remove_leading_dotslash(B);
  return endsWithPath(A, B) || endsWithPath(B, A);
}

bool rafter::isSamePlace(const SourcePlace &A, const SourcePlace &B) {
  return A.Line == B.Line &&
         (A.Column == B.Column || A.Column == 0 || B.Column == 0) &&
         isSameFile(A.File, B.File);
}

void DirectiveTable::add(LoopDirectives D) {
  auto Known = llvm::find_if(Entries, [&](const LoopDirectives &Other) {
    return Other.Loop.Line == D.Loop.Line &&
           Other.Loop.Column == D.Loop.Column && Other.Loop.File == D.Loop.File;
  });
  if (Known == Entries.end()) {
    Entries.push_back(std::move(D));
    return;
  }
  Known->Analyze |= D.Analyze;
  if (D.TripCount)
    Known->TripCount = D.TripCount;
  if (D.Level)
    Known->Level = D.Level;
  for (Budget &B : D.Budgets)
    Known->Budgets.push_back(std::move(B));
}

const LoopDirectives *DirectiveTable::find(StringRef File, unsigned Line,
                                           unsigned Column) const {
  SourcePlace Place{File.str(), Line, Column};
  for (const LoopDirectives &D : Entries)
    if (isSamePlace(D.Loop, Place))
      return &D;
  return nullptr;
}
