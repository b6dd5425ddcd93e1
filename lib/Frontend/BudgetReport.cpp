//===- BudgetReport.cpp - Budgets as warnings at their lines --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceReader.h"
#include "rafter/Remarks/BudgetCheck.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace rafter;
using clang::SourceLocation;
using llvm::StringRef;
using Action = clang::frontend::ActionKind;

static bool isPrecompilation(Action Kind) {
  return Kind == Action::GeneratePCH || Kind == Action::GenerateModule ||
         Kind == Action::GenerateModuleInterface ||
         Kind == Action::GenerateReducedModuleInterface ||
         Kind == Action::GenerateHeaderUnit;
}

std::string SourceReader::whyUnchecked() const {
  switch (Clang.getFrontendOpts().ProgramAction) {
  case Action::EmitObj:
  case Action::EmitAssembly:
  case Action::EmitCodeGenOnly:
    break;
  case Action::EmitBC:
  case Action::EmitLLVM:
  case Action::EmitLLVMOnly:
    return "only LLVM IR is generated here, no machine code; budgets for code "
           "that is generated when it is linked go into a file "
           "(-rafter-budgets)";
  default:
    return "no machine code is generated";
  }
  if (!Code)
    return "the passes that look at the machine code did not run";
  if (!Code->HasPlaces)
    return "the machine code has no source locations; give -g, "
           "-gline-tables-only or -Rpass-analysis=rafter";
  return "";
}

void SourceReader::check(const PlacedBudget &B) {
  std::string CPU = B.What.CPU.empty() ? Code->CPU : B.What.CPU;
  if (auto It = Code->Failures.find(CPU); It != Code->Failures.end()) {
    // One header may have budgets for several instruction sets.
    if (It->second)
      Diagnostics.warn(WarningGroup::Unchecked, B.Where,
                       "the budget " + B.What.Text +
                           " is not checked: " + *It->second);
    return;
  }
  BudgetFinding Found = checkBudget(B.What, B.Loop, Code->Remarks, Code->CPU);
  switch (Found.What) {
  case BudgetFinding::Kind::Kept:
    return;
  case BudgetFinding::Kind::Exceeded:
    if (Diagnostics.warn(WarningGroup::Budget, B.Where, Found.Message) &&
        !Found.Note.empty())
      Diagnostics.note(B.LoopWhere, Found.Note);
    return;
  case BudgetFinding::Kind::Unknown:
    Diagnostics.warn(WarningGroup::Unchecked, B.Where, Found.Message);
    return;
  case BudgetFinding::Kind::NoLoop:
    // What a header offers need not be used everywhere.
    if (isInMainFile(B.LoopWhere))
      Diagnostics.warn(
          WarningGroup::Unchecked, B.Where,
          "the budget " + B.What.Text +
              " is not checked: no loop of the machine code comes from this "
              "one; " +
              (B.Dependent
                   ? "its template is not instantiated here, or the loop was "
                     "optimized away or unrolled"
                   : "it was optimized away or unrolled, or its function is "
                     "not used"));
    return;
  }
}

void SourceReader::checkBudgetFile() {
  const clang::SourceManager &Sources = Clang.getSourceManager();
  std::string MainFile;
  if (auto File = Sources.getFileEntryRefForID(Sources.getMainFileID()))
    MainFile = File->getName();
  for (const BudgetComplaint &C :
       rafter::checkBudgetFile(Patterns, *Code, StringRef(MainFile))) {
    SourceLocation Where = find(C.Loop);
    // Without a place in the source the text names it.
    if (Diagnostics.warn(C.Group, Where,
                         Where.isValid() ? C.Message : format(C)) &&
        !C.Note.empty())
      Diagnostics.note(Where, C.Note);
  }
}

void SourceReader::finish() {
  if (Diagnostics.anyErrors())
    return;
  if (Settings.Take)
    return Settings.Take(*Table);
  if (First.isValid() &&
      isPrecompilation(Clang.getFrontendOpts().ProgramAction)) {
    Diagnostics.warn(WarningGroup::Directive, First,
                     "directives in a precompiled header or module are not "
                     "seen where it is used");
    return;
  }
  if (Code && !Patterns.empty())
    checkBudgetFile();
  if (Budgets.empty())
    return;
  if (std::string Why = whyUnchecked(); !Why.empty()) {
    Diagnostics.warn(WarningGroup::Unchecked, Budgets.front().Where,
                     "budgets are not checked: " + Why);
    return;
  }
  for (const PlacedBudget &B : Budgets)
    check(B);
}
