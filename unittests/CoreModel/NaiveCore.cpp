//===- NaiveCore.cpp - The reference core, cycle by cycle -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveCore.h"
#include "rafter/CoreModel/CacheHierarchy.h"
#include "rafter/Memory/StridePrefetcher.h"
#include <deque>
#include <map>

using namespace rafter;

namespace {

constexpr uint64_t Never = ~uint64_t(0);

/// Caches, lines in flight, the channel.
class Memory {
public:
  explicit Memory(const CoreDesign &D)
      : Caches(D), Prefetcher(D.PrefetchDegree), D(D),
        LoadLatency{D.L1Latency, D.L2Latency, D.LastLevelLatency,
                    D.MemoryLatency},
        FetchLatency{1, D.L2Latency, D.LastLevelLatency, D.MemoryLatency} {}

  struct InFlight {
    uint64_t Arrival;
    DataSource Source;
    bool ForStore;
  };
  CacheHierarchy Caches;
  StridePrefetcher Prefetcher;
  std::map<uint64_t, InFlight> Lines;
  const CoreDesign &D;
  const unsigned LoadLatency[4], FetchLatency[4];

  void beginCycle(uint64_t Now) {
    std::erase_if(Lines, [&](auto &L) { return L.second.Arrival <= Now; });
  }
  bool full() const { return Lines.size() == D.FillBuffers; }
  uint64_t latency(uint64_t Now, DataSource S, const unsigned *Table) {
    uint64_t Wait = 0;
    if (S == DataSource::Memory)
      Wait = transfer(Now);
    for (; Written < Caches.writeBacks(DataSource::LastLevel); ++Written)
      transfer(Now);
    return Wait + Table[unsigned(S)];
  }
  uint64_t load(uint64_t Now, uint64_t Line, bool IsCovered) {
    DataSource S = Caches.load(Line);
    auto Found = Lines.find(Line);
    if (Found != Lines.end()) {
      latency(Now, DataSource::L1, LoadLatency);
      if (IsCovered && Found->second.ForStore)
        return Now + LoadLatency[0];
      return std::max<uint64_t>(Now + LoadLatency[0], Found->second.Arrival);
    }
    uint64_t Done = Now + latency(Now, S, LoadLatency);
    if (S != DataSource::L1)
      Lines[Line] = {Done, S, false};
    return Done;
  }
  void train(uint64_t Now, const CrackedInstruction &I) {
    llvm::SmallVector<uint64_t, 4> Ahead;
    Prefetcher.observe(I.Address, I.DataAddress, Ahead);
    for (uint64_t Line : Ahead) {
      if (full() || Lines.count(Line))
        continue;
      DataSource S = Caches.prefetch(Line);
      if (S != DataSource::L1)
        Lines[Line] = {Now + latency(Now, S, LoadLatency), S, false};
    }
  }
  void store(uint64_t Now, uint64_t Line) {
    DataSource S = Caches.store(Line);
    auto Found = Lines.find(Line);
    uint64_t Time =
        latency(Now, Found == Lines.end() ? S : DataSource::L1, LoadLatency);
    if (Found != Lines.end())
      Found->second.ForStore = true;
    else if (S != DataSource::L1)
      Lines[Line] = {Now + Time, S, true};
  }
  void warmUp(llvm::ArrayRef<CrackedInstruction> Trace) {
    uint64_t Last = Never;
    for (const CrackedInstruction &I : Trace) {
      if (I.Address / 64 != Last)
        Caches.fetch(Last = I.Address / 64);
      if (I.isStore())
        Caches.store(I.DataAddress / 64);
      if (!I.isLoad())
        continue;
      Caches.load(I.DataAddress / 64);
      llvm::SmallVector<uint64_t, 4> Ahead;
      Prefetcher.observe(I.Address, I.DataAddress, Ahead);
      for (uint64_t Line : Ahead)
        Caches.prefetch(Line);
    }
    Written = Caches.writeBacks(DataSource::LastLevel);
  }

private:
  uint64_t transfer(uint64_t Now) {
    uint64_t Start = std::max(Now * 1024, Free);
    Free = Start + lineTransfer1024(D.MemoryBandwidth);
    return (Start + 1023) / 1024 - Now;
  }
  uint64_t Free = 0, Written = 0;
};

/// What is known of an instruction; Never where it has not happened.
struct Times {
  uint64_t Fetched = Never, Decoded = Never, Renamed = Never, Done = Never;
  uint64_t Committed = Never;
  /// Among the loads, or the stores.
  size_t Number = 0;
};

class NaiveCore {
public:
  NaiveCore(const CoreDesign &D, const TraceRegion &R)
      : D(D), Trace(R.Instructions), Deps(R.Instructions),
        Outcomes(predictBranches(R, D)), T(Trace.size()), Mem(D) {
    size_t Loads = 0, Stores = 0;
    for (size_t I = 0; I != Trace.size(); ++I) {
      if (Trace[I].isLoad())
        T[I].Number = Loads++;
      if (Trace[I].isStore())
        T[I].Number = Stores++;
    }
    Mem.warmUp(R.WarmUp);
  }

