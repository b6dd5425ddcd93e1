//===- RemarkFilter.cpp - What is worth saying ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/EmitRemarks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

/// Debug information does not say which headers are the system's: these are the
/// folders where compilers and distributions keep them.
static bool isSystemHeader(StringRef Path) {
  return Path.starts_with("/usr/include/") ||
         Path.starts_with("/usr/local/include/") ||
         Path.starts_with("/usr/lib/") || Path.contains("/include/c++/");
}

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

/// The time of a loop that calls functions and computes nothing itself is that
/// of the calls, which is not known.
static bool onlyCalls(const LoopRemark &R) {
  return !R.LeastCycles &&
         llvm::is_contained(R.Differences, LoopDifference::Calls);
}

bool RemarkFilter::allows(const LoopRemark &R) const {
  if (onlyCalls(R))
    return false;
  bool Gains = R.factor() >= Threshold || R.excess() >= Threshold;
  return Gains && R.Weight > 0 && R.Share >= LeastShare &&
         allowsFunction(R.Symbol, R.Function) && allowsFile(R.Place.File);
}

std::vector<size_t>
rafter::chooseRemarks(llvm::ArrayRef<LoopRemark> Remarks,
                      const RemarkFilter &Filter,
                      const std::function<bool(const LoopRemark &)> &IsNeeded) {
  std::map<std::tuple<std::string, unsigned, unsigned>, size_t> Heaviest;
  std::vector<size_t> Chosen;
  for (size_t I = 0; I != Remarks.size(); ++I) {
    const LoopRemark &R = Remarks[I];
    if (!Filter.allows(R) && !(IsNeeded && IsNeeded(R)))
      continue;
    if (R.Place.Line == 0) {
      Chosen.push_back(I);
      continue;
    }
    auto [Place, IsNew] =
        Heaviest.insert({{R.Place.File, R.Place.Line, R.Place.Column}, I});
    if (!IsNew && R.Weight > Remarks[Place->second].Weight)
      Place->second = I;
  }
  for (const auto &[Place, I] : Heaviest)
    Chosen.push_back(I);
  std::sort(Chosen.begin(), Chosen.end());
  return Chosen;
}
