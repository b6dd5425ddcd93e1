//===- MakeRemarks.cpp - From machine loops to remarks --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MakeRemarks.h"
#include "LeastTime.h"
#include "RemarkText.h"
#include "Remedies.h"
#include "SteadyLoop.h"
#include "rafter/CodeGen/LoopCopies.h"
#include "rafter/CodeGen/SourceLoops.h"
#include "rafter/Simulation/Advice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// The variable of the chain that goes through the place of Blamed.
static const Recurrence *chainThrough(const InstructionCauses &Blamed,
                                      const SourceLoop &Source) {
  for (const Recurrence &R : Source.Recurrences)
    if (llvm::is_contained(R.Places,
                           std::pair(Blamed.Source.Line, Blamed.Source.Column)))
      return &R;
  return nullptr;
}

/// The array that an access at the place of Blamed goes to.
static std::string arrayOf(const InstructionCauses &Blamed,
                           const SourceLoop &Source) {
  bool IsStore = Blamed.Class == InstructionClass::Store;
  for (const SourceAccess &A : Source.Accesses)
    if (A.IsStore == IsStore && A.Operation.Line == Blamed.Source.Line &&
        A.Operation.Column == Blamed.Source.Column)
      return A.Name;
  return "";
}

unsigned rafter::latencyOf(const StaticInstruction &I,
                           const InstructionTable &Table) {
  int Latency = 0;
  for (const RegisterWrite &W : Table.writes(I)) {
    int Ready = W.Latency;
    for (const RegisterRead &R : Table.reads(I))
      if (R.Unit == W.Unit && R.Stage == ReadStage::Execute)
        Ready -= R.Delay;
    Latency = std::max(Latency, Ready);
  }
  return Latency;
}

/// The chain or line that the latency is in.
static void locateLatency(const InstructionCauses &Blamed,
                          const InstructionTable &Table,
                          const SourceLoop *Source, LoopLimit &Result) {
  Result.Latency = latencyOf(Table.Instructions[Blamed.Instruction], Table);
  if (const Recurrence *R = Source ? chainThrough(Blamed, *Source) : nullptr)
    Result.Subject = R->Name;
  if (!Result.Subject.empty()) {
    Result.Part = LimitPart::Chain;
  } else if (Blamed.Source.isValid()) {
    Result.Part = LimitPart::Line;
    Result.Line = Blamed.Source.Line;
  }
}

/// The limit of Step, with the variable or array of Source that the blamed
/// instruction works on. Why and Source may be null.
static LoopLimit locateStep(const NextStep &Step, const Causality *Why,
                            const InstructionTable &Table,
                            const SourceLoop *Source) {
  LoopLimit Result;
  Result.Resources = Step.Limits;
  if (!Why || Step.Position == NextStep::NoPosition)
    return Result;
  const InstructionCauses &Blamed = Why->Instructions[Step.Position];
  if (Step.Limits.size() == 1 &&
      Step.Limits.front().Kind == LimitKind::Latency) {
    locateLatency(Blamed, Table, Source, Result);
    return Result;
  }
  bool IsLoad = Blamed.Class == InstructionClass::Load;
  if (!Source || (!IsLoad && Blamed.Class != InstructionClass::Store))
    return Result;
  Result.Subject = arrayOf(Blamed, *Source);
  if (!Result.Subject.empty())
    Result.Part = IsLoad ? LimitPart::Loads : LimitPart::Stores;
  return Result;
}

namespace {

/// Makes the remark of one group, without what limits it.
class RemarkMaker {
public:
  RemarkMaker(LoopGroup Group, const RemarkContext &Context)
      : Group(std::move(Group)), Context(Context) {}

  Expected<TimedLoop> make();

private:
  void describe(const LoopCopy &Main, const MachineLoop &Code);

  LoopGroup Group;
  const RemarkContext &Context;
  LoopRemark R;
};

} // namespace

static DataLevel levelOf(const LoopDirectives *Said) {
  return Said ? Said->Level.value_or(DataLevel::L1) : DataLevel::L1;
}

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

