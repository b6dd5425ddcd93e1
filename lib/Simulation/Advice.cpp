//===- Advice.cpp - What a limit means and what to try --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules from limits to next steps. A rule looks at the kind of the limit and
// at the instruction that owes most to it, never at the name of a CPU.
//
//===----------------------------------------------------------------------===//

#include "rafter/Simulation/Advice.h"
#include "rafter/Method/Component.h"
#include "rafter/Simulation/Analyze.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;

/// Steps that bring less are no steps.
static constexpr double LeastGain = 1.005;
/// What fills a buffer makes it so much faster when it goes.
static constexpr double LeastFiller = 1.05;
/// A resource with this utilization in the steady state has no slot left.
static constexpr double AllTheTime = 0.95;

//===----------------------------------------------------------------------===//
// Advice
//===----------------------------------------------------------------------===//

namespace {

/// What a rule may look at.
struct Situation {
  const Prediction &Base;
  /// The instruction that owes most to the limits; may be null.
  const InstructionCauses *Blamed = nullptr;
  /// Time as it is over the time without the limits.
  double Gain = 1;
  /// What comes before the limit on the critical path; nothing where that is
  /// not known.
  std::optional<PathShares> Path = std::nullopt;
  /// What the buffers fill behind, where that is known.
  std::optional<Limit> Behind = std::nullopt;
};

/// Why a limit binds, and what to do about it.
struct Remedy {
  std::string Cause, Action;
};

} // namespace

/// Whether loads leave L1 often enough to fill buffers.
static bool missesMuch(const Prediction &P) {
  uint64_t Far = P.Loads[1] + P.Loads[2] + P.Loads[3];
  return Far != 0 && Far >= P.Instructions / 200;
}

/// Whether L is what lies behind L1.
static bool isFar(const Limit &L) {
  return (L.Kind == LimitKind::MemoryLatency ||
          L.Kind == LimitKind::Bandwidth) &&
         L.Level != MemoryLevel::L1;
}

/// What comes before the cycles of the limits, where the path was looked at.
static std::optional<PathShares> pathBefore(ArrayRef<Limit> Limits,
                                            const Causality *C) {
  PathShares Sum;
  double Cycles = 0;
  for (const InstructionCauses &I :
       C ? ArrayRef(C->Instructions) : ArrayRef<InstructionCauses>())
    for (const CauseShare &Share : I.By) {
      if (!llvm::is_contained(Limits, Share.Resource) || !Share.Path)
        continue;
      Cycles += Share.Cycles;
      Sum.SameClass += Share.Cycles * Share.Path->SameClass;
      Sum.Result += Share.Cycles * Share.Path->Result;
      Sum.Recurs += Share.Cycles * Share.Path->Recurs;
      Sum.AfterLoad += Share.Cycles * Share.Path->AfterLoad;
    }
  if (!(Cycles > 0))
    return std::nullopt;
  return PathShares{Sum.SameClass / Cycles, Sum.Result / Cycles,
                    Sum.Recurs / Cycles, Sum.AfterLoad / Cycles};
}

/// Whether a chain of such operations can be cut into several that are joined
/// at the end: quotients, roots and conversions cannot.
static bool isAssociative(InstructionClass Class) {
  switch (Class) {
  case InstructionClass::FloatAdd:
  case InstructionClass::FloatMultiply:
  case InstructionClass::FloatFusedMultiplyAdd:
  case InstructionClass::IntegerMultiply:
  case InstructionClass::VectorInteger:
    return true;
  default:
    return false;
  }
}

