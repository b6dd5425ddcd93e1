//===- Scheduler.cpp - Tomasulo's greedy schedule of a stream -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times run on from region to region, so that nothing has to be reset: a region
// begins in the cycle in which the one before it ended.
//
//===----------------------------------------------------------------------===//

#include "rafter/Schedule/Scheduler.h"
#include "ActivityRecorder.h"
#include "CachedLines.h"
#include "FetchUnit.h"
#include "PreparedOperation.h"
#include "PublishedQueues.h"
#include "StoreTable.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace rafter;
using llvm::ArrayRef;

class Scheduler::Core {
public:
  Core(const Processor &CPU, const OperationTable &Table,
       SchedulerOptions Options);

  void beginRegion();
  void consume(ArrayRef<DynamicOperation> Operations);
  void endRegion();
  ScheduleResult result() const;

  bool WarmUp = false;

private:
  void warm(ArrayRef<DynamicOperation> Operations);
  void move(const PreparedOperation &P, uint32_t Frame);
  void compute(const PreparedOperation &P, uint32_t Frame);
  void integer(const PreparedOperation &P, uint32_t Frame);
  Cycle computeNode(Channel Unit, Cycle Operands, unsigned Flops);
  template <bool IsStore>
  void access(const PreparedOperation &P, uint32_t Frame, uint64_t Address);
  template <bool IsStore>
  Cycle accessNode(uint64_t Address, uint32_t Bytes, Cycle DataReady,
                   uint64_t Ahead);
  template <bool IsStore> Cycle admit(Cycle Fetch, Cycle Ready, bool MissesL1);
  Cycle fetch();
  void moveFetch(bool Draining = false);
  void drain();
  void passWindow();
  Cycle sourcesReady(const PreparedOperation &P, unsigned First, unsigned Last,
                     uint32_t Frame, unsigned From, unsigned To) const;
  void setReady(const PreparedOperation &P, uint32_t Frame, unsigned From,
                unsigned To, Cycle When);

  const Processor CPU;
  const SchedulerOptions Options;
  std::vector<PreparedOperation> Operations;
  uint32_t HighestRegister = 0;
  std::vector<Cycle> Ready;

  FetchUnit Fetch;
  InOrderBuffer Reorder;
  OutOfOrderBuffer Reservation, LoadSlots, StoreSlots, FillSlots;
  std::optional<PublishedQueues> Published;
  ComputePorts Ports;
  AccessPaths Paths;
  CachedLines Lines;
  StoreTable Stores;
  ActivityRecorder Activity;
  std::array<uint32_t, NumChannels> Latency;

  unsigned LineShift;
  Cycle Begin = 0;
  Cycle LastCompletion = 0;
  Cycle StoresDone = 0;
  Cycle LoadsDone = 0;
  Cycle LastLoadIssue = 0, LastStoreIssue = 0;
  uint64_t Cycles = 0;
  std::array<ChannelCounts, NumChannels> Channels = {};
  uint64_t FlopBytes = 0;
};

Scheduler::Core::Core(const Processor &CPU, const OperationTable &Table,
                      SchedulerOptions Options)
    : CPU(CPU), Options(Options), Fetch(CPU.FetchBandwidth),
      Reorder(CPU.buffer(BufferKind::ReorderBuffer)),
      Reservation(CPU.buffer(BufferKind::ReservationStation)),
      LoadSlots(CPU.buffer(BufferKind::LoadBuffer)),
      StoreSlots(CPU.buffer(BufferKind::StoreBuffer)),
      FillSlots(CPU.buffer(BufferKind::LineFillBuffer)), Ports(CPU), Paths(CPU),
      Lines(CPU, Paths), Activity(activityLengths(CPU)),
      Latency(latencies(CPU)), LineShift(llvm::Log2_32(CPU.LineBytes)) {
  if (Options.PublishedQueueRules)
    Published.emplace(CPU);
  Operations.reserve(Table.Operations.size());
  for (const StaticOperation &O : Table.Operations) {
    Operations.push_back(prepare(O, CPU));
    for (Register R : {O.Sources[0], O.Sources[1], O.Sources[2], O.Result})
      if (R != NoRegister)
        HighestRegister = std::max(HighestRegister, R + O.Elements);
    if (O.Address != NoRegister)
      HighestRegister = std::max(HighestRegister, O.Address + 1);
  }
}

