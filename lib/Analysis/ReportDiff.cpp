//===- ReportDiff.cpp - What changed between two reports --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pairing, ratios and conditions; reading and printing are in files of their
// own.
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/ReportDiff.h"
#include "rafter/Report/NumberFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <map>

using namespace rafter;
using llvm::StringRef;

const char *rafter::name(Figure F) {
  switch (F) {
  case Figure::Cycles:
    return "cycles";
  case Figure::CyclesPerIteration:
    return "cycles_per_iteration";
  case Figure::Performance:
    return "performance";
  case Figure::Instructions:
    return "instructions";
  case Figure::FrontEnd:
    return "front_end";
  case Figure::BadSpeculation:
    return "bad_speculation";
  case Figure::BackEnd:
    return "back_end";
  case Figure::Memory:
    return "memory";
  case Figure::Core:
    return "core";
  case Figure::Retiring:
    return "retiring";
  case Figure::Measured:
    return "measured";
  case Figure::Estimate:
    return "estimate";
  }
  return "unknown";
}

double FigureChange::ratio() const {
  if (Old == 0)
    return New == 0 ? 1 : std::numeric_limits<double>::infinity();
  return New / Old;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

static std::vector<FigureChange> figuresOf(const ComparedRegion &Old,
                                           const ComparedRegion &New) {
  std::vector<FigureChange> Changes;
  auto Add = [&](Figure F, std::optional<double> A, std::optional<double> B) {
    if (A && B)
      Changes.push_back({F, *A, *B});
    return A && B;
  };
  if (!Add(Figure::Cycles, Old.MachineCycles, New.MachineCycles))
    Add(Figure::Cycles, Old.RooflineCycles, New.RooflineCycles);
  Add(Figure::CyclesPerIteration, Old.CyclesPerIteration,
      New.CyclesPerIteration);
  Add(Figure::Performance, Old.Performance, New.Performance);
  Add(Figure::Instructions, Old.Instructions, New.Instructions);
  for (const auto &[Area, Share] : New.Counted)
    for (const auto &[OldArea, OldShare] : Old.Counted)
      if (Area == OldArea)
        Changes.push_back({Area, OldShare, Share});
  return Changes;
}

namespace {

/// Finds partners, the surest ones first.
class Pairing {
public:
  Pairing(const std::vector<ComparedRegion> &Old,
          const std::vector<ComparedRegion> &New)
      : Old(Old), New(New), PartnerOfOld(Old.size(), None),
        PartnerOfNew(New.size(), None) {
    using Region = const ComparedRegion &;
    auto SameLoop = [](Region A, Region B) {
      return A.Function == B.Function && A.Loop == B.Loop;
    };
    pair([&](Region A, Region B) {
      return SameLoop(A, B) && A.Name == B.Name && A.File == B.File &&
             A.Line == B.Line;
    });
    pair(
        [&](Region A, Region B) { return SameLoop(A, B) && A.Name == B.Name; });
    pair(SameLoop);
    pairInOrder();
  }

  static constexpr size_t None = ~size_t(0);
  const std::vector<ComparedRegion> &Old, &New;
  std::vector<size_t> PartnerOfOld, PartnerOfNew;

private:
  void join(size_t O, size_t N) {
    PartnerOfOld[O] = N;
    PartnerOfNew[N] = O;
  }

  template <typename Predicate> void pair(Predicate Same) {
    for (size_t N = 0; N < New.size(); ++N)
      for (size_t O = 0; O < Old.size() && PartnerOfNew[N] == None; ++O)
        if (PartnerOfOld[O] == None && Same(Old[O], New[N]))
          join(O, N);
  }

  /// Loops are often named by their lines, which an edit above them moves.
  void pairInOrder() {
    std::map<std::string, std::pair<std::vector<size_t>, std::vector<size_t>>>
        Left;
    for (size_t O = 0; O < Old.size(); ++O)
      if (PartnerOfOld[O] == None)
        Left[Old[O].Function].first.push_back(O);
    for (size_t N = 0; N < New.size(); ++N)
      if (PartnerOfNew[N] == None)
        Left[New[N].Function].second.push_back(N);
    for (const auto &[Function, Indices] : Left) {
      const auto &[InOld, InNew] = Indices;
      if (Function.empty() || InOld.size() != InNew.size())
        continue;
      for (size_t I = 0; I < InOld.size(); ++I)
        join(InOld[I], InNew[I]);
    }
  }
};

} // namespace

ReportDiff rafter::compareReports(std::vector<ComparedRegion> Old,
                                  std::vector<ComparedRegion> New) {
  Pairing Pairs(Old, New);
  ReportDiff Diff;
  for (size_t N = 0; N < New.size(); ++N) {
    size_t O = Pairs.PartnerOfNew[N];
    if (O == Pairing::None)
      Diff.OnlyNew.push_back(New[N]);
    else
      Diff.Regions.push_back({Old[O], New[N], figuresOf(Old[O], New[N])});
  }
  for (size_t O = 0; O < Old.size(); ++O)
    if (Pairs.PartnerOfOld[O] == Pairing::None)
      Diff.OnlyOld.push_back(Old[O]);
  return Diff;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

bool DiffCondition::holds(double Ratio) const {
  switch (Compare) {
  case Operator::Less:
    return Ratio < Bound;
  case Operator::LessEqual:
    return Ratio <= Bound;
  case Operator::Greater:
    return Ratio > Bound;
  case Operator::GreaterEqual:
    return Ratio >= Bound;
  }
  return false;
}

static const char *name(DiffCondition::Operator O) {
  switch (O) {
  case DiffCondition::Operator::Less:
    return "<";
  case DiffCondition::Operator::LessEqual:
    return "<=";
  case DiffCondition::Operator::Greater:
    return ">";
  case DiffCondition::Operator::GreaterEqual:
    return ">=";
  }
  return "?";
}

std::string DiffCondition::text() const {
  return std::string(name(What)) + " " + ::name(Compare) + " " +
         formatNumber(Bound);
}

static llvm::Expected<DiffCondition> parseCondition(StringRef Text) {
  auto Fail = [&](const llvm::Twine &Cause) {
    return llvm::createStringError("'" + Text.trim() + "': " + Cause);
  };
  DiffCondition C;
  StringRef Rest = Text.trim();
  StringRef Word =
      Rest.take_until([](char Ch) { return !llvm::isAlnum(Ch) && Ch != '_'; });
  Rest = Rest.drop_front(Word.size()).ltrim();
  bool Known = false;
  for (unsigned F = 0; F < NumFigures; ++F)
    if (Word == name(static_cast<Figure>(F))) {
      C.What = static_cast<Figure>(F);
      Known = true;
    }
  if (!Known)
    return Fail("expected cycles, cycles_per_iteration, performance, "
                "instructions, or an area of slots: front_end, "
                "bad_speculation, back_end, memory, core, retiring, or of "
                "counters: measured, estimate");
  bool Less = Rest.consume_front("<");
  if (!Less && !Rest.consume_front(">"))
    return Fail("expected <, <=, > or >= after " + Word);
  using Operator = DiffCondition::Operator;
  bool OrEqual = Rest.consume_front("=");
  C.Compare = Less      ? OrEqual ? Operator::LessEqual : Operator::Less
              : OrEqual ? Operator::GreaterEqual
                        : Operator::Greater;
  Rest = Rest.trim();
  if (Rest.empty() || !llvm::to_float(Rest, C.Bound) ||
      !std::isfinite(C.Bound) || C.Bound < 0)
    return Fail("expected a ratio of new to old, such as 1.05");
  return C;
}

llvm::Expected<std::vector<DiffCondition>>
rafter::parseConditions(StringRef Text) {
  std::vector<DiffCondition> Conditions;
  llvm::SmallVector<StringRef> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts) {
    llvm::Expected<DiffCondition> C = parseCondition(Part);
    if (!C)
      return C.takeError();
    Conditions.push_back(*C);
  }
  return Conditions;
}

std::vector<std::string>
rafter::findFailures(const ReportDiff &Diff,
                     llvm::ArrayRef<DiffCondition> Conditions) {
  std::vector<std::string> Lines;
  for (const DiffCondition &C : Conditions) {
    bool Found = false;
    for (const RegionChange &Region : Diff.Regions)
      for (const FigureChange &Change : Region.Figures) {
        if (Change.What != C.What)
          continue;
        Found = true;
        if (!C.holds(Change.ratio()))
          continue;
        SourceLocation Where{Region.New.File,
                             static_cast<unsigned>(Region.New.Line), 0};
        std::string Place = formatLocation(Where);
        Lines.push_back("region '" + Region.New.Name + "'" +
                        (Place.empty() ? "" : " (" + Place + ")") + ": " +
                        name(C.What) + " " + formatNumber(Change.Old, 6) +
                        " to " + formatNumber(Change.New, 6) + ", ratio " +
                        formatNumber(Change.ratio()) + ": " + C.text());
      }
    if (!Found)
      Lines.push_back("'" + C.text() + "': no region has " + name(C.What) +
                      " in both reports");
  }
  return Lines;
}
