//===- Remedies.cpp - What is to be had in a loop -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remedies.h"
#include "DataBranches.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

namespace {

/// One thing to do. Without a gain it is nothing.
struct Remedy {
  double Gain = 1;
  std::string Advice;
};

/// Looks for the remedies of one loop.
class Remedies {
public:
  explicit Remedies(const TimedLoop &L)
      : R(L.Remark), Source(L.Source), Code(L.Code) {}

  Remedy ofLimit() const;
  Remedy vectorizing() const;
  Remedy unrolling() const;
  Remedy registers() const;
  Remedy branches() const;

private:
  bool has(LoopDifference D) const {
    return llvm::is_contained(R.Differences, D);
  }
  /// Whether the limit is that so much is to be done in a cycle.
  bool isThroughput() const;
  /// Whether it is ports that divisions or shuffles hold, which there may be
  /// fewer of.
  bool isOfCostlyWork() const;
  double slots() const;

  const LoopRemark &R;
  const SourceLoop *Source;
  const MachineLoop &Code;
};

} // namespace

static bool isFrontEnd(LimitKind K) {
  switch (K) {
  case LimitKind::Rename:
  case LimitKind::Retire:
  case LimitKind::Decode:
  case LimitKind::DecodeBytes:
  case LimitKind::UopCache:
  case LimitKind::TakenBranches:
    return true;
  default:
    return false;
  }
}

bool Remedies::isThroughput() const {
  return llvm::any_of(R.Limit.Resources, [](const Limit &L) {
    return isFrontEnd(L.Kind) || L.Kind == LimitKind::Ports;
  });
}

bool Remedies::isOfCostlyWork() const {
  auto isCostly = [](InstructionClass C) {
    return C == InstructionClass::FloatDivide ||
           C == InstructionClass::IntegerDivide ||
           C == InstructionClass::Shuffle;
  };
  if (llvm::any_of(R.Limit.Resources,
                   [](const Limit &L) { return isFrontEnd(L.Kind); }))
    return false;
  if (R.BlamedClass)
    return isCostly(*R.BlamedClass);
  return llvm::any_of(Code.Body.Path, [&](ExecutedInstruction E) {
    return isCostly(Code.Table.Instructions[E & ~TakenBit].Class);
  });
}

double Remedies::slots() const {
  double All = 0;
  for (ExecutedInstruction E : Code.Body.Path)
    All += Code.Table.Instructions[E & ~TakenBit].Slots;
  return All;
}

/// Whether a chain of such operations is one that can be cut.
static bool isOfResults(InstructionClass Class) {
  switch (Class) {
  case InstructionClass::FloatAdd:
  case InstructionClass::FloatMultiply:
  case InstructionClass::FloatFusedMultiplyAdd:
  case InstructionClass::FloatDivide:
  case InstructionClass::IntegerDivide:
  case InstructionClass::IntegerMultiply:
  case InstructionClass::VectorInteger:
    return true;
  default:
    return false;
  }
}

/// What goes when the limit does, where that is in a programmer's hands. A
/// chain of integer work or loads is the algorithm.
Remedy Remedies::ofLimit() const {
  Remedy Own = {R.factor(), R.Advice};
  if (R.Limit.Resources.empty())
    return {};
  if (isThroughput())
    return isOfCostlyWork() ? Own : Remedy();
  const Limit &L = R.Limit.Resources.front();
  switch (L.Kind) {
  case LimitKind::Latency:
    return isOfResults(L.Class) ? Own : Remedy();
  case LimitKind::MemoryLatency:
  case LimitKind::Bandwidth:
    return L.Level != MemoryLevel::L1 ? Own : Remedy();
  case LimitKind::ReorderBuffer:
  case LimitKind::Scheduler:
  case LimitKind::LoadScheduler:
  case LimitKind::StoreScheduler:
  case LimitKind::LoadBuffer:
  case LimitKind::IntegerRegisters:
  case LimitKind::VectorRegisters:
    return {};
  default:
    return Own;
  }
}

/// Moving elements side by side takes part of what vectors bring.
static constexpr double MostGainOfCopies = 2;

