//===- TryVariants.cpp - Advice that is tried -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frontend reads the sources once; each variant changes what it made, goes
// through the optimizer and the code generator in process, and its loops are
// found again by function and line. What helps is tried together. Compilations
// share nothing, so several go on at once.
//
//===----------------------------------------------------------------------===//

#include "TryVariants.h"
#include "ModuleInput.h"
#include "VariantPrograms.h"
#include "rafter/Analysis/Answer.h"
#include "rafter/Passes/TimeLoops.h"
#include "rafter/Simulation/KnownTimes.h"
#include "rafter/Simulation/Prediction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <cmath>

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// So many instructions are simulated while one of IR is compiled: 7 to 22
/// million in a second, and 60 to 100 microseconds for one of IR
/// (docs/performance.md).
static constexpr uint64_t PlayedForCompiled = 2000;

/// Compilations at a time: each has a program in memory.
static constexpr unsigned MostThreads = 8;

/// No more than there are processors.
static llvm::ThreadPoolStrategy sideBySide() {
  llvm::ThreadPoolStrategy Threads = llvm::hardware_concurrency(MostThreads);
  Threads.Limit = true;
  return Threads;
}

namespace {

/// All trials of one report.
class Trials {
public:
  Trials(llvm::ArrayRef<std::string> Inputs, const SourceOptions &Source,
         const AnalysisOptions &Options, const TryOptions &Trying, Report &R)
      : Options(Options), Trying(Trying), R(R), Known(R.CPU),
        Loops(loopsOf(R, Trying)),
        Programs(Inputs, Source, functionsOf(Loops)) {}

  void run();
  bool crashed() const { return Programs.crashed(); }

private:
  static LoopNames loopsOf(const Report &R, const TryOptions &Trying);
  static std::set<std::string> functionsOf(const LoopNames &Loops);
  llvm::Expected<std::vector<LoopTime>>
  timesOf(const VariantProgram &P, LoopTimer &Timer, const LoopLimits &Limits) {
    return timeLoops(*P.Code, R.CPU, Options, Loops, Timer, Limits);
  }
  LoopLimits limitsOf(const Variant &V) const;
  void count(const std::set<const Prediction *> &Plays);
  llvm::Error timeAsItIs();
  llvm::Error timeAtPowerOfTwo(const VariantProgram &P);
  /// What became of a variant.
  struct Outcome {
    uint64_t Work = 0;
    /// Null code: there was nothing to change, or it was not compiled.
    bool IsCompiled = false;
    VariantProgram Program;
    std::vector<LoopTime> Times;
    std::set<const Prediction *> Plays;
    /// Why it is refused.
    std::string Fault;
  };
  void tryAll(llvm::ArrayRef<Variant> Variants);
  /// Before: the work that was done when it was decided to compile V; more may
  /// have been done since, and take() looks again.
  void compile(const Variant &V, Outcome &Of, uint64_t Before);
  void take(const Variant &V, const Outcome &Of);
  bool isTooMuch(uint64_t Before, uint64_t More) const {
    return Trying.MostWork != 0 && Before + More > Trying.MostWork;
  }
  bool isTooMuch(uint64_t More) const { return isTooMuch(Work, More); }
  void judge(const Variant &V, const VariantProgram &P,
             llvm::ArrayRef<LoopTime> Times);
  std::vector<Variant> winners() const;
  std::vector<Variant> seeds() const;
  void measure();
  void measureRegion(RegionReport &Region);

  const AnalysisOptions &Options;
  const TryOptions &Trying;
  Report &R;
  KnownTimes Known;
  const LoopNames Loops;
  VariantPrograms Programs;
  uint64_t Work = 0;
  std::set<const Prediction *> Counted;
  bool WorkIsOver = false;
  llvm::DefaultThreadPool Threads{sideBySide()};
  std::vector<Variant> Done;
  std::vector<LoopTime> Now;
  /// The variants of the trials of each region.
  std::map<const RegionReport *, std::vector<Variant>> Of;
};

} // namespace

static bool hasTime(const RegionReport &Region) {
  const auto *S = Region.get<Sensitivity>();
  return S && !Region.Loop.empty() && S->Base.CyclesPerIteration;
}

static const LoopTime *find(llvm::ArrayRef<LoopTime> Times,
                            const RegionReport &Region) {
  auto Same = llvm::find_if(Times, [&](const LoopTime &T) {
    return T.Function == Region.Function && T.Loop == Region.Loop;
  });
  return Same == Times.end() || Same->CyclesPerIteration <= 0 ? nullptr : Same;
}

