//===- Causality.cpp - Cycles by instruction and resource -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Causality (Gus paper, section 3.1), but with time instead of memberships in
// sets of causes: the predicted time is followed back from the last retirement
// over the constraint that came last each time. The intervals on this path are
// owed to one resource of one instruction each, and add up to the time exactly.
//
//===----------------------------------------------------------------------===//

#include "CauseTracer.h"
#include "FindTimetable.h"
#include "FixedTime.h"
#include "OutcomeTape.h"
#include "rafter/Simulation/Analyze.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::simulation;

static double cycles(int64_t Units) { return double(Units) / UnitsPerCycle; }

namespace {
/// Turns what was counted into the result.
class CausalityBuilder {
public:
  CausalityBuilder(const InstructionTable &Table, const PreparedTable &Prepared)
      : Table(Table), Prepared(Prepared) {}

  void addExecutions(llvm::ArrayRef<uint64_t> Executions);
  void addShares(const CauseTracer::Shares &Shares,
                 const CauseTracer::Path &Path);
  void findDivisors();
  void addWaits(llvm::ArrayRef<WaitCounts> Counts);
  void addTaints(llvm::ArrayRef<uint64_t> Scores);
  /// Needs the executions. Cycles: of the region.
  void addUses(const Processor &CPU, const StreamCounts &Counts, double Cycles);
  /// In program order.
  Causality take();

private:
  Limit limit(ResourceId R) const {
    return limitOf(R, Prepared.lattice().groups(), Table);
  }
  std::string portNames(const StaticInstruction &S) const;
  const std::string &textOf(const StaticInstruction &S) const;

  const InstructionTable &Table;
  const PreparedTable &Prepared;
  Causality Result;
  /// Positions in Result by index of the static instruction.
  std::vector<size_t> Positions;
};
} // namespace

/// "p01 + p23"; "4*divider" for a unit that is held for four cycles.
std::string CausalityBuilder::portNames(const StaticInstruction &S) const {
  std::vector<std::pair<uint64_t, unsigned>> Uses;
  for (const PortUse &U : Table.ports(S)) {
    auto Same = llvm::find_if(
        Uses, [&](const auto &Other) { return Other.first == U.Units; });
    if (Same == Uses.end())
      Uses.emplace_back(U.Units, U.Cycles);
    else
      Same->second += U.Cycles;
  }
  std::string Names;
  for (auto [Units, Cycles] : Uses) {
    if (!Names.empty())
      Names += " + ";
    if (Cycles > 1)
      Names += llvm::utostr(Cycles) + "*";
    Names += name(Limit::ports(Units, Table));
  }
  return Names;
}

const std::string &CausalityBuilder::textOf(const StaticInstruction &S) const {
  return Table.Strings[S.Text != 0 ? S.Text : S.Mnemonic];
}

void CausalityBuilder::addExecutions(llvm::ArrayRef<uint64_t> Executions) {
  Positions.assign(Table.Instructions.size(), ~size_t(0));
  std::vector<uint32_t> Order;
  for (size_t I = 0; I != Executions.size(); ++I)
    if (Executions[I] != 0)
      Order.push_back(static_cast<uint32_t>(I));
  auto Place = [&](uint32_t I) {
    const StaticInstruction &S = Table.Instructions[I];
    return std::tuple(S.Function, S.Address, I);
  };
  llvm::sort(Order,
             [&](uint32_t A, uint32_t B) { return Place(A) < Place(B); });
  for (uint32_t I : Order) {
    const StaticInstruction &S = Table.Instructions[I];
    Positions[I] = Result.Instructions.size();
    InstructionCauses &C = Result.Instructions.emplace_back();
    C.Instruction = I;
    C.Text = textOf(S);
    C.Function = Table.Functions[S.Function];
    C.Source = Table.Locations[S.Location];
    C.Class = S.Class;
    C.Executions = Executions[I];
    C.Ports = portNames(S);
  }
}

static std::optional<PathShares> sharesOf(const CauseTracer::PathUnits &U) {
  if (U.All == 0)
    return std::nullopt;
  auto Share = [&](int64_t Units) { return double(Units) / double(U.All); };
  return PathShares{Share(U.SameClass), Share(U.Result), Share(U.Recurs),
                    Share(U.AfterLoad)};
}

/// Needs the executions.
void CausalityBuilder::findDivisors() {
  std::vector<bool> Written(Table.NumRegisterUnits);
  for (const InstructionCauses &C : Result.Instructions)
    for (const RegisterWrite &W :
         Table.writes(Table.Instructions[C.Instruction]))
      Written[W.Unit] = true;
  for (InstructionCauses &C : Result.Instructions) {
    auto Reads = Table.reads(Table.Instructions[C.Instruction]);
    C.SameDivisor =
        llvm::any_of(Reads, [](const auto &R) { return R.IsDivisor; }) &&
        llvm::none_of(Reads, [&](const auto &R) {
          return R.IsDivisor && Written[R.Unit];
        });
  }
}

void CausalityBuilder::addShares(const CauseTracer::Shares &Shares,
                                 const CauseTracer::Path &Path) {
  int64_t Unattributed = 0;
  std::vector<int64_t> Sums(Result.Instructions.size());
  for (const auto &[Label, Units] : Shares) {
    auto [Instruction, Resource] = Label;
    if (Instruction == CauseLabel::NoInstruction) {
      Unattributed += Units;
      continue;
    }
    size_t At = Positions[Instruction];
    Sums[At] += Units;
    auto Before = Path.find(Label);
    Result.Instructions[At].By.push_back(
        {limit(Resource), cycles(Units),
         Before == Path.end() ? std::nullopt : sharesOf(Before->second)});
  }
  Result.Unattributed = cycles(Unattributed);
  for (size_t I = 0; I != Sums.size(); ++I) {
    InstructionCauses &C = Result.Instructions[I];
    C.Cycles = cycles(Sums[I]);
    // Equal shares stay in the order of the resources.
    llvm::stable_sort(C.By, [](const CauseShare &A, const CauseShare &B) {
      return A.Cycles > B.Cycles;
    });
  }
}

