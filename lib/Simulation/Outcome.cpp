//===- Outcome.cpp - What is the same on every variant of a CPU -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts together the caches, address translation, the stores in flight, the
// branch predictor and the front end.
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"
#include "BoundPipes.h"
#include "DataCaches.h"
#include "DeliveryModel.h"
#include "EarlyWakeUps.h"
#include "IndirectTargets.h"
#include "LoadBanks.h"
#include "StoreGroups.h"
#include "StoreSets.h"
#include "StoreWindow.h"
#include "Translation.h"
#include "rafter/Stream/AddressForm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace rafter;

void OutcomeChunk::clear() {
  Instructions.clear();
  Accesses.clear();
  Prefetches.clear();
}

struct OutcomeModel::State {
  State(const InstructionTable &Table, const Processor &CPU,
        const SimulationOptions &Options)
      : Table(Table), Options(Options), Stores(CPU), Groups(CPU),
        RenamesByDistance(CPU.Core.RenamesByDistance),
        Sets(static_cast<uint32_t>(CPU.Core.WaryLoads)),
        FrontEnd(CPU, Options.IsPlaced), WakeUps(CPU), Pipes(CPU), Targets(CPU),
        Banks(CPU), LineCrossing(static_cast<uint16_t>(
                        std::clamp(CPU.Core.LineCrossing, 0.0, 65535.0))) {
    if (!Options.PerfectMemory)
      Memory.emplace(CPU);
    if (!Options.PerfectBranches)
      Branches.emplace();
  }

  /// What decides where data are: the caches and address translation.
  struct MemorySide {
    explicit MemorySide(const Processor &CPU) : Caches(CPU), Pages(CPU) {}
    DataCaches Caches;
    Translation Pages;
  };

  /// What the loop needs of a static instruction.
  struct Facts {
    uint32_t FirstOperand;
    uint8_t NumOperands;
    BranchKind Branch;
    bool IsPrefetch;
  };

  void refresh();
  /// Where a chunk has been decided to.
  struct Place {
    const ExecutedInstruction *Executed;
    InstructionOutcome *Outcome;
    const uint64_t *Address, *LastAddress;
    uint32_t NumAccesses, NumPrefetches;
  };
  /// The rounds of a loop in a chunk.
  struct CodeRounds {
    /// Longer rounds are not compared.
    static constexpr size_t LongestRound = 1024;

    const ExecutedInstruction *RoundBegin;
    /// What deliveries depended on where it began, if that is known.
    bool HasBefore;
    std::vector<uint64_t> Before, Now;
    /// Of the next branches, whether they were mispredicted; so many of them
    /// were told.
    std::vector<bool> Told;
    size_t NumTold;

    void begin() {
      RoundBegin = nullptr;
      HasBefore = false;
      Told.clear();
      NumTold = 0;
    }
    std::optional<bool> told() {
      if (LLVM_LIKELY(NumTold == Told.size()))
        return std::nullopt;
      return Told[NumTold++];
    }
    /// Whether the instructions from Next on are those before it, and the one
    /// behind them, which is Last at most, is the first of them again.
    static bool isAlike(const ExecutedInstruction *Next, size_t Size,
                        const ExecutedInstruction *Last) {
      return Size != 0 && Size <= LongestRound && size_t(Last - Next) >= Size &&
             ((Next[Size] ^ *Next) & ~TakenBit) == 0 &&
             std::equal(Next, Next + Size, Next - Size);
    }
  };