  CoreResult run() {
    CoreResult Result;
    Result.Instructions = Trace.size();
    Result.Branches = Outcomes.Branches;
    Result.Mispredictions = Outcomes.Mispredictions;
    for (; Oldest != Trace.size(); ++Now) {
      Mem.beginCycle(Now);
      commit();
      if (Oldest != Trace.size()) {
        issue(Result);
        rename();
        decode();
        fetch();
      }
      Result.ReorderBufferEntries += NextRename - Oldest;
      Result.RenameQueueEntries += NextDecode - NextRename;
    }
    Result.Cycles = Now;
    return Result;
  }

private:
  struct Line {
    uint64_t Number, Ready;
    size_t End;
    bool IsMiss;
  };

  void commit() {
    for (unsigned N = 0; N != D.CommitWidth && Oldest != NextRename; ++N) {
      const CrackedInstruction &I = Trace[Oldest];
      uint64_t L = I.DataAddress / 64;
      if (T[Oldest].Done > Now)
        return;
      if (I.isStore() && Mem.full() && !Mem.Lines.count(L) &&
          !Mem.Caches.holdsData(L))
        return;
      if (I.isStore())
        Mem.store(Now, L);
      LoadsDone += I.isLoad();
      StoresDone += I.isStore();
      T[Oldest].Committed = Now;
      if (Oldest == StopAt && I.has(CrackedInstruction::Barrier))
        Restart = Now + 1;
      ++Oldest;
    }
  }

  static bool within(const CrackedInstruction &Store,
                     const CrackedInstruction &Load) {
    return Store.DataAddress <= Load.DataAddress &&
           Load.DataAddress + Load.DataBytes <=
               Store.DataAddress + Store.DataBytes;
  }
  static bool meets(const CrackedInstruction &A, const CrackedInstruction &B) {
    return A.DataAddress < B.DataAddress + B.DataBytes &&
           B.DataAddress < A.DataAddress + A.DataBytes;
  }

  bool isReady(size_t I) const {
    if (T[I].Done != Never || T[I].Renamed >= Now)
      return false;
    for (uint32_t P : Deps.producers(I))
      if (T[P].Done > Now)
        return false;
    if (Trace[I].isStore())
      return T[I].Number < StoresDone + D.StoreQueue;
    if (!Trace[I].isLoad())
      return true;
    uint32_t S = Deps.youngestStore(I);
    if (S != Dependences::NoStore && T[S].Committed == Never &&
        meets(Trace[S], Trace[I]) && !within(Trace[S], Trace[I]))
      return false;
    return T[I].Number < LoadsDone + D.LoadQueue;
  }

  void issue(CoreResult &Result) {
    unsigned Widths[] = {D.IntegerIssue, D.FloatIssue, D.MemoryIssue};
    unsigned Shared = D.LoadStorePipes, ForLoads = D.LoadPipes;
    for (size_t I = Oldest; I != NextRename; ++I) {
      if (!isReady(I))
        continue;
      unsigned &Width = Widths[unsigned(issueQueue(Trace[I].Class))];
      if (Width == 0)
        continue;
      if (Trace[I].isLoad()) {
        if (Shared + ForLoads == 0 || Mem.full())
          continue;
        --(ForLoads != 0 ? ForLoads : Shared);
        T[I].Done = load(I);
        ++Result.Loads;
        Result.LoadCycles += T[I].Done - Now;
      } else {
        if (Trace[I].isStore()) {
          if (Shared == 0)
            continue;
          --Shared;
        }
        uint64_t *Divider = nullptr;
        if (divides(I) && !(Divider = freeDivider(I)))
          continue;
        T[I].Done = Now + executionLatency(Trace[I].Class);
        if (Divider)
          *Divider = T[I].Done;
      }
      --Width;
      if (I == StopAt && !Trace[I].has(CrackedInstruction::Barrier))
        Restart = T[I].Done + 1;
    }
  }

