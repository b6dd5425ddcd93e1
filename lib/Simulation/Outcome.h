//===- Outcome.h - What is the same on every variant of a CPU ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where accesses are served from, which store a load takes its value from,
// which branches are mispredicted and how instructions reach rename: decided
// once per executed instruction, in program order, before any time is computed.
// Accelerating a machine changes none of it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_OUTCOME_H
#define RAFTER_LIB_SIMULATION_OUTCOME_H

#include "rafter/Branch/BranchPredictor.h"
#include "rafter/Simulation/Analyze.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <optional>

namespace rafter {

/// How an instruction reaches rename.
enum class Delivery : uint8_t { LoopBuffer, UopCache, Decoders, Microcode };

/// What the prediction of a branch is kept busy with.
enum class Steering : uint8_t {
  Direct,
  /// The target is not in the instruction.
  Indirect,
  /// To the place behind the call.
  Return,
  /// Direct, right after an indirect one whose target varies.
  AfterVarying,
  /// Direct, and not among the branches that prediction is fastest with.
  Far
};
inline constexpr unsigned NumSteerings = 5;
/// Of a branch whose target is not in the instruction.
inline bool isIndirect(Steering S) {
  return S == Steering::Indirect || S == Steering::Return;
}

/// The most slots of the micro-operation cache that are lost with one
/// instruction; more are lost with the next ones.
inline constexpr unsigned MostLostSlots = 64;

/// One memory operand of one executed instruction. (An access that crosses a
/// line reports the farther level.)
struct AccessOutcome {
  MemoryLevel Level = MemoryLevel::L1;
  bool IsStore = false;
  /// The operand did not access memory (a condition, a mask).
  bool Absent = false;
  /// The first access to a line that a prefetcher had brought to L1: Level is
  /// where the line was when it did, Line leads to the time of its arrival, and
  /// the access itself takes L1's path. Later accesses hit L1.
  bool Prefetched = false;
  /// The load's address is formed like the address of the store it takes its
  /// value from (memory renaming applies).
  bool Renamed = false;
  /// A store overlaps but does not hold all bytes: the value is ready only when
  /// the store has committed.
  bool Partial = false;
  /// The line is on its way and may well not be there when the access issues:
  /// fewer instructions ago than rename delivers during the latency, it was
  /// asked for.
  bool Arriving = false;
  /// The access touches more than one line.
  bool Crosses = false;
  /// Cycles in addition: line crossing, DTLB.
  uint16_t ExtraCycles = 0;
  /// If the line is on its way, the load is served when it arrives and need
  /// not issue again.
  bool ServedByFill : 1 = false;
  /// A load that waits for the address of a store: the last execution of the
  /// one that it met before, AliasDistance stores ago.
  bool IsWary : 1 = false;
  /// A store that commits together with the one before it.
  bool Joins = false;
  /// For loads: how many stores ago the store was that it takes its value from,
  /// 1 is the last one; 0: from memory. Only stores that may still be in the
  /// store buffer count.
  uint32_t StoreDistance = 0;
  /// Dirty lines that were written back to each level because of the access
  /// and of what is prefetched with it.
  std::array<uint8_t, NumMemoryLevels> WriteBacks = {};
  bool hasWriteBacks() const {
    return std::bit_cast<uint32_t>(WriteBacks) != 0;
  }
  /// For loads: how many stores ago one wrote the same place of another page,
  /// as StoreDistance counts; 0: none. Of a wary one: the store it waits for.
  uint16_t AliasDistance = 0;
  /// Banks of L1 that the access touches, one bit each; 0 where they do not
  /// matter.
  uint8_t Banks = 0;
  /// Of the last lines that came to L1, how many went to the set of this one.
  uint8_t SameSet = 0;
  /// A slot for the line's arrival, below OutcomeModel::NumLineSlots: an access
  /// that is not served by L1 sets the arrival, one that hits L1 or is
  /// Prefetched waits for it. NoLine: there is nothing to wait for.
  uint32_t Line = NoLine;
  /// The slot of a line that is on its way to Level: Level can serve the access
  /// only after its arrival there. NoLine: it is there.
  uint32_t Awaits = NoLine;
  static constexpr uint32_t NoLine = ~0u;
};

/// A line that a prefetcher fetches because of an access.
struct PrefetchOutcome {
  MemoryLevel From = MemoryLevel::L2;
  /// The level it fetches to.
  MemoryLevel To = MemoryLevel::L1;
  /// As in AccessOutcome.
  uint8_t SameSet = 0;
  /// The slot that takes the arrival of the line at To.
  uint32_t Line = 0;
  /// As in AccessOutcome: the line is on its way to From.
  uint32_t Awaits = AccessOutcome::NoLine;
};

struct InstructionOutcome {
  /// Index of the static instruction, without TakenBit.
  uint32_t Static = 0;
  bool Taken = false;
  bool Mispredicted = false;
  Delivery DeliveredBy = Delivery::UopCache;
  /// Slots that the micro-operation cache could have delivered since the last
  /// instruction, or, of a taken branch, before what follows it, and did not:
  /// they count behind this instruction. Or what the decoders
  /// leave before this instruction, which only the first of them takes.
  uint8_t LostSlots = 0;
  /// Ranges in OutcomeChunk; accesses in the order of the memory operands.
  uint32_t FirstAccess = 0;
  uint32_t FirstPrefetch = 0;
  uint8_t NumAccesses = 0;
  uint8_t NumPrefetches = 0;
  Steering SteeredBy = Steering::Direct;
  /// Where the line of code comes from that the instruction is the first to
  /// need; L1: it is there.
  MemoryLevel CodeFrom = MemoryLevel::L1;
  /// The slot of the last line that was asked for, by this instruction or
  /// before. Slots are taken in turn, so that the distance to it says how old a
  /// slot is.
  uint16_t LastFlight = 0;
  /// An operation that takes its port in vain before it takes it.
  bool WokenEarly : 1 = false;
  /// Which level of the instruction TLB misses the page that a jump has led to,
  /// 1 or 2; 0: none does.
  uint8_t CodeMiss : 2 = 0;
  /// One more than the pipe with a queue that it is bound to; 0: to none.
  uint8_t Pipe : 4 = 0;
  /// Always 0: all bytes are told.
  uint8_t Rest : 1 = 0;
  uint8_t Spare = 0;
};

/// Bytes of an outcome, from Offset on.
template <size_t Offset = 0, class Word = uint64_t, class Outcome>
Word wordOf(const Outcome &O) {
  static_assert(Offset + sizeof(Word) <= sizeof(Outcome));
  Word Bytes;
  std::memcpy(&Bytes, reinterpret_cast<const char *>(&O) + Offset,
              sizeof(Word));
  return Bytes;
}

struct OutcomeChunk {
  std::vector<InstructionOutcome> Instructions;
  std::vector<AccessOutcome> Accesses;
  std::vector<PrefetchOutcome> Prefetches;
  void clear();
};

/// The caches, predictors and buffers that decide outcomes.
class OutcomeModel {
public:
  /// Arrival times of lines in flight are kept in so many slots.
  static constexpr uint32_t NumLineSlots = 1024;