  void step(Place &At, OutcomeChunk &Result);
  void accesses(Place &At, const Facts &F, OutcomeChunk &Result);
  void followRounds(Place &At, const ExecutedInstruction *Last,
                    OutcomeChunk &Result);
  bool predictRound(const ExecutedInstruction *Next,
                    const InstructionOutcome *Outcomes, size_t Size);
  void repeatRound(Place &At, size_t Size, uint32_t NumAccesses,
                   OutcomeChunk &Result);
  ExecutedBranch executed(const InstructionOutcome &I,
                          std::optional<uint64_t> Target) const;
  /// Known: outcomes of the same instructions, for what becomes of branches.
  void run(const InstructionChunk &Chunk, OutcomeChunk &Result,
           const InstructionOutcome *Known = nullptr);
  void keepBack(OutcomeChunk &Result);
  uint64_t addressOf(ExecutedInstruction E) const {
    return Table.Instructions[E & ~TakenBit].Address;
  }
  void access(uint32_t Operand, uint64_t Address, bool IsPrefetch,
              AccessOutcome &A, std::vector<PrefetchOutcome> &Prefetches);
  MemoryLevel givenLevel(uint32_t Operand, uint64_t Address);
  void branch(InstructionOutcome &I, std::optional<uint64_t> Target,
              std::optional<bool> Mispredicted = std::nullopt);
  void complete(std::optional<uint64_t> Target, OutcomeChunk &Result,
                std::optional<bool> Mispredicted = std::nullopt);
  template <class Function> void visitState(Function Visit) const;

  const InstructionTable &Table;
  SimulationOptions Options;
  std::vector<Facts> Instructions;
  /// None where memory is perfect: the tables of a whole hierarchy are large.
  std::optional<MemorySide> Memory;
  StoreWindow Stores;
  StoreGroups Groups;
  bool RenamesByDistance;
  std::vector<LastStore> LastStores;
  StorePlaces Places;
  StoreSets Sets;
  DeliveryModel FrontEnd;
  EarlyWakeUps WakeUps;
  PipeBinding Pipes;
  IndirectTargets Targets;
  LoadBanks Banks;
  /// None where branches are perfect.
  std::optional<BranchPredictor> Branches;
  uint16_t LineCrossing;
  /// The last line of each operand of which the level is given, where memory is
  /// perfect otherwise.
  llvm::SmallDenseMap<uint32_t, uint64_t, 4> GivenLines;
  /// Accesses whose level is given.
  uint64_t GivenAccesses = 0;
  /// Executed instructions.
  uint64_t Count = 0;
  /// The last one.
  uint32_t Before = 0;
  /// It was a taken branch.
  bool Jumped = false;
  bool WarmsUp = false;
  CodeRounds Code;
  /// A branch whose target is not known yet, with what belongs to it.
  OutcomeChunk KeptBack;
};

void OutcomeModel::State::refresh() {
  for (size_t I = Instructions.size(); I < Table.Instructions.size(); ++I) {
    const StaticInstruction &S = Table.Instructions[I];
    Instructions.push_back({S.Memory.Begin,
                            static_cast<uint8_t>(S.Memory.size()), S.Branch,
                            S.has(StaticInstruction::Prefetch)});
  }
  if (RenamesByDistance || Sets.matter())
    LastStores.resize(Table.Memory.size());
  Sets.refresh(Table.Memory.size());
  FrontEnd.refresh(Table);
  WakeUps.refresh(Table);
  Pipes.refresh(Table);
}

/// A line that no operand has just used comes from where the user says.
MemoryLevel OutcomeModel::State::givenLevel(uint32_t Operand,
                                            uint64_t Address) {
  ++GivenAccesses;
  constexpr uint64_t LineBytes = 64;
  uint64_t Line = Address / LineBytes;
  bool IsKnown = llvm::any_of(
      GivenLines, [&](const auto &Last) { return Last.second == Line; });
  GivenLines[Operand] = Line;
  return IsKnown ? MemoryLevel::L1
                 : Table.Given[Table.Memory[Operand].Given].Level;
}