void Scheduler::Core::beginRegion() {
  if (WarmUp)
    return;
  Begin = LastCompletion = Fetch.now();
}

void Scheduler::Core::endRegion() {
  if (WarmUp)
    return;
  if (Published)
    drain();
  Cycles += LastCompletion - Begin;
  Cycle End = std::max(LastCompletion, Fetch.now());
  Fetch.moveTo(Activity.finish(End));
  passWindow();
}

/// Fetch cannot go on in its cycle: the bandwidth is used up, or a buffer is
/// full. Draining moves on in any case; only the published rules need it.
void Scheduler::Core::moveFetch(bool Draining) {
  Cycle From = Fetch.now();
  if (Published)
    Published->retire(From);
  // The cycles (From, ReservationUntil) and [ReorderFrom, To) are stalls: fetch
  // still moved in From, and moves again in To.
  bool Stopped = false;
  Cycle To = From, ReservationUntil = From, ReorderFrom = From + 1;
  if (Reservation.fullAt(From)) {
    To = ReservationUntil = Reservation.nextRelease();
    // The published program does not count the cycle between two stalls.
    ReorderFrom = Published ? To + 1 : To;
    Stopped = true;
  }
  bool ReorderFull = Reorder.fullAt(From);
  if (ReorderFull) {
    To = std::max(To, Reorder.nextRelease());
    Stopped = true;
  }
  if (Stopped && Published)
    Published->retire(To);
  if (Draining || (Fetch.exhausted() && !Stopped))
    ++To;
  if (To == From)
    return;
  if (Published)
    for (BufferKind B : {BufferKind::LoadBuffer, BufferKind::StoreBuffer,
                         BufferKind::LineFillBuffer})
      if (Published->waits(B))
        Activity.stall(B, To - 1, To);
  if (ReservationUntil != From)
    Activity.stall(BufferKind::ReservationStation, From + 1, ReservationUntil);
  if (ReorderFull)
    Activity.stall(BufferKind::ReorderBuffer, ReorderFrom,
                   Draining ? To - 1 : To);
  Activity.pass(To);
  Reservation.expire(To);
  Reorder.expire(To);
  Fetch.moveTo(To);
  if (To / 512 != From / 512)
    passWindow();
}

/// Moves fetch on until everything has left its buffer, as the published
/// program does: it goes on counting stalls.
void Scheduler::Core::drain() {
  do {
    Reservation.expire(Fetch.now());
    Reorder.expire(Fetch.now());
    if (Reservation.empty() && Reorder.empty() && Published->empty())
      return;
    moveFetch(true);
  } while (true);
}

/// Nothing can happen any more before the cycle in which fetch stands.
void Scheduler::Core::passWindow() {
  Ports.advance(Fetch.now());
  Paths.advance(Fetch.now());
}

/// The cycle in which the next node enters.
inline Cycle Scheduler::Core::fetch() {
  if (Fetch.exhausted() || Reorder.fullAt(Fetch.now()) ||
      Reservation.fullAt(Fetch.now()))
    moveFetch();
  Fetch.take();
  return Fetch.now();
}

/// When elements [From, To) of sources [First, Last) are there.
inline Cycle Scheduler::Core::sourcesReady(const PreparedOperation &P,
                                           unsigned First, unsigned Last,
                                           uint32_t Frame, unsigned From,
                                           unsigned To) const {
  Cycle When = 0;
  for (unsigned S = First; S != Last; ++S) {
    const Cycle *R = &Ready[Frame + P.Sources[S]];
    for (unsigned E = From; E != To; ++E)
      When = std::max(When, R[E]);
  }
  return When;
}

inline void Scheduler::Core::setReady(const PreparedOperation &P,
                                      uint32_t Frame, unsigned From,
                                      unsigned To, Cycle When) {
  for (unsigned E = From; E != To; ++E)
    Ready[Frame + P.Result + E] = When;
}

