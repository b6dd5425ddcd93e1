//===- RemarkFilter.cpp - What is worth saying ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/EmitRemarks.h"
#include "rafter/Support/SystemHeaders.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

static llvm::Error compile(StringRef Option, StringRef Text,
                           std::optional<llvm::Regex> &Result) {
  if (Text.empty())
    return llvm::Error::success();
  Result.emplace(Text);
  std::string Why;
  if (Result->isValid(Why))
    return llvm::Error::success();
  return llvm::createStringError("-" + Option + ": '" + Text +
                                 "' is no regular expression: " + Why);
}

Expected<RemarkFilter> RemarkFilter::create(const RemarkOptions &Options) {
  RemarkFilter F;
  F.SystemHeaders = Options.SystemHeaders;
  F.Threshold = Options.Threshold;
  F.LeastShare = Options.LeastShare;
  if (auto E = compile("rafter-remark-paths", Options.Paths, F.Paths))
    return E;
  if (auto E =
          compile("rafter-remark-functions", Options.Functions, F.Functions))
    return E;
  return F;
}

bool RemarkFilter::allowsFunction(StringRef Symbol, StringRef Name) const {
  return !Functions || Functions->match(Symbol) || Functions->match(Name);
}

bool RemarkFilter::allowsFile(StringRef Path) const {
  return (SystemHeaders || !isSystemHeader(Path)) &&
         (!Paths || Paths->match(Path));
}

bool RemarkFilter::isForeign(StringRef Path) const {
  return !SystemHeaders && isSystemHeader(Path);
}

/// How much of the time of a loop is that of the functions that it calls, is
/// not known.
static bool hasCalls(const LoopRemark &R) {
  return llvm::is_contained(R.Differences, LoopDifference::Calls);
}

std::optional<Silence> RemarkFilter::rejects(const LoopRemark &R) const {
  if (!allowsFunction(R.Symbol, R.Function) || !allowsFile(R.Place.File))
    return Silence::Elsewhere;
  if (!(R.Weight > 0) || R.Calls == 0u)
    return Silence::NeverRun;
  if ((R.Share < LeastShare && !R.IsOuter) || R.IsLeftOver)
    return Silence::Cold;
  if (hasCalls(R))
    return Silence::Calls;
  return std::nullopt;
}

std::optional<Silence>
RemarkFilter::rejectsExplained(const LoopRemark &R) const {
  if (std::optional<Silence> Why = rejects(R))
    return Why;
  if (R.Gain >= Threshold)
    return R.PaysLate ? std::optional(Silence::PaysLate) : std::nullopt;
  if (R.WasTried)
    return Silence::TriedInVain;
  return R.Gain > 1 ? Silence::LittleToGain : Silence::NoRemedy;
}

namespace {

/// Chooses among the remarks on each place.
class Chooser {
public:
  Chooser(llvm::ArrayRef<LoopRemark> Remarks, const RemarkFilter &Filter,
          const RemarkChoice &Choice)
      : Remarks(Remarks), Filter(Filter), Choice(Choice) {}

  ChosenRemarks choose();

private:
  using Positions = std::vector<size_t>;

  bool isNeeded(size_t I) const {
    return Choice.IsNeeded && Choice.IsNeeded(Remarks[I]);
  }
  std::vector<Positions> byPlace() const;
  void chooseOf(llvm::ArrayRef<size_t> SamePlace);

  llvm::ArrayRef<LoopRemark> Remarks;
  const RemarkFilter &Filter;
  const RemarkChoice &Choice;
  size_t Explained = 0;
  ChosenRemarks Result;
};

} // namespace

/// The heaviest place and copy first.
std::vector<Chooser::Positions> Chooser::byPlace() const {
  std::map<std::tuple<std::string, unsigned, unsigned, size_t>, Positions>
      Places;
  for (size_t I = 0; I != Remarks.size(); ++I) {
    const LoopRemark &R = Remarks[I];
    // Without a line each is for itself.
    Places[{R.Place.File, R.Place.Line, R.Place.Column,
            R.Place.Line == 0 ? I + 1 : 0}]
        .push_back(I);
  }
  std::vector<Positions> Result;
  auto isHeavier = [&](size_t A, size_t B) {
    return Remarks[A].Weight > Remarks[B].Weight;
  };
  for (auto &[Place, Same] : Places) {
    llvm::stable_sort(Same, isHeavier);
    Result.push_back(std::move(Same));
  }
  llvm::stable_sort(Result, [&](const Positions &A, const Positions &B) {
    return isHeavier(A.front(), B.front());
  });
  return Result;
}

void Chooser::chooseOf(llvm::ArrayRef<size_t> SamePlace) {
  std::optional<std::pair<size_t, Silence>> Silent;
  for (size_t I : SamePlace) {
    bool Needed = isNeeded(I);
    std::optional<Silence> Why = Filter.rejects(Remarks[I]);
    if (!Why && !Needed && Explained == Choice.Most)
      Why = Silence::TooMany;
    if (!Why || Needed) {
      Explained += !Needed;
      if (Choice.Explain)
        Choice.Explain(I);
      Why = Filter.rejectsExplained(Remarks[I]);
    }
    if (!Why || Needed) {
      Result.Printed.push_back(I);
      return;
    }
    if (!Silent)
      Silent = {I, *Why};
  }
  if (Silent)
    Result.Silent.push_back(*Silent);
}

ChosenRemarks Chooser::choose() {
  for (const Positions &SamePlace : byPlace())
    chooseOf(SamePlace);
  llvm::sort(Result.Printed);
  llvm::sort(Result.Silent);
  return std::move(Result);
}

ChosenRemarks rafter::chooseRemarks(llvm::ArrayRef<LoopRemark> Remarks,
                                    const RemarkFilter &Filter,
                                    const RemarkChoice &Choice) {
  return Chooser(Remarks, Filter, Choice).choose();
}