inline void
OutcomeModel::State::access(uint32_t Operand, uint64_t Address, bool IsPrefetch,
                            AccessOutcome &A,
                            std::vector<PrefetchOutcome> &Prefetches) {
  const MemoryOperand &M = Table.Memory[Operand];
  A.IsStore = M.IsStore;
  A.Absent = Address == 0;
  if (A.Absent)
    return;
  uint32_t Bytes = std::max(1u, M.Bytes);
  if (Memory) {
    bool Crosses =
        Memory->Caches.access(Operand, Address, Bytes, Count, A, Prefetches);
    A.ExtraCycles = Memory->Pages.extraCycles(Address);
    if (std::optional<uint64_t> Ahead = Memory->Caches.takeAhead())
      Memory->Pages.extraCycles(*Ahead);
    if (LLVM_UNLIKELY(Crosses)) {
      A.Crosses = true;
      A.ExtraCycles += LineCrossing;
    }
  } else if (LLVM_UNLIKELY(M.Given != 0)) {
    A.Level = givenLevel(Operand, Address);
  }
  uint32_t Form = M.CanBeRenamed ? M.AddressForm : 0;
  if (M.IsStore) {
    Stores.store(Address, Bytes, Form);
    if (RenamesByDistance)
      Places.store(Operand, Before);
    if (Sets.matter())
      Sets.store(Operand);
    A.Joins = Groups.store(Address, Bytes);
  } else if (!IsPrefetch) {
    bool HasSameForm = Stores.load(Address, Bytes, Form, A);
    const unsigned Times =
        LastStores.empty() ? 0 : LastStores[Operand].follow(A.StoreDistance);
    if (RenamesByDistance && Form != 0)
      A.Renamed &= (Times == LastStore::Renames &&
                    Places.isLastOfItsPlace(A.StoreDistance)) ||
                   (HasSameForm && hasOneAddress(Form));
    if (Sets.matter())
      Sets.load(Operand, Times >= LastStore::Expects, A);
    // Made-up addresses keep the distances between accesses to one base.
    A.Banks = Banks.of(Address, Bytes);
    // Where different symbols of a block lie is made up.
    if (!Memory && !A.IsWary)
      A.AliasDistance = 0;
  }
}

/// All but what concerns a branch's target.
LLVM_ATTRIBUTE_ALWAYS_INLINE void
OutcomeModel::State::step(Place &At, OutcomeChunk &Result) {
  InstructionOutcome &I = *At.Outcome;
  uint32_t Static = *At.Executed & ~TakenBit;
  const Facts F = Instructions[Static];
  ++Count;
  I.Static = Static;
  I.Taken = (*At.Executed & TakenBit) != 0;
  I.FirstAccess = At.NumAccesses;
  I.FirstPrefetch = At.NumPrefetches;
  if (F.NumOperands != 0) {
    I.NumAccesses = F.NumOperands;
    accesses(At, F, Result);
  }
  Before = Static;
  I.LastFlight = Memory ? Memory->Caches.lastSlot() : 0;
  I.DeliveredBy = FrontEnd.deliver(Static);
  if (!WarmsUp)
    I.WokenEarly = WakeUps.execute(Table, Table.Instructions[Static]);
  // A branch that is kept back may be of interest when a warm-up has ended.
  I.Pipe = Pipes.bind(Static);
  if (Jumped)
    I.CodeMiss = FrontEnd.missedPage(Static);
  Jumped = I.Taken;
  if (I.DeliveredBy == Delivery::Decoders) {
    I.CodeFrom = FrontEnd.takeCodeLevel();
    I.LostSlots = FrontEnd.lostPlaces();
  } else if (I.DeliveredBy == Delivery::UopCache) {
    I.LostSlots = FrontEnd.lostSlots(I.Taken);
  }
}

/// Those of one instruction.
inline void OutcomeModel::State::accesses(Place &At, const Facts &F,
                                          OutcomeChunk &Result) {
  At.NumAccesses += F.NumOperands;
  for (unsigned K = 0; K != F.NumOperands; ++K)
    access(F.FirstOperand + K, At.Address != At.LastAddress ? *At.Address++ : 0,
           F.IsPrefetch, Result.Accesses.emplace_back(), Result.Prefetches);
  At.Outcome->NumPrefetches =
      std::min<size_t>(Result.Prefetches.size() - At.NumPrefetches,
                       std::numeric_limits<uint8_t>::max());
  At.NumPrefetches = Result.Prefetches.size();
}

