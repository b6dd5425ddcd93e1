//===- LoopPath.h - The likeliest way through machine blocks ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_LOOPPATH_H
#define RAFTER_LIB_CODEGEN_LOOPPATH_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include <string>
#include <vector>

namespace rafter {

using BlockFilter = llvm::function_ref<bool(const llvm::MachineBasicBlock &)>;

/// The blocks of the likeliest way from Begin, through blocks that Inside
/// accepts, until IsEnd accepts an edge's source: back to a header, or out of
/// the function. Ties go to the earlier block. Empty if there is no way.
std::vector<const llvm::MachineBasicBlock *>
likeliestPath(const llvm::MachineBasicBlock &Begin, BlockFilter Inside,
              BlockFilter IsEnd,
              const llvm::MachineBranchProbabilityInfo &Probabilities);

/// The likeliest way around L. The dispatch of an interpreter is on it, though
/// each of the many ways through it is less likely than one around it.
std::vector<const llvm::MachineBasicBlock *>
pathThrough(const llvm::MachineLoop &L, const llvm::MachineLoopInfo &Loops,
            const llvm::MachineBlockFrequencyInfo &Frequencies,
            const llvm::MachineBranchProbabilityInfo &Probabilities,
            bool IsProfiled);

/// A way around a loop that takes the other side where both sides of a branch
/// are about as likely.
struct OtherPath {
  /// Empty: there is none.
  std::vector<const llvm::MachineBasicBlock *> Blocks;
  /// The first branch that goes elsewhere.
  const llvm::MachineInstr *Branch = nullptr;
};

/// The way around L that differs from Path, one around L, wherever it may.
OtherPath otherPath(const llvm::MachineLoop &L,
                    llvm::ArrayRef<const llvm::MachineBasicBlock *> Path,
                    const llvm::MachineLoopInfo &Loops,
                    const llvm::MachineBranchProbabilityInfo &Probabilities);

/// Whether blocks of L, and of no loop in it, that are about as likely as
/// others call functions.
bool likelyCalls(const llvm::MachineLoop &L, const llvm::MachineLoopInfo &Loops,
                 const llvm::MachineBlockFrequencyInfo &Frequencies);

/// What Call calls, by its name in the source.
std::string calleeOf(const llvm::MachineInstr &Call);

/// Whether Branch may go to several places in the loop that it is in. Without a
/// profile only those are meant that somebody could do without: around a few
/// instructions, or the dispatch of an interpreter.
bool mayGoElsewhere(const llvm::MachineInstr &Branch,
                    const llvm::MachineLoopInfo &Loops, bool IsProfiled);

/// Whether Branch ends the loop that it is in on one of its ways.
bool mayLeave(const llvm::MachineInstr &Branch,
              const llvm::MachineLoopInfo &Loops);

/// One executed instruction of a path.
struct PathInstruction {
  const llvm::MachineInstr *Instruction = nullptr;
  bool Taken = false;
  /// Of a branch that ends a block: of the way that is followed.
  double Probability = 1;
};

/// The instructions executed on the way along Path and then to Next (null: out
/// of the function), without those that emit no code.
std::vector<PathInstruction>
instructionsOf(llvm::ArrayRef<const llvm::MachineBasicBlock *> Path,
               const llvm::MachineBasicBlock *Next,
               const llvm::MachineBranchProbabilityInfo &Probabilities);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_LOOPPATH_H
