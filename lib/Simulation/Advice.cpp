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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;

/// Steps that bring less are no steps.
static constexpr double LeastGain = 1.005;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isLevel(StringRef Name) {
  return llvm::is_contained({"L1", "L2", "L3", "mem"}, Name);
}

static std::optional<LimitKind> wholeName(StringRef Name) {
  return llvm::StringSwitch<std::optional<LimitKind>>(Name)
      .Cases({"decode", "decoders", "decode width", "decode bytes"},
             LimitKind::Decode)
      .Cases({"fetch", "rename", "dispatch", "front-end", "frontend"},
             LimitKind::FrontEnd)
      .Cases({"uop cache", "loop buffer", "rename width"}, LimitKind::FrontEnd)
      .Cases({"retire", "retire width"}, LimitKind::Retire)
      .Case("ROB", LimitKind::ReorderBuffer)
      .Case("RS", LimitKind::Scheduler)
      .Case("LB", LimitKind::LoadBuffer)
      .Case("SB", LimitKind::StoreBuffer)
      .Case("LFB", LimitKind::LineFillBuffer)
      .Case("store commit", LimitKind::StoreCommit)
      .Default(std::nullopt);
}

Limit rafter::classifyLimit(StringRef Name) {
  if (auto Kind = wholeName(Name))
    return {*Kind, Name};
  StringRef Of = Name;
  if (Of.consume_front("latency ")) {
    if (isLevel(Of))
      return {LimitKind::MemoryLatency, Of};
    if (Of.starts_with("store forward") || Of.starts_with("memory renam"))
      return {LimitKind::StoreForwarding, Of};
    return {LimitKind::Latency, Of};
  }
  if (Of.consume_front("bandwidth "))
    return {LimitKind::MemoryBandwidth, Of};
  auto Mentions = [&](StringRef Word) {
    return Name.find_insensitive(Word) != StringRef::npos;
  };
  if (Mentions("mispredict"))
    return {LimitKind::Misprediction, Name};
  if (Mentions("taken branch"))
    return {LimitKind::TakenBranch, Name};
  if (Mentions("forward") || Mentions("memory renam"))
    return {LimitKind::StoreForwarding, Name};
  if (Mentions("TLB") || Mentions("page walk"))
    return {LimitKind::TLB, Name};
  if (Mentions("line crossing"))
    return {LimitKind::LineCrossing, Name};
  if (Mentions("scheduler"))
    return {LimitKind::Scheduler, Name};
  if (Mentions("registers"))
    return {LimitKind::PhysicalRegisters, Name};
  if (Mentions("div"))
    return {LimitKind::Divider, Name};
  return {LimitKind::Port, Name};
}

std::string rafter::describeLimit(StringRef Name) {
  Limit L = classifyLimit(Name);
  switch (L.Kind) {
  case LimitKind::Latency:
  case LimitKind::MemoryLatency:
    return ("the latency of " + L.Of).str();
  case LimitKind::MemoryBandwidth:
    return ("the bandwidth of " + L.Of).str();
  case LimitKind::ReorderBuffer:
    return "the reorder buffer (ROB)";
  case LimitKind::LoadBuffer:
    return "the load buffer (LB)";
  case LimitKind::StoreBuffer:
    return "the store buffer (SB)";
  case LimitKind::LineFillBuffer:
    return "the line fill buffers (LFB)";
  case LimitKind::Scheduler:
    return Name == "RS" ? "the reservation station (RS)"
                        : ("the " + Name).str();
  case LimitKind::Port: {
    // Names of x86 ports are p and one digit or letter for each port.
    bool Lettered = Name.size() > 1 && Name.front() == 'p' &&
                    llvm::all_of(Name.drop_front(), llvm::isHexDigit);
    return ((Lettered ? Name.size() > 2 ? "ports " : "port " : "") + Name)
        .str();
  }
  case LimitKind::Misprediction:
    return Name == "misprediction penalty" ? "the misprediction penalty"
                                           : Name.str();
  case LimitKind::Retire:
  case LimitKind::FrontEnd:
  case LimitKind::Decode:
  case LimitKind::Divider:
    return Name.contains(' ') || Name == "divider" ? ("the " + Name).str()
                                                   : Name.str();
  default:
    return Name.str();
  }
}

std::string rafter::describeLimits(ArrayRef<std::string> Names) {
  std::string Text;
  for (size_t I = 0; I < Names.size(); ++I) {
    if (I != 0)
      Text += I + 1 == Names.size() ? " and " : ", ";
    Text += describeLimit(Names[I]);
  }
  return Text;
}

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
  /// Whether hardly any latency but that of the limit is on the path: results
  /// of one class that feed each other, as in a sum.
  bool ChainOfOneClass = true;
};

} // namespace

