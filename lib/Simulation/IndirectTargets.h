//===- IndirectTargets.h - Branches with targets that vary ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prediction finds the target of a jump through a register or memory, and of a
// return, later than one that is in the instruction; and what follows such a
// branch later still when it has had several targets.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_INDIRECTTARGETS_H
#define RAFTER_LIB_SIMULATION_INDIRECTTARGETS_H

#include "NearBranches.h"
#include "Outcome.h"
#include "rafter/Branch/BranchPredictor.h"
#include <vector>

namespace rafter {

class IndirectTargets {
public:
  explicit IndirectTargets(const Processor &CPU)
      : Matters(CPU.Core.IndirectBranch > 0 || CPU.Core.ReturnBranch > 0 ||
                CPU.Core.VaryingBranch > 0 ||
                CPU.Core.IndirectMisprediction > 0),
        Near(CPU.Core) {}

  /// The next branch, B, which is the table's instruction Static.
  Steering branch(uint32_t Static, const ExecutedBranch &B, bool Mispredicted) {
    if (!B.Taken)
      return Steering::Direct;
    bool IsFar = !Near.take(B.Address);
    Steering Direct = IsFar ? Steering::Far : Steering::Direct;
    if (!Matters)
      return Direct;
    bool Follows = AfterVarying;
    bool IsIndirect = B.Kind == BranchKind::IndirectJump ||
                      B.Kind == BranchKind::IndirectCall ||
                      B.Kind == BranchKind::Return;
    // The stack of returns knows where they go, and after a misprediction there
    // is nothing ahead to be late for.
    AfterVarying = IsIndirect && B.Kind != BranchKind::Return &&
                   varies(Static, B.Target) && !Mispredicted;
    if (IsIndirect)
      return B.Kind == BranchKind::Return ? Steering::Return
                                          : Steering::Indirect;
    return Follows ? Steering::AfterVarying : Direct;
  }

  /// Counts branches and targets that it learns of.
  uint64_t changes() const { return Learned + Near.changes(); }
  template <class Function> void visitState(Function Visit) const {
    Visit(changes());
    Visit(Near.latest());
    Visit(AfterVarying);
  }

private:
  struct Site {
    uint64_t Target = 0;
    bool Varies = false;
  };
  bool varies(uint32_t Static, uint64_t Target) {
    if (Static >= Sites.size())
      Sites.resize(Static + 1);
    Site &S = Sites[Static];
    // Where targets vary, the last one does not matter.
    if (S.Varies || S.Target == Target)
      return S.Varies;
    ++Learned;
    S.Varies = S.Target != 0;
    S.Target = Target;
    return S.Varies;
  }

  bool Matters;
  NearBranches Near;
  bool AfterVarying = false;
  uint64_t Learned = 0;
  std::vector<Site> Sites;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_INDIRECTTARGETS_H
