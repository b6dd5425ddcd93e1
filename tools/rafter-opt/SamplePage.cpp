//===- SamplePage.cpp - What samples say, for the browser -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SamplePage.h"
#include "rafter/Analysis/WriteReport.h"

using namespace rafter;

void rafter::printSamplePage(llvm::ArrayRef<NamedFinding> Found,
                             llvm::raw_ostream &OS) {
  Report R;
  for (const auto &[Name, F] : Found) {
    R.Input += (R.Input.empty() ? "" : ", ") + Name;
    RegionReport Region;
    Region.Name = Name;
    Region.How = Mode::Measured;
    Region.add(F);
    R.Regions.push_back(std::move(Region));
  }
  printHTML(R, OS);
}