LoopNames Trials::loopsOf(const Report &R, const TryOptions &Trying) {
  std::vector<RegionAnswer> All = answers(R);
  double Time = 0;
  for (const RegionAnswer &A : All)
    Time += A.expectedTime();
  LoopNames Names;
  for (const RegionAnswer &A : All)
    if (hasTime(*A.Region) &&
        (A.expectedTime() == 0 || A.expectedTime() >= Trying.LeastShare * Time))
      Names.insert({A.Region->Function, A.Region->Loop});
  return Names;
}

std::set<std::string> Trials::functionsOf(const LoopNames &Loops) {
  std::set<std::string> Names;
  for (const auto &[Function, Loop] : Loops)
    Names.insert(Function);
  return Names;
}

/// Adds how fast the loops are that V changed.
void Trials::judge(const Variant &V, const VariantProgram &P,
                   llvm::ArrayRef<LoopTime> Times) {
  for (RegionReport &Region : R.Regions) {
    const LoopTime *Before = find(this->Now, Region),
                   *After = find(Times, Region);
    auto Line = P.Lines.find(Region.Function);
    if (!Before || !After || !isSameWork(*Before, *After) ||
        Line == P.Lines.end())
      continue;
    Trial T;
    T.Change = Line->second;
    double Now = Before->CyclesPerIteration;
    T.Cycles = After->CyclesPerIteration;
    T.IsLeast = After->IsLeast;
    if (Region.Open) {
      auto Left = After->OpenBranchesOf.find(
          {Region.Open->Place.File, Region.Open->Place.Line});
      T.OpenCycles = Left == After->OpenBranchesOf.end() ? 0 : Left->second;
    }
    const auto *Steady = Region.get<Sensitivity>();
    if (Steady && Steady->Base.CyclesPerIteration &&
        std::abs(Now / *Steady->Base.CyclesPerIteration - 1) >= 0.05)
      T.Before = Now;
    // Whether a branch costs something is for those who know its data; what
    // does without it is judged where it does.
    if (V.changes(ChangeKind::Unpredictable) && Region.Open) {
      Now += Before->OpenBranches;
      T.Cycles += After->OpenBranches;
      T.OpenLine = Region.Open->Place.Line;
    } else {
      // A branch instead of a conditional move is faster for data that it can
      // follow only, of which nothing is known.
      T.Cycles += std::max(0.0, After->OpenBranches - Before->OpenBranches);
    }
    T.Speedup = Now / T.Cycles;
    T.Effort = V.effort();
    if (auto R = P.Results.find(Region.Function); R != P.Results.end())
      T.Results = R->second;
    T.NeedsNoOverlap = V.changes(ChangeKind::NoOverlap);
    Region.Tried.push_back(std::move(T));
    Of[&Region].push_back(V);
  }
}

/// Times the program as it is in the same way as those with changes.
Error Trials::timeAsItIs() {
  llvm::LLVMContext Context;
  Context.setDiscardValueNames(true);
  Expected<VariantProgram> P = Programs.compile({}, Context);
  if (!P)
    return P.takeError();
  LoopTimer Timer(Known);
  Expected<std::vector<LoopTime>> Times = timesOf(*P, Timer, {});
  if (!Times)
    return Times.takeError();
  count(Timer.asked());
  Now = std::move(*Times);
  return timeAtPowerOfTwo(*P);
}

/// A loop that takes so many times as long where sizes are a power of two is
/// worth a line.
static constexpr double WorthwhileSlowdown = 1.5;

/// Times P, the program as it is, where unknown integers are the next power of
/// two. That is no change, and no part of the work that is allowed for them.
Error Trials::timeAtPowerOfTwo(const VariantProgram &P) {
  AnalysisOptions Other = Options;
  const uint64_t Assumed = Options.Walk.AssumedValue;
  Other.Walk.AssumedValue = llvm::PowerOf2Ceil(Assumed);
  if (Other.Walk.AssumedValue == Assumed)
    return Error::success();
  LoopTimer Timer(Known);
  Expected<std::vector<LoopTime>> Times =
      timeLoops(*P.Code, R.CPU, Other, Loops, Timer, {});
  if (!Times)
    return Times.takeError();
  for (RegionReport &Region : R.Regions) {
    const LoopTime *Before = find(Now, Region), *After = find(*Times, Region);
    if (!Before || !After)
      continue;
    const double Slowdown =
        After->CyclesPerIteration / Before->CyclesPerIteration;
    if (Slowdown >= WorthwhileSlowdown)
      Region.IfPowerOfTwo = {Other.Walk.AssumedValue, Assumed,
                             After->CyclesPerIteration, Slowdown};
  }
  return Error::success();
}