inline void Scheduler::Core::move(const PreparedOperation &P, uint32_t Frame) {
  for (unsigned E = 0; E != P.Elements; ++E)
    setReady(P, Frame, E, E + 1,
             sourcesReady(P, 0, P.NumSources, Frame, E, E + 1));
}

/// Schedules one computation of a node's width. Returns its completion.
inline Cycle Scheduler::Core::computeNode(Channel Unit, Cycle Operands,
                                          unsigned Flops) {
  Cycle Now = fetch();
  Booking B = Ports.book(Unit, std::max(Now, Operands));
  Cycle Done = B.At + Latency[index(Unit)];
  Reservation.hold(B.At);
  Reorder.hold(Done);
  Activity.issue(Unit, B.At, B.Occupancy);
  LastCompletion = std::max({LastCompletion, Done, B.At + B.Occupancy});
  ++Channels[index(Unit)].Nodes;
  Channels[index(Unit)].Flops += Flops;
  return Done;
}

inline void Scheduler::Core::compute(const PreparedOperation &P,
                                     uint32_t Frame) {
  unsigned Flops = P.Kind == OperationKind::FusedMultiplyAdd ? 2 : 1;
  FlopBytes += uint64_t(P.Elements) * Flops * P.ElementBytes;
  for (unsigned From = 0; From < P.Elements; From += P.Lanes) {
    unsigned To = std::min<unsigned>(From + P.Lanes, P.Elements);
    unsigned Lanes = To - From;
    Cycle Operands = sourcesReady(P, 0, P.NumFactors, Frame, From, To);
    Cycle Done;
    if (LLVM_UNLIKELY(P.Separate)) {
      Cycle Product = computeNode(Channel::Multiply, Operands, Lanes);
      Cycle Addend =
          sourcesReady(P, P.NumFactors, P.NumSources, Frame, From, To);
      Done = computeNode(Channel::Add, std::max(Product, Addend), Lanes);
    } else {
      Done = computeNode(P.Unit, Operands, Lanes * Flops);
    }
    setReady(P, Frame, From, To, Done);
  }
}

/// An instruction of no unit of the model: it is fetched, waits and retires.
void Scheduler::Core::integer(const PreparedOperation &P, uint32_t Frame) {
  Cycle Now = fetch();
  Cycle At =
      std::max(Now, sourcesReady(P, 0, P.NumSources, Frame, 0, P.Elements));
  Cycle Done = At + 1;
  Reservation.hold(At);
  Reorder.hold(Done);
  LastCompletion = std::max(LastCompletion, Done);
  if (P.Result != NoRegister)
    setReady(P, Frame, 0, P.Elements, Done);
}

/// Takes the slots that an access needs. Returns the first cycle in which it
/// may leave for its level.
template <bool IsStore>
inline Cycle Scheduler::Core::admit(Cycle Fetched, Cycle Ready, bool MissesL1) {
  OutOfOrderBuffer &Own = IsStore ? StoreSlots : LoadSlots;
  Cycle Slot = Own.acquire(Fetched);
  if (Slot > Fetched) {
    Activity.stall(IsStore ? BufferKind::StoreBuffer : BufferKind::LoadBuffer,
                   Fetched, Slot);
    // Without a slot of its own it sits in the reservation station.
    Reservation.hold(Slot);
  }
  if (!IsStore && MissesL1) {
    Cycle Fill = FillSlots.acquire(Slot);
    Activity.stall(BufferKind::LineFillBuffer, Slot, Fill);
    Slot = Fill;
  }
  return std::max(Ready, Slot);
}

