//===- MachineRegions.cpp - Machine loops as regions of a report ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineRegions.h"
#include "CodeRegions.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/CodeGen/DataBranches.h"
#include "rafter/CodeGen/LoopCopies.h"
#include "rafter/IR/RepeatedCalls.h"
#include "rafter/Report/NumberFormat.h"
#include "rafter/Roofline/ComputationDAG.h"
#include "rafter/Simulation/Advice.h"
#include "rafter/Simulation/Analyze.h"
#include "rafter/Simulation/Prediction.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// A nest with fewer iterations is executed several times, also if nobody knows
/// that it is.
static constexpr uint64_t FewIterations = 16;
/// What a sweep of an inner loop brings, others use for as many sweeps as a
/// line has elements: several times that many are counted, up to a limit.
static constexpr uint64_t SweepsToSimulate = 16;
static constexpr uint64_t MostInstructions = 131072;

/// A branch that goes one way more often than this is no guess.
static constexpr double SureWay = 0.9;
/// LLVM takes an end of a loop for rarer than this where it ends the program,
/// too. (Others it guesses to be one in 32.)
static constexpr double RareEnd = 0.01;

bool rafter::startsWarm(const AnalysisOptions &Options, const llvm::Function *F,
                        const Processor &CPU) {
  if (!Options.CachesAsCalled)
    return Options.WarmCache;
  if (!F || isCalledAgain(*F))
    return F;
  // What one call works on, somebody has written: what fits is still there.
  std::optional<uint64_t> Bytes = bytesOfObjects(*F);
  return Bytes && *Bytes <= CPU.memory(MemoryLevel::L2).Capacity;
}

MachineLoopOptions MachineRegions::loopOptions() const {
  MachineLoopOptions Chosen;
  Chosen.AssumedValue = Options.Walk.AssumedValue;
  Chosen.AssumedTripCount = Options.Walk.AssumedTripCount;
  Chosen.Values = Options.Walk.Values;
  Chosen.SpreadBytes = Options.Walk.RandomBytes;
  Chosen.Function = Options.Function;
  Chosen.WithPassages = WithPassages;
  return Chosen;
}

/// Of a previous execution: iterations, accesses of iterations, and the lines
/// of 64 MB.
static constexpr uint64_t MostIterationsEarlier = 1 << 22,
                          MostAccessesEarlier = 1 << 26,
                          MostLinesEarlier = 1 << 20;
/// What only moves data in front of what is counted; iterations of more than 64
/// instructions are fewer.
static constexpr uint64_t MostInstructionsBefore = MostIterationsBefore * 64;

LoopStreamOptions rafter::chooseIterations(const LoopBody &Body,
                                           const Processor &CPU, bool Warm) {
  LoopStreamOptions Chosen;
  Chosen.Iterations = steadyIterations(CPU, Body.Path.size());
  if (Warm)
    Chosen.Earlier =
        std::min(MostIterationsEarlier,
                 MostAccessesEarlier / (Body.Addresses.size() + 1));
  Chosen.EarlierLines = MostLinesEarlier;
  double Fit = 0;
  for (const MemoryLevelParameters &Level : CPU.Memory)
    if (std::isfinite(Level.Capacity))
      Fit = std::max(Fit, Level.Capacity / CPU.LineBytes);
  // Half as many more, since sets are not filled evenly: where frames are
  // random, 3 % of sets of 16 lines lack one or two of those used least.
  if (Fit != 0)
    Chosen.EarlierLines =
        std::min(MostLinesEarlier, static_cast<uint64_t>(1.5 * Fit));
  uint64_t All = Body.iterations();
  uint64_t Affordable = MostInstructions / Body.Path.size();
  bool IsNest = Body.TripCounts.size() > 1;
  if (IsNest)
    Chosen.Iterations = std::max(
        Chosen.Iterations,
        std::min(All <= Affordable ? All
                                   : llvm::SaturatingMultiply(
                                         Body.TripCounts[0], SweepsToSimulate),
                 Affordable));
  // What is entered again finds its buffers as they were left: a few iterations
  // with all stores still in the store buffer are no steady state.
  const bool IsRepeated = All < FewIterations || (Warm && !IsNest);
  if (!IsRepeated)
    Chosen.Iterations = std::min(Chosen.Iterations, All);
  if (IsNest && All > Chosen.Iterations)
    Chosen.Before =
        std::min({MostIterationsBefore,
                  MostInstructionsBefore / uint64_t(Body.Path.size()),
                  All - Chosen.Iterations});
  return Chosen;
}