/// Adds the work of Plays that no variant before asked for: which thread was
/// the first does not matter.
void Trials::count(const std::set<const Prediction *> &Plays) {
  for (const Prediction *Play : Plays)
    if (Counted.insert(Play).second)
      Work += Play->Played / PlayedForCompiled;
}

/// What takes longer in L1 alone is not worth a line wherever the data are; but
/// where a branch goes, the time with its mispredictions is compared.
LoopLimits Trials::limitsOf(const Variant &V) const {
  LoopLimits Limits;
  if (!V.changes(ChangeKind::Unpredictable))
    for (const LoopTime &T : Now)
      Limits[{T.Function, T.Loop}] = T.CyclesPerIteration / WorthwhileSpeedup;
  return Limits;
}

void Trials::compile(const Variant &V, Outcome &Of, uint64_t Before) {
  llvm::LLVMContext Context;
  Context.setDiscardValueNames(true);
  Expected<VariantProgram> P = Programs.compile(V, Context);
  if (!P) {
    Of.Fault = llvm::toString(P.takeError());
    return;
  }
  if (!P->Code)
    return;
  Of.IsCompiled = true;
  // Unrolled and vectorized it can be a hundred times as large.
  Of.Work += P->Code->getInstructionCount();
  if (isTooMuch(Before, Of.Work))
    return;
  LoopTimer Timer(Known);
  if (Expected<std::vector<LoopTime>> Times = timesOf(*P, Timer, limitsOf(V)))
    Of.Times = std::move(*Times);
  else
    Of.Fault = llvm::toString(Times.takeError());
  Of.Plays = Timer.asked();
  P->Code.reset();
  Of.Program = std::move(*P);
}

void Trials::take(const Variant &V, const Outcome &Of) {
  if (WorkIsOver)
    return;
  if (Of.Work != 0 && isTooMuch(Of.Work)) {
    WorkIsOver = true;
    R.MoreToTry = true;
    return;
  }
  if (Of.IsCompiled)
    Work += Of.Work;
  count(Of.Plays);
  if (!Of.Fault.empty())
    R.NotTried.push_back(Programs.name(V) + ": " + Of.Fault);
  else if (Of.IsCompiled)
    judge(V, Of.Program, Of.Times);
}

/// Tries those that were not tried, side by side; what comes of them is taken
/// in their order.
void Trials::tryAll(llvm::ArrayRef<Variant> Variants) {
  std::vector<Variant> New;
  for (const Variant &V : Variants)
    if (!llvm::is_contained(Done, V)) {
      Done.push_back(V);
      New.push_back(V);
    }
  std::vector<Outcome> Outcomes(New.size());
  // What the frontend makes of the sources they share.
  for (auto [V, Of] : llvm::zip_equal(New, Outcomes))
    if (Expected<uint64_t> Needed = Programs.work(V))
      Of.Work = *Needed;
    else
      Of.Fault = llvm::toString(Needed.takeError());
  std::vector<std::shared_future<void>> Ends(New.size());
  auto start = [&](size_t I) {
    Outcome &Of = Outcomes[I];
    if (Of.Fault.empty() && !isTooMuch(Of.Work))
      Ends[I] = Threads.async(
          [this, &V = New[I], &Of, Before = Work] { compile(V, Of, Before); });
  };
  // As many wait as are compiled, so that a long one keeps no thread idle.
  const size_t AtOnce = 2 * Threads.getMaxConcurrency();
  size_t Started = 0;
  for (size_t I = 0; I != New.size() && !WorkIsOver; ++I) {
    for (; Started != New.size() && Started < I + AtOnce; ++Started)
      start(Started);
    if (Ends[I].valid())
      Ends[I].wait();
    take(New[I], Outcomes[I]);
    Outcomes[I] = Outcome();
  }
  Threads.wait();
}

/// For each region what helps most by itself, and what helps most of that which
/// keeps results.
std::vector<Variant> Trials::winners() const {
  std::vector<Variant> Best;
  for (const auto &[Region, Variants] : Of)
    for (bool Safe : {false, true}) {
      // Trials are in the order of Variants until all have been tried.
      RegionReport Others;
      for (size_t I = 0; I != Variants.size(); ++I)
        if (!Variants[I].setsTarget()) {
          Others.Tried.push_back(Region->Tried[I]);
          Others.Tried.back().Change = llvm::utostr(I);
        }
      const Trial *T = Others.best(Safe);
      size_t Index = 0;
      if (!T || llvm::StringRef(T->Change).getAsInteger(10, Index))
        continue;
      if (!llvm::is_contained(Best, Variants[Index]))
        Best.push_back(Variants[Index]);
    }
  return Best;
}

