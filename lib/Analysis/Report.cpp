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

/// Of those that are worth a line one that is as far from the fastest is not as
/// fast.
const Trial *RegionReport::best(bool Safe) const {
  auto counts = [&](const Trial &T) {
    return T.Speedup >= WorthwhileSpeedup && !(Safe && T.Results.Here) &&
           (!T.Measured || T.Measured->Speedup >= WorthwhileSpeedup);
  };
  double Fastest = 0;
  for (const Trial &T : Tried)
    if (counts(T))
      Fastest = std::max(Fastest, T.Speedup);
  // Of equals the one that was measured.
  auto cost = [](const Trial &T) { return std::pair(T.Effort, !T.Measured); };
  const Trial *Best = nullptr;
  for (const Trial &T : Tried)
    if (counts(T) && T.Speedup * WorthwhileSpeedup >= Fastest &&
        (!Best || cost(T) < cost(*Best)))
      Best = &T;
  return Best;
}