/// Loops that LLVM could have vectorized had it known more, and those that it
/// did with shorter vectors than the CPU has.
Remedy Remedies::vectorizing() const {
  bool Narrow = has(LoopDifference::NarrowVectors);
  if (!Source || (!Narrow && !has(LoopDifference::NotVectorized)) ||
      !Source->IsInnermost || !Source->IsCounted || Source->IsSerial ||
      Source->IsIrregular || !R.LeastCycles)
    return {};
  for (const Recurrence &Chain : Source->Recurrences)
    if (!Chain.MayReorder)
      return {};
  if (Source->HasStrides)
    return {std::min(R.excess(), MostGainOfCopies),
            "one element at a time: accesses" +
                (Source->Strided.empty() ? std::string()
                                         : " of `" + Source->Strided + "`") +
                " have a stride that is not known: bring the elements side by "
                "side, so that it can be vectorized"};
  if (Narrow && R.VectorFactor != 1u)
    return {std::min(R.excess(), 2.0),
            "vectors are narrower than those of the CPU: -march=" + R.CPU};
  bool Stores = llvm::any_of(Source->Accesses,
                             [](const SourceAccess &A) { return A.IsStore; });
  return {R.excess(), std::string("one element at a time: ") +
                          (Stores ? "`restrict` on the pointers, or " : "") +
                          "`#pragma clang loop vectorize(enable)`"};
}

/// The counter and the branch are once for several iterations.
Remedy Remedies::unrolling() const {
  bool OfFrontEnd = llvm::any_of(
      R.Limit.Resources, [](const Limit &L) { return isFrontEnd(L.Kind); });
  if (!OfFrontEnd || !Source || !Source->IsInnermost || R.VectorFactor != 1u)
    return {};
  double All = slots(), Overhead = Source->IsCounted ? 2 : 1;
  if (All <= Overhead)
    return {};
  return {std::min(All / (All - Overhead), R.factor()),
          "a large part of so few instructions only counts and branches: "
          "`#pragma clang loop unroll_count(4)`"};
}

Remedy Remedies::registers() const {
  if (!isThroughput() || R.Spills <= 0 || R.Spills >= R.Instructions)
    return {};
  return {std::min(R.Instructions / (R.Instructions - R.Spills), R.factor()),
          "registers do not suffice: split the loop, or unroll it less"};
}

/// Without a profile: so often a branch whose way is open is taken to be
/// missed, to tell whether to speak of it. It is in no number.
static constexpr double MissedWithoutProfile = 0.25;

Remedy Remedies::branches() const {
  if (!R.OnData)
    return {};
  const BranchOnData &B = *R.OnData;
  double Gain = B.IsProfiled ? R.Cycles / std::max(R.Cycles - B.Cycles, 1e-3)
                             : 1 + MissedWithoutProfile * B.Penalty /
                                       R.VectorFactor.value_or(1) / R.Cycles;
  return {Gain, B.IsIndirect
                    ? "if it is mispredicted often, give each target a jump of "
                      "its own to the next one (computed goto)"
                    : "if the data have no pattern, make it branchless (a "
                      "conditional move, a mask, arithmetic), or order them"};
}

void rafter::chooseRemedy(TimedLoop &L) {
  Remedies All(L);
  LoopRemark &R = L.Remark;
  R.Gain = 1;
  Remedy OfLimit = All.ofLimit(), OfBranches = All.branches();
  Remedy Best = OfLimit;
  for (const Remedy &Other :
       {All.vectorizing(), All.registers(), All.unrolling()})
    if (Other.Gain > Best.Gain)
      Best = Other;
  // Mispredictions that nobody has counted are the last thing to name.
  if (OfBranches.Gain > Best.Gain &&
      (R.OnData->IsProfiled || Best.Gain < SpeakableGain))
    Best = OfBranches;
  R.AdviceIsOfLimit = true;
  if (Best.Advice.empty())
    return;
  R.Gain = std::max(Best.Gain, 1.0);
  R.AdviceIsOfLimit = Best.Advice == OfLimit.Advice;
  R.Advice = std::move(Best.Advice);
}

/// Where LLVM's estimate leaves it open which way a branch goes.
static bool isOpen(const DataBranch &B) {
  return B.IsIndirect || (B.Probability >= 0.2 && B.Probability <= 0.8);
}

void rafter::addMispredictions(TimedLoop &L, const Processor &CPU) {
  LoopRemark &R = L.Remark;
  double Penalty = CPU.Core.MispredictionPenalty;
  const DataBranch *Worst = nullptr;
  double Missed = 0;
  std::vector<DataBranch> Branches = dataBranches(L.Code);
  for (const DataBranch &B : Branches) {
    Missed += B.missed();
    if (isOpen(B) && (!Worst || B.missed() > Worst->missed()))
      Worst = &B;
  }
  if (!Worst || !(Penalty > 0))
    return;
  const InstructionTable &Table = L.Code.Table;
  BranchOnData On;
  On.Line =
      Table.Locations[Table.Instructions[Worst->Instruction].Location].Line;
  On.Penalty = Penalty;
  On.IsIndirect = Worst->IsIndirect;
  On.IsProfiled = L.Code.IsProfiled;
  if (On.IsProfiled) {
    On.Cycles = Missed * Penalty / R.VectorFactor.value_or(1);
    R.Cycles += On.Cycles;
    R.NextCycles += On.Cycles;
  }
  R.OnData = On;
}
