//===- BuildConditions.cpp - When a build fails ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildSections.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;
using Figure = BuildCondition::Figure;
using Operator = BuildCondition::Operator;

/// Longer operators come first.
static constexpr std::pair<llvm::StringLiteral, Operator> Operators[] = {
    {">=", Operator::GreaterEqual},
    {"<=", Operator::LessEqual},
    {">", Operator::Greater},
    {"<", Operator::Less}};

static constexpr std::pair<llvm::StringLiteral, Figure> Figures[] = {
    {"remarks", Figure::Remarks},
    {"gain", Figure::Gain},
    {"cycles", Figure::Cycles},
    {"saved", Figure::Saved}};

static Expected<BuildCondition> parse(StringRef Text) {
  BuildCondition C;
  C.Text = Text.trim().str();
  for (auto [Sign, Compare] : Operators) {
    if (!Text.contains(Sign))
      continue;
    auto [Name, Number] = Text.split(Sign);
    C.Compare = Compare;
    const auto *Known = llvm::find_if(
        Figures, [&](const auto &F) { return F.first == Name.trim(); });
    if (Known == std::end(Figures))
      return llvm::createStringError(
          "'" + Name.trim() + "' is none of remarks, gain, cycles, saved");
    C.What = Known->second;
    if (Number.trim().getAsDouble(C.Bound) || !std::isfinite(C.Bound))
      return llvm::createStringError("'" + Number.trim() + "' is no number");
    return C;
  }
  return llvm::createStringError(
      "'" + C.Text + "': expected FIGURE OP NUMBER, as in gain >= 2");
}

Expected<std::vector<BuildCondition>>
rafter::parseBuildConditions(StringRef Text) {
  std::vector<BuildCondition> Conditions;
  for (StringRef Part : llvm::split(Text, ',')) {
    Expected<BuildCondition> C = parse(Part);
    if (!C)
      return C.takeError();
    Conditions.push_back(std::move(*C));
  }
  return Conditions;
}

static bool holds(const BuildCondition &C, double Value) {
  switch (C.Compare) {
  case Operator::Less:
    return Value < C.Bound;
  case Operator::LessEqual:
    return Value <= C.Bound;
  case Operator::Greater:
    return Value > C.Bound;
  case Operator::GreaterEqual:
    return Value >= C.Bound;
  }
  return false;
}

static std::optional<double> valueOf(const LoopRecord &L, Figure F) {
  switch (F) {
  case Figure::Remarks:
    return std::nullopt;
  case Figure::Gain:
    return 1 / (1 - L.gain());
  case Figure::Cycles:
    return L.Cycles;
  case Figure::Saved:
    return L.saved();
  }
  return std::nullopt;
}

std::vector<std::string>
rafter::findFailures(const BuildReport &R,
                     llvm::ArrayRef<BuildCondition> Conditions) {
  std::vector<std::string> Lines;
  uint64_t All = R.Loops.size() + R.LeftOut;
  for (const BuildCondition &C : Conditions) {
    if (C.What == Figure::Remarks && holds(C, double(All)))
      Lines.push_back(formatPlural(All, "remark", "remarks") + ": " + C.Text);
    for (const MergedRecord &M : R.Loops) {
      const LoopRecord &L = M.Heaviest;
      std::optional<double> Value = valueOf(L, C.What);
      if (Value && holds(C, *Value))
        Lines.push_back(formatLocation(L.Place) + ": " + functionOf(L) + ": " +
                        formatNumber(*Value) + ": " + C.Text);
    }
  }
  return Lines;
}
