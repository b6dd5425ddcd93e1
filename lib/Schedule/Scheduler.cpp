//===- Scheduler.cpp - Tomasulo's greedy schedule of a stream -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the stream as stretches: segments, or operations that follow each other
// in the table. Decides the outcomes of each stretch's accesses, and lets the
// machine execute it. Where states of the machine recur, the steps from one to
// the next are remembered and only followed; the machine stands still
// meanwhile.
//
//===----------------------------------------------------------------------===//

#include "rafter/Schedule/Scheduler.h"
#include "Machine.h"
#include "RecurrenceWatch.h"
#include "ScheduleMemory.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/xxhash.h"

using namespace rafter;
using llvm::ArrayRef;

namespace {

/// Operations that are executed one after the other.
struct Stretch {
  /// Operations [FirstBegin, FirstEnd), then [Begin, End).
  uint32_t FirstBegin, FirstEnd, Begin, End;
  /// Its loads and stores in Scheduler::Core::Accesses.
  uint32_t AccessesBegin = 0, AccessesEnd = 0;
};

/// Executions of stretches with the same accesses, whose addresses advance.
struct Loop {
  /// The stretch of the first execution, and that of the others.
  uint32_t First, Again;
  uint32_t Frame;
  llvm::MutableArrayRef<AccessSite> Sites;
  /// Of the first execution, and by how much they advance.
  const uint64_t *Begin, *Steps = nullptr;
  /// Whether accesses in one line are decided together, and whether those of
  /// the last execution were.
  bool Together = false, Decided = false;
  /// Executions so far.
  uint64_t Done = 0;
};

} // namespace

class Scheduler::Core {
public:
  Core(const Processor &CPU, const OperationTable &Table,
       SchedulerOptions Options);

  void beginRegion();
  void consume(ArrayRef<DynamicOperation> Operations);
  void consumeSegments(ArrayRef<Segment> Segments,
                       ArrayRef<ExecutedSegment> Executed);
  void endRegion();
  ScheduleResult result() const;

  uint64_t followed() const { return AllFollowed + Followed; }
  uint64_t Together = 0;

  bool WarmUp = false;

private:
  void warm(const Stretch &S, const uint64_t *Addresses);
  uint32_t stretchOf(uint32_t Begin, uint32_t End);
  uint32_t addStretch(Stretch S);
  void play(uint32_t Number, uint32_t Frame, const uint64_t *Addresses);
  void playLoop(uint32_t First, uint32_t Again, const ExecutedSegment &E);
  void learnSeveral(Loop &L, uint64_t Count);
  void playNext(Loop &L);
  bool take(const ScheduleMemory::Input &In, uint32_t Frame,
            uint64_t Executions = 1);
  uint32_t stretchOf(llvm::ArrayRef<Segment> Segments, uint32_t Number);
  void decide(const Stretch &S, const uint64_t *Addresses);
  void execute(const Stretch &S, uint32_t Frame);
  void learn(const ScheduleMemory::Input &In, uint32_t Number, uint32_t Frame);
  uint64_t hashOfState(uint32_t Frame);
  bool isWorthTrying(uint32_t Number, uint32_t Frame);
  bool follow(uint32_t Frame);
  void forget();
  void leave(const std::array<uint64_t, NumMemoryLevels> &Bookings);

  Machine M;
  AccessOutcomes Outcomes;
  OutcomeCode Code;
  llvm::SmallVector<uint64_t, 16> Addresses;
  /// What an execution of a loop and several of them are told from others by,
  /// and their steps.
  OutcomeCode Key, SeveralKey;
  llvm::SmallVector<uint32_t, 64> Parts;
  std::vector<Stretch> Stretches;
  std::vector<AccessSite> Accesses;
  /// By begin and end, and by the number of a segment.
  llvm::DenseMap<uint64_t, uint32_t> StretchNumbers;
  static constexpr uint32_t NoStretch = ~0u;
  std::vector<uint32_t> SegmentStretches;

