//===- Report.cpp - What an analysis run has to say -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Analysis/Report.h"
#include "rafter/Report/SourceText.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

bool RegionReport::has(llvm::StringRef Method) const {
  return llvm::any_of(Findings, [&](const std::shared_ptr<const Finding> &F) {
    return F->method() == Method;
  });
}

void RegionReport::add(std::shared_ptr<const Finding> F) {
  for (std::shared_ptr<const Finding> &Known : Findings)
    if (Known->method() == F->method()) {
      Known = std::move(F);
      return;
    }
  Findings.push_back(std::move(F));
}

FindingContext Report::contextOf(const RegionReport &Region,
                                 SourceText &Lines) const {
  return {Region,
          CPU,
          Operations,
          Lines,
          Region.Findings,
          Overrides,
          size_t(&Region - Regions.data()) + 1};
}

std::string rafter::verdict(const Report &R, const RegionReport &Region) {
  SourceText Lines(R.Input);
  return R.contextOf(Region, Lines).verdicts().front();
}

/// A change that brings less is not worth a line, and one that is farther from
/// the fastest is not as fast.
static constexpr double WorthIt = 1.05;

const Trial *RegionReport::best(bool Safe) const {
  auto counts = [&](const Trial &T) {
    return T.Speedup >= WorthIt && !(Safe && T.ChangesResults) &&
           (!T.Measured || T.Measured->Speedup >= WorthIt);
  };
  double Fastest = 0;
  for (const Trial &T : Tried)
    if (counts(T))
      Fastest = std::max(Fastest, T.Speedup);
  // Of equals the one that was measured.
  auto cost = [](const Trial &T) { return std::pair(T.Effort, !T.Measured); };
  const Trial *Best = nullptr;
  for (const Trial &T : Tried)
    if (counts(T) && T.Speedup * WorthIt >= Fastest &&
        (!Best || cost(T) < cost(*Best)))
      Best = &T;
  return Best;
}
