//===- LoopPassages.cpp - The ways to a machine loop and from it ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPassages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;

namespace rafter {

/// Where the likeliest edge out of L leads to, in the loop around; null if it
/// leaves that, too, or leads into another loop.
static const MachineBasicBlock *
exitOf(const llvm::MachineLoop &L, const MachineLoopInfo &Loops,
       const MachineBranchProbabilityInfo &Probabilities) {
  SmallVector<std::pair<MachineBasicBlock *, MachineBasicBlock *>, 4> Edges;
  L.getExitEdges(Edges);
  const MachineBasicBlock *Best = nullptr;
  BranchProbability Most;
  // Of equals the last: loops end at their end.
  for (auto [From, To] : Edges) {
    BranchProbability P = Probabilities.getEdgeProbability(From, To);
    if (To->isEHPad() || Loops.getLoopFor(To) != L.getParentLoop() ||
        (Best && P < Most))
      continue;
    Best = To;
    Most = P;
  }
  return Best;
}

LoopPassages passagesOf(const llvm::MachineLoop &L,
                        const MachineLoopInfo &Loops,
                        const MachineBranchProbabilityInfo &Probabilities) {
  LoopPassages Found;
  const MachineBasicBlock *Header = L.getHeader();
  const llvm::MachineLoop *Around = L.getParentLoop();
  const MachineBasicBlock *Begin =
      Around ? Around->getHeader() : &Header->getParent()->front();
  auto isBeside = [&](const MachineBasicBlock &B) {
    return Loops.getLoopFor(&B) == Around;
  };
  auto find = [&](const MachineBasicBlock *From, BlockFilter IsEnd) {
    return From && isBeside(*From)
               ? likeliestPath(*From, isBeside, IsEnd, Probabilities)
               : std::vector<const MachineBasicBlock *>();
  };
  Found.Before = instructionsOf(
      find(Begin,
           [&](const MachineBasicBlock &B) { return B.isSuccessor(Header); }),
      Header, Probabilities);
  const MachineBasicBlock *Exit = exitOf(L, Loops, Probabilities);
  Found.After =
      instructionsOf(find(Exit,
                          [&](const MachineBasicBlock &B) {
                            return Around ? B.isSuccessor(Around->getHeader())
                                          : B.succ_empty();
                          }),
                     Around ? Around->getHeader() : nullptr, Probabilities);
  // Nothing of what is behind the return is there to be returned to.
  llvm::erase_if(Found.After, [](const PathInstruction &P) {
    return P.Instruction->isReturn();
  });
  auto nextLoop = [&](const MachineBasicBlock &B) {
    auto Next = llvm::find_if(B.successors(), [&](const MachineBasicBlock *S) {
      const llvm::MachineLoop *Other = Loops.getLoopFor(S);
      return Other && Other != &L && Other != Around &&
             Other->getHeader() == S && Other->getParentLoop() == Around;
    });
    return Next == B.succ_end() ? nullptr : *Next;
  };
  auto Way =
      find(Exit, [&](const MachineBasicBlock &B) { return nextLoop(B); });
  if (!Way.empty())
    Found.ToNext = instructionsOf(Way, nextLoop(*Way.back()), Probabilities);
  return Found;
}

} // namespace rafter
