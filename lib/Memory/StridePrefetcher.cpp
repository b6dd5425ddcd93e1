//===- StridePrefetcher.cpp - Fetches lines of regular loads --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Memory/StridePrefetcher.h"

using namespace rafter;

static constexpr uint64_t PageBytes = 4096;

/// The entry of a load; the set's least recently used one if it has none.
StridePrefetcher::Entry &StridePrefetcher::entry(uint64_t Instruction,
                                                 bool &IsNew) {
  Entry *Set = Table[(Instruction ^ (Instruction >> 4)) % NumSets];
  Entry *Oldest = Set;
  for (unsigned Way = 0; Way != PrefetchTableWays; ++Way) {
    if (Set[Way].Instruction == Instruction) {
      IsNew = false;
      return Set[Way];
    }
    if (Set[Way].Used < Oldest->Used)
      Oldest = &Set[Way];
  }
  IsNew = true;
  return *Oldest;
}

void StridePrefetcher::observe(uint64_t Instruction, uint64_t DataAddress,
                               llvm::SmallVectorImpl<uint64_t> &Lines) {
  if (!isOn())
    return;
  bool IsNew;
  Entry &E = entry(Instruction, IsNew);
  if (IsNew) {
    E = {Instruction, DataAddress, 0, ++Time, Threshold};
    return;
  }
  E.Used = ++Time;
  int64_t Stride = int64_t(DataAddress - E.Last);
  E.Last = DataAddress;
  if (Stride == 0)
    return;
  if (Stride == E.Stride) {
    if (E.Confidence != MaxConfidence)
      ++E.Confidence;
  } else {
    if (E.Confidence != 0)
      --E.Confidence;
    if (E.Confidence < Threshold)
      E.Stride = Stride;
  }
  if (E.Confidence < Threshold || E.Stride == 0)
    return;
  int64_t Step = E.Stride;
  if (Step > -int64_t(BytesOfLine) && Step < int64_t(BytesOfLine))
    Step = Step < 0 ? -int64_t(BytesOfLine) : int64_t(BytesOfLine);
  uint64_t Next = DataAddress;
  for (unsigned I = 0; I != Degree; ++I) {
    Next += uint64_t(Step);
    if (Next / PageBytes != DataAddress / PageBytes)
      return;
    Lines.push_back(Next / BytesOfLine);
  }
}
