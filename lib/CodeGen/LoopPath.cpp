//===- LoopPath.cpp - The likeliest way through machine blocks ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPath.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace llvm;

namespace rafter {

namespace {

/// The best way found to one block.
struct Way {
  /// -log of its probability.
  double Cost = std::numeric_limits<double>::infinity();
  const MachineBasicBlock *From = nullptr;
  bool Done = false;
};

} // namespace

std::vector<const MachineBasicBlock *>
likeliestPath(const MachineBasicBlock &Begin, BlockFilter Inside,
              BlockFilter IsEnd,
              const MachineBranchProbabilityInfo &Probabilities) {
  // Dijkstra's algorithm; the functions of a module are small.
  std::vector<Way> Ways(Begin.getParent()->getNumBlockIDs());
  auto way = [&](const MachineBasicBlock &B) -> Way & {
    return Ways[B.getNumber()];
  };
  way(Begin).Cost = 0;
  while (true) {
    const MachineBasicBlock *Best = nullptr;
    for (const MachineBasicBlock &B : *Begin.getParent())
      if (!way(B).Done && std::isfinite(way(B).Cost) &&
          (!Best || way(B).Cost < way(*Best).Cost))
        Best = &B;
    if (!Best)
      return {};
    way(*Best).Done = true;
    if (IsEnd(*Best)) {
      std::vector<const MachineBasicBlock *> Path;
      for (const MachineBasicBlock *B = Best; B; B = way(*B).From)
        Path.push_back(B);
      std::reverse(Path.begin(), Path.end());
      return Path;
    }
    for (const MachineBasicBlock *S : Best->successors()) {
      if (!Inside(*S) || S->isEHPad() || way(*S).Done)
        continue;
      BranchProbability P = Probabilities.getEdgeProbability(Best, S);
      double Share = double(P.getNumerator()) / P.getDenominator();
      double Cost = way(*Best).Cost - std::log(std::max(Share, 1e-9));
      if (Cost < way(*S).Cost)
        way(*S) = {Cost, Best, false};
    }
  }
}

static bool leadsTo(const MachineInstr &MI, const MachineBasicBlock *To) {
  return To && llvm::any_of(MI.operands(), [&](const MachineOperand &O) {
           return O.isMBB() && O.getMBB() == To;
         });
}

std::vector<PathInstruction>
instructionsOf(ArrayRef<const MachineBasicBlock *> Path,
               const MachineBasicBlock *Next) {
  std::vector<PathInstruction> Result;
  for (size_t I = 0; I != Path.size(); ++I) {
    const MachineBasicBlock *To = I + 1 != Path.size() ? Path[I + 1] : Next;
    for (const MachineInstr &MI : Path[I]->instrs()) {
      if (MI.isMetaInstruction() || MI.isBundle())
        continue;
      bool Taken = MI.isCall() || MI.isReturn() || MI.isIndirectBranch() ||
                   (MI.isBranch() && leadsTo(MI, To));
      Result.push_back({&MI, Taken});
      if (Taken && MI.isBranch())
        break;
    }
  }
  return Result;
}

} // namespace rafter
