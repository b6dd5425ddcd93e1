//===- CauseLanes.cpp - Times that know who they are owed to --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CauseLanes.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::simulation;

void WaitCounts::waitedFor(CauseLabel Label) {
  for (size_t I = 0; I != Causes.size(); ++I) {
    if (Causes[I].Label != Label)
      continue;
    ++Causes[I].Times;
    // The frequent ones come first.
    if (I != 0 && Causes[I].Times > Causes[I - 1].Times)
      std::swap(Causes[I], Causes[I - 1]);
    return;
  }
  if (Causes.size() == MostCauses) {
    // Everyone pays for the newcomer (Misra and Gries, 1982).
    for (Cause &C : Causes)
      --C.Times;
    std::erase_if(Causes, [](const Cause &C) { return C.Times == 0; });
    return;
  }
  Causes.push_back({Label, 1});
}

/// X moved on to Value, which Label takes the blame for.
CauseTime CauseLanes::extend(Time X, int32_t Value, CauseLabel Label) {
  if (X.Event == CauseArena::None)
    X = LastDispatch;
  if (Value <= X.Value)
    return {Value, CauseArena::None};
  // The difference of two values can be wider than the type.
  constexpr int32_t Most = std::numeric_limits<int32_t>::max();
  int64_t Left = int64_t(Value) - X.Value;
  for (; Left > Most; Left -= Most)
    X.Event = Arena.add(X.Event, Label, Most);
  return {Value, Arena.add(X.Event, Label, static_cast<int32_t>(Left))};
}

/// X has no event. What it becomes counts only as far as it is after dispatch.
CauseTime CauseLanes::spendFromPast(Time X, Ints Cost, ResourceId Who) {
  if (X.Value > LastDispatch.Value)
    X = extend(X, X.Value, Nobody);
  return extend(X, X.Value + Cost, {Current, Who});
}

CauseTime CauseLanes::constrainShifted(Time X, Time C, Ints Offset, Ints Base,
                                       Reason Why) {
  int32_t Value = std::max(C.Value, Base - Offset) + Offset;
  if (Value <= X.Value)
    return X;
  if (C.Event == CauseArena::None || Value != C.Value + Offset)
    return extend(X, Value, Nobody);
  if (Offset == 0)
    return constrain(X, C, Why);
  if (!Arena.isSingle(C.Event))
    return extend(X, Value, Nobody);
  // The producer takes longer, or less long, for this reader.
  CauseLabel Label = Arena.label(C.Event);
  if (Offset > 0)
    return {Value, Arena.add(C.Event, Label, Offset)};
  int32_t Short = -Offset;
  CauseArena::Event E = C.Event;
  while (Arena.isSingle(E) && Arena.units(E) <= Short) {
    Short -= Arena.units(E);
    E = Arena.parent(E);
  }
  if (Short == 0)
    return {Value, E};
  if (!Arena.isSingle(E))
    return extend(X, Value, Label);
  return {Value,
          Arena.add(Arena.parent(E), Arena.label(E), Arena.units(E) - Short)};
}

void CauseLanes::issued(Time X) {
  Log.issued(X.Value);
  if (X.Value <= LastDispatch.Value)
    return;
  WaitCounts &C = Counts[Current];
  C.Wait += int64_t(X.Value) - LastDispatch.Value;
  if (Arena.isSingle(X.Event) &&
      Arena.label(X.Event).Instruction != CauseLabel::NoInstruction)
    C.waitedFor(Arena.label(X.Event));
}

void CauseLanes::beginRegion(Ints Value) {
  Arena.clear();
  Log.beginRegion(Value);
  LastDispatch = {Value, CauseArena::Root};
}

void CauseLanes::collect(llvm::function_ref<void(TimeHolder)> Visit) {
  int64_t Oldest = int64_t(LastDispatch.Value) - Reach * UnitsPerCycle;
  Arena.collect([&](CauseArena::Holder Hold) {
    Hold(LastDispatch.Event);
    Visit([&](Time &X) {
      if (X.Event == CauseArena::None)
        return;
      if (X.Value < Oldest)
        X.Event = CauseArena::None;
      else
        Hold(X.Event);
    });
  });
}
