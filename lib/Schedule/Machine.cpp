//===- Machine.cpp - Tomasulo's machine, node by node ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace rafter;

Machine::Machine(const Processor &CPU, const SchedulerOptions &Options,
                 const OperationTable &Table)
    : CPU(CPU), Options(Options), Fetch(CPU.FetchBandwidth),
      Reorder(CPU.buffer(BufferKind::ReorderBuffer)),
      Reservation(CPU.buffer(BufferKind::ReservationStation)),
      LoadSlots(CPU.buffer(BufferKind::LoadBuffer)),
      StoreSlots(CPU.buffer(BufferKind::StoreBuffer)),
      FillSlots(CPU.buffer(BufferKind::LineFillBuffer)), Ports(CPU), Paths(CPU),
      Activity(activityLengths(CPU)), Latency(latencies(CPU)) {
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

std::array<double, NumMemoryLevels> Machine::ratesWithGaps() const {
  std::array<double, NumMemoryLevels> Rates;
  for (unsigned L = 0; L != NumMemoryLevels; ++L)
    Rates[L] = Paths.rateWithGaps(static_cast<MemoryLevel>(L));
  return Rates;
}

Cycle Machine::endRegion(Cycle Begin) {
  if (Published)
    drain();
  Cycle End = std::max(LastCompletion, now());
  Cycle Next = Begin + (End - Begin + 63) / 64 * 64;
  Activity.finish(End, Next);
  Fetch.moveTo(Next);
  passWindow();
  return LastCompletion;
}

/// Fetch cannot go on in its cycle: the bandwidth is used up, or a buffer is
/// full. Draining moves on in any case; only the published rules need it.
void Machine::moveFetch(bool Draining) {
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
void Machine::drain() {
  do {
    Reservation.expire(Fetch.now());
    Reorder.expire(Fetch.now());
    if (Reservation.empty() && Reorder.empty() && Published->empty())
      return;
    moveFetch(true);
  } while (true);
}

/// Nothing can happen any more before the cycle in which fetch stands.
void Machine::passWindow() {
  Ports.advance(Fetch.now());
  Paths.advance(Fetch.now());
}

/// The cycle in which the next node enters.
inline Cycle Machine::fetch() {
  if (Fetch.exhausted() || Reorder.fullAt(Fetch.now()) ||
      Reservation.fullAt(Fetch.now()))
    moveFetch();
  Fetch.take();
  return Fetch.now();
}

/// When elements [From, To) of sources [First, Last) are there.
inline Cycle Machine::sourcesReady(const PreparedOperation &P, unsigned First,
                                   unsigned Last, uint32_t Frame, unsigned From,
                                   unsigned To) const {
  Cycle When = 0;
  for (unsigned S = First; S != Last; ++S) {
    const Cycle *R = &Ready[Frame + P.Sources[S]];
    for (unsigned E = From; E != To; ++E)
      When = std::max(When, R[E]);
  }
  return When;
}

inline void Machine::setReady(const PreparedOperation &P, uint32_t Frame,
                              unsigned From, unsigned To, Cycle When) {
  for (unsigned E = From; E != To; ++E)
    Ready[Frame + P.Result + E] = When;
}

inline void Machine::move(const PreparedOperation &P, uint32_t Frame) {
  for (unsigned E = 0; E != P.Elements; ++E)
    setReady(P, Frame, E, E + 1,
             sourcesReady(P, 0, P.NumSources, Frame, E, E + 1));
}

/// Schedules one computation of a node's width. Returns its completion.
inline Cycle Machine::computeNode(Channel Unit, Cycle Operands,
                                  unsigned Flops) {
  Cycle Now = fetch();
  Booking B = Ports.book(Unit, std::max(Now, Operands));
  Cycle Done = B.At + Latency[index(Unit)];
  Reservation.hold(B.At);
  Reorder.hold(Done);
  Activity.issue(Unit, B.At, B.Occupancy);
  LastCompletion = std::max({LastCompletion, Done, B.At + B.Occupancy});
  ++Counts.Channels[index(Unit)].Nodes;
  Counts.Channels[index(Unit)].Flops += Flops;
  return Done;
}

inline void Machine::compute(const PreparedOperation &P, uint32_t Frame) {
  unsigned Flops = P.Kind == OperationKind::FusedMultiplyAdd ? 2 : 1;
  Counts.FlopBytes += uint64_t(P.Elements) * Flops * P.ElementBytes;
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
void Machine::integer(const PreparedOperation &P, uint32_t Frame) {
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
inline Cycle Machine::admit(Cycle Fetched, Cycle Ready, bool MissesL1) {
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

/// Books the lines that the prefetchers want. Prefetchers see an access when
/// it comes, not when its line does.
Cycle Machine::prefetch(Cycle Asked, const uint32_t *Code) {
  auto From = static_cast<MemoryLevel>(Code[0] & outcome::LevelMask);
  if (Code[1] != 0)
    Asked = std::max(Asked, Lines.back(Code[1]));
  Cycle At = Paths.bookLine(From, Asked);
  LastPrefetch = std::max(LastPrefetch, At + Paths.longest(From));
  return At + static_cast<Cycle>(CPU.memory(From).Latency);
}

/// Schedules one access of a node's width. Returns when its data is there.
template <bool IsStore>
inline Cycle Machine::accessNode(uint32_t Bytes, Cycle DataReady,
                                 const uint32_t *&Code) {
  Cycle Fetched = fetch();
  uint32_t Head = *Code++;
  Cycle Asked = std::max(Fetched, DataReady), Ready = Asked;
  if (Head & outcome::WaitsForLines)
    while (uint32_t Distance = *Code++)
      Ready = std::max(Ready, Lines.back(Distance));
  if (Head & outcome::WaitsForStores)
    while (uint32_t Distance = *Code++)
      Ready = std::max(Ready, Stores.back(Distance));
  if (CPU.Order == MemoryOrder::InOrderLoads)
    Ready = std::max({Ready, LastLoadIssue, IsStore ? LastStoreIssue : 0});

  unsigned Level = Head & outcome::LevelMask;
  bool MissesL1 = Level != static_cast<unsigned>(MemoryLevel::L1);
  Ready = Published ? Published->admit(IsStore, Fetched, Ready, MissesL1)
                    : admit<IsStore>(Fetched, Ready, MissesL1);
  Channel K = MissesL1  ? static_cast<Channel>(index(Channel::L1Store) + Level)
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
  if (Head & outcome::NumbersLine)
    Lines.add(DataThere);
  Reorder.hold(Done);
  Activity.issue(K, B.At, B.Occupancy);
  LastCompletion = std::max({LastCompletion, Done, B.At + B.Occupancy});
  if (IsStore) {
    LastStoreIssue = std::max(LastStoreIssue, B.At);
    StoresDone = std::max(StoresDone, Done);
    if (Options.MemoryDependences)
      Stores.add(DataThere);
  } else {
    LastLoadIssue = std::max(LastLoadIssue, B.At);
    LoadsDone = std::max(LoadsDone, Done);
  }
  ChannelCounts &Count = Counts.Channels[index(K)];
  ++Count.Nodes;
  Count.Bytes += Bytes;
  for (uint32_t N = Head >> outcome::PrefetchShift & outcome::PrefetchMask;
       N != 0; --N, Code += 2)
    Lines.add(prefetch(Asked, Code));
  return DataThere;
}

template <bool IsStore>
inline const uint32_t *Machine::access(const PreparedOperation &P,
                                       uint32_t Frame, const uint32_t *Code) {
  Cycle AddressReady = P.Address == NoRegister ? 0 : Ready[Frame + P.Address];
  for (unsigned From = 0; From < P.Elements; From += P.Lanes) {
    unsigned To = std::min<unsigned>(From + P.Lanes, P.Elements);
    Cycle Operands = AddressReady;
    if (IsStore)
      Operands =
          std::max(Operands, sourcesReady(P, 0, P.NumSources, Frame, From, To));
    Cycle Done =
        accessNode<IsStore>((To - From) * P.ElementBytes, Operands, Code);
    if (!IsStore)
      setReady(P, Frame, From, To, Done);
  }
  return Code;
}

/// Where most of the time goes: calls would cost a sixth of it.
[[gnu::flatten]] const uint32_t *Machine::execute(uint32_t From, uint32_t To,
                                                  uint32_t Frame,
                                                  const uint32_t *Code) {
  for (uint32_t I = From; I != To; ++I) {
    const PreparedOperation &P = Operations[I];
    switch (P.Kind) {
    case OperationKind::Move:
      move(P, Frame);
      break;
    case OperationKind::Integer:
      integer(P, Frame);
      break;
    case OperationKind::Load:
      Code = access<false>(P, Frame, Code);
      break;
    case OperationKind::Store:
      Code = access<true>(P, Frame, Code);
      break;
    default:
      compute(P, Frame);
      break;
    }
  }
  return Code;
}

bool Machine::recurs() const {
  return !Published && Fetch.recurs() && Ports.recurs() && Paths.recurs();
}

bool Machine::save(uint32_t Frame, std::vector<uint8_t> &Bytes) {
  StateWriter W(now(), Bytes);
  Lines.save(W);
  Stores.save(W);
  Fetch.save(W);
  Reorder.save(W);
  for (OutOfOrderBuffer *B :
       {&Reservation, &LoadSlots, &StoreSlots, &FillSlots})
    B->save(W);
  Ports.save(W);
  Paths.save(W);
  Activity.save(W);
  for (Cycle C : {LastCompletion, LastPrefetch, StoresDone, LoadsDone,
                  LastLoadIssue, LastStoreIssue})
    W.time(C);
  // Registers by their distance to the one before; they are counted modulo 2^32
  // from those of the frame.
  uint32_t Last = Frame - 1;
  for (size_t R = 0, E = Ready.size(); R != E; ++R)
    if (Ready[R] > W.Now) {
      W.time(Ready[R]);
      W.number(static_cast<uint32_t>(R) - Last);
      Last = static_cast<uint32_t>(R);
    }
  W.number(0);
  return W.fits();
}

void Machine::restore(uint32_t Frame, const uint8_t *Bytes,
                      const std::array<uint64_t, NumMemoryLevels> &Bookings) {
  // Whatever is in flight has passed in the cycle in which the state begins.
  Cycle Passed = std::max({LastCompletion, LastPrefetch, now()});
  StateReader R((Passed + 64) / 64 * 64, Bytes);
  Lines.restore(R);
  Stores.restore(R);
  Fetch.restore(R);
  Reorder.restore(R);
  for (OutOfOrderBuffer *B :
       {&Reservation, &LoadSlots, &StoreSlots, &FillSlots})
    B->restore(R);
  Ports.restore(R);
  Paths.restore(R, Bookings);
  Activity.restore(R);
  for (Cycle *C : {&LastCompletion, &LastPrefetch, &StoresDone, &LoadsDone,
                   &LastLoadIssue, &LastStoreIssue})
    *C = R.time();
  uint32_t Last = Frame - 1;
  while (uint64_t Time = R.number()) {
    Last += static_cast<uint32_t>(R.number());
    if (Last >= Ready.size())
      Ready.resize(size_t(Last) * 2, 0);
    Ready[Last] = R.Now + Time;
  }
}
