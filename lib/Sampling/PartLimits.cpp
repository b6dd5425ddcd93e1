//===- PartLimits.cpp - What binds the parts of a program -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First every resource is removed by itself. Causality says which resources the
// time of a part passes because of: where none helps alone, sets of these are
// tried; and what binds next is looked for among them and what helped, too.
//
//===----------------------------------------------------------------------===//

#include "PartLimits.h"
#include "rafter/Simulation/Advice.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// Less is no gain.
static constexpr double LeastSpeedup = 1.01;
/// Resources tried for the second step of a part, by gain and by causality.
static constexpr size_t MostSeconds = 4;
/// Members of a set that helps only together.
static constexpr size_t LargestSet = 4;

namespace {

/// Positions of candidates, ascending.
using LimitSet = std::vector<unsigned>;

class LimitFinder {
public:
  LimitFinder(const InstructionTable &Table, const Processor &CPU,
              const InstructionSource &Source, PartOptions Options,
              ArrayRef<size_t> Ranked, std::vector<ProgramPart> &Parts)
      : Table(Table), PartOf(Options.PartOf),
        Simulation(Table, CPU, Source, std::move(Options)), Ranked(Ranked),
        Parts(Parts) {}

  Error run();

private:
  Error removeEach();
  Error removeSets(ArrayRef<LimitSet> Sets);
  void addTimes(ArrayRef<LimitSet> Sets, const PartTimes &Found);
  void addCauses(Causality &C);
  void addGains(size_t Part);
  LimitSet promising(size_t Part, const LimitSet &Without) const;
  void propose(size_t Part, const LimitSet &First,
               std::vector<LimitSet> &Sets) const;
  LimitSet firstStep(size_t Part) const;
  LimitSet bestOf(size_t Part, ArrayRef<LimitSet> Sets) const;
  void addSteps(size_t Part);
  void addStep(ProgramPart &P, std::vector<Limit> Limits, double Cycles);
  void advise(size_t Part);
  std::vector<Limit> limits(const LimitSet &Set) const;
  /// Cycles of the part without Set; as they are if that was not simulated.
  double cycles(size_t Part, const LimitSet &Set) const {
    auto It = Times.find(Set);
    return It == Times.end() ? Base[Part] : It->second[Part];
  }

  const InstructionTable &Table;
  std::vector<uint32_t> PartOf;
  PartSimulation Simulation;
  ArrayRef<size_t> Ranked;
  std::vector<ProgramPart> &Parts;
  /// Cycles of each part in what Source plays, as it is and without sets.
  std::vector<double> Base;
  std::map<LimitSet, std::vector<double>> Times;
  /// Of each part: its instructions, and candidates by the cycles they cause.
  std::map<size_t, Causality> Causes;
  std::map<size_t, LimitSet> CausesOf;
};

} // namespace

/// The first to wait stands for all that wait with it, so that time also moves
/// between parts when a limit goes. What the parts win is cut, in proportion,
/// to what the whole wins.
static void cutToWhole(ArrayRef<double> Base,
                       llvm::MutableArrayRef<double> Of) {
  double Won = 0, OfWhole = 0;
  for (auto [Before, After] : llvm::zip(Base, Of)) {
    Won += std::max(0.0, Before - After);
    OfWhole += Before - After;
  }
  double Share = Won > 0 ? std::max(0.0, OfWhole / Won) : 0;
  for (auto [Before, After] : llvm::zip(Base, Of))
    After = Before - Share * std::max(0.0, Before - After);
}

void LimitFinder::addTimes(ArrayRef<LimitSet> Sets, const PartTimes &Found) {
  std::vector<std::vector<double>> Sums(Found.Machines,
                                        std::vector<double>(Parts.size()));
  for (size_t E = 0; E != Found.Entries.size(); ++E)
    for (unsigned M = 0; M != Found.Machines; ++M)
      Sums[M][Found.Entries[E].Part] += Found.cycles(E, M);
  Base = Sums.front();
  for (auto [Set, Sum] : llvm::zip(Sets, llvm::drop_begin(Sums))) {
    cutToWhole(Base, Sum);
    Times[Set] = std::move(Sum);
  }
}

Error LimitFinder::removeSets(ArrayRef<LimitSet> Sets) {
  std::vector<LimitSet> New;
  for (const LimitSet &S : Sets)
    if (!S.empty() && !Times.count(S) && !llvm::is_contained(New, S))
      New.push_back(S);
  if (New.empty())
    return Error::success();
  Expected<PartTimes> Found = Simulation.without(New);
  if (!Found)
    return Found.takeError();
  addTimes(New, *Found);
  return Error::success();
}

