//===- BudgetFileCheck.cpp - The loops of a module against a file ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/BudgetFileCheck.h"
#include "rafter/Remarks/BudgetCheck.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;
using Kind = BudgetFinding::Kind;

namespace {

/// Checks one pattern.
class PatternCheck {
public:
  PatternCheck(const BudgetPattern &Pattern, const LoopFindings &Found,
               std::vector<BudgetComplaint> &Complaints)
      : Pattern(Pattern), Found(Found), Complaints(Complaints) {}

  void check(std::optional<StringRef> MainFile);

private:
  void checkLoop(const SourcePlace &Place);
  void complain(WarningGroup Group, const SourcePlace &Loop,
                const llvm::Twine &Message, StringRef Note = "") {
    const SourcePlace &Where = Pattern.Limit.Where;
    Complaints.push_back(
        {Group, Loop,
         (Message + " (" + Where.File + ":" + llvm::Twine(Where.Line) + ")")
             .str(),
         Note.str()});
  }

  const BudgetPattern &Pattern;
  const LoopFindings &Found;
  std::vector<BudgetComplaint> &Complaints;
};

void PatternCheck::checkLoop(const SourcePlace &Place) {
  BudgetFinding B = checkBudget(
      Pattern.Limit, Found.Remarks, Found.CPU, [&](const LoopRemark &Loop) {
        return Pattern.matches(Loop) && isSamePlace(Loop.Place, Place);
      });
  if (B.What == Kind::Exceeded)
    complain(WarningGroup::Budget, Place, B.Message, B.Note);
  else if (B.What == Kind::Unknown)
    complain(WarningGroup::Unchecked, Place, B.Message);
}

void PatternCheck::check(std::optional<StringRef> MainFile) {
  StringRef CPU =
      Pattern.Limit.CPU.empty() ? StringRef(Found.CPU) : Pattern.Limit.CPU;
  bool IsOurs =
      !MainFile || (!Pattern.File.empty() && Pattern.matchesFile(*MainFile));
  auto Failure = Found.Failures.find(CPU.str());
  if (Failure != Found.Failures.end()) {
    if (IsOurs && Failure->second)
      complain(WarningGroup::Unchecked, {},
               "the budget is not checked: " + *Failure->second);
    return;
  }
  std::vector<SourcePlace> Places;
  for (const LoopRemark &Loop : Found.Remarks)
    if (Loop.CPU == CPU && Pattern.matches(Loop) &&
        llvm::none_of(Places, [&](const SourcePlace &Other) {
          return isSamePlace(Other, Loop.Place);
        }))
      Places.push_back(Loop.Place);
  for (const SourcePlace &Place : Places)
    checkLoop(Place);
  if (!Places.empty() || !IsOurs)
    return;
  if (Found.HasPlaces || Pattern.File.empty())
    complain(WarningGroup::Unchecked, {},
             "no loop of the machine code matches the budget");
  else
    complain(WarningGroup::Unchecked, {},
             "the budget is not checked: the machine code has no source "
             "locations");
}

} // namespace

std::vector<BudgetComplaint>
rafter::checkBudgetFile(ArrayRef<BudgetPattern> Patterns,
                        const LoopFindings &Found,
                        std::optional<StringRef> MainFile) {
  std::vector<BudgetComplaint> Complaints;
  for (const BudgetPattern &Pattern : Patterns)
    PatternCheck(Pattern, Found, Complaints).check(MainFile);
  return Complaints;
}

std::string rafter::format(const BudgetComplaint &C) {
  std::string Text;
  if (!C.Loop.File.empty())
    Text = C.Loop.File + ":" + std::to_string(C.Loop.Line) + ":" +
           std::to_string(C.Loop.Column) + ": ";
  return Text + C.Message;
}
