//===- ReorderBufferModel.h - Bounds of reorder buffers --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equations (1) to (4) of the Concorde paper with algorithm 1 in the order of
// start times, for sixteen sizes of the reorder buffer at once.
//
// The equations are evaluated in program order, each size in a lane of a
// vector, as if the loads of a line started in program order. Where an ordered
// load (StepLatencies.h) starts earlier than one of its line before it, what
// the equations give for these loads in the right order is worked out, and if
// that changes the time of an earlier one, evaluation goes back to it. Nothing
// that happens at or before the start of a load depends on when that load
// finishes, so each return settles more of the past. What is obtained when no
// load contradicts any other is the solution in the order of start times.
//
// Where so many loads change places that this costs more than it saves, each
// size is evaluated event by event instead (lib/Concorde/EventOrder.h).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_REORDERBUFFERMODEL_H
#define RAFTER_LIB_CONCORDE_REORDERBUFFERMODEL_H

#include "StepLatencies.h"
#include <algorithm>
#include <array>
#include <memory>

namespace rafter::concorde {

struct PassState;

class ReorderBufferModel {
public:
  static constexpr unsigned NumLanes = 16;
  using Row = std::array<int32_t, NumLanes>;

  /// Numbers in a vector register: 4, and 8 or 16 where this computer has
  /// them. The results are the same.
  static bool hasRegisters(unsigned Width);
  static unsigned widestRegisters();

  /// What costs less and changes nothing.
  struct Shortcuts {
    /// Where loads change places, all lanes are worked out at once and not one
    /// after the other.
    bool ResolveLanesTogether = true;
    /// Sizes of 16 and more that are less than 16 apart have their commits from
    /// the same rows, delayed by a few steps, and not each from another row.
    bool DelayCommits = true;
    /// Only latencies that are not zero are counted one by one, with registers
    /// of 16 numbers.
    bool CountFromLists = true;
  };
  static Shortcuts allShortcuts() { return {}; }

  /// Refers to Sequence.
  explicit ReorderBufferModel(const StepSequence &Sequence,
                              unsigned Width = widestRegisters(),
                              Shortcuts Taken = allShortcuts());
  ~ReorderBufferModel();

  /// Evaluates up to 16 sizes from 1 to 1024. The latencies of the first
  /// NumCounted of them are counted.
  void run(const StepLatencies &Latencies, llvm::ArrayRef<uint32_t> Sizes,
           unsigned NumCounted);

  /// Of the last run: the cycle in which the last instruction of each window is
  /// committed, by the position of the size in Sizes.
  llvm::ArrayRef<Row> windowEnds() const { return WindowEnds; }
  /// The cycle in which the last instruction of the region is committed.
  int32_t lastCommit(unsigned Lane) const { return Last[Lane]; }
  /// How many instructions spent how many cycles from arrival to start (s - a)
  /// and from finish to commit (c - f).
  llvm::ArrayRef<uint32_t> issueCounts(unsigned Lane) const;
  llvm::ArrayRef<uint32_t> commitCounts(unsigned Lane) const;
  /// From start to finish (f - s), for the last of the sizes counted.
  llvm::ArrayRef<uint32_t> executionCounts() const { return Executions; }
  /// Steps evaluated in the last run; without any return it is the length of
  /// the sequence.
  uint64_t numEvaluated() const { return Evaluated; }
  /// Whether the last run went event by event.
  bool wentByEvents() const { return ByEvents; }

private:
  /// How often each number of cycles came, in a table of TableSize numbers.
  struct Counts {
    uint32_t *Numbers = nullptr;
    uint32_t Greatest = 0;
    void clear() {
      std::fill_n(Numbers, Greatest + 1, 0);
      Greatest = 0;
    }
    void add(uint32_t Cycles) {
      ++Numbers[Cycles];
      note(Cycles);
    }
    void note(uint32_t Cycles) { Greatest = std::max(Greatest, Cycles); }
    llvm::ArrayRef<uint32_t> used() const {
      return llvm::ArrayRef(Numbers, Greatest + 1);
    }
  };

  void clearCounts();
  void begin(const StepLatencies &Latencies, llvm::ArrayRef<uint32_t> Sizes);
  bool areNear() const;
  bool isWorthwhile() const;
  bool runInProgramOrder();
  void runByEvents(const StepLatencies &Latencies,
                   llvm::ArrayRef<uint32_t> Sizes);
  void settle(size_t From, size_t To);
  void count(size_t From, size_t To);
  void countFromLists(size_t From, size_t To);
  void countExecutions(size_t From, size_t To);

  const StepSequence &Sequence;
  unsigned Width;
  Shortcuts Taken;
  std::unique_ptr<PassState> State;
  std::vector<Row> WindowEnds;
  Row Last = {};
  unsigned NumCounted = 0;
  /// The tables of all counts.
  std::vector<uint32_t> Tables;
  std::array<Counts, NumLanes> Issues, Commits;
  std::vector<uint32_t> Executions;
  /// The first ordered load that is not counted.
  uint32_t NextOrdered = 0;
  uint64_t Evaluated = 0;
  bool ByEvents = false;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_REORDERBUFFERMODEL_H