  /// Whether states are looked for at all.
  const bool Remembers;
  ScheduleMemory Memory;
  /// Whether they were followed at the end of the region before.
  bool Resumes = false;
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
  std::vector<uint8_t> Bytes;
  ActivityList Uses;
  /// Steps that were followed and that had to be learned in this trial, and how
  /// many may be learned before it is judged.
  uint64_t Followed = 0, Learned = 0, Trial = 0;
  RecurrenceWatch Watch;
  /// How many steps a later trial learns, and how many must be followed for
  /// each.
  static constexpr uint64_t LeastTrial = 512, Worth = 10;

  uint64_t Cycles = 0;
  uint64_t AllFollowed = 0;
};

Scheduler::Core::Core(const Processor &CPU, const OperationTable &Table,
                      SchedulerOptions Options)
    : M(CPU, Options, Table), Outcomes(CPU, Options, M.ratesWithGaps()),
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
  Resumes = Follows;
  if (Follows)
    leave(Outcomes.bookings());
  Cycles += M.endRegion(Begin) - Begin;
}

/// Goes on with the machine in the current state, Bookings made before it.
void Scheduler::Core::leave(
    const std::array<uint64_t, NumMemoryLevels> &Bookings) {
  if (!Held) {
    M.restore(CurrentFrame, Memory.bytes(Current), Bookings);
    Begin = M.now() - Elapsed;
  }
  Held = true;
  Follows = false;
}

/// Makes the machine's state the current one. False if it cannot be written.
bool Scheduler::Core::follow(uint32_t Frame) {
  M.activity().foldUpTo(M.now());
  Bytes.clear();
  Follows = Held = M.save(Frame, Bytes);
  if (!Follows)
    return false;
  Current = Memory.intern(Bytes);
  CurrentFrame = Frame;
  Elapsed = M.now() - Begin;
  return true;
}

void Scheduler::Core::decide(const Stretch &S, const uint64_t *Addresses) {
  Code.clear();
  Outcomes.decide(llvm::MutableArrayRef(Accesses).slice(
                      S.AccessesBegin, S.AccessesEnd - S.AccessesBegin),
                  Addresses, Code);
}

void Scheduler::Core::execute(const Stretch &S, uint32_t Frame) {
  M.reserve(Frame);
  const uint32_t *Rest =
      M.execute(S.FirstBegin, S.FirstEnd, Frame, Code.data());
  M.execute(S.Begin, S.End, Frame, Rest);
}

/// A hash of the machine's state.
uint64_t Scheduler::Core::hashOfState(uint32_t Frame) {
  M.activity().foldUpTo(M.now());
  Bytes.clear();
  M.save(Frame, Bytes);
  return llvm::xxh3_64bits(Bytes);
}

/// Whether to follow states from the stretch on that was just executed.
bool Scheduler::Core::isWorthTrying(uint32_t Number, uint32_t Frame) {
  if (LLVM_LIKELY(!Watch.looks()))
    return false;
  uint64_t Hash = M.fingerprint() ^ Number;
  for (uint32_t Word : Code)
    Hash = (Hash ^ Word ^ Hash >> 29) * 0x9E3779B97F4A7C15u;
  switch (Watch.add(Hash * 0x9E3779B97F4A7C15u)) {
  case RecurrenceWatch::Advice::None:
    return false;
  case RecurrenceWatch::Advice::SetAnchor:
    Watch.setAnchor(hashOfState(Frame));
    return false;
  case RecurrenceWatch::Advice::Compare:
    Trial = Watch.compare(hashOfState(Frame));
    return Trial != 0;
  }
  llvm_unreachable("unknown advice");
}

void Scheduler::Core::play(uint32_t Number, uint32_t Frame,
                           const uint64_t *Addresses) {
  const Stretch &S = Stretches[Number];
  if (!Follows) {
    Outcomes.begin(M.inFlight());
    decide(S, Addresses);
    execute(S, Frame);
    if (Remembers &&
        (std::exchange(Resumes, false) || isWorthTrying(Number, Frame)))
      follow(Frame);
    return;
  }
  Bookings = Outcomes.bookings();
  Outcomes.begin(Memory.inFlight(Current));
  decide(S, Addresses);
  ScheduleMemory::Input In = {Current, Number, Frame - CurrentFrame, Code};
  if (LLVM_UNLIKELY(!take(In, Frame)))
    learn(In, Number, Frame);
}