/// Whether loads leave L1 often enough to fill buffers.
static bool missesMuch(const Prediction &P) {
  uint64_t Far = P.Loads[1] + P.Loads[2] + P.Loads[3];
  return Far != 0 && Far >= P.Instructions / 200;
}

static std::string adviseLatency(StringRef Class, const Situation &S) {
  if (Class == "load")
    return "the address of each load depends on a load before it: keep the "
           "values in registers, or follow several chains at a time";
  std::string Of = Class.str();
  if (Class == "integer ALU")
    return "a chain of integer operations (a counter, an address, a hash) runs "
           "from iteration to iteration: unroll, or work on several "
           "independent chains at a time";
  if (!S.ChainOfOneClass)
    return "a chain of dependent instructions goes through " + Of +
           ": shorten it, or work on several independent chains at a time";
  std::string Many = "several";
  if (std::isfinite(S.Gain) && S.Gain > 1)
    Many = llvm::utostr(uint64_t(std::ceil(std::min(S.Gain, 16.0) - 1e-6)));
  return "each " + Of + " waits for the result of the one before it: use " +
         Many + " independent accumulators";
}

static std::string adviseMemoryLatency(StringRef Level) {
  if (Level == "L1")
    return "loads are on the chain of dependences: keep the values in "
           "registers, or make addresses independent of loaded values";
  return ("loads wait for lines from " + Level +
          ": block for a nearer cache, prefetch earlier, or make addresses "
          "independent of loaded values")
      .str();
}

static std::string adviseBandwidth(StringRef Level) {
  if (Level == "L1")
    return "L1 delivers all it can: keep values in registers, or use wider "
           "accesses";
  if (Level == "mem")
    return "memory delivers all it can: reuse data before it leaves the caches "
           "(blocking, fusion), or move fewer bytes";
  return (Level + " delivers all it can: block so that the data stay in a "
                  "nearer cache, or move fewer bytes")
      .str();
}

static std::string advisePort(const Situation &S) {
  static constexpr StringRef LessWork =
      "the units are busy: vectorize, or do less of this work";
  if (!S.Blamed)
    return LessWork.str();
  switch (S.Blamed->Class) {
  case InstructionClass::Shuffle:
    return "shuffles hold the port: load in the order that is needed "
           "(broadcasting loads, another data layout), or shuffle outside of "
           "the loop";
  case InstructionClass::Load:
    return "load ports are busy: keep values in registers (tiling), or use "
           "wider loads";
  case InstructionClass::Store:
    return "store ports are busy: hoist stores out of the loop, or use wider "
           "stores";
  case InstructionClass::Branch:
    return "branches hold the port: unroll, or use conditional moves and masks";
  case InstructionClass::IntegerALU:
    return "counters, addresses and other integer work fill the ports: unroll, "
           "use addressing modes, vectorize";
  case InstructionClass::IntegerMultiply:
    return "integer multiplications fill the port: replace them by additions "
           "and shifts (strength reduction), or vectorize";
  case InstructionClass::FloatAdd:
  case InstructionClass::FloatMultiply:
    return "floating-point units are busy: fuse multiplications with "
           "additions, or use wider vectors";
  case InstructionClass::FloatFusedMultiplyAdd:
    return "the multiply-add units are busy: use wider vectors; otherwise only "
           "less work helps";
  case InstructionClass::Convert:
    return "conversions hold the port: convert once, outside of the loop";
  case InstructionClass::Transfer:
    return "moves between register files hold the port: keep values in one "
           "file";
  case InstructionClass::FloatDivide:
  case InstructionClass::IntegerDivide:
    return "divisions hold the port: multiply by the reciprocal";
  case InstructionClass::VectorInteger:
  case InstructionClass::Other:
    break;
  }
  return LessWork.str();
}

static std::string adviseWindow(StringRef Buffer, const Situation &S) {
  if (missesMuch(S.Base))
    return (Buffer + " fills behind loads that miss L1: prefetch, block for a "
                     "nearer cache, or bring independent misses closer "
                     "together")
        .str();
  return (Buffer + " fills behind the longest chain of dependences: shorten "
                   "the chain, or interleave independent work")
      .str();
}

static std::string adviseMisprediction(const Prediction &P) {
  std::string Share;
  if (P.Branches != 0)
    Share = " (" +
            llvm::utostr(
                uint64_t(std::llround(100.0 * P.Mispredictions / P.Branches))) +
            "% of them)";
  return "branches are mispredicted" + Share +
         ": make them branchless (conditional moves, masks), or order the data";
}

