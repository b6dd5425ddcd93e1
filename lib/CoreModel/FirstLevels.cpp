//===- FirstLevels.cpp - What first levels of caches ask for --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CoreModel/FirstLevels.h"
#include "rafter/Support/LargePages.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace rafter;

/// What it pushes out the shared caches have already.
CacheHierarchy::L1Cache FirstLevels::firstLevel(uint32_t Kilobytes, bool IsCode,
                                                bool Prefetches) const {
  CacheHierarchy::L1Cache Cache = CacheHierarchy::emptyL1(Kilobytes);
  if (!Before)
    return Cache;
  for (const WarmState::UsedLine &L : Before->Lines) {
    uint64_t Line = lineOf(L.Address);
    if (L.IsCode != IsCode || (L.IsPrefetch && !Prefetches) ||
        (L.IsPrefetch ? Cache.contains(Line) : Cache.access(Line, L.IsWritten)))
      continue;
    Cache.insert(Line, L.IsWritten);
  }
  return Cache;
}

SharedCaches FirstLevels::sharedCaches(uint32_t L2Kilobytes, bool Prefetches) {
  auto [Known, New] =
      Shared.try_emplace({L2Kilobytes, Prefetches}, L2Kilobytes);
  SharedCaches &Caches = Known->second;
  if (New && Before)
    for (const WarmState::UsedLine &L : Before->Lines) {
      if (L.IsPrefetch && !Prefetches)
        continue;
      Caches.read(lineOf(L.Address), /*Unique=*/L.IsWritten);
      if (L.IsWritten)
        Caches.writeBack(lineOf(L.Address));
    }
  return Caches;
}

const FirstLevels::DataAccesses &FirstLevels::accesses(uint32_t Degree) {
  auto [Known, New] =
      Accesses.try_emplace(Degree, DataAccesses{{}, StridePrefetcher(Degree)});
  DataAccesses &Found = Known->second;
  if (New)
    fill(Found);
  return Found;
}

/// For many of them.
template <typename T> static void reserve(std::vector<T> &List, size_t Count) {
  List.reserve(Count);
  wishLargePages(List.data(), Count * sizeof(T));
}

void FirstLevels::fill(DataAccesses &Found) const {
  reserve(Found.InOrder, WarmUp.size() + Region.size());
  StridePrefetcher Prefetcher = Found.Prefetcher;
  llvm::SmallVector<uint64_t, 4> Ahead;
  uint32_t Time = 0, NumLoads = 0;
  auto Add = [&](llvm::ArrayRef<CrackedInstruction> Executed, bool IsWarmUp) {
    for (const CrackedInstruction &I : Executed) {
      uint64_t Line = lineOf(I.DataAddress);
      if (I.isStore())
        Found.InOrder.push_back({Access::Store, Line, Time, None});
      if (I.isLoad()) {
        Found.InOrder.push_back(
            {Access::Load, Line, Time, IsWarmUp ? None : NumLoads++});
        Ahead.clear();
        Prefetcher.observe(I.Address, I.DataAddress, Ahead);
        for (uint64_t Next : Ahead)
          Found.InOrder.push_back({Access::Prefetch, Next, Time, None});
      }
      ++Time;
    }
  };
  Add(WarmUp, true);
  Found.Prefetcher = Prefetcher;
  Add(Region, false);
}

const std::vector<FirstLevels::Access> &FirstLevels::fetches() {
  if (!Fetches.empty())
    return Fetches;
  reserve(Fetches, WarmUp.size() + Region.size());
  uint32_t Time = 0, NumFetches = 0;
  auto Add = [&](llvm::ArrayRef<CrackedInstruction> Executed, bool IsWarmUp) {
    uint64_t Fetched = ~uint64_t(0);
    for (const CrackedInstruction &I : Executed) {
      uint64_t Line = lineOf(I.Address);
      if (std::exchange(Fetched, Line) != Line)
        Fetches.push_back(
            {Access::Load, Line, Time, IsWarmUp ? None : NumFetches++});
      ++Time;
    }
  };
  Add(WarmUp, true);
  Add(Region, false);
  return Fetches;
}