static Remedy adviseLatency(const Limit &L, const Situation &S) {
  std::string Of = name(L.Class);
  const std::optional<PathShares> &Path = S.Path;
  if (L.Class == InstructionClass::Other)
    return {"atomic operations, fences and their like come one after the other",
            "do fewer of them: many updates at a time, or a copy for each "
            "thread"};
  // Nothing that went before it made it wait: it is long, but no chain.
  if (Path && Path->Result < 0.5)
    return {"the latency of " + Of +
                " is not hidden, though none waits for "
                "another",
            "begin it earlier, or put independent work beside it"};
  if (Path && Path->Recurs < 0.5)
    return {"a chain of dependent instructions through " + Of +
                " is longer than what can be overlapped, though no iteration "
                "waits for the one before",
            "shorten it, or interleave several iterations (unroll)"};
  if (L.Class == InstructionClass::Load)
    return {"the address of each load depends on a load before it",
            "keep the values in registers, or follow several chains at a time"};
  if (L.Class == InstructionClass::IntegerALU)
    return {"a chain of integer operations (a counter, an address, a hash) "
            "runs from iteration to iteration",
            "unroll, or work on several independent chains at a time"};
  const std::string Chain = "a chain of dependent instructions goes through ";
  if ((Path && Path->SameClass < 0.8) || !isAssociative(L.Class))
    return {Chain + Of,
            std::string(L.Class == InstructionClass::IntegerDivide
                            ? "use another algorithm, without divisions"
                            : "shorten it") +
                ", or work on several independent chains at a time"};
  std::string Many = "several";
  if (std::isfinite(S.Gain) && S.Gain > 1)
    Many = llvm::utostr(uint64_t(std::ceil(std::min(S.Gain, 16.0) - 1e-6)));
  std::string Accumulators = "use " + Many + " independent accumulators";
  if (!Path)
    return {Chain + Of, Accumulators + ", or shorten it"};
  return {"each " + Of + " waits for the result of the one before it",
          Accumulators};
}

static Remedy adviseMemoryLatency(MemoryLevel Level, const Situation &S) {
  bool IsNear = Level == MemoryLevel::L1;
  std::string Cause =
      IsNear ? "loads are on the chain of dependences"
             : std::string("loads wait for lines from ") + name(Level);
  std::string Nearer = IsNear ? "keep the values in registers"
                              : "block for a nearer cache, prefetch earlier";
  if (!S.Path)
    return {Cause, Nearer + ", or shorten the chain that they are on"};
  if (S.Path->AfterLoad >= 0.5)
    return {IsNear ? "the address of each load depends on a load before it"
                   : Cause + ", one after the other",
            Nearer + ", make addresses independent of loaded values, or "
                     "follow several chains at a time"};
  if (S.Path->Result >= 0.5)
    return {Cause + "; their addresses are computed, not loaded",
            Nearer + ", or compute the addresses earlier"};
  return {Cause + ", though their addresses are known",
          Nearer + (IsNear ? ", or begin them earlier" : "")};
}

static Remedy adviseBandwidth(MemoryLevel Level) {
  if (Level == MemoryLevel::L1)
    return {"L1 delivers all it can",
            "keep values in registers, or use wider accesses"};
  if (Level == MemoryLevel::Memory)
    return {"memory delivers all it can",
            "reuse data before it leaves the caches (blocking, fusion), or "
            "move fewer bytes"};
  return {std::string(name(Level)) + " delivers all it can",
          "block so that the data stay in a nearer cache, or move fewer bytes"};
}

/// A reciprocal helps only where the divisor stays the same.
static std::string avoidDivisions(const Situation &S) {
  if (S.Blamed && S.Blamed->SameDivisor)
    return "multiply by the reciprocal, which is the same each time and "
           "rounds otherwise: divide once outside of the loop";
  return "divide less often (one division for several quotients), or use a "
         "shorter type";
}

