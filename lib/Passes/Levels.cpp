//===- Levels.cpp - What the two levels of a report agree on --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineRegions.h"
#include "rafter/Memory/PageFrames.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Roofline/GeneralizedRoofline.h"
#include "rafter/Simulation/Prediction.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;

namespace {

/// Scalar computations, of a run or of an iteration.
struct Computed {
  double Additions = 0, Multiplications = 0, MultiplyAdds = 0;

  bool operator==(const Computed &Other) const {
    auto equal = [](double A, double B) {
      return std::fabs(A - B) <= 1e-9 * std::max(A, B);
    };
    return equal(Additions, Other.Additions) &&
           equal(Multiplications, Other.Multiplications) &&
           equal(MultiplyAdds, Other.MultiplyAdds);
  }
  double sum() const { return Additions + Multiplications + MultiplyAdds; }
  Computed scaled(double Factor) const {
    return {Additions * Factor, Multiplications * Factor,
            MultiplyAdds * Factor};
  }
};

using NodesByKind = std::array<uint64_t, NumOperationKinds>;

} // namespace

static Computed computed(const NodesByKind &Nodes) {
  auto of = [&](OperationKind K) {
    return double(Nodes[static_cast<unsigned>(K)]);
  };
  return {of(OperationKind::Add), of(OperationKind::Multiply),
          of(OperationKind::FusedMultiplyAdd)};
}

static Computed computed(const Prediction &P) {
  auto of = [&](ComputeKind K) {
    return double(P.Computations[static_cast<unsigned>(K)]);
  };
  return {of(ComputeKind::Add), of(ComputeKind::Multiply),
          of(ComputeKind::FusedMultiplyAdd)};
}

static std::string say(const Computed &C) {
  return formatNumber(C.Additions, 12) + " additions, " +
         formatNumber(C.Multiplications, 12) + " multiplications, " +
         formatNumber(C.MultiplyAdds, 12) + " multiply-adds";
}

/// What code generation did between the two.
static std::string difference(const Computed &IR, const Computed &Code) {
  double Joined = Code.MultiplyAdds - IR.MultiplyAdds;
  if (Computed{IR.Additions - Joined, IR.Multiplications - Joined,
               Code.MultiplyAdds} == Code)
    return Joined > 0 ? "it joined products and sums to multiply-adds"
                      : "it split multiply-adds";
  if (Code.sum() > IR.sum())
    return "it repeats computations, fills lanes of vectors that nobody uses, "
           "or converts integers with additions";
  return "it left out computations that are repeated or not used, or calls "
         "functions that are not followed";
}

/// The loop of the IR that the machine's loop of Region is made of.
static const DAGPart *partOf(const RegionReport &Region,
                             const ComputationDAG &DAG) {
  for (const DAGPart &P : llvm::reverse(DAG.Parts))
    if (P.Depth != 0 && P.Name == Region.Loop)
      return &P;
  return nullptr;
}

std::string rafter::describeLevels(const RegionReport &Region) {
  const auto *DAG = Region.get<ComputationDAG>();
  const auto *S = Region.get<Sensitivity>();
  const auto *C = Region.get<Causality>();
  // The nodes of machine code are instructions.
  if (!DAG || (!S && !C) ||
      DAG->Nodes[static_cast<unsigned>(OperationKind::Integer)] != 0)
    return "";
  const Prediction &P = S ? S->Base : C->Base;
  Computed IR = computed(DAG->Nodes), Code = computed(P);
  std::string Of;
  if (Region.How == Mode::Static) {
    const DAGPart *Loop = partOf(Region, *DAG);
    if (!Loop || P.Iterations == 0)
      return "";
    // One path through the loop stands for it; the walk takes all.
    IR = computed(Loop->Nodes);
    Code = Code.scaled(1.0 / P.Iterations / P.IterationsAtOnce);
    if (Code.sum() == 0 || IR.sum() == 0)
      return "";
    IR = IR.scaled(Code.sum() / IR.sum());
    Of = " in an iteration of " + Region.Loop;
    if (!(IR == Code))
      return "the machine's loop executes " + say(Code) + Of +
             ", in other shares than the IR: it is one way through one copy of "
             "the loop, or code generation joined and split operations";
  }
  if (IR == Code)
    return "both levels execute " + say(Code) + Of;
  return "the IR executes " + say(IR) + ", its machine code " + say(Code) +
         ": code generation came between, " + difference(IR, Code);
}

static bool isServedBehindL1(const Prediction &P) {
  return P.Loads[1] + P.Loads[2] + P.Stores[1] + P.Stores[2] != 0;
}

std::string rafter::describeFrames(const RegionReport &Region,
                                   const Processor &CPU) {
  const auto *R = Region.get<GeneralizedRoofline>();
  const auto *S = Region.get<Sensitivity>();
  const auto *C = Region.get<Causality>();
  if (!PageFrames(CPU).areRandom() ||
      !((R && R->node(NodeType::L2).Count + R->node(NodeType::L3).Count != 0) ||
        (S && isServedBehindL1(S->Base)) || (C && isServedBehindL1(C->Base))))
    return "";
  return "pages of " + formatNumber(CPU.Core.PageBytes / 1024) +
         " KiB lie in random frames of memory (seed " +
         std::to_string(CPU.FrameSeed) +
         "), whose addresses decide which sets of L2 and L3 lines share";
}
