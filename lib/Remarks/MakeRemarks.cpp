//===- MakeRemarks.cpp - From machine loops to remarks --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/MakeRemarks.h"
#include "LimitText.h"
#include "LoopCode.h"
#include "RemarkText.h"
#include "rafter/Simulation/Advice.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>
#include <map>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

namespace {

/// A machine loop and how much of the source loop it does.
struct Copy {
  const MachineLoop *Code = nullptr;
  std::optional<unsigned> AtOnce;
  /// Iterations of the source loop for each call of the function.
  double Iterations = 0;
};

/// The machine loops of one loop of the source.
struct SourceGroup {
  std::vector<Copy> Copies;
  const SourceLoop *Source = nullptr;
  const LoopDirectives *Said = nullptr;

  const MachineLoop &first() const { return *Copies.front().Code; }
};

/// Makes the remark of one group.
class RemarkMaker {
public:
  RemarkMaker(SourceGroup Group, const RemarkContext &Context)
      : Group(std::move(Group)), Context(Context), CPU(Context.CPU) {}

  Expected<LoopRemark> make();

private:
  void findFactors();
  const Copy &mostExecuted() const;
  void describe(const Copy &Main);
  Error analyze(const Copy &Main);
  void addLimits(ArrayRef<NextStep> Steps, const Causality *Why,
                 const MachineLoop &Code);
  bool isNeeded() const {
    return (Group.Said &&
            (Group.Said->Analyze || !Group.Said->Budgets.empty())) ||
           (Context.Needed && Context.Needed(Group.first().Source));
  }
  DataLevel level() const {
    return Group.Said ? Group.Said->Level.value_or(DataLevel::L1)
                      : DataLevel::L1;
  }
  bool isWorthMore() const {
    return isNeeded() || R.factor() >= Context.Options.Threshold ||
           R.excess() >= Context.Options.Threshold;
  }

  SourceGroup Group;
  const RemarkContext &Context;
  const Processor &CPU;
  LoopRemark R;
};

} // namespace

static const char *nameOf(DataLevel Level) {
  switch (Level) {
  case DataLevel::L1:
    return "L1";
  case DataLevel::L2:
    return "L2";
  case DataLevel::L3:
    return "L3";
  case DataLevel::Memory:
    return "memory";
  }
  llvm_unreachable("a level");
}

/// CPU where each miss of the levels before Level ends there: what is beyond is
/// as near, and limits nothing.
static Processor withDataIn(Processor CPU, DataLevel Level) {
  double Latency = CPU.Memory[static_cast<unsigned>(Level)].Latency;
  for (unsigned Beyond = static_cast<unsigned>(Level) + 1;
       Beyond < NumMemoryLevels; ++Beyond) {
    CPU.Memory[Beyond].Latency = Latency;
    CPU.Memory[Beyond].Bandwidth = Unlimited;
  }
  return CPU;
}

/// L with an end so far off that no line is seen a second time for having begun
/// again.
static MachineLoop withoutReuse(MachineLoop L) {
  L.Body.TripCounts.assign(1, std::numeric_limits<uint32_t>::max());
  return L;
}

static double timesEntered(const MachineLoop &L) {
  double Times = L.Executions;
  for (uint64_t Count :
       ArrayRef(L.Body.TripCounts)
           .drop_front(std::min<size_t>(1, L.Body.TripCounts.size())))
    Times *= Count;
  return Times;
}

/// The operations of the copy that does least at once: the remainder, where
/// the loops were not seen before.
static ArrayRef<LoopOperation> remainderOf(ArrayRef<Copy> Copies) {
  ArrayRef<LoopOperation> Best;
  uint64_t Shortest = 0;
  for (const Copy &C : Copies) {
    uint64_t Length = 0;
    for (const LoopOperation &O : C.Code->Operations)
      if (O.Step)
        Length += std::abs(*O.Step);
    if (Length != 0 && (Shortest == 0 || Length < Shortest)) {
      Shortest = Length;
      Best = C.Code->Operations;
    }
  }
  return Best;
}

void RemarkMaker::findFactors() {
  bool HasRemainder = !Group.Source && Group.Copies.size() > 1;
  ArrayRef<LoopOperation> Before;
  if (Group.Source)
    Before = Group.Source->Marks;
  else if (HasRemainder)
    Before = remainderOf(Group.Copies);
  for (Copy &C : Group.Copies) {
    if (Context.Unoptimized)
      C.AtOnce = 1;
    else
      C.AtOnce = iterationsAtOnce(Before, C.Code->Operations);
    uint64_t Trips =
        C.Code->Body.TripCounts.empty() ? 1 : C.Code->Body.TripCounts.front();
    C.Iterations = double(Trips) * C.AtOnce.value_or(1);
  }
}

/// Of the copies that can do most of the iterations, the one that was made for
/// the common case: it does the most at once.
const Copy &RemarkMaker::mostExecuted() const {
  double Most = 0;
  auto executed = [](const Copy &C) {
    return C.Iterations * timesEntered(*C.Code);
  };
  for (const Copy &C : Group.Copies)
    Most = std::max(Most, executed(C));
  const Copy *Best = nullptr;
  for (const Copy &C : Group.Copies)
    if (executed(C) >= Most / 2 &&
        (!Best || C.AtOnce.value_or(1) > Best->AtOnce.value_or(1) ||
         (C.AtOnce.value_or(1) == Best->AtOnce.value_or(1) &&
          executed(C) > executed(*Best))))
      Best = &C;
  return *Best;
}