/// Which part stands for the nest; empty: it is all of it.
static std::string describePart(const LoopBody &Body,
                                const LoopStreamOptions &Chosen) {
  uint64_t All = Body.iterations();
  if (All == Chosen.Iterations)
    return "";
  std::string Counted = std::to_string(Chosen.Iterations);
  if (All < Chosen.Iterations)
    return "the machine level executes the nest again and again, " + Counted +
           " iterations of the machine's loop";
  return "the machine level counts " + Counted + " of " + std::to_string(All) +
         " iterations of the machine's loop" +
         (Chosen.Before != 0 ? ", behind " + std::to_string(Chosen.Before) +
                                   " that only move data"
                             : "");
}

/// The copies of Group that do less at once than Main. A copy for pointers that
/// overlap does not run behind Main, but instead; of several that do as much,
/// one counts.
static std::vector<ChosenLoop> restBehind(const LoopCopy &Main,
                                          const LoopGroup &Group) {
  std::vector<ChosenLoop> Rest;
  for (const LoopCopy &Copy : Group.Copies) {
    unsigned AtOnce = Copy.AtOnce.value_or(1);
    if (&Copy == &Main || AtOnce >= Main.AtOnce.value_or(1) ||
        llvm::any_of(Rest,
                     [&](const ChosenLoop &L) { return L.AtOnce == AtOnce; }))
      continue;
    Rest.push_back({std::move(*Copy.Code), AtOnce, {}, std::nullopt});
  }
  llvm::sort(Rest, [](const ChosenLoop &A, const ChosenLoop &B) {
    return A.AtOnce > B.AtOnce;
  });
  return Rest;
}

static std::optional<std::pair<PlaceInFunction, bool>>
placeOf(const LoopCopy &Main, const LoopGroup &Group) {
  if (!Main.AtOnce)
    return std::nullopt;
  if (Group.Source)
    return std::pair(Group.Source->Place, Group.Source->IsInnermost);
  const SourceLocation &Where = Main.Code->Source;
  return std::pair(PlaceInFunction{Where.File, Where.Line, Where.Column},
                   Main.Code->IsInnermost);
}

/// Of the loops that come from one loop of the source (vector body, remainder)
/// the one that stands for them. Groups are of one function.
static void keepOne(llvm::MutableArrayRef<MachineLoop> Loops,
                    const SourceLoops &Sources, std::vector<ChosenLoop> &Kept) {
  std::vector<LoopGroup> Groups = groupBySource(Loops, {&Sources, {}, false});
  // In the order of the code.
  llvm::sort(Groups, [](const LoopGroup &A, const LoopGroup &B) {
    return A.Copies.front().Code < B.Copies.front().Code;
  });
  // Loops of one line are one to a report.
  llvm::MapVector<std::string, ChosenLoop, std::map<std::string, unsigned>>
      Lines;
  std::map<std::string, size_t> Copies;
  for (const LoopGroup &Group : Groups) {
    const LoopCopy &Main = Group.mostExecuted();
    Copies[Main.Code->Name] += Group.Copies.size();
    auto [Line, IsNew] = Lines.insert({Main.Code->Name, {}});
    if (IsNew || Main.Code->Hotness > Line->second.Code.Hotness) {
      if (llvm::any_of(Group.Copies,
                       [](const LoopCopy &C) { return C.Code->IsKeptOut; }))
        Main.Code->Assumptions.push_back(
            "vectors need places of one array to be farther apart than data "
            "are assumed to say (--assume-value)");
      auto Of = placeOf(Main, Group);
      Line->second = {std::move(*Main.Code), Main.AtOnce.value_or(1),
                      restBehind(Main, Group), std::move(Of)};
    }
  }
  for (auto &[Name, Loop] : Lines) {
    if (size_t Number = Copies[Name]; Number > 1)
      Loop.Code.Assumptions.push_back(
          "of " + std::to_string(Number) +
          " loops of the machine code that come from this loop of the source "
          "(vector body, remainder) the one that does most of it");
    Kept.push_back(std::move(Loop));
  }
}