/// Schedules one access of a node's width. Returns when its data is there.
template <bool IsStore>
inline Cycle Scheduler::Core::accessNode(uint64_t Address, uint32_t Bytes,
                                         Cycle DataReady, uint64_t Ahead) {
  Cycle Fetched = fetch();
  uint64_t Line = Address >> LineShift;
  uint64_t LastLine = (Address + Bytes - 1) >> LineShift;
  CacheAccess Hit = Lines.touch(Line);
  Cycle Asked = std::max(Fetched, DataReady), Ready = Asked;
  bool Prefetches = Lines.prefetches(), First = false, LastFirst = false;
  if (Prefetches)
    First = Lines.isFirstTouch(Line, Hit, Ready);
  Ready = std::max(Ready, *Hit.Arrival);
  MemoryLevel Level = Hit.Level, LastLevel = Hit.Level;
  if (LLVM_UNLIKELY(LastLine != Line)) {
    CacheAccess Second = Lines.touch(LastLine);
    if (Prefetches)
      LastFirst = Lines.isFirstTouch(LastLine, Second, Ready);
    LastLevel = Second.Level;
    Level = std::max(Level, LastLevel);
    Ready = std::max(Ready, *Second.Arrival);
  }
  bool MissesL1 = Level != MemoryLevel::L1;
  if (Options.MemoryDependences && !IsStore && StoresDone > Fetched)
    Ready = std::max(Ready, Stores.ready(Address, Bytes));
  if (CPU.Order == MemoryOrder::InOrderLoads)
    Ready = std::max({Ready, LastLoadIssue, IsStore ? LastStoreIssue : 0});

  Ready = Published ? Published->admit(IsStore, Fetched, Ready, MissesL1)
                    : admit<IsStore>(Fetched, Ready, MissesL1);
  Channel K = MissesL1  ? static_cast<Channel>(index(Channel::L1Store) +
                                               static_cast<unsigned>(Level))
              : IsStore ? Channel::L1Store
                        : Channel::L1Load;
  Booking B = Paths.book(K, IsStore, Ready, Bytes);
  Cycle DataThere = B.At + Latency[index(K)];
  Cycle Done = DataThere;
  // A store fetches its line when it can, but commits in order, after all that
  // is older.
  if (IsStore && CPU.Order == MemoryOrder::TotalStoreOrder)
    Done = std::max({Done, LoadsDone, StoresDone});
  if (Published) {
    Published->scheduled(IsStore, Done, MissesL1, Reservation);
  } else {
    (IsStore ? StoreSlots : LoadSlots).hold(Done);
    if (!IsStore && MissesL1)
      FillSlots.hold(Done);
  }
  if (MissesL1) {
    // The lines that missed arrive with the data. Where there are two, their
    // entries may have moved: look them up again, in the same order.
    bool One = LLVM_LIKELY(LastLine == Line);
    uint64_t *Arrival = One ? Hit.Arrival : Lines.touch(Line).Arrival;
    if (Hit.Level != MemoryLevel::L1)
      *Arrival = DataThere;
    if (!One) {
      Arrival = Lines.touch(LastLine).Arrival;
      if (LastLevel != MemoryLevel::L1)
        *Arrival = DataThere;
    }
  }
  Reorder.hold(Done);
  Activity.issue(K, B.At, B.Occupancy);
  LastCompletion = std::max({LastCompletion, Done, B.At + B.Occupancy});
  if (IsStore) {
    LastStoreIssue = std::max(LastStoreIssue, B.At);
    StoresDone = std::max(StoresDone, Done);
    if (Options.MemoryDependences)
      Stores.store(Address, Bytes, DataThere, Fetched);
  } else {
    LastLoadIssue = std::max(LastLoadIssue, B.At);
    LoadsDone = std::max(LoadsDone, Done);
  }
  ChannelCounts &Count = Channels[index(K)];
  ++Count.Nodes;
  Count.Bytes += Bytes;
  // Prefetchers see an access when it comes, not when its line does.
  if (Prefetches) {
    Lines.prefetch({Line, IsStore, Hit.Level != MemoryLevel::L1, First}, Ahead,
                   Asked);
    if (LastLine != Line)
      Lines.prefetch(
          {LastLine, IsStore, LastLevel != MemoryLevel::L1, LastFirst},
          CachedLines::NoLine, Asked);
  }
  return DataThere;
}