static Remedy advisePort(const Situation &S) {
  switch (S.Blamed ? S.Blamed->Class : InstructionClass::Other) {
  case InstructionClass::Shuffle:
    return {"shuffles hold the port",
            "load in the order that is needed (broadcasting loads, another "
            "data layout), or shuffle outside of the loop"};
  case InstructionClass::Load:
    return {"load ports are busy",
            "keep values in registers (tiling), or use wider loads"};
  case InstructionClass::Store:
    return {"store ports are busy",
            "hoist stores out of the loop, or use wider stores"};
  case InstructionClass::Branch:
    return {"branches hold the port",
            "unroll, or use conditional moves and masks"};
  case InstructionClass::IntegerALU:
    return {"counters, addresses and other integer work fill the ports",
            "unroll, use addressing modes, vectorize"};
  case InstructionClass::IntegerMultiply:
    return {"integer multiplications fill the port",
            "replace them by additions and shifts (strength reduction), or "
            "vectorize"};
  case InstructionClass::FloatAdd:
  case InstructionClass::FloatMultiply:
    return {"floating-point units are busy",
            "fuse multiplications with additions, or use wider vectors"};
  case InstructionClass::FloatFusedMultiplyAdd:
    return {"the multiply-add units are busy",
            "use wider vectors; otherwise only less work helps"};
  case InstructionClass::Convert:
    return {"conversions hold the port", "convert once, outside of the loop"};
  case InstructionClass::Transfer:
    return {"moves between register files hold the port",
            "keep values in one file"};
  case InstructionClass::FloatDivide:
  case InstructionClass::IntegerDivide:
    return {"divisions hold the port", avoidDivisions(S)};
  case InstructionClass::VectorInteger:
  case InstructionClass::Other:
    break;
  }
  return {"the units are busy", "vectorize, or do less of this work"};
}

static Remedy adviseWindow(StringRef Buffer, const Situation &S) {
  if (S.Behind ? isFar(*S.Behind) : missesMuch(S.Base))
    return {(Buffer + " fills behind loads that miss L1").str(),
            "prefetch, block for a nearer cache, or bring independent misses "
            "closer together"};
  return {(Buffer + " fills behind the longest chain of dependences").str(),
          "shorten the chain, or interleave independent work"};
}

static Remedy adviseMisprediction(const Prediction &P) {
  std::string Share;
  if (P.Branches != 0) {
    double Percent = 100.0 * double(P.Mispredictions) / double(P.Branches);
    Share =
        Percent < 1
            ? llvm::formatv(" ({0:f1}% of them)", std::max(Percent, 0.1)).str()
            : llvm::formatv(" ({0}% of them)", std::llround(Percent)).str();
  }
  return {"branches are mispredicted" + Share,
          "make them branchless (conditional moves, masks), or order the data"};
}

