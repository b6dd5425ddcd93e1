//===- Simulator.h - One pass over the instructions -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resource-mapping simulation (Gus paper, section 3.1, Algorithm 1): in program
// order, each instruction passes the front end and rename, waits for operands
// and ports, executes, and retires. Every resource has the earliest time at
// which it can be used. A port's time is moved by dispatch and by use only,
// never by the instruction's operands: it is an optimistic bound, which makes a
// pass in program order a model of execution out of order.
//
// Everything is maxima and sums of times, and order statistics of them, so
// that no time rises when any cost falls or any buffer grows.
//
// Serializing instructions are dispatched when everything older has retired and
// its stores are committed, and nothing is delivered before they are complete.
// A fence completes after everything older has, stores included; younger
// accesses issue after it. Under total store order a locked access does both.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_SIMULATOR_H
#define RAFTER_LIB_SIMULATION_SIMULATOR_H

#include "GroupCalendar.h"
#include "InOrderQueue.h"
#include "IssueCalendar.h"
#include "LaneSimulator.h"
#include "LoadBanks.h"
#include <algorithm>

namespace rafter::simulation {

template <class Lanes> class Simulator final : public LaneSimulator {
public:
  explicit Simulator(LaneMachine &Machine, Lanes L = Lanes());

  void beginRegion() override;
  void run(const OutcomeView &View) override;
  void time(int64_t *Units) const override;
  bool remember(uint32_t Flight) override;
  Recurrence recurs(uint32_t Flight, bool Again) override;
  bool advance(uint64_t Times, uint32_t Flights) override;

  Lanes &lanes() { return L; }
  /// When the last instruction retired.
  const typename Lanes::Time &retired() const { return Retired; }
  /// Visits every time held from one instruction to the next.
  template <class Function> void forEachTime(Function F);

private:
  using Time = typename Lanes::Time;
  using Ints = typename Lanes::Ints;
  static constexpr unsigned N = Lanes::NumLanes;

  /// What an instruction's memory operands meet.
  struct Accesses {
    const InstructionOutcome &I;
    const AccessOutcome *Outcomes;
    const PrefetchOutcome *Prefetches;
  };
  /// Times of the current instruction.
  struct Execution {
    /// Operands and ports are there.
    Time Issue;
    Time Complete;
  };

  void step(const InstructionOutcome &I, const OutcomeView &View);
  Time deliver(const InstructionOutcome &I, const PreparedInstruction &P);
  Time dispatch(const InstructionOutcome &I, const PreparedInstruction &P);
  Execution execute(const PreparedInstruction &P, unsigned Pipe, Time D);
  Execution executeMemory(const PreparedInstruction &P, Time D,
                          const Accesses &A);
  /// Whether P waits for all stores before it, and what is behind for P.
  bool isLocked(const PreparedInstruction &P) const {
    return Machine.TotalStoreOrder &&
           (P.Flags & StaticInstruction::Atomic) != 0;
  }
  Time load(const PreparedInstruction &P, const PreparedOperand &O, Time D,
            Time Issue, const AccessOutcome &A);
  Time fetchLine(const PreparedOperand &O, Time D, Time T,
                 const AccessOutcome &A);
  void prefetch(const PreparedOperand &O, Time D, Time T,
                const PrefetchOutcome &F);
  Time takeFillBuffer(Time D, Time T, unsigned Level);
  [[gnu::noinline]] void writeBack(Time D, const AccessOutcome &A);
  Time extraCycles(Time T, unsigned Cycles);
  [[gnu::noinline]] Time passBanks(const PreparedInstruction &P, Time D, Time T,
                                   unsigned Banks);
  /// Where issue is in order, it takes the slots, and what follows waits for
  /// it.
  [[gnu::always_inline]] void issueInOrder(const PreparedInstruction &P,
                                           const Time &Issue) {
    if (__builtin_expect(!Machine.IssuesInOrder, 1))
      return;
    Dispatched = L.constrain(Dispatched, Issue, Reason::Order);
    Renamer = take(L.constrain(Renamer, Issue, Reason::Order), P.Rename);
  }
  void retire(const PreparedInstruction &P, Time Complete);
  void commitStores(Time D);
  void grow();
  void clear();
  template <class Function>
  bool visitRelative(uint32_t Flight, Function Visit) const;
  bool sameCounts(unsigned I, int32_t D);
  bool sameTaken(unsigned I) const;
  [[gnu::noinline]] void rebase();

  /// Where the operation of P waits that outcomes bind to Pipe.
  unsigned schedulerOf(const PreparedInstruction &P, unsigned Pipe) const {
    return P.NumBoundPorts != 0 ? Machine.SchedulerOfPipe[Pipe - 1]
                                : P.Scheduler;
  }
  /// The ports of that operation.
  llvm::ArrayRef<PreparedPort> portsOf(const PreparedInstruction &P,
                                       unsigned Pipe) const {
    if (__builtin_expect(P.NumBoundPorts != 0, 0))
      return {PortUses + P.BoundPorts + (Pipe - 1) * P.NumBoundPorts,
              P.NumBoundPorts};
    return {PortUses + P.Ports + P.NumLoadPorts, P.NumPorts};
  }
  const int32_t *cost(CostList::Index C) const { return Costs + C * N; }
  [[gnu::always_inline]] Time take(const Time &T, CostList::Index C) {
    return L.spend(T, Lanes::load(cost(C)), Owners[C]);
  }
  /// Passes a throughput resource that is free from Available on, for which it
  /// waits since Since at the earliest.
  [[gnu::always_inline]] Time pass(Time X, Time &Available, const Time &Since,
                                   CostList::Index C) {
    Time T = L.constrain(Available, Since, Reason::Order);
    Available = take(T, C);
    return L.constrain(X, T, Reason::Busy);
  }
  [[gnu::always_inline]] Time passPorts(Time X, const Time &D,
                                        const PreparedPort *Begin,
                                        const PreparedPort *End) {
    for (; Begin != End; ++Begin)
      X = pass(X, Ports[Begin->Group], D, Begin->Cost);
    return X;
  }
  /// When something gets its ports that is ready at X and waits for them since
  /// Since.
  [[gnu::always_inline]] Time issue(const Time &X, const Time &Since,
                                    const PreparedPort *Begin,
                                    const PreparedPort *End) {
    if (Machine.IssuesOldestFirst)
      return Calendar.reserve(L, X, Begin, End);
    return passPorts(X, Machine.IssuesInOrder ? X : Since, Begin, End);
  }
  /// Whether the last of the ports of P is a pipe whose oldest operation issues
  /// first.
  [[gnu::always_inline]] bool issuesOnPipe(const PreparedInstruction &P) const {
    return __builtin_expect(P.NumBoundPorts != 0, 0) &&
           Machine.IssuesOldestOnPipes;
  }
  /// When what is ready at X gets it.
  [[gnu::noinline]] Time issueOnPipe(const Time &X, const PreparedPort *Pipe) {
    Calendar.advance(Dispatched);
    return Calendar.reserve(L, X, Pipe, Pipe + 1);
  }
  /// Ports are taken, and nothing waits for that.
  [[gnu::always_inline]] void occupy(const Time &Since,
                                     const PreparedPort *Begin,
                                     const PreparedPort *End) {
    if (Machine.IssuesOldestFirst)
      Calendar.reserve(L, Since, Begin, End);
    else
      passPorts(Since, Since, Begin, End);
  }
  [[gnu::always_inline]] Time read(Time X, const uint16_t *Begin,
                                   const uint16_t *End) {
    for (; Begin != End; ++Begin)
      X = L.constrain(X, Registers[*Begin], Reason::Operand);
    return X;
  }
  /// A line to a set of L1 to which others are on their way holds the link.
  [[gnu::always_inline]] void meetInSet(const Time &D, unsigned Others) {
    Time &Link = Links[static_cast<unsigned>(MemoryLevel::L2)];
    pass(D, Link, D, Numbers.SameSet[Others]);
  }
  /// A line arrives in L1.
  [[gnu::always_inline]] void fill(const Time &D) {
    occupy(D, LineFill.begin(), LineFill.end());
  }
  [[gnu::noinline]] Time readDelayed(const PreparedInstruction &P, Time X,
                                     const Time &D, bool AnyStage,
                                     ReadStage Stage);
  /// The one place that says when each result is there: from when the address
  /// operands are ready, from the issue, or complete.
  void write(const PreparedInstruction &P, const Time &Address,
             const Time &Issue, const Time &Complete);

  Lanes L;
  LaneMachine &Machine;
  MachineCosts Numbers;
  unsigned Version = ~0u;
  /// Nothing has been simulated since everything was cleared.
  bool IsClear = false;
  /// So many units after it was ready, a register may be needed at most.
  int32_t LongestDelay = 0;

  // Of the tables, which may move when they grow.
  const PreparedInstruction *Instructions = nullptr;
  const uint16_t *Operands = nullptr;
  const DelayedRead *Delayed = nullptr;
  const EarlyWrite *Early = nullptr;
  const PreparedPort *PortUses = nullptr;
  const PreparedOperand *MemoryOperands = nullptr;
  llvm::ArrayRef<PreparedPort> LineFill;
  const int32_t *Costs = nullptr;
  const ResourceId *Owners = nullptr;

  // Times at which things can be used next.
  Time Supplied, TakenBranch, Decoders, DecoderBytes, UopCaches;
  Time ComplexDecoders, CodeLines;
  Time Dispatched, Renamer, Retired, Committed, CommitPort;
  /// When the current instruction came to its scheduler, and the last one that
  /// left the queue in front of one.
  Time Entered, LastQueued;
  Time LastLoad, Fenced, FillBuffers, Translations;
  /// The latest event that may be ahead of retirement.
  Time Latest;
  Time Links[NumMemoryLevels];
  Time Banks[MostLoadBanks];
  Time *Ports = nullptr;
  Time *Registers = nullptr;
  Time *LineArrivals = nullptr;
  size_t NumPorts = 0, NumRegisters = 0;
  /// WriterKind of each register. (No bytes: what is written through them might
  /// be anything, for the compiler.)
  std::vector<uint16_t> Writers;

  InOrderQueue<Lanes> DecodeQueue, Reorder, Loads, Stores, IntegerFile,
      VectorFile, VectorQueue;
  IssueCalendar<Lanes> Schedulers[NumSchedulers];
  /// Of the ports, where the oldest issue first; Ports holds them otherwise.
  GroupCalendar<Lanes> Calendar;
  /// Value, value and address, address, and commit of the last stores;
  /// addresses only where loads wait for them.
  InOrderQueue<Lanes> StoreValues, StoreIssues, StoreAddresses, StoreCommits;
  /// Lines of the stores of the current instruction, and how many they are.
  Time StoreLine;
  unsigned NumStored = 0;
  /// Bit I: the I-th of them commits together with others before it; crosses a
  /// line, and commits for longer.
  uint32_t Joining = 0, Crossing = 0;
  /// What remember keeps: all times relative to dispatch, the entries of the
  /// schedulers in each lane, and in units the time of dispatch itself and
  /// the one at which all these entries are free.
  struct Snapshot {
    unsigned Version = ~0u;
    int64_t Dispatched[N];
    int64_t Free[N];
    std::vector<Ints> Times;
    std::vector<int32_t> Counts[N];
    std::vector<uint16_t> Taken[N];
    std::vector<uint16_t> Writers;
  };
  Snapshot Kept;
  /// Units of the last stretch that recurred, and the lanes whose schedulers
  /// nothing waited for in it.
  int64_t Period[N];
  uint32_t FreeLanes = 0;

  alignas(64) int64_t Rebased[N];
  AlignedMemory PortMemory, RegisterMemory, LineMemory;
};

} // namespace rafter::simulation

#include "SimulatorSteps.h"

#endif // RAFTER_LIB_SIMULATION_SIMULATOR_H
