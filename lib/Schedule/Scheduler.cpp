//===- Scheduler.cpp - Tomasulo's greedy schedule of a stream -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts the stream into stretches of operations that follow each other in the
// table, decides the outcomes of each stretch's accesses, and lets the machine
// execute it. Where states of the machine recur, the steps from one to the next
// are remembered and only followed; the machine stands still meanwhile.
//
//===----------------------------------------------------------------------===//

#include "rafter/Schedule/Scheduler.h"
#include "Machine.h"
#include "ScheduleMemory.h"
#include "llvm/ADT/DenseMap.h"

using namespace rafter;
using llvm::ArrayRef;

namespace {

/// Operations that are executed one after the other.
struct Stretch {
  uint32_t Begin, End;
  /// Its loads and stores in Scheduler::Core::Accesses.
  uint32_t AccessesBegin, AccessesEnd;
};

} // namespace

class Scheduler::Core {
public:
  Core(const Processor &CPU, const OperationTable &Table,
       SchedulerOptions Options);

  void beginRegion();
  void consume(ArrayRef<DynamicOperation> Operations);
  void endRegion();
  ScheduleResult result() const;

  uint64_t followed() const { return AllFollowed + Followed; }

  bool WarmUp = false;

private:
  void warm(ArrayRef<DynamicOperation> Operations);
  uint32_t stretchOf(uint32_t Begin, uint32_t End);
  void play(uint32_t Number, uint32_t Frame, const uint64_t *Addresses);
  void decide(const Stretch &S, const uint64_t *Addresses);
  void execute(const Stretch &S, uint32_t Frame);
  void learn(uint32_t Number, uint32_t Frame);
  bool follow(uint32_t Frame);
  void forget();
  void leave(const std::array<uint64_t, NumMemoryLevels> &Bookings);

  Machine M;
  AccessOutcomes Outcomes;
  OutcomeCode Code;
  llvm::SmallVector<uint64_t, 16> Addresses;
  std::vector<Stretch> Stretches;
  std::vector<uint32_t> Accesses;
  llvm::DenseMap<uint64_t, uint32_t> StretchNumbers;

  /// Whether states are looked for at all.
  const bool Remembers;
  ScheduleMemory Memory;
  /// Whether steps are followed; the following are valid only then.
  bool Follows = false;
  ScheduleMemory::State Current = 0;
  uint32_t CurrentFrame = 0;
  /// Whether the machine is in the current state.
  bool Held = false;
  /// The machine's cycle in which the region began, as if it had stood in the
  /// current state when it did.
  Cycle Begin = 0;
  /// Cycles since then.
  Cycle Elapsed = 0;
  std::array<uint64_t, NumMemoryLevels> Bookings = {};
  std::vector<uint16_t> Words;
  ActivityList Uses;
  /// Steps that were followed and that had to be learned lately.
  uint64_t Followed = 0, Learned = 0;
  /// How many stretches are executed before states are looked for again.
  uint64_t Patience = LeastPatience, Executed = 0;
  static constexpr uint64_t LeastPatience = 256, GreatestPatience = 1 << 16;
  static constexpr uint64_t Trial = 512, Worth = 4;

  uint64_t Cycles = 0;
  uint64_t AllFollowed = 0;
};

Scheduler::Core::Core(const Processor &CPU, const OperationTable &Table,
                      SchedulerOptions Options)
    : M(CPU, Options, Table),
      Outcomes(CPU, Options.MemoryDependences, M.ratesWithGaps()),
      Remembers(Options.RecurringStates && M.recurs()) {}

void Scheduler::Core::beginRegion() {
  if (WarmUp)
    return;
  Begin = M.now();
  M.beginRegion();
}

void Scheduler::Core::endRegion() {
  if (WarmUp)
    return;
  if (Follows)
    leave(Outcomes.bookings());
  Cycles += M.endRegion(Begin) - Begin;
}

/// Goes on with the machine in the current state, Bookings made before it.
void Scheduler::Core::leave(
    const std::array<uint64_t, NumMemoryLevels> &Bookings) {
  if (!Held) {
    M.restore(CurrentFrame, Memory.words(Current), Bookings);
    Begin = M.now() - Elapsed;
  }
  Held = true;
  Follows = false;
}

/// Makes the machine's state the current one. False if it cannot be written.
bool Scheduler::Core::follow(uint32_t Frame) {
  M.activity().foldUpTo(M.now());
  Words.clear();
  Follows = Held = M.save(Frame, Words);
  if (!Follows)
    return false;
  Current = Memory.intern(Words);
  CurrentFrame = Frame;
  Elapsed = M.now() - Begin;
  return true;
}

void Scheduler::Core::decide(const Stretch &S, const uint64_t *Addresses) {
  Code.clear();
  for (uint32_t I = S.AccessesBegin; I != S.AccessesEnd; ++I) {
    uint32_t Operation = Accesses[I];
    Outcomes.decide(Operation, M.operations()[Operation], *Addresses++, Code);
  }
}

