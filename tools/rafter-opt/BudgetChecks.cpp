//===- BudgetChecks.cpp - Budgets of the loops of the input ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BudgetChecks.h"
#include "rafter/Frontend/SourceDirectives.h"
#include "rafter/Passes/CommandLine.h"
#include "rafter/Remarks/BudgetCheck.h"
#include "rafter/Remarks/RemarkSession.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using Kind = BudgetFinding::Kind;

struct BudgetChecks::State {
  std::vector<BudgetPattern> Patterns;
  std::shared_ptr<DirectiveTable> Directives =
      std::make_shared<DirectiveTable>();
  /// One object from the compilation of sources to the check: the loops that
  /// were looked at belong to it.
  std::shared_ptr<RemarkDemand> Demand = std::make_shared<RemarkDemand>();
  LoopFindings Found;
  std::vector<BudgetComplaint> Complaints;

  void demand();
  std::vector<BudgetPattern> patternsOf(const llvm::Module &M) const;
  void checkDirectives(const LoopDirectives &D);
  bool anyBudgets() const;
};

Expected<BudgetChecks> BudgetChecks::create(llvm::StringRef Path) {
  auto Shared = std::make_shared<State>();
  if (!Path.empty()) {
    auto Patterns = readBudgetFile(Path);
    if (!Patterns)
      return Patterns.takeError();
    Shared->Patterns = std::move(*Patterns);
  }
  SourceSettings Settings;
  Settings.Take = [Shared](const DirectiveTable &Read) {
    for (const LoopDirectives &D : Read.all())
      Shared->Directives->add(D);
  };
  registerSourceDirectives(std::move(Settings));
  return BudgetChecks(std::move(Shared));
}

bool BudgetChecks::anyFromFile() const { return !Shared->Patterns.empty(); }

std::function<void(llvm::PassBuilder &)> BudgetChecks::passes() const {
  // Loops are looked at before they are vectorized, when it is not known yet
  // whether there are budgets.
  setRemarkDemand(Shared->Demand);
  return [](llvm::PassBuilder &PB) {
    registerRemarks(PB, commandLineRemarkOptions());
  };
}

bool BudgetChecks::State::anyBudgets() const {
  return !Patterns.empty() ||
         llvm::any_of(Directives->all(), [](const LoopDirectives &D) {
           return !D.Budgets.empty();
         });
}

void BudgetChecks::State::checkDirectives(const LoopDirectives &D) {
  for (const Budget &B : D.Budgets) {
    std::string CPU = B.CPU.empty() ? Found.CPU : B.CPU;
    auto Failure = Found.Failures.find(CPU);
    if (Failure != Found.Failures.end()) {
      if (Failure->second)
        Complaints.push_back({WarningGroup::Unchecked, B.Where,
                              "the budget is not checked: " + *Failure->second,
                              ""});
      continue;
    }
    BudgetFinding F = checkBudget(B, D.Loop, Found.Remarks, Found.CPU);
    if (F.What == Kind::Kept)
      continue;
    if (F.What == Kind::NoLoop)
      F.Message = "the budget " + B.Text +
                  " is not checked: no loop of the machine code comes from "
                  "this one";
    Complaints.push_back({F.What == Kind::Exceeded ? WarningGroup::Budget
                                                   : WarningGroup::Unchecked,
                          B.Where, F.Message, F.Note});
  }
}

/// One file has the budgets of a project: those of other files are left out
/// where the module is of one source.
std::vector<BudgetPattern>
BudgetChecks::State::patternsOf(const llvm::Module &M) const {
  if (std::distance(M.debug_compile_units_begin(),
                    M.debug_compile_units_end()) != 1)
    return Patterns;
  std::vector<BudgetPattern> Ours;
  llvm::copy_if(
      Patterns, std::back_inserter(Ours), [&](const BudgetPattern &P) {
        return P.File.empty() || P.matchesFile(M.getSourceFileName()) ||
               llvm::any_of(Found.Remarks,
                            [&](const LoopRemark &L) { return P.matches(L); });
      });
  return Ours;
}

void BudgetChecks::State::demand() {
  Demand->Directives = Directives;
  Demand->AllLoops = !Patterns.empty();
  for (const BudgetPattern &Pattern : Patterns)
    if (!Pattern.Limit.CPU.empty())
      Demand->CPUs.push_back(Pattern.Limit.CPU);
  for (const LoopDirectives &D : Directives->all())
    for (const Budget &B : D.Budgets)
      if (!B.CPU.empty())
        Demand->CPUs.push_back(B.CPU);
  Demand->Sink = [this](const llvm::Module &, const LoopFindings &All) {
    Found = All;
  };
}

Error BudgetChecks::check(const llvm::Module &M) {
  if (!Shared->anyBudgets()) {
    setRemarkDemand(nullptr);
    return Error::success();
  }
  Shared->demand();
  Error E = findLoops(M, commandLineRemarkOptions());
  setRemarkDemand(nullptr);
  if (E)
    return llvm::createStringError("budgets: " + llvm::toString(std::move(E)));
  for (const LoopDirectives &D : Shared->Directives->all())
    Shared->checkDirectives(D);
  llvm::append_range(
      Shared->Complaints,
      checkBudgetFile(Shared->patternsOf(M), Shared->Found, std::nullopt));
  return Error::success();
}

bool BudgetChecks::report(llvm::raw_ostream &OS) const {
  bool Kept = true;
  for (const BudgetComplaint &C : Shared->Complaints) {
    bool Exceeded = C.Group == WarningGroup::Budget;
    OS << "rafter-opt: " << (Exceeded ? "" : "warning: ") << format(C) << '\n';
    Kept &= !Exceeded;
  }
  return Kept;
}