void FirstLevels::run(Level &To, llvm::ArrayRef<Access> InOrder) const {
  CacheHierarchy::L1Cache Cache = To.Warm;
  auto Add = [&](llvm::ArrayRef<Access> Some) {
    for (const Access &A : Some) {
      bool IsStore = A.Kind == Access::Store;
      if (A.Kind == Access::Prefetch ? Cache.contains(A.Line)
                                     : Cache.access(A.Line, IsStore))
        continue;
      To.Asked.push_back({IsStore ? Request::Unique : Request::Read, A.Line,
                          A.Time, A.Number});
      auto Old = Cache.insert(A.Line, IsStore);
      if (Old.Valid && Old.Dirty)
        To.Asked.push_back({Request::WriteBack, Old.Line, A.Time, None});
    }
  };
  size_t NumWarm =
      llvm::partition_point(
          InOrder, [&](const Access &A) { return A.Time < WarmUp.size(); }) -
      InOrder.begin();
  Add(InOrder.take_front(NumWarm));
  To.Warm = Cache;
  To.NumWarm = To.Asked.size();
  Add(InOrder.drop_front(NumWarm));
}

void FirstLevels::addData(const CoreDesign &Design, NewLevels &To) {
  auto [Known, New] =
      DataLevels.try_emplace({Design.L1Data, Design.PrefetchDegree},
                             Level{CacheHierarchy::emptyL1(1), 0, {}});
  if (New)
    To.push_back({&Known->second, accesses(Design.PrefetchDegree).InOrder,
                  Design.L1Data, /*IsCode=*/false, Design.PrefetchDegree != 0});
}

void FirstLevels::addInstructions(const CoreDesign &Design, NewLevels &To) {
  auto [Known, New] = InstructionLevels.try_emplace(
      Design.L1Instruction, Level{CacheHierarchy::emptyL1(1), 0, {}});
  if (New)
    To.push_back({&Known->second, fetches(), Design.L1Instruction,
                  /*IsCode=*/true, /*Prefetches=*/false});
}

void FirstLevels::runNew(const NewLevel &New) const {
  New.To->Warm = firstLevel(New.Kilobytes, New.IsCode, New.Prefetches);
  run(*New.To, New.InOrder);
}

void FirstLevels::prepare(llvm::ArrayRef<CoreDesign> Designs, Pieces ForEach) {
  std::vector<DataAccesses *> New;
  for (const CoreDesign &D : Designs)
    if (auto [Known, IsNew] = Accesses.try_emplace(
            D.PrefetchDegree,
            DataAccesses{{}, StridePrefetcher(D.PrefetchDegree)});
        IsNew)
      New.push_back(&Known->second);
  ForEach(New.size() + 1, [&](size_t I) {
    if (I == New.size())
      (void)fetches();
    else
      fill(*New[I]);
  });
  NewLevels Missing;
  for (const CoreDesign &Design : Designs) {
    addData(Design, Missing);
    addInstructions(Design, Missing);
  }
  ForEach(Missing.size(), [&](size_t I) { runNew(Missing[I]); });
}

const FirstLevels::Level &FirstLevels::data(const CoreDesign &Design) {
  const std::pair Key(Design.L1Data, Design.PrefetchDegree);
  auto Known = DataLevels.find(Key);
  if (Known != DataLevels.end())
    return Known->second;
  NewLevels Missing;
  addData(Design, Missing);
  runNew(Missing.front());
  return *Missing.front().To;
}

const FirstLevels::Level &FirstLevels::instructions(const CoreDesign &Design) {
  auto Known = InstructionLevels.find(Design.L1Instruction);
  if (Known != InstructionLevels.end())
    return Known->second;
  NewLevels Missing;
  addInstructions(Design, Missing);
  runNew(Missing.front());
  return *Missing.front().To;
}

FirstLevels::State FirstLevels::warm(const CoreDesign &Design) {
  const Level &Data = data(Design), &Code = instructions(Design);
  SharedCaches Shared = sharedCaches(Design.L2, Design.PrefetchDegree != 0);
  merge(Code.warmUp(), Data.warmUp(),
        [&](const Request &R, bool) { R.sendTo(Shared); });
  return {CacheHierarchy(Data.Warm, Code.Warm, std::move(Shared)),
          accesses(Design.PrefetchDegree).Prefetcher};
}