template <bool IsStore>
inline void Scheduler::Core::access(const PreparedOperation &P, uint32_t Frame,
                                    uint64_t Address) {
  Cycle AddressReady = P.Address == NoRegister ? 0 : Ready[Frame + P.Address];
  // What is wider than the machine is one access to the stride prefetcher.
  uint64_t Ahead = CachedLines::NoLine;
  if (!IsStore && Lines.prefetches())
    Ahead = Lines.ahead(&P - Operations.data(), Address);
  for (unsigned From = 0; From < P.Elements; From += P.Lanes) {
    unsigned To = std::min<unsigned>(From + P.Lanes, P.Elements);
    Cycle Operands = AddressReady;
    if (IsStore)
      Operands =
          std::max(Operands, sourcesReady(P, 0, P.NumSources, Frame, From, To));
    Cycle Done = accessNode<IsStore>(Address + uint64_t(From) * P.ElementBytes,
                                     (To - From) * P.ElementBytes, Operands,
                                     std::exchange(Ahead, CachedLines::NoLine));
    if (!IsStore)
      setReady(P, Frame, From, To, Done);
  }
}

/// Moves the lines of a warm-up execution through the caches.
void Scheduler::Core::warm(ArrayRef<DynamicOperation> Batch) {
  for (const DynamicOperation &D : Batch) {
    const PreparedOperation &P = Operations[D.Static];
    if (!isMemory(P.Kind))
      continue;
    bool IsStore = P.Kind == OperationKind::Store;
    bool Prefetches = Lines.prefetches();
    uint64_t Ahead = CachedLines::NoLine;
    if (!IsStore && Prefetches)
      Ahead = Lines.ahead(D.Static, D.Address);
    uint32_t Bytes = uint32_t(P.Lanes) * P.ElementBytes;
    uint32_t Left = uint32_t(P.Elements) * P.ElementBytes;
    for (uint64_t A = D.Address; Left != 0; A += Bytes) {
      Bytes = std::min(Bytes, Left);
      Left -= Bytes;
      uint64_t Last = (A + Bytes - 1) >> LineShift;
      for (uint64_t Line = A >> LineShift; Line <= Last; ++Line) {
        CacheAccess Hit = Lines.touch(Line);
        if (!Prefetches)
          continue;
        Cycle Ignored = 0;
        bool First = Lines.isFirstTouch(Line, Hit, Ignored);
        Lines.prefetch({Line, IsStore, Hit.Level != MemoryLevel::L1, First},
                       std::exchange(Ahead, CachedLines::NoLine), std::nullopt);
      }
    }
  }
}

void Scheduler::Core::consume(ArrayRef<DynamicOperation> Batch) {
  if (WarmUp)
    return warm(Batch);
  for (const DynamicOperation &D : Batch) {
    if (LLVM_UNLIKELY(size_t(D.Frame) + HighestRegister > Ready.size()))
      Ready.resize((size_t(D.Frame) + HighestRegister) * 2, 0);
    const PreparedOperation &P = Operations[D.Static];
    switch (P.Kind) {
    case OperationKind::Move:
      move(P, D.Frame);
      break;
    case OperationKind::Integer:
      integer(P, D.Frame);
      break;
    case OperationKind::Load:
      access<false>(P, D.Frame, D.Address);
      break;
    case OperationKind::Store:
      access<true>(P, D.Frame, D.Address);
      break;
    default:
      compute(P, D.Frame);
      break;
    }
  }
}

ScheduleResult Scheduler::Core::result() const {
  ScheduleResult R;
  R.Cycles = Cycles;
  R.Channels = Channels;
  for (const ChannelCounts &C : Channels)
    R.Flops += C.Flops;
  R.FlopBytes = FlopBytes;
  R.PrefetchedLines = Lines.prefetchedLines();
  R.Activity = Activity.histogram();
  return R;
}

Scheduler::Scheduler(const Processor &CPU, const OperationTable &Table,
                     SchedulerOptions Options)
    : Impl(std::make_unique<Core>(CPU, Table, Options)) {}
Scheduler::~Scheduler() = default;

void Scheduler::setWarmUp(bool On) { Impl->WarmUp = On; }
void Scheduler::beginRegion() { Impl->beginRegion(); }
void Scheduler::consume(ArrayRef<DynamicOperation> Operations) {
  Impl->consume(Operations);
}
void Scheduler::endRegion() { Impl->endRegion(); }
ScheduleResult Scheduler::result() const { return Impl->result(); }