void RemarkMaker::describe(const LoopCopy &Main, const MachineLoop &Code) {
  R.Symbol = Code.Symbol;
  R.Function = Code.Function;
  SourceLocation Shown = Code.Start ? locationOf(Code.Start) : Code.Source;
  R.Place = {Shown.File, Shown.Line, Shown.Column};
  R.Loop = Code.Name;
  R.CPU = Context.CPU.Name;
  R.VectorFactor = Main.AtOnce;
  R.Copies = Group.Copies.size();
  R.IsLeftOver = Code.IsLeftOver;
  R.IsOuter = !Code.IsInnermost && !Code.IsProfiled;
  double AtOnce = Main.AtOnce.value_or(1);
  R.Instructions = Code.Body.Path.size() / AtOnce;
  R.Spills = Code.Spills / AtOnce;
  R.Iterations = Main.Iterations;
  if (Group.Said && Group.Said->TripCount)
    R.Iterations = Code.Entries * *Group.Said->TripCount;
  if (DataLevel Level = levelOf(Group.Said); Level != DataLevel::L1)
    R.Assumptions.push_back(std::string("data in ") + nameOf(Level));
  if (Code.hasInner())
    R.Assumptions.push_back("one pass through each loop in it");
  if (!Code.Calls.empty() || Code.MayCall) {
    R.Assumptions.push_back("calls take no time");
    R.Differences = {LoopDifference::Calls};
  }
  // What a loop does itself is no bound to name where others do its work.
  bool OthersWork = Code.hasInner() || !Code.Calls.empty() || Code.MayCall;
  if (Group.Source && !OthersWork)
    if (std::optional<LeastTime> Least =
            leastTime(*Group.Source, Context.CPU)) {
      R.LeastCycles = Least->Cycles;
      R.LeastLimit = std::move(Least->Limit);
    }
}

static bool isNeeded(const TimedLoop &L, const RemarkContext &Context) {
  return (L.Said && (L.Said->Analyze || !L.Said->Budgets.empty())) ||
         (Context.Needed && Context.Needed(L.Code.Source));
}

/// Nobody will hear of L: only its weight counts.
static bool isHopeless(const TimedLoop &L, const RemarkContext &Context) {
  return Context.SkipsHopeless && !isNeeded(L, Context) &&
         !mayHaveRemedy(L, Context);
}

double rafter::slotsOf(const MachineLoop &Code) {
  double Slots = 0;
  for (ExecutedInstruction E : Code.Body.Path)
    Slots += Code.Table.Instructions[E & ~TakenBit].Slots;
  return Slots;
}

/// What the front end needs for one iteration of Code.
static double leastOf(const MachineLoop &Code, const Processor &CPU) {
  double Slots = slotsOf(Code);
  return CPU.Core.RenameWidth < Slots ? Slots / CPU.Core.RenameWidth : 1;
}

Expected<TimedLoop> RemarkMaker::make() {
  const LoopCopy &Main = Group.mostExecuted();
  MachineLoop Code = *Main.Code;
  if (Main.IsUnrolled) {
    const MachineLoop &Rest = *Group.Copies.front().Code;
    static_cast<LoopPlace &>(Code) = Rest;
    Code.Written = Rest.Written;
    Code.Name = Rest.Name;
    Code.IsInnermost = true;
  }
  describe(Main, Code);
  TimedLoop L{std::move(R), std::move(Code), Group.Source, Group.Said};
  double Cycles = leastOf(L.Code, Context.CPU);
  if (!isHopeless(L, Context)) {
    Expected<Prediction> Base =
        SteadyLoop(L.Code, Context.CPU, levelOf(L.Said)).time();
    if (!Base)
      return Base.takeError();
    Cycles = timeOf(*Base);
  }
  LoopRemark &Made = L.Remark;
  Made.Cycles = Made.NextCycles = Cycles / Main.AtOnce.value_or(1);
  Made.Weight = Made.Cycles * Made.Iterations * L.Code.OwnShare;
  return L;
}

static void setShares(std::vector<TimedLoop> &Loops) {
  double All = 0;
  for (const TimedLoop &L : Loops)
    All += L.Remark.Weight;
  for (TimedLoop &L : Loops)
    L.Remark.Share = All > 0 ? L.Remark.Weight / All : 0;
}

Expected<std::vector<TimedLoop>>
rafter::timeLoops(std::vector<MachineLoop> Loops,
                  const RemarkContext &Context) {
  LoopContext Known = {Context.Sources,
                       {},
                       Context.Unoptimized,
                       /*WithUnrolled=*/true};
  if (Context.Directives)
    Known.Said = [&](const SourceLocation &Loop) {
      return Context.Directives->find(Loop.File, Loop.Line, Loop.Column);
    };
  std::vector<TimedLoop> Timed;
  for (LoopGroup &Group : groupBySource(Loops, Known)) {
    Expected<TimedLoop> L = RemarkMaker(std::move(Group), Context).make();
    if (!L)
      return L.takeError();
    Timed.push_back(std::move(*L));
  }
  setShares(Timed);
  return Timed;
}