static Remedy advise(const Limit &L, const Situation &S) {
  static constexpr const char *FewerInstructions =
      "fewer instructions for the same work (vectorize, unroll, addressing "
      "modes)";
  switch (L.Kind) {
  case LimitKind::Ports:
    return advisePort(S);
  case LimitKind::Divider:
    return {"the divider is busy", avoidDivisions(S)};
  case LimitKind::Latency:
    return adviseLatency(L, S);
  case LimitKind::MemoryLatency:
    return adviseMemoryLatency(L.Level, S);
  case LimitKind::Bandwidth:
    return adviseBandwidth(L.Level);
  case LimitKind::Decode:
  case LimitKind::DecodeBytes:
    return {"the decoders feed the loop",
            "make its code smaller, so that it fits the micro-operation cache"};
  case LimitKind::Rename:
  case LimitKind::UopCache:
    return {"the front end delivers all it can", FewerInstructions};
  case LimitKind::Retire:
    return {"instructions retire as fast as they can", FewerInstructions};
  case LimitKind::ReorderBuffer:
    return adviseWindow("the reorder buffer", S);
  case LimitKind::Scheduler:
  case LimitKind::LoadScheduler:
  case LimitKind::StoreScheduler:
    return adviseWindow("the scheduler", S);
  case LimitKind::LoadBuffer:
    return adviseWindow("the load buffer", S);
  case LimitKind::StoreBuffer:
    return {"stores wait for their lines",
            "keep the stored lines in a nearer cache, or store less often and "
            "wider"};
  case LimitKind::FillBuffers:
    return {"all line fill buffers are taken",
            "touch fewer lines at a time, use all of a line, or block for L1"};
  case LimitKind::IntegerRegisters:
  case LimitKind::VectorRegisters:
    return adviseWindow("the register file", S);
  case LimitKind::Misprediction:
    return adviseMisprediction(S.Base);
  case LimitKind::TakenBranches:
    return {"taken branches interrupt the delivery",
            "unroll, or lay out the likely path without jumps"};
  case LimitKind::StoreForwarding:
    return {"a value goes through memory from a store to a load",
            "keep it in a register, or, where data choose the place, use "
            "several tables in turn"};
  case LimitKind::FailedForwarding:
    return {
        "loads take bytes that stores in flight hold in part only, and wait "
        "for the commit",
        "load and store with the same width and address"};
  case LimitKind::Aliasing:
    return {
        "loads come from the same place of another page of 4 KiB as a store "
        "just before",
        "place the arrays differently, by some lines"};
  case LimitKind::BankConflicts:
    return {"loads of one cycle meet in a bank of L1",
            "let loads side by side take neighbouring addresses"};
  case LimitKind::LineSets:
    return {"lines from behind L1 meet in few of its sets",
            "make rows some lines longer, or walk along them"};
  case LimitKind::InstructionFetch:
    return {"the code does not fit the first-level instruction cache",
            "less unrolling and inlining in what is hot"};
  case LimitKind::CodeTranslation:
    return {"jumps go to more pages of code than the instruction TLB has",
            "place what is hot side by side (a profile, -ffunction-sections "
            "and an order for the linker), or use larger pages for code"};
  case LimitKind::StoreCommit:
    return {"stores commit as fast as they can", "fewer or wider stores"};
  case LimitKind::LineCrossing:
    return {"accesses cross cache lines", "align the data"};
  case LimitKind::Translation:
    return {"accesses miss the TLB",
            "use larger pages, or block so that fewer pages are touched at a "
            "time"};
  }
  return {};
}