/// Appends the outcomes of all instructions but what concerns the target of
/// the last one.
void OutcomeModel::State::run(const InstructionChunk &Chunk,
                              OutcomeChunk &Result,
                              const InstructionOutcome *Known) {
  size_t Size = Chunk.Instructions.size();
  size_t FirstResult = Result.Instructions.size();
  Result.Instructions.resize(FirstResult + Size);
  Result.Accesses.reserve(Result.Accesses.size() + Chunk.Addresses.size());
  Place At = {Chunk.Instructions.begin(),
              &Result.Instructions[FirstResult],
              Chunk.Addresses.begin(),
              Chunk.Addresses.end(),
              static_cast<uint32_t>(Result.Accesses.size()),
              static_cast<uint32_t>(Result.Prefetches.size())};
  const ExecutedInstruction *Last = At.Executed + Size - 1;
  const bool Follows = Options.RecurringStretches && !Known;
  Code.begin();
  for (;; ++At.Executed, ++At.Outcome) {
    step(At, Result);
    if (At.Executed == Last)
      return;
    if (Instructions[At.Outcome->Static].Branch == BranchKind::None)
      continue;
    const uint64_t Target = addressOf(At.Executed[1]);
    if (LLVM_UNLIKELY(Known != nullptr))
      branch(*At.Outcome, Target,
             Known[At.Executed - Chunk.Instructions.begin()].Mispredicted);
    else
      branch(*At.Outcome, Target, Code.told());
    if (Follows && At.Outcome->Taken &&
        (At.Executed[1] & ~TakenBit) <= At.Outcome->Static)
      followRounds(At, Last, Result);
  }
}

/// A round has ended at At. Where the next ones execute the same instructions,
/// and what decides how these are delivered has come back to what it was a
/// round before, only accesses are decided and branches predicted.
void OutcomeModel::State::followRounds(Place &At,
                                       const ExecutedInstruction *Last,
                                       OutcomeChunk &Result) {
  const ExecutedInstruction *Next = At.Executed + 1;
  const ExecutedInstruction *Begin = std::exchange(Code.RoundBegin, Next);
  const size_t Size = Begin ? Next - Begin : 0;
  if (!Code.isAlike(Next, Size, Last)) {
    Code.HasBefore = false;
    return;
  }
  Code.Now.clear();
  auto Note = [&](uint64_t Number) { Code.Now.push_back(Number); };
  FrontEnd.visitState(Note);
  WakeUps.visitState(Note);
  Targets.visitState(Note);
  const bool Recurs = Code.HasBefore && Code.Now == Code.Before;
  std::swap(Code.Now, Code.Before);
  Code.HasBefore = !Recurs;
  if (!Recurs)
    return;
  const InstructionOutcome *First = At.Outcome + 1 - Size;
  const uint32_t NumAccesses = At.NumAccesses - First->FirstAccess;
  do {
    if (!predictRound(Next, At.Outcome + 1 - Size, Size))
      break;
    repeatRound(At, Size, NumAccesses, Result);
    Next += Size;
  } while (Code.isAlike(Next, Size, Last));
  Code.RoundBegin = Next;
}

/// Predicts the branches of the next round. Whether all is as in the one before
/// it, of which these are the outcomes; if not, the round is told what was
/// predicted.
bool OutcomeModel::State::predictRound(const ExecutedInstruction *Next,
                                       const InstructionOutcome *Outcomes,
                                       size_t Size) {
  Code.Told.clear();
  Code.NumTold = 0;
  if (!Branches)
    return true;
  for (size_t K = 0; K != Size; ++K) {
    const InstructionOutcome &I = Outcomes[K];
    if (LLVM_LIKELY(Instructions[I.Static].Branch == BranchKind::None))
      continue;
    const bool Wrong =
        Branches->mispredicts(executed(I, addressOf(Next[K + 1])));
    Code.Told.push_back(Wrong);
    if (Wrong != I.Mispredicted)
      return false;
  }
  Code.Told.clear();
  return true;
}