void CausalityBuilder::addWaits(llvm::ArrayRef<WaitCounts> Counts) {
  for (InstructionCauses &C : Result.Instructions) {
    if (C.Instruction >= Counts.size())
      continue;
    const WaitCounts &W = Counts[C.Instruction];
    C.Wait = cycles(W.Wait) / double(C.Executions);
    if (W.Causes.empty())
      continue;
    // The first of the most frequent ones.
    auto Most = std::max_element(
        W.Causes.begin(), W.Causes.end(),
        [](const auto &A, const auto &B) { return A.Times < B.Times; });
    C.WaitsFor = Most->Label.Instruction;
    C.WaitsBecauseOf = limit(Most->Label.Resource);
  }
}

void CausalityBuilder::addTaints(llvm::ArrayRef<uint64_t> Scores) {
  for (InstructionCauses &C : Result.Instructions)
    C.Taint = C.Instruction < Scores.size()
                  ? double(Scores[C.Instruction]) / double(C.Executions)
                  : 0;
}

void CausalityBuilder::addUses(const Processor &CPU, const StreamCounts &Counts,
                               double Cycles) {
  if (!(Cycles > 0))
    return;
  for (InstructionCauses &C : Result.Instructions) {
    const StaticInstruction &S = Table.Instructions[C.Instruction];
    for (const RegisterWrite &W : Table.writes(S))
      if (!W.FromAddress)
        C.Latency = std::max<double>(C.Latency, W.Latency);
    if (llvm::any_of(Table.memory(S),
                     [](const MemoryOperand &M) { return !M.IsStore; }) &&
        !Table.writes(S).empty())
      C.Latency += S.LoadLatency;
    auto Use = [&](Limit What, double Busy) {
      if (!(Busy > 0))
        return;
      for (UsedShare &Known : C.Uses)
        if (name(Known.What) == name(What)) {
          Known.Share += Busy / Cycles;
          return;
        }
      C.Uses.push_back({What, Busy / Cycles});
    };
    double Times = double(C.Executions);
    Use(limit(Rename), Times * S.Slots / CPU.Core.RenameWidth);
    for (const PortUse &P : Table.ports(S))
      Use(Limit::ports(P.Units, Table),
          Times * P.Cycles / llvm::popcount(P.Units));
    for (unsigned L = 1; L != NumMemoryLevels; ++L)
      Use(limit(BandwidthOfLevel + L),
          double(Counts.LinesOf[C.Instruction][L]) * CPU.LineBytes /
              CPU.Memory[L].Bandwidth);
  }
}

Causality CausalityBuilder::take() { return std::move(Result); }

llvm::Expected<Causality>
simulation::traceCauses(const InstructionTable &Table, const Processor &CPU,
                        PreparedTable &Prepared,
                        const CausalityOptions &Options, OutcomePlay Play) {
  LaneMachine Machine(Prepared, MachineVariant(), Options.PerfectMemory);
  CauseTracer Tracer(Machine);
  std::vector<OutcomeConsumer *> Consumers = {&Tracer};
  std::optional<TaintCounter> Taints;
  if (Options.Taint) {
    Taints.emplace(Machine, CPU.buffer(BufferKind::ReorderBuffer));
    Consumers.push_back(&*Taints);
  }
  llvm::Expected<StreamCounts> Counts = Play(Consumers);
  if (!Counts)
    return Counts.takeError();

  CausalityBuilder Builder(Table, Prepared);
  Builder.addExecutions(Counts->Executions);
  Builder.findDivisors();
  Builder.addShares(Tracer.shares(), Tracer.path());
  Builder.addWaits(Tracer.counts());
  if (Taints)
    Builder.addTaints(Taints->scores());
  Builder.addUses(CPU, *Counts, cycles(Tracer.units()));
  Causality Result = Builder.take();
  describe(*Counts, Table, Result.Base);
  Result.Base.Cycles = cycles(Tracer.units());
  Result.Base.CyclesPerIteration = Tracer.cyclesPerIteration();
  if (Result.Base.CyclesPerIteration)
    Result.Timetable = findTimetable(Tracer.log(), Table, Prepared,
                                     *Result.Base.CyclesPerIteration);
  countInSource(Result.Base, Options);
  return Result;
}

llvm::Expected<Causality>
rafter::analyzeCausality(const InstructionTable &Table, const Processor &CPU,
                         const InstructionSource &Source,
                         const CausalityOptions &Options,
                         std::shared_ptr<const KeptOutcomes> *Kept) {
  PreparedTable Prepared(CPU);
  if (llvm::Error E = Prepared.update(Table))
    return E;
  auto playKept = [&](llvm::ArrayRef<OutcomeConsumer *> Consumers)
      -> llvm::Expected<StreamCounts> {
    (*Kept)->Tape.play(Consumers);
    return (*Kept)->Counts;
  };
  if (Kept && *Kept && (*Kept)->isOf(Options))
    return traceCauses(Table, CPU, Prepared, Options, playKept);
  return traceCauses(Table, CPU, Prepared, Options,
                     [&](llvm::ArrayRef<OutcomeConsumer *> Consumers)
                         -> llvm::Expected<StreamCounts> {
                       StreamDriver Driver(Table, CPU, Options, Prepared);
                       for (OutcomeConsumer *C : Consumers)
                         Driver.add(*C);
                       if (llvm::Error E = play(Source, Driver))
                         return E;
                       return Driver.counts();
                     });
}