void RemarkMaker::describe(const Copy &Main) {
  const MachineLoop &Code = *Main.Code;
  R.Symbol = Code.Symbol;
  R.Function = Code.Function;
  R.Place = {Code.Source.File, Code.Source.Line, Code.Source.Column};
  R.Loop = Code.Name;
  R.CPU = CPU.Name;
  R.VectorFactor = Main.AtOnce;
  R.Copies = Group.Copies.size();
  double AtOnce = Main.AtOnce.value_or(1);
  R.Instructions = Code.Body.Path.size() / AtOnce;
  R.Spills = Code.Spills / AtOnce;
  double Iterations = Main.Iterations;
  bool Given = Group.Said && Group.Said->TripCount;
  if (Given)
    Iterations = *Group.Said->TripCount;
  // The vector body leaves the rest of the assumed ones to others.
  for (uint64_t Assumed :
       {Context.Options.AssumedValue, Context.Options.AssumedTripCount})
    if (!Given && Code.AssumedTripCount && Assumed > Iterations &&
        Assumed < Iterations + AtOnce)
      Iterations = Assumed;
  R.Iterations = Iterations * timesEntered(Code);
  R.Assumptions.push_back(std::string("data in ") + nameOf(level()));
  if (Given || Code.AssumedTripCount)
    R.Assumptions.push_back(std::to_string(uint64_t(Iterations)) +
                            " iterations assumed");
  if (!Code.Calls.empty()) {
    R.Assumptions.push_back("calls take no time");
    R.Differences = {LoopDifference::Calls};
  }
  if (Group.Source)
    if (std::optional<LeastTime> Least = leastTime(*Group.Source, CPU)) {
      R.LeastCycles = Least->Cycles;
      R.LeastLimit = std::move(Least->Limit);
    }
}

void RemarkMaker::addLimits(ArrayRef<NextStep> Steps, const Causality *Why,
                            const MachineLoop &Code) {
  R.NextCycles = R.Cycles;
  if (Steps.empty())
    return;
  R.Limit = describeStep(Steps[0], Why, Code.Table, Group.Source);
  R.NextCycles = Steps[0].Cycles / R.VectorFactor.value_or(1);
  R.Advice = Steps[0].Advice;
  if (Steps.size() > 1)
    R.Next = describeStep(Steps[1], Why, Code.Table, Group.Source);
}

Error RemarkMaker::analyze(const Copy &Main) {
  const MachineLoop &Code = *Main.Code;
  DataLevel Level = level();
  MachineLoop Far;
  Processor FarCPU;
  if (Level != DataLevel::L1) {
    Far = withoutReuse(Code);
    FarCPU = withDataIn(CPU, Level);
  }
  bool InL1 = Level == DataLevel::L1;
  LoopCode Stream(InL1 ? Code : Far, InL1 ? CPU : FarCPU, InL1);
  Expected<Sensitivity> Limits = Stream.sensitivity();
  if (!Limits)
    return Limits.takeError();
  R.Cycles = timeOf(Limits->Base) / Main.AtOnce.value_or(1);
  addLimits(adviseNextSteps(*Limits, nullptr, 2), nullptr, Code);
  if (R.excess() >= Context.Options.Threshold)
    R.Differences = Stream.differences(R, Group.Source);
  if (!isWorthMore() || R.Limit.Resources.empty())
    return Error::success();
  Expected<Causality> Why = Stream.causality();
  if (!Why)
    return Why.takeError();
  addLimits(adviseNextSteps(*Limits, &*Why, 2), &*Why, Code);
  return Error::success();
}

Expected<LoopRemark> RemarkMaker::make() {
  findFactors();
  const Copy &Main = mostExecuted();
  describe(Main);
  if (Error E = analyze(Main))
    return E;
  R.Weight = R.Cycles * R.Iterations;
  if (!R.VectorFactor)
    R.Weight = R.Cycles * Main.Iterations * timesEntered(*Main.Code);
  return std::move(R);
}

static std::vector<SourceGroup> groupByPlace(ArrayRef<MachineLoop> Loops,
                                             const RemarkContext &Context) {
  std::map<std::tuple<std::string, unsigned, unsigned, std::string>,
           SourceGroup>
      Groups;
  for (const MachineLoop &L : Loops) {
    const SourceLocation &Where = L.Source;
    SourceGroup &G = Groups[{Where.File, Where.Line, Where.Column,
                             Where.isValid() ? std::string() : L.Name}];
    G.Copies.push_back({&L, std::nullopt, 0});
    if (G.Copies.size() != 1)
      continue;
    if (Context.Sources)
      G.Source = Context.Sources->find(L.Symbol,
                                       {Where.File, Where.Line, Where.Column});
    if (Context.Directives)
      G.Said = Context.Directives->find(Where.File, Where.Line, Where.Column);
  }
  std::vector<SourceGroup> Result;
  for (auto &[Place, Group] : Groups)
    Result.push_back(std::move(Group));
  return Result;
}

Expected<std::vector<LoopRemark>>
rafter::makeLoopRemarks(ArrayRef<MachineLoop> Loops,
                        const RemarkContext &Context) {
  std::vector<LoopRemark> Remarks;
  for (SourceGroup &Group : groupByPlace(Loops, Context)) {
    Expected<LoopRemark> R = RemarkMaker(std::move(Group), Context).make();
    if (!R)
      return R.takeError();
    Remarks.push_back(std::move(*R));
  }
  return Remarks;
}

void rafter::setShares(std::vector<LoopRemark> &Remarks) {
  std::map<std::string, double> All;
  for (const LoopRemark &R : Remarks)
    All[R.CPU] += R.Weight;
  for (LoopRemark &R : Remarks)
    R.Share = All[R.CPU] > 0 ? R.Weight / All[R.CPU] : 0;
}