/// One line for resources that bind together: what each needs, said once.
static std::string adviseAll(ArrayRef<Limit> Limits, const Causality *C,
                             Situation S) {
  std::vector<Remedy> All;
  std::string Text;
  const std::optional<PathShares> Together = pathBefore(Limits, C);
  for (const Limit &L : Limits) {
    size_t Position = C ? mostToBlame(*C, L) : NextStep::NoPosition;
    S.Blamed =
        Position == NextStep::NoPosition ? nullptr : &C->Instructions[Position];
    S.Path = pathBefore(L, C);
    // The path is that of one of several chains that take as long, and goes
    // over to another one where it ends: then all that wait are of a chain.
    if (S.Path)
      S.Path->Recurs = std::max(S.Path->Recurs, Together->Recurs);
    Remedy R = advise(L, S);
    if (llvm::any_of(
            All, [&](const Remedy &Other) { return Other.Action == R.Action; }))
      continue;
    Text += (All.empty() ? "" : "; and ") + R.Cause + ": " + R.Action;
    All.push_back(std::move(R));
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

double rafter::timeOf(const Prediction &P) {
  return P.CyclesPerIteration.value_or(P.Cycles);
}

void rafter::countInSource(Prediction &P, const SimulationOptions &Of) {
  P.IterationsAtOnce = Of.IterationsAtOnce;
  P.IterationsAreCalls = Of.IterationsAreCalls;
  if (P.CyclesPerIteration)
    *P.CyclesPerIteration /= Of.IterationsAtOnce;
}

void rafter::countInSource(Sensitivity &S, const SimulationOptions &Of) {
  countInSource(S.Base, Of);
  if (S.Base.CyclesPerIteration)
    for (Sensitivity::Remainder &R : S.Remains)
      R.Cycles /= Of.IterationsAtOnce;
}

size_t rafter::mostToBlame(const Causality &C, ArrayRef<Limit> Limits) {
  size_t Best = NextStep::NoPosition;
  double Most = 0;
  for (size_t I = 0; I < C.Instructions.size(); ++I) {
    double Cycles = 0;
    for (const CauseShare &Share : C.Instructions[I].By)
      if (llvm::is_contained(Limits, Share.Resource))
        Cycles += Share.Cycles;
    if (Cycles > Most) {
      Most = Cycles;
      Best = I;
    }
  }
  return Best;
}

std::optional<Limit> rafter::fillsBuffers(const Sensitivity &S) {
  const ResourceElasticity *Most = nullptr;
  for (const ResourceElasticity &R : S.Resources) {
    Component What = componentOf(R.What);
    bool Waits = What == Component::OperationLatency ||
                 What == Component::MemoryLatency ||
                 What == Component::MemoryBandwidth;
    if (Waits && R.limit() >= LeastFiller &&
        (!Most || R.limit() > Most->limit()))
      Most = &R;
  }
  return Most ? std::optional(Most->What) : std::nullopt;
}

/// What was removed step by step. A remainder lists everything removed so far;
/// without remainders there is one step, the best resource or set.
static std::vector<NextStep> stepsOf(const Sensitivity &S) {
  std::vector<NextStep> Steps;
  ArrayRef<Limit> Before;
  for (const Sensitivity::Remainder &R : S.Remains) {
    ArrayRef<Limit> Removed = R.Removed;
    NextStep Step;
    Step.Limits = Removed.take_front(Before.size()) == Before
                      ? Removed.drop_front(Before.size()).vec()
                      : Removed.vec();
    Step.Cycles = R.Cycles;
    Before = Removed;
    Steps.push_back(std::move(Step));
  }
  if (!Steps.empty())
    return Steps;
  NextStep Best;
  double Speedup = 1;
  for (const ResourceElasticity &R : S.Resources)
    if (R.limit() > Speedup) {
      Speedup = R.limit();
      Best.Limits = {R.What};
    }
  for (const ResourceSet &Set : S.Sets)
    if (Set.Speedup > Speedup) {
      Speedup = Set.Speedup;
      Best.Limits = Set.Members;
    }
  Best.Cycles = timeOf(S.Base) / Speedup;
  if (!Best.Limits.empty())
    Steps.push_back(std::move(Best));
  return Steps;
}

std::vector<NextStep> rafter::adviseNextSteps(const Sensitivity &S,
                                              const Causality *C, size_t Most) {
  std::vector<NextStep> Steps;
  double Time = timeOf(S.Base), Before = Time;
  for (NextStep &Step : stepsOf(S)) {
    if (Steps.size() == Most || Step.Limits.empty() ||
        !(Before >= Step.Cycles * LeastGain))
      break;
    double Gain = Before / Step.Cycles;
    Step.Speedup = Time / Step.Cycles;
    Step.Position = C ? mostToBlame(*C, Step.Limits) : NextStep::NoPosition;
    Step.Advice =
        adviseAll(Step.Limits, C, {S.Base, nullptr, Gain, {}, fillsBuffers(S)});
    Before = Step.Cycles;
    Steps.push_back(std::move(Step));
  }
  return Steps;
}

/// The cycles of P in the steady state over all of them: in the first and last
/// ones nothing is busy.
static double steadyShare(const Prediction &P) {
  std::optional<double> Steady = P.machineCyclesPerIteration();
  return Steady && P.Cycles > 0 ? *Steady * P.Iterations / P.Cycles : 1;
}

std::optional<NextStep> rafter::busyAllTheTime(const Sensitivity &S,
                                               const Causality *C) {
  NextStep Step;
  double Least = AllTheTime * std::min(steadyShare(S.Base), 1.0);
  for (const ResourceElasticity &R : S.Resources)
    if (R.Utilization >= Least)
      Step.Limits.push_back(R.What);
  if (Step.Limits.empty())
    return std::nullopt;
  Step.Cycles = timeOf(S.Base);
  Step.Position = C ? mostToBlame(*C, Step.Limits) : NextStep::NoPosition;
  Step.Advice = adviseAll(Step.Limits, C, {S.Base});
  return Step;
}