  bool divides(size_t I) const {
    return (Trace[I].Class == InstructionClass::IntegerDivide &&
            D.IntegerDividers != 0) ||
           (Trace[I].Class == InstructionClass::FloatDivide &&
            D.FloatDividers != 0);
  }
  uint64_t *freeDivider(size_t I) {
    const bool IsFloat = Trace[I].Class == InstructionClass::FloatDivide;
    for (size_t U = 0; U != (IsFloat ? D.FloatDividers : D.IntegerDividers);
         ++U)
      if (DividerFree[IsFloat][U] <= Now)
        return &DividerFree[IsFloat][U];
    return nullptr;
  }

  uint64_t load(size_t I) {
    uint32_t S = Deps.youngestStore(I);
    bool IsCovered = S != Dependences::NoStore && within(Trace[S], Trace[I]);
    uint64_t Done = Now + D.L1Latency;
    if (!IsCovered || T[S].Committed != Never)
      Done = Mem.load(Now, Trace[I].DataAddress / 64, IsCovered);
    Mem.train(Now, Trace[I]);
    return Done;
  }

  void rename() {
    for (unsigned N = 0; N != D.RenameWidth; ++N) {
      if (NextRename == NextDecode || NextRename - Oldest == D.ReorderBuffer ||
          T[NextRename].Decoded + D.Depth - 2 > Now)
        return;
      T[NextRename++].Renamed = Now;
    }
  }
  void decode() {
    for (unsigned N = 0; N != D.DecodeWidth; ++N) {
      if (NextDecode == NextFetch ||
          NextDecode - NextRename == 32 + (D.Depth - 4) * D.DecodeWidth ||
          T[NextDecode].Fetched + 1 > Now)
        return;
      T[NextDecode++].Decoded = Now;
    }
  }

  bool stops(size_t I) const {
    return Outcomes.Mispredicted[I] ||
           Trace[I].has(CrackedInstruction::Barrier);
  }
  void fetch() {
    for (unsigned N = 0; N != D.FetchWidth; ++N) {
      if (Lines.empty() || Lines.front().Ready > Now ||
          NextFetch - NextDecode == 32)
        break;
      T[NextFetch++].Fetched = Now;
      if (NextFetch == Lines.front().End)
        Lines.pop_front();
    }
    if (StopAt != Never && Restart <= Now)
      StopAt = Never;
    while (StopAt == Never && Lines.size() != D.FetchBuffers &&
           NextLine != Trace.size())
      if (!request())
        return;
  }
  bool request() {
    Line L{Trace[NextLine].Address / 64, 0, NextLine, false};
    unsigned Fills = 0;
    for (const Line &Other : Lines)
      Fills += Other.IsMiss && Other.Ready > Now;
    L.IsMiss = !Mem.Caches.holdsInstructions(L.Number);
    if (L.IsMiss && Fills >= D.InstructionFills)
      return false;
    L.Ready =
        Now + Mem.latency(Now, Mem.Caches.fetch(L.Number), Mem.FetchLatency);
    for (const Line &Other : Lines)
      if (Other.Number == L.Number)
        L.Ready = std::max(L.Ready, Other.Ready);
    while (L.End != Trace.size() && Trace[L.End].Address / 64 == L.Number)
      if (stops(L.End++)) {
        StopAt = L.End - 1;
        Restart = Never;
        break;
      }
    NextLine = L.End;
    Lines.push_back(L);
    return true;
  }

  const CoreDesign &D;
  const std::vector<CrackedInstruction> &Trace;
  Dependences Deps;
  BranchOutcomes Outcomes;
  std::vector<Times> T;
  Memory Mem;
  uint64_t Now = 0;
  size_t Oldest = 0, NextRename = 0, NextDecode = 0, NextFetch = 0;
  size_t NextLine = 0, LoadsDone = 0, StoresDone = 0;
  std::deque<Line> Lines;
  uint64_t DividerFree[2][8] = {};
  uint64_t StopAt = Never, Restart = Never;
};

} // namespace

CoreResult rafter::simulateNaively(const CoreDesign &Design,
                                   const TraceRegion &Region) {
  return NaiveCore(Design, Region).run();
}