/// Appends a round whose instructions are those of the round before it, of
/// which each access comes NumAccesses before it.
void OutcomeModel::State::repeatRound(Place &At, size_t Size,
                                      uint32_t NumAccesses,
                                      OutcomeChunk &Result) {
  const uint64_t Begin = Count + 1;
  const bool Binds = Pipes.matter();
  uint16_t Flight = At.Outcome->LastFlight;
  InstructionOutcome *First = At.Outcome + 1;
  for (size_t K = 0; K != Size; ++K) {
    InstructionOutcome &I = First[K];
    I = *(First + K - Size);
    I.FirstAccess += NumAccesses;
    I.FirstPrefetch = At.NumPrefetches;
    if (I.NumAccesses != 0) {
      At.Outcome = &I;
      Count = Begin + K;
      Before = (&I)[-1].Static;
      accesses(At, Instructions[I.Static], Result);
      Flight = Memory ? Memory->Caches.lastSlot() : 0;
    }
    I.LastFlight = Flight;
    if (LLVM_UNLIKELY(Binds))
      I.Pipe = Pipes.bind(I.Static);
  }
  At.Executed += Size;
  At.Outcome = First + Size - 1;
  Count = Begin + Size - 1;
  Before = At.Outcome->Static;
}

/// What the predictor needs of a branch.
inline ExecutedBranch
OutcomeModel::State::executed(const InstructionOutcome &I,
                              std::optional<uint64_t> Target) const {
  const StaticInstruction &S = Table.Instructions[I.Static];
  ExecutedBranch B;
  B.Address = S.Address;
  B.Next = S.Address + S.Bytes;
  B.Target = Target.value_or(B.Next);
  B.Kind = S.Branch;
  B.Taken = I.Taken;
  return B;
}

/// Predicts a branch. Without a target, at the end of a region, only the
/// direction counts. Mispredicted: it was predicted before.
void OutcomeModel::State::branch(InstructionOutcome &I,
                                 std::optional<uint64_t> Target,
                                 std::optional<bool> Mispredicted) {
  const ExecutedBranch B = executed(I, Target);
  if (Mispredicted)
    I.Mispredicted = *Mispredicted;
  else if (Branches)
    I.Mispredicted = Branches->mispredicts(B) &&
                     (Target || B.Kind == BranchKind::Conditional);
  I.SteeredBy = Targets.branch(I.Static, B, I.Mispredicted);
  FrontEnd.branch(I.Static, B.Kind, I.Taken && B.Target <= B.Address,
                  I.Mispredicted);
}

/// Moves the last instruction out of Result.
void OutcomeModel::State::keepBack(OutcomeChunk &Result) {
  InstructionOutcome &I = Result.Instructions.back();
  KeptBack.Accesses.assign(Result.Accesses.begin() + I.FirstAccess,
                           Result.Accesses.end());
  KeptBack.Prefetches.assign(Result.Prefetches.begin() + I.FirstPrefetch,
                             Result.Prefetches.end());
  Result.Accesses.resize(I.FirstAccess);
  Result.Prefetches.resize(I.FirstPrefetch);
  KeptBack.Instructions.assign(1, I);
  Result.Instructions.pop_back();
}

/// Moves the branch that was kept back to Result.
void OutcomeModel::State::complete(std::optional<uint64_t> Target,
                                   OutcomeChunk &Result,
                                   std::optional<bool> Mispredicted) {
  if (KeptBack.Instructions.empty())
    return;
  InstructionOutcome I = KeptBack.Instructions.front();
  branch(I, Target, Mispredicted);
  I.FirstAccess = Result.Accesses.size();
  I.FirstPrefetch = Result.Prefetches.size();
  Result.Instructions.push_back(I);
  Result.Accesses.insert(Result.Accesses.end(), KeptBack.Accesses.begin(),
                         KeptBack.Accesses.end());
  Result.Prefetches.insert(Result.Prefetches.end(), KeptBack.Prefetches.begin(),
                           KeptBack.Prefetches.end());
  KeptBack.clear();
}

/// Only what decides outcomes again: numbers that grow are visited as
/// differences. What only hits move (the order of lines, pages and windows by
/// their last uses) is left out: hits that come again leave it as it is, and
/// where there is anything but hits, a count changes.
template <class Function>
void OutcomeModel::State::visitState(Function Visit) const {
  Visit(uint64_t(Before) << 1 | Jumped);
  Visit(GivenAccesses);
  if (Memory) {
    Memory->Caches.visitState(Visit);
    Memory->Pages.visitState(Visit);
  }
  Stores.visitState(Visit);
  Groups.visitState(Visit);
  for (const LastStore &S : LastStores)
    Visit(S.state());
  if (RenamesByDistance)
    Places.visitState(Visit);
  Sets.visitState(Visit);
  FrontEnd.visitState(Visit);
  WakeUps.visitState(Visit);
  Pipes.visitState(Visit);
  Targets.visitState(Visit);
}