/// What more is tried on top of.
std::vector<Variant> Trials::seeds() const {
  std::vector<Variant> Seeds = winners();
  // What helps the whole program may be the order of additions, which a line in
  // the function allows, once several chains are asked for.
  const Variant Sums = {{{ChangeKind::Reassociate}}, {}, {}};
  if (llvm::any_of(Seeds,
                   [](const Variant &V) { return V.allowsFastMath(); }) &&
      !llvm::is_contained(Seeds, Sums))
    Seeds.push_back(Sums);
  return Seeds;
}

/// Each of Seeds with each of More.
static std::vector<Variant> joined(llvm::ArrayRef<Variant> Seeds,
                                   llvm::ArrayRef<Variant> More) {
  std::vector<Variant> All;
  for (const Variant &Seed : Seeds)
    for (const Variant &V : More)
      All.push_back(Variant::join(Seed, V));
  return All;
}

void Trials::run() {
  if (Loops.empty())
    return;
  if (Error E = timeAsItIs()) {
    R.NotTried.push_back("changes: " + llvm::toString(std::move(E)));
    return;
  }
  tryAll(firstVariants(R.CPU));
  // Where work is limited, what helps together comes before what seldom helps.
  tryAll(joined(seeds(), targetVariants(R.CPU)));
  tryAll(otherVariants());
  const std::vector<Variant> Seeds = seeds(), Targets = targetVariants(R.CPU);
  tryAll(joined(Seeds, Targets));
  std::vector<Variant> More;
  for (const Variant &Seed : joined(Seeds, laterVariants())) {
    More.push_back(Seed);
    llvm::append_range(More, joined({Seed}, Targets));
  }
  tryAll(More);
  for (RegionReport &Region : R.Regions)
    if (const LoopTime *Time = find(Now, Region); Time && !Time->Of)
      Region.WhyUntried = "no loads, stores or floats in it tell how much of "
                          "the loop each change does";
  if (Trying.Measures)
    measure();
  for (RegionReport &Region : R.Regions)
    llvm::stable_sort(Region.Tried, [](const Trial &A, const Trial &B) {
      return A.Speedup > B.Speedup;
    });
}

/// Times what would be printed, and drops what the machine contradicts.
void Trials::measureRegion(RegionReport &Region) {
  for (bool Safe : {false, true})
    while (const Trial *Best = Region.best(Safe)) {
      size_t Index = Best - Region.Tried.data();
      Trial &T = Region.Tried[Index];
      if (T.Measured)
        break;
      auto drop = [&](const std::string &Why) {
        R.NotTried.push_back(Region.Name + ": " + T.Change + ": " + Why);
        Region.Tried.erase(Region.Tried.begin() + Index);
        Of[&Region].erase(Of[&Region].begin() + Index);
      };
      Expected<TrialMeasurement> M =
          Programs.measure(Of[&Region][Index], Region.Function);
      if (!M)
        drop(llvm::toString(M.takeError()));
      else if (!T.Results.any() && M->Difference != 0)
        drop("the output is another");
      else if (M->Speedup < 0.98)
        drop("slower when measured");
      else
        T.Measured = *M;
    }
}

void Trials::measure() {
  if (Error E = Programs.checkMeasurable(R.CPU)) {
    R.NotTried.push_back("measuring: " + llvm::toString(std::move(E)));
    return;
  }
  std::set<std::string> Failed;
  for (const RegionAnswer &A : answers(R)) {
    auto &Region = const_cast<RegionReport &>(*A.Region);
    if (!Region.best(false) || Failed.count(Region.Function) != 0)
      continue;
    if (Error E = Programs.measureBase(Region.Function)) {
      Failed.insert(Region.Function);
      R.NotTried.push_back("measuring " + Region.Function + ": " +
                           llvm::toString(std::move(E)));
      continue;
    }
    measureRegion(Region);
  }
}

bool rafter::tryVariants(llvm::ArrayRef<std::string> Inputs,
                         const SourceOptions &Source,
                         const AnalysisOptions &Options,
                         const TryOptions &Trying, Report &R) {
  Trials All(Inputs, Source, Options, Trying, R);
  All.run();
  return All.crashed();
}