Error LimitFinder::removeEach() {
  std::vector<LimitSet> Singles;
  for (unsigned I = 0; I != Simulation.candidates().size(); ++I)
    Singles.push_back({I});
  Causality C;
  Expected<PartTimes> Found = Simulation.without(Singles, C);
  if (!Found)
    return Found.takeError();
  addTimes(Singles, *Found);
  addCauses(C);
  return Error::success();
}

void LimitFinder::addCauses(Causality &C) {
  std::map<size_t, std::map<unsigned, double>> Sums;
  for (InstructionCauses &I : C.Instructions) {
    size_t Part = I.Instruction < PartOf.size() ? PartOf[I.Instruction] : 0;
    for (const CauseShare &S : I.By) {
      auto At = llvm::find(Simulation.candidates(), S.Resource);
      if (At != Simulation.candidates().end())
        Sums[Part][At - Simulation.candidates().begin()] += S.Cycles;
    }
    Causes[Part].Instructions.push_back(std::move(I));
  }
  for (auto &[Part, Sum] : Sums) {
    LimitSet &Order = CausesOf[Part];
    for (auto [Candidate, Cycles] : Sum)
      Order.push_back(Candidate);
    llvm::stable_sort(Order,
                      [&](unsigned A, unsigned B) { return Sum[A] > Sum[B]; });
  }
}

std::vector<Limit> LimitFinder::limits(const LimitSet &Set) const {
  std::vector<Limit> Result;
  for (unsigned I : Set)
    Result.push_back(Simulation.candidates()[I]);
  return Result;
}

void LimitFinder::addGains(size_t Part) {
  ProgramPart &P = Parts[Part];
  if (Base[Part] <= 0)
    return;
  for (unsigned I = 0; I != Simulation.candidates().size(); ++I)
    if (double Left = cycles(Part, {I}); Left * LeastSpeedup < Base[Part])
      P.Gains.push_back(
          {Simulation.candidates()[I], Left / Base[Part] * P.Cycles.Value});
  llvm::stable_sort(P.Gains, [](const auto &A, const auto &B) {
    return A.Cycles < B.Cycles;
  });
}

/// Set with I, in order.
static LimitSet with(LimitSet Set, unsigned I) {
  if (!llvm::is_contained(Set, I))
    Set.insert(llvm::lower_bound(Set, I), I);
  return Set;
}

/// What may bind besides Without: what helps alone, what causes time, and,
/// since causality blames one of several that bind alike, what is busy.
LimitSet LimitFinder::promising(size_t Part, const LimitSet &Without) const {
  LimitSet ByGain;
  for (unsigned I = 0; I != Simulation.candidates().size(); ++I)
    if (cycles(Part, {I}) * LeastSpeedup < Base[Part])
      ByGain.push_back(I);
  llvm::stable_sort(ByGain, [&](unsigned A, unsigned B) {
    return cycles(Part, {A}) < cycles(Part, {B});
  });
  LimitSet Result;
  auto add = [&](ArrayRef<unsigned> From) {
    size_t Added = 0;
    for (unsigned I : From)
      if (!llvm::is_contained(Without, I) && !llvm::is_contained(Result, I) &&
          Added++ < MostSeconds)
        Result.push_back(I);
  };
  add(ByGain);
  if (auto It = CausesOf.find(Part); It != CausesOf.end())
    add(It->second);
  if (ByGain.empty())
    add(Simulation.busiest());
  return Result;
}

/// The resource that helps most alone; none: empty.
LimitSet LimitFinder::firstStep(size_t Part) const {
  std::vector<LimitSet> Singles;
  for (unsigned I = 0; I != Simulation.candidates().size(); ++I)
    Singles.push_back({I});
  return bestOf(Part, Singles);
}

LimitSet LimitFinder::bestOf(size_t Part, ArrayRef<LimitSet> Sets) const {
  LimitSet Best;
  double Least = Base[Part] / LeastSpeedup;
  for (const LimitSet &S : Sets)
    if (cycles(Part, S) < Least) {
      Least = cycles(Part, S);
      Best = S;
    }
  return Best;
}

/// Sets that may be the next step behind First; the first one, if First is
/// empty.
void LimitFinder::propose(size_t Part, const LimitSet &First,
                          std::vector<LimitSet> &Sets) const {
  LimitSet Growing = First, Tried;
  for (unsigned I : promising(Part, First)) {
    Sets.push_back(with(First, I));
    if (Growing.size() < First.size() + LargestSet)
      Sets.push_back(Growing = with(Growing, I));
    // Most ties are of two.
    if (First.empty())
      for (unsigned Other : Tried)
        Sets.push_back(with({Other}, I));
    Tried.push_back(I);
  }
}