OutcomeModel::OutcomeModel(const InstructionTable &Table, const Processor &CPU,
                           const SimulationOptions &Options)
    : Current(std::make_unique<State>(Table, CPU, Options)) {}

OutcomeModel::~OutcomeModel() = default;

void OutcomeModel::setWarmUp(bool On) { Current->WarmsUp = On; }

void OutcomeModel::beginRegion() {
  Current->KeptBack.clear();
  emptyPipeline();
}

uint64_t OutcomeModel::emptyPipeline() {
  if (Current->Memory)
    Current->Memory->Caches.forgetFlights();
  Current->Stores.clear();
  Current->Groups.clear();
  Current->Pipes.clear();
  return Current->KeptBack.Instructions.size();
}

void OutcomeModel::restore(llvm::ArrayRef<LineUse> Lines) {
  if (!Current->Memory)
    return;
  for (LineUse L : Lines) {
    Current->Memory->Caches.restore(L);
    if (!L.ByOthers)
      Current->Memory->Pages.extraCycles(L.Address);
  }
  Current->Memory->Caches.forgetWriteBacks();
}

void OutcomeModel::touch(const InstructionChunk &Chunk) {
  if (!Current->Memory)
    return;
  Current->refresh();
  const uint64_t *Address = Chunk.Addresses.begin();
  for (ExecutedInstruction E : Chunk.Instructions) {
    const State::Facts &F = Current->Instructions[E & ~TakenBit];
    for (unsigned K = 0; K != F.NumOperands && Address != Chunk.Addresses.end();
         ++K, ++Address) {
      if (*Address == 0)
        continue;
      const MemoryOperand &M = Current->Table.Memory[F.FirstOperand + K];
      Current->Memory->Caches.touch(*Address, std::max(1u, M.Bytes), M.IsStore);
      Current->Memory->Pages.extraCycles(*Address);
    }
  }
  Current->Memory->Caches.forgetWriteBacks();
}

void OutcomeModel::decide(const InstructionChunk &Chunk, OutcomeChunk &Result) {
  State &S = *Current;
  size_t Size = Chunk.Instructions.size();
  if (Size == 0)
    return;
  S.refresh();
  S.complete(S.addressOf(Chunk.Instructions.front()), Result);
  S.run(Chunk, Result);
  if (S.Instructions[Result.Instructions.back().Static].Branch !=
      BranchKind::None)
    S.keepBack(Result);
}

void OutcomeModel::finish(OutcomeChunk &Result, std::optional<uint64_t> Next) {
  Current->complete(Next, Result);
}

void OutcomeModel::appendState(std::vector<uint64_t> &State) const {
  Current->visitState([&](uint64_t Number) { State.push_back(Number); });
}

uint64_t OutcomeModel::changes() const {
  const State &S = *Current;
  uint64_t Changes =
      S.FrontEnd.changes() + S.Targets.changes() + S.GivenAccesses;
  if (S.Memory)
    Changes += S.Memory->Caches.changes() + S.Memory->Pages.changes();
  return Changes;
}

bool OutcomeModel::mispredicts(const ExecutedBranch &Branch) {
  return Current->Branches && Current->Branches->mispredicts(Branch);
}

void OutcomeModel::skip(uint64_t NumInstructions) {
  Current->Count += NumInstructions;
}

void OutcomeModel::goThrough(const InstructionChunk &Chunk,
                             llvm::ArrayRef<InstructionOutcome> Outcomes) {
  State &S = *Current;
  if (Chunk.Instructions.empty())
    return;
  OutcomeChunk Result;
  S.run(Chunk, Result, Outcomes.data());
  if (S.Instructions[Result.Instructions.back().Static].Branch !=
      BranchKind::None)
    S.keepBack(Result);
}

void OutcomeModel::finish(OutcomeChunk &Result, uint64_t Next,
                          bool Mispredicted) {
  Current->complete(Next, Result, Mispredicted);
}