static std::string nameOf(const MachineLoop &L) {
  return L.Name.empty() ? L.Function : L.Function + ", " + L.Name;
}

/// The name of the region of Result whose loop nest L is an inner loop of.
static std::string enclosing(const MachineLoop &L, const Report &Result) {
  for (const RegionReport &Region : Result.Regions)
    if (const auto *DAG = Region.get<ComputationDAG>();
        DAG && Region.Function == L.Function && Region.Loop != L.Name &&
        llvm::any_of(DAG->Parts, [&](const DAGPart &P) {
          return P.Depth > !Region.Loop.empty() && P.Name == L.Name;
        }))
      return Region.Name;
  return "";
}

std::vector<ChosenLoop> MachineRegions::hottest(const llvm::Module &M,
                                                Report &Result) {
  for (MachineLoop &L : Loops)
    if (auto Calls = Result.Calls.find(L.Symbol); Calls != Result.Calls.end())
      L.Hotness *= Calls->second;
  SourceLoops Sources;
  Sources.load(M);
  std::vector<ChosenLoop> Kept;
  for (size_t I = 0, Next; I != Loops.size(); I = Next) {
    for (Next = I + 1; Next != Loops.size(); ++Next)
      if (Loops[Next].Symbol != Loops[I].Symbol)
        break;
    keepOne(llvm::MutableArrayRef(Loops).slice(I, Next - I), Sources, Kept);
  }
  Loops.clear();
  // Functions without loops only where nothing else is left.
  if (llvm::any_of(Kept,
                   [](const ChosenLoop &L) { return !L.Code.Name.empty(); }))
    llvm::erase_if(Kept,
                   [](const ChosenLoop &L) { return L.Code.Name.empty(); });
  // A nest of the report is to have its machine code: of its own loop or of one
  // within it, whichever is executed most.
  std::map<std::string, size_t> OfNest;
  for (auto [I, L] : llvm::enumerate(Kept)) {
    std::string Nest = enclosing(L.Code, Result);
    if (Nest.empty())
      Nest = nameOf(L.Code);
    size_t &Best = OfNest.insert({Nest, I}).first->second;
    if (L.Code.Hotness > Kept[Best].Code.Hotness)
      Best = I;
  }
  std::vector<std::pair<bool, double>> Weights;
  Weights.reserve(Kept.size());
  for (const ChosenLoop &L : Kept)
    Weights.push_back({false, L.Code.Hotness});
  for (const RegionReport &Region : Result.Regions)
    if (auto Known = OfNest.find(Region.Name); Known != OfNest.end())
      Weights[Known->second].first = true;
  std::vector<size_t> Order(Kept.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  llvm::stable_sort(
      Order, [&](size_t A, size_t B) { return Weights[A] > Weights[B]; });
  Order.resize(std::min<size_t>(Order.size(), Options.MaxRegions));
  Result.NestsLeftOut =
      std::max(Result.NestsLeftOut, Kept.size() - Order.size());
  llvm::sort(Order);
  std::vector<ChosenLoop> Hottest;
  Hottest.reserve(Order.size());
  for (size_t I : Order)
    Hottest.push_back(std::move(Kept[I]));
  return Hottest;
}

/// The region of Result for L; a new one if there is none.
static RegionReport &regionFor(const MachineLoop &L, Report &Result) {
  for (RegionReport &Region : Result.Regions)
    if (Region.Function == L.Function && Region.Loop == L.Name)
      return Region;
  RegionReport Region;
  Region.Function = L.Function;
  Region.Loop = L.Name;
  Region.Name = nameOf(L);
  Region.Source = L.Start ? locationOf(L.Start) : L.Source;
  Region.Within = enclosing(L, Result);
  Region.How = Mode::Static;
  Result.Regions.push_back(std::move(Region));
  return Result.Regions.back();
}

/// "file.c:5: ", or nothing where that is not known.
static std::string placeOf(const InstructionTable &Table,
                           uint32_t Instruction) {
  SourceLocation Where =
      Table.Locations[Table.Instructions[Instruction].Location];
  if (!Where.isValid())
    return "";
  return formatLocation(
             {llvm::sys::path::filename(Where.File).str(), Where.Line, 0}) +
         ": ";
}

/// What the path leaves out: it is one way in all iterations.
static void addGuess(const MachineLoop &L, RegionReport &Region) {
  const PathBranch *Least = nullptr;
  for (const PathBranch &B : L.Branches)
    if (B.Probability < SureWay &&
        (!Least || B.Probability < Least->Probability))
      Least = &B;
  if (!Least)
    return;
  Region.assume(placeOf(L.Table, L.Body.Path[Least->Position] & ~TakenBit) +
                    "the likeliest way in all iterations (" +
                    formatPercent(Least->Probability) +
                    (L.IsProfiled ? ", profiled; assumed)" : ", assumed)"),
                Assumed::Way);
}

/// That the loop goes on is assumed where data say when it ends: whether a
/// processor foresees that, nobody knows.
static void addExit(const MachineLoop &L, const Processor &CPU,
                    RegionReport &Region) {
  std::vector<DataBranch> Exits = dataExits(L);
  llvm::erase_if(Exits,
                 [](const DataBranch &B) { return B.missed() < RareEnd; });
  if (Exits.empty() || !(CPU.Core.MispredictionPenalty > 0))
    return;
  Region.assume(placeOf(L.Table, Exits.front().Instruction) +
                    "data end the loop, here late (assumed); each end that "
                    "is not foreseen costs " +
                    formatNumber(CPU.Core.MispredictionPenalty, 3) +
                    " cycles more",
                Assumed::Way);
}

static void addCalls(const MachineLoop &L, RegionReport &Region) {
  std::set<std::string> Names(L.Calls.begin(), L.Calls.end());
  for (const std::string &Name : Names)
    if (!llvm::any_of(Region.NotSeen,
                      [&](const auto &Seen) { return Seen.first == Name; }))
      Region.NotSeen.push_back({Name, llvm::count(L.Calls, Name)});
}

/// In the order of the functions of M, then of the source.
static void sortRegions(Report &Result, const llvm::Module &M) {
  llvm::StringMap<unsigned> Place;
  for (const llvm::Function &F : M)
    Place.insert({sourceName(F), Place.size()});
  llvm::stable_sort(
      Result.Regions, [&](const RegionReport &A, const RegionReport &B) {
        return std::pair(Place.lookup(A.Function), A.Source.Line) <
               std::pair(Place.lookup(B.Function), B.Source.Line);
      });
}

double rafter::cyclesIfOpen(const DataBranch &B, const Processor &CPU) {
  return B.isOpen() && !B.IsIndirect
             ? B.missed() * CPU.Core.MispredictionPenalty
             : 0;
}

/// The line whose branches on data cost most where nobody knows which way they
/// go, if that is more than what the first limit costs.
static std::optional<OpenBranch>
openBranchOf(const MachineLoop &L, const Sensitivity &S, const Processor &CPU) {
  // By file and line; without a line, each by itself.
  std::map<std::tuple<std::string, unsigned, uint32_t>, double> CyclesOfLine;
  for (const DataBranch &B : dataBranches(L)) {
    uint32_t Location = L.Table.Instructions[B.Instruction].Location;
    const SourceLocation &Where = L.Table.Locations[Location];
    CyclesOfLine[{Where.File, Where.Line,
                  Where.Line != 0 ? 0 : B.Instruction}] +=
        cyclesIfOpen(B, CPU) / S.Base.IterationsAtOnce;
  }
  auto Worst = llvm::max_element(CyclesOfLine, llvm::less_second());
  std::vector<NextStep> Steps = adviseNextSteps(S, nullptr, 1);
  double Time = timeOf(S.Base);
  double Least = Steps.empty() ? 0 : Time - Steps.front().Cycles;
  if (Worst == CyclesOfLine.end() || !(Worst->second > Least))
    return std::nullopt;
  const auto &[File, Line, Instruction] = Worst->first;
  return OpenBranch{{File, Line, 0}, Worst->second, Worst->second / Time};
}

/// What is known of L before it is simulated as Chosen says.
static void addOrigin(const ChosenLoop &Loop, const LoopStreamOptions &Chosen,
                      bool IsWarm, llvm::ArrayRef<std::string> Remarks,
                      const Processor &CPU, RegionReport &Region) {
  const MachineLoop &L = Loop.Code;
  Region.WarmCache = IsWarm;
  Region.ExpectedInstructions = L.Hotness;
  for (const std::string &Line : L.Assumptions)
    Region.assume(Line, Assumed::Value);
  if (std::string Part = describePart(L.Body, Chosen); !Part.empty())
    Region.assume(std::move(Part));
  addTableAssumptions(L.Table, {0, uint32_t(L.Table.Instructions.size())},
                      Region);
  for (const std::string &Line : Remarks)
    Region.assume(Line);
  addGuess(L, Region);
  addExit(L, CPU, Region);
  addCalls(L, Region);
}

Error MachineRegions::addTo(Report &Result, const llvm::Module &M,
                            llvm::ArrayRef<std::string> Remarks,
                            const RegisterNaming &Registers) {
  MethodTable Table(Options.OfMethods);
  const MethodSet Asked = Table.ofMachineCode(Options.Asked);
  std::vector<ChosenLoop> Chosen = hottest(M, Result);
  std::vector<Source> Sources(Chosen.size());
  std::vector<size_t> Numbers;
  for (auto [Loop, S] : llvm::zip_equal(Chosen, Sources)) {
    const MachineLoop &L = Loop.Code;
    RegionReport &Region = regionFor(L, Result);
    Numbers.push_back(&Region - Result.Regions.data());
    bool IsWarm = startsWarm(Options, M.getFunction(L.Symbol), Result.CPU);
    LoopStreamOptions Stream = chooseIterations(L.Body, Result.CPU, IsWarm);
    addOrigin(Loop, Stream, IsWarm, Remarks, Result.CPU, Region);
    S.Instructions = {&L.Table, repeat(L.Body, L.Table, Stream),
                      /*PerfectMemory=*/false, /*PerfectBranches=*/true};
    addCracked(S, Registers);
    S.Instructions->IterationsAtOnce = Loop.AtOnce;
    S.Instructions->IterationsAreCalls = L.Name.empty();
  }
  std::vector<std::optional<Expected<RegionReport>>> Found(Chosen.size());
  llvm::parallelFor(0, Chosen.size(), [&](size_t I) {
    Found[I].emplace(Table.run(Asked, Sources[I], Result.CPU));
  });
  Error Problem = Error::success();
  for (auto [I, F] : llvm::enumerate(Found)) {
    if (!*F) {
      Problem = joinErrors(std::move(Problem), F->takeError());
      continue;
    }
    RegionReport &Region = Result.Regions[Numbers[I]];
    for (std::shared_ptr<const Finding> &Said : (*F)->Findings)
      Region.add(std::move(Said));
    if (const auto *S = Region.get<Sensitivity>())
      Region.Open = openBranchOf(Chosen[I].Code, *S, Result.CPU);
  }
  sortRegions(Result, M);
  return Problem;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

Expected<std::shared_ptr<const TargetModel>>
rafter::collectLoops(const llvm::Module &M, const Processor &CPU,
                     const std::set<std::string> *Functions,
                     MachineRegions &Regions,
                     std::vector<std::string> &Remarks) {
  initializeMachineCode();
  llvm::Triple Target = M.getTargetTriple();
  if (Target.empty()) {
    Target = llvm::Triple(llvm::sys::getDefaultTargetTriple());
    Remarks.push_back("the module names no target: machine code is for " +
                      Target.str() + " (assumed)");
  }
  auto Model = TargetModel::create(Target, CPU);
  if (!Model)
    return Model.takeError();
  std::shared_ptr<const TargetModel> Shared = std::move(*Model);
  auto collect = [&](MachineLoop L) {
    if (!Functions || Functions->count(L.Function) != 0)
      Regions.add(std::move(L));
  };
  if (Error E = generateCode(M, Target, Shared, Regions.loopOptions(), collect))
    return E;
  return Shared;
}

Error rafter::analyzeMachineLoops(const llvm::Module &M,
                                  const AnalysisOptions &Options,
                                  Report &Result) {
  std::vector<std::string> Remarks;
  MachineRegions Regions(Options);
  auto Model = collectLoops(M, Result.CPU, nullptr, Regions, Remarks);
  if (!Model)
    return Model.takeError();
  llvm::append_range(Remarks, (*Model)->remarks());
  return Regions.addTo(Result, M, Remarks, RegisterNaming(**Model));
}
