//===- BudgetSession.cpp - A file of budgets where only passes run --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetSession.h"
#include "rafter/Remarks/BudgetFileCheck.h"
#include "rafter/Remarks/RemarkSession.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

using namespace rafter;

static void diagnose(const llvm::Module &M, const llvm::Twine &Message,
                     llvm::DiagnosticSeverity Severity) {
  M.getContext().diagnose(llvm::DiagnosticInfoGeneric(Message, Severity));
}

void rafter::demandBudgets(
    llvm::Expected<std::vector<BudgetPattern>> Patterns) {
  if (remarkDemand()) {
    llvm::consumeError(Patterns.takeError());
    return;
  }
  auto Demand = std::make_shared<RemarkDemand>();
  if (!Patterns) {
    std::string Why = llvm::toString(Patterns.takeError());
    Demand->Sink = [Why](const llvm::Module &M, const LoopFindings &) {
      diagnose(M, Why, llvm::DS_Error);
    };
    setRemarkDemand(std::move(Demand));
    return;
  }
  if (Patterns->empty())
    return;
  Demand->AllLoops = true;
  for (const BudgetPattern &Pattern : *Patterns)
    if (!Pattern.Limit.CPU.empty())
      Demand->CPUs.push_back(Pattern.Limit.CPU);
  Demand->Sink = [Given = std::move(*Patterns)](const llvm::Module &M,
                                                const LoopFindings &Found) {
    for (const BudgetComplaint &C :
         checkBudgetFile(Given, Found, M.getSourceFileName())) {
      diagnose(M, format(C), llvm::DS_Warning);
      if (!C.Note.empty())
        diagnose(M, C.Note, llvm::DS_Note);
    }
  };
  setRemarkDemand(std::move(Demand));
}
