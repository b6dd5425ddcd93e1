//===- WarmCaches.cpp - The caches behind a warm-up -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/WarmCaches.h"

using namespace rafter;

const WarmCaches::DataLevel &WarmCaches::data(const CoreDesign &Design) {
  auto [Known, New] = DataLevels.try_emplace(
      {Design.L1Data, Design.PrefetchDegree},
      DataLevel{{CacheHierarchy::emptyL1(Design.L1Data), {}},
                StridePrefetcher(Design.PrefetchDegree)});
  DataLevel &Level = Known->second;
  if (!New)
    return Level;
  uint32_t Time = 0;
  auto Fetch = [&](uint64_t Line, bool IsStore) {
    Level.Requests.push_back(
        {Line, Time, IsStore ? Request::Unique : Request::Read});
    auto Old = Level.Cache.insert(Line, IsStore);
    if (Old.Valid && Old.Dirty)
      Level.Requests.push_back({Old.Line, Time, Request::WriteBack});
  };
  llvm::SmallVector<uint64_t, 4> Lines;
  for (const CrackedInstruction &I : WarmUp) {
    if (I.isLoad() || I.isStore()) {
      uint64_t Line = lineOf(I.DataAddress);
      if (!Level.Cache.access(Line, I.isStore()))
        Fetch(Line, I.isStore());
    }
    if (I.isLoad()) {
      Lines.clear();
      Level.Prefetcher.observe(I.Address, I.DataAddress, Lines);
      for (uint64_t Line : Lines)
        if (!Level.Cache.contains(Line))
          Fetch(Line, false);
    }
    ++Time;
  }
  return Level;
}

const WarmCaches::FirstLevel &
WarmCaches::instructions(const CoreDesign &Design) {
  auto [Known, New] = InstructionLevels.try_emplace(
      Design.L1Instruction,
      FirstLevel{CacheHierarchy::emptyL1(Design.L1Instruction), {}});
  FirstLevel &Level = Known->second;
  if (!New)
    return Level;
  uint64_t Fetched = ~uint64_t(0);
  uint32_t Time = 0;
  for (const CrackedInstruction &I : WarmUp) {
    uint64_t Line = lineOf(I.Address);
    if (std::exchange(Fetched, Line) != Line && !Level.Cache.access(Line)) {
      Level.Requests.push_back({Line, Time, Request::Read});
      Level.Cache.insert(Line, false);
    }
    ++Time;
  }
  return Level;
}

WarmCaches::State WarmCaches::state(const CoreDesign &Design) {
  const DataLevel &Data = data(Design);
  const FirstLevel &Code = instructions(Design);
  State S = {CacheHierarchy(Design, Data.Cache, Code.Cache), Data.Prefetcher};
  const Request *Access = Data.Requests.data();
  const Request *End = Access + Data.Requests.size();
  auto Serve = [&S](const Request &R) {
    if (R.Kind == Request::WriteBack)
      S.Caches.writeBack(R.Line);
    else
      S.Caches.read(R.Line, R.Kind == Request::Unique);
  };
  // An instruction is fetched before it accesses data.
  for (const Request &Fetch : Code.Requests) {
    for (; Access != End && Access->Time < Fetch.Time; ++Access)
      Serve(*Access);
    Serve(Fetch);
  }
  for (; Access != End; ++Access)
    Serve(*Access);
  return S;
}