/// Takes the step of In, which stands for some executions, if it is known.
inline bool Scheduler::Core::take(const ScheduleMemory::Input &In,
                                  uint32_t Frame, uint64_t Executions) {
  ScheduleMemory::Step *Next = Memory.find(In);
  if (LLVM_UNLIKELY(!Next))
    return false;
  Followed += Executions;
  ++Next->Taken;
  Elapsed += Next->Passed;
  Current = Next->To;
  CurrentFrame = Frame;
  Held = false;
  return true;
}

/// Executes a stretch, whose outcomes are Code, from the current state on, and
/// remembers what it does as the step of In.
void Scheduler::Core::learn(const ScheduleMemory::Input &In, uint32_t Number,
                            uint32_t Frame) {
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
  if (!Worthwhile)
    Watch.vain(Learned, Followed);
  AllFollowed += std::exchange(Followed, 0);
  Learned = 0;
  Trial = LeastTrial;
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

uint32_t Scheduler::Core::addStretch(Stretch S) {
  S.AccessesBegin = Accesses.size();
  auto Add = [&](uint32_t Begin, uint32_t End) {
    for (uint32_t I = Begin; I != End; ++I)
      if (isMemory(M.operations()[I].Kind))
        Accesses.emplace_back(I, M.operations()[I]);
  };
  Add(S.FirstBegin, S.FirstEnd);
  Add(S.Begin, S.End);
  S.AccessesEnd = Accesses.size();
  Outcomes.moveSites();
  Stretches.push_back(S);
  return Stretches.size() - 1;
}

/// The number of the stretch of operations [Begin, End).
uint32_t Scheduler::Core::stretchOf(uint32_t Begin, uint32_t End) {
  auto [It, New] =
      StretchNumbers.try_emplace(uint64_t(Begin) << 32 | End, NoStretch);
  if (New)
    It->second = addStretch({Begin, Begin, Begin, End});
  return It->second;
}

/// Moves the lines of a warm-up execution through the caches.
void Scheduler::Core::warm(const Stretch &S, const uint64_t *Addresses) {
  for (uint32_t I = S.AccessesBegin; I != S.AccessesEnd; ++I)
    Outcomes.warm(Accesses[I], *Addresses++);
}

/// Plays the next execution of a loop.
void Scheduler::Core::playNext(Loop &L) {
  uint32_t Number = L.Done == 0 ? L.First : L.Again;
  auto AddressesNow = [&] {
    for (size_t I = 0; I != L.Sites.size(); ++I)
      Addresses[I] = L.Begin[I] + L.Done * L.Steps[I];
    return Addresses.data();
  };
  if (!Follows || !L.Together) {
    play(Number, L.Frame, AddressesNow());
    if (L.Together)
      Outcomes.passLoop(1);
    L.Decided = false;
  } else {
    Bookings = Outcomes.bookings();
    Outcomes.begin(Memory.inFlight(Current));
    L.Decided = Outcomes.decideLoop(Key);
    if (LLVM_LIKELY(L.Decided)) {
      ScheduleMemory::Input In = {Current, Number | ScheduleMemory::Keyed,
                                  L.Frame - CurrentFrame, Key};
      if (LLVM_UNLIKELY(!take(In, L.Frame))) {
        Outcomes.writeLoopCode(Code);
        learn(In, Number, L.Frame);
      }
    } else {
      play(Number, L.Frame, AddressesNow());
      Outcomes.passLoop(1);
    }
  }
  ++L.Done;
}

void Scheduler::Core::playLoop(uint32_t First, uint32_t Again,
                               const ExecutedSegment &E) {
  const Stretch &S = Stretches[Again];
  Loop L = {First, Again, E.Frame,
            llvm::MutableArrayRef(Accesses).slice(
                S.AccessesBegin, S.AccessesEnd - S.AccessesBegin),
            E.Addresses};
  L.Steps = L.Begin + L.Sites.size();
  L.Together =
      Remembers && Outcomes.beginLoop(L.Sites, L.Begin, L.Steps, E.Count);
  Addresses.resize(L.Sites.size());
  while (L.Done != E.Count) {
    playNext(L);
    if (!L.Decided || !Follows)
      continue;
    SeveralKey.clear();
    uint64_t Count = Outcomes.staying(E.Count - L.Done,
                                      Memory.inFlight(Current), SeveralKey);
    if (Count < 2)
      continue;
    if (LLVM_UNLIKELY(
            !take({Current, Again | ScheduleMemory::Several, 0, SeveralKey},
                  L.Frame, Count))) {
      learnSeveral(L, Count);
      continue;
    }
    Together += Count;
    Outcomes.skip(Count);
    L.Done += Count;
  }
  if (!L.Together)
    return;
  for (size_t I = 0; I != L.Sites.size(); ++I)
    Addresses[I] = L.Begin[I] + (E.Count - 1) * L.Steps[I];
  Outcomes.endLoop(L.Sites, Addresses.data(), L.Steps,
                   Follows ? Memory.inFlight(Current) : M.inFlight());
}

/// Plays Count further executions, and remembers what they do together.
void Scheduler::Core::learnSeveral(Loop &L, uint64_t Count) {
  ScheduleMemory::State From = Current;
  Cycle Before = Elapsed;
  unsigned Generation = Memory.generation();
  Parts.clear();
  bool Known = true;
  for (; Count != 0; --Count) {
    ScheduleMemory::State Last = Current;
    Known &= Follows;
    playNext(L);
    Known &= Follows && Memory.generation() == Generation;
    if (Known)
      Parts.push_back(Memory.lastStep(Last));
  }
  if (Known && !Memory.isFull())
    Memory.add({From, L.Again | ScheduleMemory::Several, 0, SeveralKey},
               Current, Elapsed - Before, Parts);
}

uint32_t Scheduler::Core::stretchOf(ArrayRef<Segment> Segments,
                                    uint32_t Number) {
  uint32_t &Stretch = SegmentStretches[Number];
  if (LLVM_UNLIKELY(Stretch == NoStretch)) {
    const Segment &S = Segments[Number];
    Stretch = addStretch({S.MovesBegin, S.MovesEnd, S.Begin, S.End});
  }
  return Stretch;
}

void Scheduler::Core::consumeSegments(ArrayRef<Segment> Segments,
                                      ArrayRef<ExecutedSegment> Executed) {
  SegmentStretches.resize(Segments.size(), NoStretch);
  for (const ExecutedSegment &E : Executed) {
    uint32_t Number = stretchOf(Segments, E.Number);
    if (LLVM_UNLIKELY(WarmUp))
      E.forEach(Segments[E.Number].NumAddresses, Addresses,
                [&](uint32_t Segment, const uint64_t *Addresses) {
                  warm(Stretches[stretchOf(Segments, Segment)], Addresses);
                });
    else if (LLVM_LIKELY(E.Count == 1))
      play(Number, E.Frame, E.Addresses);
    else
      playLoop(Number, stretchOf(Segments, E.Again), E);
  }
}

void Scheduler::Core::consume(ArrayRef<DynamicOperation> Batch) {
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
    uint32_t Number = stretchOf(Begin, Begin + Length);
    if (WarmUp)
      warm(Stretches[Number], Addresses.data());
    else
      play(Number, Frame, Addresses.data());
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
void Scheduler::consumeSegments(ArrayRef<Segment> Segments,
                                ArrayRef<ExecutedSegment> Executed) {
  Impl->consumeSegments(Segments, Executed);
}
void Scheduler::endRegion() { Impl->endRegion(); }
ScheduleResult Scheduler::result() const { return Impl->result(); }
uint64_t Scheduler::followed() const { return Impl->followed(); }
uint64_t Scheduler::followedTogether() const { return Impl->Together; }