static std::string advise(StringRef Name, const Situation &S) {
  Limit L = classifyLimit(Name);
  switch (L.Kind) {
  case LimitKind::Port:
    return advisePort(S);
  case LimitKind::Divider:
    return "the divider is busy: multiply by a reciprocal, divide once outside "
           "of the loop, or use a shorter type";
  case LimitKind::Latency:
    return adviseLatency(L.Of, S);
  case LimitKind::MemoryLatency:
    return adviseMemoryLatency(L.Of);
  case LimitKind::MemoryBandwidth:
    return adviseBandwidth(L.Of);
  case LimitKind::Decode:
    return "the decoders feed the loop: make its code smaller, so that it fits "
           "the micro-operation cache";
  case LimitKind::FrontEnd:
    return "the front end delivers all it can: fewer instructions for the same "
           "work (vectorize, unroll, addressing modes)";
  case LimitKind::Retire:
    return "instructions retire as fast as they can: fewer instructions for "
           "the same work (vectorize, unroll, addressing modes)";
  case LimitKind::ReorderBuffer:
    return adviseWindow("the reorder buffer", S);
  case LimitKind::Scheduler:
    return adviseWindow("the scheduler", S);
  case LimitKind::LoadBuffer:
    return adviseWindow("the load buffer", S);
  case LimitKind::StoreBuffer:
    return "stores wait for their lines: keep the stored lines in a nearer "
           "cache, or store less often and wider";
  case LimitKind::LineFillBuffer:
    return "all line fill buffers are taken: touch fewer lines at a time, use "
           "all of a line, or block for L1";
  case LimitKind::PhysicalRegisters:
    return adviseWindow("the register file", S);
  case LimitKind::Misprediction:
    return adviseMisprediction(S.Base);
  case LimitKind::TakenBranch:
    return "taken branches interrupt the delivery: unroll, or lay out the "
           "likely path without jumps";
  case LimitKind::StoreForwarding:
    return "a value goes through memory from a store to a load: keep it in a "
           "register";
  case LimitKind::StoreCommit:
    return "stores commit as fast as they can: fewer or wider stores";
  case LimitKind::LineCrossing:
    return "accesses cross cache lines: align the data";
  case LimitKind::TLB:
    return "accesses miss the TLB: use larger pages, or block so that fewer "
           "pages are touched at a time";
  }
  return "";
}

/// Whether at least four fifths of the latency on the path are Name's.
static bool isMostOfTheLatency(StringRef Name, const Causality &C) {
  double All = 0, Own = 0;
  for (const InstructionCauses &I : C.Instructions)
    for (const CauseShare &Share : I.By) {
      LimitKind Kind = classifyLimit(Share.Resource).Kind;
      if (Kind == LimitKind::Latency || Kind == LimitKind::MemoryLatency)
        All += Share.Cycles;
      if (Share.Resource == Name)
        Own += Share.Cycles;
    }
  return Own >= 0.8 * All;
}

/// One line for resources that bind together: what each needs, said once.
static std::string adviseAll(ArrayRef<std::string> Names, const Causality *C,
                             Situation S) {
  std::vector<std::string> Lines;
  for (const std::string &Name : Names) {
    size_t Position = C ? mostToBlame(*C, Name) : NextStep::NoPosition;
    S.Blamed =
        Position == NextStep::NoPosition ? nullptr : &C->Instructions[Position];
    S.ChainOfOneClass = !C || isMostOfTheLatency(Name, *C);
    std::string Line = advise(Name, S);
    auto WhatToDo = [](StringRef L) { return L.split(": ").second; };
    if (llvm::none_of(Lines, [&](const std::string &Other) {
          return WhatToDo(Other) == WhatToDo(Line);
        }))
      Lines.push_back(Line);
  }
  return llvm::join(Lines, "; and ");
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

double rafter::timeOf(const Prediction &P) {
  return P.CyclesPerIteration.value_or(P.Cycles);
}

size_t rafter::mostToBlame(const Causality &C, ArrayRef<std::string> Names) {
  size_t Best = NextStep::NoPosition;
  double Most = 0;
  for (size_t I = 0; I < C.Instructions.size(); ++I) {
    double Cycles = 0;
    for (const CauseShare &Share : C.Instructions[I].By)
      if (llvm::is_contained(Names, Share.Resource))
        Cycles += Share.Cycles;
    if (Cycles > Most) {
      Most = Cycles;
      Best = I;
    }
  }
  return Best;
}

/// What was removed step by step. A remainder lists everything removed so far;
/// without remainders there is one step, the best resource or set.
static std::vector<NextStep> stepsOf(const Sensitivity &S) {
  std::vector<NextStep> Steps;
  ArrayRef<std::string> Before;
  for (const Sensitivity::Remainder &R : S.Remains) {
    ArrayRef<std::string> Removed = R.Removed;
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
      Best.Limits = {R.Name};
    }
  for (const ResourceSet &Set : S.Sets)
    if (Set.Speedup > Speedup) {
      Speedup = Set.Speedup;
      Best.Limits = Set.Names;
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
    Step.Advice = adviseAll(Step.Limits, C, {S.Base, nullptr, Gain, true});
    Before = Step.Cycles;
    Steps.push_back(std::move(Step));
  }
  return Steps;
}
