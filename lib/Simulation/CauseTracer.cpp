//===- CauseTracer.cpp - Follows the causes of time in a stream -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CauseTracer.h"

using namespace rafter;
using namespace rafter::simulation;

void CauseTracer::beginRegion() {
  Machine.lanes().beginRegion(Origin);
  Machine.beginRegion();
}

void CauseTracer::outcomes(const OutcomeView &View) {
  Machine.run(View);
  CauseLanes &Lanes = Machine.lanes();
  if (Lanes.full())
    Lanes.collect([&](CauseLanes::TimeHolder Hold) {
      Machine.forEachTime([&](CauseTime &X) { Hold(X); });
    });
}

int64_t CauseTracer::now() const {
  int64_t Units;
  Machine.time(&Units);
  return Units;
}

void CauseTracer::endIteration() {
  int64_t Units = Before + now();
  Iterations.add(&Units);
}

void CauseTracer::endRegion() {
  Before += now();
  CauseLanes &Lanes = Machine.lanes();
  CauseArena::Event Last = Lanes.eventOf(Machine.retired());
  for (const CauseArena::Share &S : Lanes.arena().sharesOf(Last))
    All[{S.Label.Instruction, S.Label.Resource}] += S.Units;
}