  OutcomeModel(const InstructionTable &Table, const Processor &CPU,
               const SimulationOptions &Options);
  ~OutcomeModel();

  /// While on, outcomes are of no interest but for caches and predictors.
  void setWarmUp(bool On);
  /// Nothing is in flight any more; caches and predictors stay as they are.
  void beginRegion();
  /// Nothing is in flight any more, but what comes follows upon what was. How
  /// many instructions of that are kept back.
  uint64_t emptyPipeline();
  /// Caches, their prefetchers and address translation see these uses.
  void restore(llvm::ArrayRef<LineUse> Lines);
  /// Caches and TLBs are as if the accesses of Chunk had been made, each by
  /// itself and without what prefetchers fetch for them.
  void touch(const InstructionChunk &Chunk);
  /// Appends the outcomes of Chunk to Result. A branch at the end of the chunk
  /// is kept back until the next instruction tells where it went: it comes
  /// first in the next result.
  void decide(const InstructionChunk &Chunk, OutcomeChunk &Result);
  /// Appends what decide has kept back. Call it at the end of a region. Next:
  /// where its last branch led, if that is known.
  void finish(OutcomeChunk &Result,
              std::optional<uint64_t> Next = std::nullopt);

  // A stretch that leads from one state to the same state, but for the branch
  // predictor and the order of what was used, can come again without being
  // decided: its outcomes are the same. Nothing is kept back before and after
  // it.

  /// Appends what outcomes depend on, but the branch predictor and the order of
  /// what was used.
  void appendState(std::vector<uint64_t> &State) const;
  /// Counts what does not come back, which is part of the state.
  uint64_t changes() const;
  /// Predicts a branch of such a stretch, as decide does.
  bool mispredicts(const ExecutedBranch &Branch);
  /// So many instructions of such stretches came again.
  void skip(uint64_t NumInstructions);
  /// The beginning of such a stretch, whose branches were predicted by
  /// mispredicts: Outcomes[I] is that of its instruction I. As decide does,
  /// this keeps a branch at the end back.
  void goThrough(const InstructionChunk &Chunk,
                 llvm::ArrayRef<InstructionOutcome> Outcomes);
  /// As finish, where mispredicts has told what becomes of the branch.
  void finish(OutcomeChunk &Result, uint64_t Next, bool Mispredicted);

private:
  struct State;
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_OUTCOME_H
