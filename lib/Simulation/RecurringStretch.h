//===- RecurringStretch.h - What comes again is not decided -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a loop executes the same instructions on the same addresses again, and
// all of them hit, the outcomes of its rounds lead the model from a state to
// the same state. From then on instructions and addresses are compared with
// those of the stretch, and its outcomes stand for theirs, as long as all is
// the same. Branches are still predicted one by one.
//
// Nothing is approximate: the state is compared in all that outcomes depend on
// (OutcomeModel::appendState), and where the stream leaves the stretch, the
// model goes through what has come of it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_RECURRINGSTRETCH_H
#define RAFTER_LIB_SIMULATION_RECURRINGSTRETCH_H

#include "Listening.h"
#include "RoundTracker.h"
#include "SteadyState.h"
#include <optional>

namespace rafter::simulation {

class RecurringStretch {
public:
  /// Views of a stretch have at most so many instructions.
  static constexpr size_t LongestView = 2049;

  RecurringStretch(const InstructionTable &Table, OutcomeModel &Model,
                   bool IsOn)
      : Table(Table), Model(Model), IsOn(IsOn) {}

  /// Looks for a stretch anew. None is known.
  void clear();

  /// Whether a stretch is known, which the stream may follow.
  bool isKnown() const { return State == Phase::Known; }

  /// While none is known: decides the first instructions, at least one, or
  /// finds that a stretch begins. Gives what is left.
  InstructionChunk decide(InstructionChunk Rest, OutcomeChunk &Result);

  // While one is known.

  /// Follows it as far as the stream does. Gives what is left.
  InstructionChunk follow(InstructionChunk Rest);
  /// How many instructions that have followed it are decided: all but a branch
  /// at the end, whose target is not known yet.
  uint64_t decided() const {
    return Periods * size() + Cursor - (IsPending ? 1 : 0);
  }
  /// The outcomes of those decided since First were. They stay where they are.
  OutcomeView view(uint64_t First) const;
  /// Outcomes of the stretch itself.
  OutcomeView wholeView() const { return viewOf(0, size()); }
  OutcomeView viewOf(size_t Begin, size_t End) const;
  size_t size() const { return Instructions.size(); }
  /// The stream has left it. Appends what is decided only now.
  void leave(OutcomeChunk &Result);

private:
  enum class Phase : uint8_t { Looking, Recording, Known };
  struct Branch {
    /// In the stretch.
    size_t Position;
    ExecutedBranch Executed;
    bool Mispredicted;
  };

  size_t scan(const InstructionChunk &Rest, size_t &NumAddresses, bool &Stops);
  void note(const InstructionChunk &Decided, const OutcomeChunk &Result,
            size_t First);
  bool endRound();
  bool isDue();
  void begin();
  void compare();
  void giveUp();
  void finishRecord();
  size_t same(const InstructionChunk &Rest) const;
  bool predict(size_t End);
  bool isBranch(size_t I) const {
    return Table.Instructions[Instructions[I] & ~TakenBit].Branch !=
           BranchKind::None;
  }
  uint64_t addressOf(ExecutedInstruction E) const {
    return Table.Instructions[E & ~TakenBit].Address;
  }

  const InstructionTable &Table;
  OutcomeModel &Model;
  bool IsOn;
  Phase State = Phase::Looking;

  // While looking and recording.
  RoundTracker Rounds;
  Listening Ear;
  /// Of the round in progress.
  uint64_t Hash = 0, AddressHash = 0, InRound = 0;
  /// One more than the last instruction; 0: no round ends before the next one.
  uint32_t BehindLast = 0;
  /// Instructions of whole rounds, and when to look again.
  uint64_t Count = 0, NextTry = 0, Wait = LeastWait;
  /// A distance at which the state did not recur; 0: none.
  uint32_t Hopeless = 0;
  /// In rounds: those recorded, and after how many the state is compared.
  uint32_t Recorded = 0, Distance = 0, Interval = 0;
  std::vector<uint64_t> Before, Now;
  uint64_t ChangesBefore = 0;

  /// The stretch, and its outcomes, followed by its first ones once more.
  std::vector<ExecutedInstruction> Instructions;
  std::vector<uint64_t> Addresses;
  OutcomeRecord Record;

  // While one is known.
  /// Addresses before each instruction.
  std::vector<uint32_t> AddressesBefore;
  std::vector<Branch> Branches;
  /// Where the stream is in it, after so many whole ones; the next branch.
  size_t Cursor = 0, NextBranch = 0;
  uint64_t Periods = 0;
  /// The last instruction is a branch that is not decided yet.
  bool IsPending = false;
  /// It was not predicted as in the stretch; where it led.
  std::optional<uint64_t> Unlike;

  static constexpr uint64_t LeastWait = 512;
  static constexpr uint64_t LongestWait = uint64_t(1) << 17;
  /// Instructions of a round, of a stretch at least, and at most.
  static constexpr uint64_t LeastRound = 16;
  static constexpr uint64_t LeastStretch = 1024;
  static constexpr uint64_t LongestStretch = uint64_t(1) << 16;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_RECURRINGSTRETCH_H