static void addLimits(TimedLoop &L, ArrayRef<NextStep> Steps,
                      const Causality *Why) {
  LoopRemark &R = L.Remark;
  R.NextCycles = R.Cycles;
  if (Steps.empty())
    return;
  R.Limit = locateStep(Steps[0], Why, L.Code.Table, L.Source);
  if (Why && Steps[0].Position != NextStep::NoPosition) {
    const SourceLocation &At = Why->Instructions[Steps[0].Position].Source;
    R.Blamed = {At.File, At.Line, At.Column};
    R.BlamedClass = Why->Instructions[Steps[0].Position].Class;
  }
  R.NextCycles = Steps[0].Cycles / R.VectorFactor.value_or(1);
  R.Advice = Steps[0].Advice;
  if (Steps.size() > 1)
    R.Next = locateStep(Steps[1], Why, L.Code.Table, L.Source);
}

/// What more may be due to rounding and the ends of windows.
static constexpr double Tolerance = 1.02;

/// Whether there may be something to say of L. What is as fast as the front end
/// has no limit of its own; otherwise all that can go do so at once: a
/// simulation in place of the dozens that tell them apart.
static Expected<bool> mayGain(const TimedLoop &L, const SteadyLoop &Stream,
                              const RemarkContext &Context) {
  if (!Context.SkipsHopeless || isNeeded(L, Context) || mayNeedLess(L, Context))
    return true;
  double Cycles = L.Remark.Cycles * L.Remark.VectorFactor.value_or(1);
  std::vector<Limit> Removable = removableLimits(L, Context);
  if (Removable.empty() || Cycles <= Tolerance * leastOf(L.Code, Context.CPU))
    return false;
  Expected<double> Least = Stream.timeWithout(Removable);
  if (!Least)
    return Least.takeError();
  return Cycles >= Context.Options.Threshold * *Least;
}

/// Cycles of two ways that are taken for the same.
static constexpr double SameTime = 1.1;

/// Says what the loop takes on the way that was not followed.
static Error addOtherWay(TimedLoop &L, const RemarkContext &Context) {
  if (L.Code.OtherWay.Path.empty())
    return Error::success();
  std::string Which =
      "one of two ways" +
      (L.Code.OtherWayLine ? " at line " + std::to_string(L.Code.OtherWayLine)
                           : "") +
      ", the other ";
  if (L.Code.OtherWayCall) {
    L.Remark.Assumptions.push_back(Which + "calls `" + *L.Code.OtherWayCall +
                                   "`");
    return Error::success();
  }
  MachineLoop Other = L.Code;
  Other.Body.Path = L.Code.OtherWay.Path;
  Other.Body.Addresses = L.Code.OtherWay.Addresses;
  Expected<Prediction> Time =
      SteadyLoop(Other, Context.CPU, levelOf(L.Said)).time();
  if (!Time)
    return Time.takeError();
  LoopRemark &R = L.Remark;
  double Cycles = timeOf(*Time) / R.VectorFactor.value_or(1);
  if (std::max(Cycles, R.Cycles) <= SameTime * std::min(Cycles, R.Cycles))
    return Error::success();
  R.Assumptions.push_back(Which + "takes " + formatCycles(Cycles));
  return Error::success();
}

Error rafter::explain(TimedLoop &L, const RemarkContext &Context) {
  if (isHopeless(L, Context))
    return Error::success();
  SteadyLoop Stream(L.Code, Context.CPU, levelOf(L.Said));
  Expected<bool> May = mayGain(L, Stream, Context);
  if (!May)
    return May.takeError();
  if (!*May)
    return Error::success();
  Expected<Sensitivity> Limits = Stream.sensitivity();
  if (!Limits)
    return Limits.takeError();
  LoopRemark &R = L.Remark;
  double Threshold = Context.Options.Threshold;
  addLimits(L, adviseNextSteps(*Limits, nullptr, 2), nullptr);
  R.Differences = Stream.differences(R, L.Source);
  double Steady = R.Cycles;
  addMispredictions(L, Context.CPU);
  R.Gain = mostGain(L, Context);
  bool IsWorthMore = isNeeded(L, Context) || R.Gain >= Threshold;
  if (!IsWorthMore)
    return Error::success();
  Expected<Causality> Why = Stream.causality();
  if (!Why)
    return Why.takeError();
  addLimits(L, adviseNextSteps(*Limits, &*Why, 2), &*Why);
  R.NextCycles += R.Cycles - Steady;
  chooseRemedy(L, Context);
  return R.Gain >= Threshold ? addOtherWay(L, Context) : Error::success();
}