void LimitFinder::addStep(ProgramPart &P, std::vector<Limit> Limits,
                          double Cycles) {
  ProgramPart::Step &Step = P.Steps.emplace_back();
  Step.Limits = std::move(Limits);
  Step.Cycles = Cycles;
}

void LimitFinder::addSteps(size_t Part) {
  ProgramPart &P = Parts[Part];
  double Scale = Base[Part] > 0 ? P.Cycles.Value / Base[Part] : 0;
  LimitSet First = firstStep(Part);
  std::vector<LimitSet> Sets;
  propose(Part, First, Sets);
  LimitSet Best = bestOf(Part, Sets);
  if (!First.empty())
    addStep(P, limits(First), cycles(Part, First) * Scale);
  double Now = First.empty() ? Base[Part] : cycles(Part, First);
  if (Best.empty() || cycles(Part, Best) * LeastSpeedup >= Now)
    return;
  double Left = cycles(Part, Best);
  // The smallest of the sets that do as well.
  for (const LimitSet &S : Sets)
    if (S.size() < Best.size() && cycles(Part, S) <= Left * LeastSpeedup)
      Best = S;
  llvm::erase_if(Best,
                 [&](unsigned I) { return llvm::is_contained(First, I); });
  addStep(P, limits(Best), Left * Scale);
}

/// Puts the steps into words, as those of a loop that is analysed alone.
void LimitFinder::advise(size_t Part) {
  ProgramPart &P = Parts[Part];
  Sensitivity S;
  S.Base = Simulation.whole();
  S.Base.Cycles = P.Cycles.Value;
  std::vector<Limit> Removed;
  for (const ProgramPart::Step &Step : P.Steps) {
    llvm::append_range(Removed, Step.Limits);
    S.Remains.push_back({Removed, Step.Cycles});
  }
  const Causality &C = Causes[Part];
  std::vector<NextStep> Advised = adviseNextSteps(S, &C, P.Steps.size());
  for (auto [Step, Words] : llvm::zip(P.Steps, Advised)) {
    Step.Advice = Words.Advice;
    if (Words.Position == NextStep::NoPosition)
      continue;
    const InstructionCauses &I = C.Instructions[Words.Position];
    Step.Instruction = I.Text;
    Step.Address = Table.Instructions[I.Instruction].Address;
    Step.Source = I.Source;
  }
}

Error LimitFinder::run() {
  if (Expected<PartTimes> P = Simulation.predict(); !P)
    return P.takeError();
  if (Error E = removeEach())
    return E;
  std::vector<LimitSet> Sets;
  for (size_t Part : Ranked)
    propose(Part, firstStep(Part), Sets);
  if (Error E = removeSets(Sets))
    return E;
  for (size_t Part : Ranked) {
    addGains(Part);
    addSteps(Part);
    advise(Part);
  }
  return Error::success();
}

Error rafter::findLimits(const InstructionTable &Table, const Processor &CPU,
                         const InstructionSource &Source, PartOptions Options,
                         ArrayRef<size_t> Ranked,
                         std::vector<ProgramPart> &Parts) {
  return LimitFinder(Table, CPU, Source, std::move(Options), Ranked, Parts)
      .run();
}

/// "AMD Zen 5, Ryzen 9 9950X at 5.7 GHz"; 0: it does not say.
static double clockIn(llvm::StringRef Description) {
  double Gigahertz = 0;
  llvm::StringRef Before = Description.split(" GHz").first;
  if (Before.size() == Description.size() ||
      Before.rsplit(' ').second.getAsDouble(Gigahertz))
    return 0;
  return Gigahertz;
}

ProgramRoofs rafter::roofsOf(const Processor &CPU) {
  ProgramRoofs Roofs;
  using enum ComputeKind;
  double Operations =
      CPU.HasFusedMultiplyAdd
          ? 2 * CPU.compute(FusedMultiplyAdd).Throughput
          : CPU.compute(Add).Throughput + CPU.compute(Multiply).Throughput;
  Roofs.Gigahertz = clockIn(CPU.Description);
  Roofs.FlopsPerCycle = Operations * CPU.SimdBytes / sizeof(double);
  for (unsigned L = 0; L != NumMemoryLevels; ++L)
    Roofs.BytesPerCycle[L] = CPU.Memory[L].Bandwidth;
  return Roofs;
}