void Scheduler::Core::execute(const Stretch &S, uint32_t Frame) {
  M.reserve(Frame);
  M.execute(S.Begin, S.End, Frame, Code.data());
}

void Scheduler::Core::play(uint32_t Number, uint32_t Frame,
                           const uint64_t *Addresses) {
  const Stretch &S = Stretches[Number];
  if (!Follows) {
    Outcomes.begin(M.inFlight());
    decide(S, Addresses);
    execute(S, Frame);
    if (Remembers && ++Executed == Patience) {
      Executed = 0;
      follow(Frame);
    }
    return;
  }
  Bookings = Outcomes.bookings();
  Outcomes.begin(Memory.inFlight(Current));
  decide(S, Addresses);
  ScheduleMemory::Step *Next =
      Memory.find({Current, Number, Frame - CurrentFrame, Code});
  if (LLVM_UNLIKELY(!Next))
    return learn(Number, Frame);
  ++Followed;
  ++Next->Taken;
  Elapsed += Next->Passed;
  Current = Next->To;
  CurrentFrame = Frame;
  Held = false;
}

/// Executes a stretch from the current state on, and remembers what it does.
void Scheduler::Core::learn(uint32_t Number, uint32_t Frame) {
  ScheduleMemory::Input In = {Current, Number, Frame - CurrentFrame, Code};
  leave(Bookings);
  NodeCounts Before = M.counts();
  Cycle From = M.now();
  Uses.clear();
  M.activity().countIn(&Uses);
  execute(Stretches[Number], Frame);
  bool Fits = follow(Frame);
  M.activity().countIn(nullptr);
  for (const ActivityList::Entry &E : Uses.entries())
    M.activity().add(E.Mask, E.Cycles);
  if (Fits)
    Memory.add(In, Current, M.now() - From, Uses.entries(), Before, M.counts());
  ++Learned;
  if (Fits && Learned < Trial && !Memory.isFull())
    return;
  bool Worthwhile = Fits && Followed >= Worth * Learned;
  Patience =
      Worthwhile ? LeastPatience : std::min(2 * Patience, GreatestPatience);
  AllFollowed += std::exchange(Followed, 0);
  Learned = 0;
  if (Memory.isFull())
    forget();
  Follows = false;
  if (Worthwhile)
    follow(Frame);
}

/// Forgets the states and steps, which have become too many.
void Scheduler::Core::forget() {
  Memory.addTo(M.activity().histogram(), M.counts());
  Memory.clear();
}

/// The number of the stretch of operations [Begin, End).
uint32_t Scheduler::Core::stretchOf(uint32_t Begin, uint32_t End) {
  auto [It, New] =
      StretchNumbers.try_emplace(uint64_t(Begin) << 32 | End, Stretches.size());
  if (!New)
    return It->second;
  Stretch S = {Begin, End, static_cast<uint32_t>(Accesses.size()), 0};
  for (uint32_t I = Begin; I != End; ++I)
    if (isMemory(M.operations()[I].Kind))
      Accesses.push_back(I);
  S.AccessesEnd = Accesses.size();
  Stretches.push_back(S);
  return It->second;
}

/// Moves the lines of a warm-up execution through the caches.
void Scheduler::Core::warm(ArrayRef<DynamicOperation> Batch) {
  for (const DynamicOperation &D : Batch) {
    const PreparedOperation &P = M.operations()[D.Static];
    if (isMemory(P.Kind))
      Outcomes.warm(D.Static, P, D.Address);
  }
}

void Scheduler::Core::consume(ArrayRef<DynamicOperation> Batch) {
  if (WarmUp)
    return warm(Batch);
  while (!Batch.empty()) {
    uint32_t Begin = Batch.front().Static, Frame = Batch.front().Frame;
    size_t Length = 0;
    Addresses.clear();
    do {
      const DynamicOperation &D = Batch[Length];
      if (isMemory(M.operations()[D.Static].Kind))
        Addresses.push_back(D.Address);
      ++Length;
    } while (Length != Batch.size() && Batch[Length].Static == Begin + Length &&
             Batch[Length].Frame == Frame);
    play(stretchOf(Begin, Begin + Length), Frame, Addresses.data());
    Batch = Batch.drop_front(Length);
  }
}

ScheduleResult Scheduler::Core::result() const {
  ScheduleResult R;
  NodeCounts Counts = M.counts();
  R.Activity = M.activity().histogram();
  Memory.addTo(R.Activity, Counts);
  R.Cycles = Cycles;
  R.Channels = Counts.Channels;
  for (const ChannelCounts &C : Counts.Channels)
    R.Flops += C.Flops;
  R.FlopBytes = Counts.FlopBytes;
  R.PrefetchedLines = Outcomes.prefetchedLines();
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
uint64_t Scheduler::followed() const { return Impl->followed(); }
