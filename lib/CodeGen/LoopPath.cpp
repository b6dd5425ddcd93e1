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
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

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

static double share(BranchProbability P) {
  return double(P.getNumerator()) / P.getDenominator();
}

std::vector<const MachineBasicBlock *>
likeliestPath(const MachineBasicBlock &Begin, BlockFilter Inside,
              BlockFilter IsEnd,
              const MachineBranchProbabilityInfo &Probabilities) {
  // Dijkstra's algorithm over what is inside.
  DenseMap<const MachineBasicBlock *, Way> Ways;
  using Step = std::tuple<double, int, const MachineBasicBlock *>;
  std::priority_queue<Step, std::vector<Step>, std::greater<Step>> Next;
  Ways[&Begin].Cost = 0;
  Next.push({0, Begin.getNumber(), &Begin});
  while (!Next.empty()) {
    const MachineBasicBlock *Best = std::get<2>(Next.top());
    Next.pop();
    Way &Here = Ways[Best];
    if (std::exchange(Here.Done, true))
      continue;
    if (IsEnd(*Best)) {
      std::vector<const MachineBasicBlock *> Path;
      for (const MachineBasicBlock *B = Best; B; B = Ways[B].From)
        Path.push_back(B);
      std::reverse(Path.begin(), Path.end());
      return Path;
    }
    double Cost = Here.Cost;
    for (const MachineBasicBlock *S : Best->successors()) {
      if (!Inside(*S) || S->isEHPad())
        continue;
      double Share = share(Probabilities.getEdgeProbability(Best, S));
      double There = Cost - std::log(std::max(Share, 1e-9));
      Way &Known = Ways[S];
      if (Known.Done || There >= Known.Cost)
        continue;
      Known = {There, Best, false};
      Next.push({There, S->getNumber(), S});
    }
  }
  return {};
}

static bool leadsTo(const MachineInstr &MI, const MachineBasicBlock *To) {
  return To && llvm::any_of(MI.operands(), [&](const MachineOperand &O) {
           return O.isMBB() && O.getMBB() == To;
         });
}

std::vector<PathInstruction>
instructionsOf(ArrayRef<const MachineBasicBlock *> Path,
               const MachineBasicBlock *Next,
               const MachineBranchProbabilityInfo &Probabilities) {
  std::vector<PathInstruction> Result;
  for (size_t I = 0; I != Path.size(); ++I) {
    const MachineBasicBlock *To = I + 1 != Path.size() ? Path[I + 1] : Next;
    for (const MachineInstr &MI : Path[I]->instrs()) {
      if (MI.isMetaInstruction() || MI.isBundle())
        continue;
      bool Taken = MI.isCall() || MI.isReturn() || MI.isIndirectBranch() ||
                   (MI.isBranch() && leadsTo(MI, To));
      Result.push_back({&MI, Taken});
      if (To && (MI.isConditionalBranch() || MI.isIndirectBranch()))
        Result.back().Probability =
            share(Probabilities.getEdgeProbability(Path[I], To));
      if (Taken && MI.isBranch())
        break;
    }
  }
  return Result;
}

} // namespace rafter
