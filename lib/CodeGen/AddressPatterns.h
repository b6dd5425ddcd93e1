//===- AddressPatterns.h - What scalar evolution knows ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trip counts and addresses of the loops of one function at the end of code
// generation, as numbers: what is unknown is assumed and listed.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_ADDRESSPATTERNS_H
#define RAFTER_LIB_CODEGEN_ADDRESSPATTERNS_H

#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/IR/OverlapChecks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include <optional>
#include <set>

namespace llvm {
class MachineFrameInfo;
class MachineInstr;
class MachineMemOperand;
class SCEVNAryExpr;
} // namespace llvm

namespace rafter {

/// The IR of a function as scalar evolution sees it.
class AddressPatterns {
public:
  AddressPatterns(llvm::Function &F, const MachineLoopOptions &Options);

  /// The innermost loop of the IR around B; null if there is none.
  llvm::Loop *loopOf(const llvm::BasicBlock *B) const {
    return B ? Loops.getLoopFor(B) : nullptr;
  }

  /// Begins a region: L and the loops around it; null for straight code.
  void enter(llvm::Loop *L);
  /// The loops entered, innermost first.
  llvm::ArrayRef<llvm::Loop *> entered() const { return Entered; }
  /// Iterations of the loops entered, innermost first; 0: with these values the
  /// loop is not entered.
  llvm::SmallVector<uint64_t, 3> tripCounts();
  /// The pattern of one memory operand of MI; Number tells operands of the
  /// region apart.
  AddressPattern pattern(const llvm::MachineInstr &MI,
                         const llvm::MachineMemOperand *Access,
                         unsigned Number);
  /// What is known of an operand beside its pattern.
  /// Where a call leaves its return address: behind the frame of the function.
  AddressPattern stackTop(const llvm::MachineInstr &Call);
  struct OperandFacts {
    MemoryOperand Operand;
    /// It goes by something that changes from iteration to iteration, but
    /// nobody knows how: a counter that only some iterations count, an index
    /// that is loaded. Its pattern is always the same place.
    bool GoesElsewhere = false;
    /// What its place is, but for counters and constants, if that was assumed;
    /// where another one lies from it is by chance.
    const void *AssumedPlace = nullptr;
  };
  /// Of the operand of the last pattern.
  OperandFacts factsOf(const MemoryOperand &Operand,
                       const llvm::MachineMemOperand *Access);
  /// A load that reads bytes which a store has just written, and others, waits
  /// for the commit. Where only assumed places make it so, operands are moved
  /// apart: nothing that costs so much is to follow from chance.
  void keepApart(llvm::MutableArrayRef<AddressPattern> Patterns,
                 llvm::ArrayRef<OperandFacts> Facts);
  /// Of the last tripCounts: whether that of L, which was entered, is a guess.
  bool isGuessed(const llvm::Loop *L) const { return Guessed.contains(L); }
  /// See MachineLoop::IsKeptOut.
  bool isKeptOut(const llvm::Loop &L) const;
  /// See MachineLoop::IsLeftOver.
  bool isLeftOver(const llvm::Loop &L) const;
  /// The operations of the innermost loop entered, whose path goes through the
  /// blocks of Path.
  std::vector<LoopOperation>
  operations(const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &Path);
  /// What was assumed since enter, by line.
  std::vector<std::string> assumptions() const;

private:
  bool goesElsewhere(const llvm::MachineMemOperand &Access);
  /// The counter of each loop entered, 0 for others.
  using Counters = llvm::SmallDenseMap<const llvm::Loop *, uint64_t, 4>;

  /// A new expression, or one with other counters.
  std::optional<llvm::APInt> evaluateNew(const llvm::SCEV *S,
                                         const Counters &At);
  std::optional<llvm::APInt> evaluate(const llvm::SCEV *S, const Counters &At);
  std::optional<llvm::APInt> evaluateParts(const llvm::SCEV *S,
                                           const Counters &At);
  std::optional<llvm::APInt> evaluateMany(const llvm::SCEVNAryExpr &S,
                                          const Counters &At);
  std::optional<llvm::APInt> evaluateUnknown(const llvm::SCEVUnknown &U,
                                             const Counters &At);
  std::optional<llvm::APInt> evaluateInstruction(const llvm::Instruction &I,
                                                 const Counters &At);
  uint64_t unknownInteger(const llvm::Value &V);
  uint64_t object(const void *Key);
  uint64_t placeInFrame(int64_t Offset);
  void readFrame(const llvm::MachineFrameInfo &Frame);
  std::optional<uint64_t> placeOfSmall(const llvm::Value &Variable);
  uint64_t spreadIn(const llvm::GlobalVariable &Whole,
                    const llvm::SCEV *Address);
  uint64_t placeOfData(const llvm::SCEV *Address, const Counters &At);
  const void *placeBehindCheck(const llvm::SCEV *Address,
                               const llvm::MachineMemOperand &Access);
  uint64_t tripCount(llvm::Loop &L);
  std::optional<int64_t> constantStep(const llvm::Value &Pointer);
  void assume(unsigned Line, std::string Text);
  std::string place(unsigned Line) const;

  /// Objects begin on pages of their own, far from each other, and not all at
  /// the same set of the caches.
  static constexpr uint64_t ObjectDistance = (1ull << 32) + 17ull * 4096;

  llvm::Function &F;
  const MachineLoopOptions &Options;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Loops;
  llvm::TargetLibraryInfoImpl LibraryImpl;
  llvm::TargetLibraryInfo Library;
  llvm::AssumptionCache Assumptions;
  llvm::ScalarEvolution Evolution;

  /// Offsets in the frame of variables that are no larger than a line; none
  /// before readFrame().
  std::optional<llvm::DenseMap<const llvm::Value *, int64_t>> FrameOffsets;
  /// Global variables that are no larger than a line lie side by side, in the
  /// order in which they were met; and where the next one goes.
  llvm::DenseMap<const llvm::Value *, uint64_t> DataOffsets;
  uint64_t DataEnd = 0;
  /// Objects in the order in which they were met.
  llvm::MapVector<const void *, unsigned> Objects;
  llvm::SmallVector<llvm::Loop *, 3> Entered;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> Visiting;
  /// Parts of the current expression that have been evaluated: where a value
  /// is used twice at every step, the ways to it are too many.
  llvm::DenseMap<const llvm::SCEV *, std::optional<llvm::APInt>> Known;
  /// How many more phis of it are looked through: the ways through a state
  /// machine are too many, too.
  unsigned PhisLeft = 0;
  /// Something unknown was assumed for it, and a negative number became a large
  /// one on the way.
  bool HasAssumed = false, HasWrapped = false;
  /// See OperandFacts; of the last pattern.
  const llvm::SCEV *AssumedPlace = nullptr;
  /// Data count as values that never change.
  bool HasFixedData = false;
  llvm::SmallPtrSet<const llvm::Loop *, 4> Guessed;
  std::set<std::pair<unsigned, std::string>> Lines;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_ADDRESSPATTERNS_H
