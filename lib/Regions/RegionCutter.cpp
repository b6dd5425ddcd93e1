//===- RegionCutter.cpp - Cuts regions out of a stream --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/RegionCutter.h"

using namespace rafter;

void RegionCutter::beginRegion() {
  if (!Cut.OnlyPlaces || Regions == Places.size())
    return;
  Executed = Places[Regions];
  Region = TraceRegion();
}

/// A region does not begin in the middle of an instruction.
bool RegionCutter::begins(const CrackedInstruction &I) const {
  return Cut.SplitsInstructions || !Region.WarmUp.empty() ||
         !Region.Instructions.empty() || !I.has(CrackedInstruction::Continued);
}

bool RegionCutter::take(llvm::ArrayRef<CrackedInstruction> Next) {
  for (const CrackedInstruction &I : Next) {
    if (Regions == Places.size())
      return false;
    bool Reached = Executed >= Places[Regions];
    Executed += !Cut.CountsWhole || !I.has(CrackedInstruction::Continued);
    if (Cut.KeepsState) {
      if (Reached && !held() && begins(I))
        Region.State = State.state(I.Address);
      State.observe(I);
    }
    if (!Reached || !begins(I))
      continue;
    if (Region.WarmUp.size() < Cut.WarmUp) {
      Region.WarmUp.push_back(I);
      continue;
    }
    Region.Instructions.push_back(I);
    if (Region.Instructions.size() < Cut.Instructions)
      continue;
    if (!StandsFor.empty())
      Region.StandsFor = StandsFor[Regions];
    Region.Name = Cut.Name + "@" + std::to_string(Places[Regions++]);
    Failure = Take(std::exchange(Region, TraceRegion()));
    if (Failure)
      Places.resize(Regions);
  }
  return Regions != Places.size();
}
