//===- AnalyzeProgram.cpp - What a program is bound by --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/AnalyzeProgram.h"
#include "MeasuredShares.h"
#include "PartLimits.h"
#include "ProgramAnalysis.h"
#include "rafter/Stream/LineOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <numeric>
#include <set>
#include <thread>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Parts below this share of the cycles are not ranked.
static constexpr double LeastShare = 0.01;
/// Windows of the first round, about.
static constexpr size_t FirstWindows = 96;
/// Windows of the first round of a thread at least, however small it is.
static constexpr size_t LeastWindows = 12;
/// Windows that tell about how long an instruction takes.
static constexpr size_t PaceWindows = 16;
/// By how much cycles of windows were off in the mean of a program because of
/// the state that they began with, with a probability of 95 %
/// (docs/explain.md).
static constexpr double StateError = 0.01;
/// Parts that are listed for a thread.
static constexpr size_t PartsOfThread = 3;
/// A page fault takes at least so many cycles: 0.25 us and more without a
/// virtual machine (LMbench, lat_pagefault). Said of 16 MB and more, if all of
/// them are so much of the program.
static constexpr double CyclesOfPage = 1000;
static constexpr uint64_t LeastPages = 4096;
static constexpr double ShareOfPages = 0.1;
/// A program whose dynamic linker has so much of the cycles does little else.
static constexpr double ShareOfStart = 0.25;

bool ProgramAnalysis::isWanted(const char *What, double Share) {
  if (Options.Progress && !Options.Progress(What, Share))
    Stopped = true;
  return !Stopped;
}

/// Instructions of each part in some executed blocks.
void ProgramAnalysis::countParts(ArrayRef<uint32_t> Variants,
                                 std::vector<double> &Sums) const {
  Sums.assign(Parts.Parts.size(), 0);
  for (uint32_t V : Variants)
    for (ProgramParts::Share S : Parts.OfVariant[V])
      Sums[S.Part] += S.Instructions;
}

/// Times of some windows, on this processor; GoesOn says of each, from those
/// before it, whether it is wanted.
Expected<PartTimes>
ProgramAnalysis::simulateSome(SampledSource::Selection Chosen,
                              llvm::function_ref<bool(size_t Done)> GoesOn) {
  Chosen.GoOn = GoesOn;
  return PartSimulation(Source.table(), CPU, Source.source(std::move(Chosen)),
                        partOptions())
      .predict();
}

/// Instructions and cycles of each part in each window; of fewer windows if
/// nobody wants more, or there is no time for more than the first round. The
/// first and the second half of the windows are simulated side by side, each
/// with caches and predictors of its own.
Expected<std::vector<PartSample>>
ProgramAnalysis::simulate(unsigned Thread, SampledSource::Selection Chosen,
                          bool IsFirst) {
  const SampledThread &T = Program.Threads[Thread];
  Chosen.Thread = Thread;
  Chosen.MarksRunUp = true;
  addOthers(Chosen, Pace);
  SampledSource::Selection Later = Chosen;
  size_t Half = Chosen.Windows.size() / 2;
  Later.WithStart = false;
  Later.Windows.erase(Later.Windows.begin(), Later.Windows.begin() + Half);
  Chosen.Windows.resize(Half);
  std::vector<size_t> Played[2] = {{}, Later.Windows};
  if (Chosen.WithStart)
    Played[0].push_back(StartWindow);
  llvm::append_range(Played[0], Chosen.Windows);
  double Before = seconds();
  std::optional<Expected<PartTimes>> Times[2];
  // A round is as large as fits; where that was misjudged it may take of the
  // time for limits.
  auto goesOn = [&] {
    return IsFirst || seconds() < Options.Seconds * ShareUpTo[Thread];
  };
  std::thread Other([&] {
    Times[1].emplace(simulateSome(
        std::move(Later), [&](size_t) { return !Stopped && goesOn(); }));
  });
  Times[0].emplace(simulateSome(std::move(Chosen), [&](size_t Done) {
    return isWanted("simulating windows",
                    double(Done) / double(Played[0].size())) &&
           goesOn();
  }));
  Other.join();
  SimulationSeconds += seconds() - Before;
  std::vector<PartSample> Samples;
  Error Problem = Error::success();
  for (auto [Found, Windows] : llvm::zip(Times, Played)) {
    if (*Found)
      addSamples(T, **Found, Windows, Samples);
    else
      Problem = llvm::joinErrors(std::move(Problem), Found->takeError());
  }
  if (Problem)
    return Problem;
  return Samples;
}

/// Played: the window of each region.
void ProgramAnalysis::addSamples(const SampledThread &T, const PartTimes &Times,
                                 ArrayRef<size_t> Played,
                                 std::vector<PartSample> &Samples) {
  std::vector<double> Instructions;
  for (size_t E = 0; E != Times.Entries.size(); ++E) {
    uint32_t Region = Times.Entries[E].Region, Part = Times.Entries[E].Part;
    if (E == 0 || Region != Times.Entries[E - 1].Region) {
      countParts(measured(T, Played[Region]), Instructions);
      ++Simulated;
    }
    Samples.push_back(
        {uint32_t(Played[Region]), Part, Instructions[Part], Times.cycles(E)});
  }
}

/// The measured blocks of a window.
ArrayRef<uint32_t> ProgramAnalysis::measured(const SampledThread &T,
                                             size_t Window) const {
  if (Window == StartWindow)
    return T.Start.Variants;
  const ProgramWindow &W = T.Windows[Window];
  return ArrayRef(W.Variants).drop_front(Source.firstMeasured(W));
}

bool ProgramAnalysis::hasOthers() const {
  double Capacity = CPU.memory(MemoryLevel::L3).Capacity;
  return CPU.LastLevelTurnover != Unlimited && Capacity != Unlimited &&
         Capacity != 0;
}

void ProgramAnalysis::addOthers(SampledSource::Selection &Chosen,
                                double CyclesPerInstruction) const {
  if (!hasOthers())
    return;
  double Lines =
      CPU.memory(MemoryLevel::L3).Capacity / double(1 << LineOrder::LineShift);
  Chosen.LinesOfOthers = Lines / CPU.LastLevelTurnover * CyclesPerInstruction;
  // Behind three times as many 1 % of the lines are left.
  Chosen.MostOfOthers = 3 * Lines;
}

/// A few windows, Most at most, or the beginning where there are none, say how
/// long an instruction takes, and so what others do meanwhile.
Error ProgramAnalysis::estimatePace(unsigned Thread, size_t Most) {
  Pace = 1;
  if (!hasOthers())
    return Error::success();
  std::vector<size_t> All(Program.Threads[Thread].Windows.size());
  std::iota(All.begin(), All.end(), size_t(0));
  SampledSource::Selection Chosen;
  Chosen.Windows = takeEvenly(All, std::min(PaceWindows, Most));
  Chosen.WithStart = Chosen.Windows.empty();
  // What a window takes is asked when more of them are simulated at a time.
  size_t SimulatedBefore = Simulated;
  double SecondsBefore = SimulationSeconds;
  Expected<std::vector<PartSample>> Samples =
      simulate(Thread, std::move(Chosen), /*IsFirst=*/true);
  if (!Samples)
    return Samples.takeError();
  Simulated = SimulatedBefore;
  SimulationSeconds = SecondsBefore;
  double Instructions = 0, Cycles = 0;
  for (const PartSample &S : *Samples) {
    Instructions += S.Instructions;
    Cycles += S.Cycles;
  }
  if (Instructions > 0)
    Pace = Cycles / Instructions;
  return Error::success();
}

/// Simulates the beginning and some windows at even distances, then as many of
/// those between them as the interval seems to need, until it is narrow enough.
Error ProgramAnalysis::addThread(unsigned Number) {
  const SampledThread &T = Program.Threads[Number];
  std::vector<double> Counted = Parts.countedIn(T), AtStart;
  countParts(T.Start.Variants, AtStart);
  for (auto [Count, Start] : llvm::zip(Counted, AtStart))
    Count -= Start;
  std::vector<PartSample> Start, Samples;
  ProgramEstimate E;
  // Of intervals and time each thread has a part.
  double Share = ShareUpTo[Number] - (Number ? ShareUpTo[Number - 1] : 0);
  size_t Next = std::max(size_t(FirstWindows * Share), LeastWindows);
  std::vector<size_t> Left(T.Windows.size());
  std::iota(Left.begin(), Left.end(), size_t(0));
  size_t Windows = 0;
  if (Error Problem = estimatePace(Number, Next))
    return Problem;
  for (bool IsFirst = true;; IsFirst = false) {
    SampledSource::Selection Chosen;
    Chosen.WithStart = IsFirst;
    Chosen.Windows = takeEvenly(Left, Next);
    size_t Asked = Chosen.Windows.size();
    Expected<std::vector<PartSample>> New =
        simulate(Number, std::move(Chosen), IsFirst);
    if (!New)
      return New.takeError();
    std::set<uint32_t> Seen;
    std::vector<PartSample> Found;
    for (const PartSample &S : *New) {
      if (S.Window == StartWindow) {
        Start.push_back(S);
        continue;
      }
      Seen.insert(S.Window);
      Found.push_back(S);
    }
    // A round that was not finished is of parts of the program only.
    if (!IsFirst && Seen.size() < Asked)
      break;
    llvm::append_range(Samples, Found);
    Windows += Seen.size();
    double Rest = double(T.Instructions - T.StartInstructions);
    double Covered =
        Rest > 0 ? double(Windows * Program.Sampling.Instructions) / Rest : 1;
    llvm::stable_sort(Samples, [](const PartSample &A, const PartSample &B) {
      return A.Window < B.Window;
    });
    E = estimateProgram({Counted, std::min(Covered, 1.0), Start, StateError},
                        Samples);
    for (const PartSample &S : Start) {
      E.Parts[S.Part].Value += S.Cycles;
      E.Cycles.Value += S.Cycles;
    }
    Next = furtherWindows(E.Cycles, Windows,
                          Options.Precision * E.Cycles.Value / std::sqrt(Share),
                          StateError * E.Cycles.Value);
    if (Left.empty() || Next == 0 || !isWanted("simulating windows", 0))
      break;
    double Each = SimulationSeconds / double(std::max<size_t>(Simulated, 1));
    Next = std::min(Next, size_t(secondsForWindows(Number) / Each));
    if (Next == 0)
      break;
  }
  auto add = [](Estimate &To, const Estimate &From) {
    To.Value += From.Value;
    To.HalfWidth = std::hypot(To.HalfWidth, From.HalfWidth);
  };
  add(Result.Cycles, E.Cycles);
  ThreadTimes &Own = Times.emplace_back();
  Own.Cycles = E.Cycles;
  Own.Pace = Pace;
  for (auto [P, Of] : llvm::zip(Parts.Parts, E.Parts)) {
    add(P.Cycles, Of);
    Own.OfPart.push_back(Of.Value);
  }
  for (const PartSample &S : Start)
    Own.StartCycles += S.Cycles;
  if (T.Instructions > MostInstructions) {
    MostInstructions = T.Instructions;
    addPhases(T, Samples, Start);
  }
  llvm::append_range(Samples, Start);
  for (const PartSample &S : Samples)
    ++Parts.Parts[S.Part].Windows;
  addCallers(T, Samples, E.Parts);
  Result.Windows += Windows;
  Result.WindowsKept += T.Windows.size();
  return Error::success();
}

/// Fills in what depends on all parts.
void ProgramAnalysis::rank() {
  for (ProgramPart &P : Parts.Parts) {
    for (ProgramPart *At = &P;; At = &Parts.Parts[At->Parent]) {
      At->NestCycles += P.Cycles.Value;
      if (At->Parent == ProgramPart::None)
        break;
    }
  }
  auto share = [&](size_t I) {
    const ProgramPart &P = Parts.Parts[I];
    return Result.Measured ? P.Measured : P.Cycles.Value / Result.Cycles.Value;
  };
  for (size_t I = 0; I != Parts.Parts.size(); ++I)
    if (share(I) >= LeastShare)
      Result.Ranked.push_back(I);
  llvm::stable_sort(Result.Ranked,
                    [&](size_t A, size_t B) { return share(A) > share(B); });
}

/// Says so where a program does little but start; not of one that started
/// others, which do the work.
void ProgramAnalysis::addStartUp() {
  if (!Result.Missing.empty())
    return;
  double Cycles = 0;
  for (const ProgramPart &P : Parts.Parts)
    if (StringRef(P.File).starts_with("ld-"))
      Cycles += P.Cycles.Value;
  double Share = Cycles / Result.Cycles.Value;
  if (Share >= ShareOfStart)
    Result.Missing.push_back(
        llvm::formatv("{0:P0} of the cycles are the dynamic linker's, which "
                      "starts the program: give it more to do",
                      Share));
}

/// Says so where what the system does for new pages may take long.
void ProgramAnalysis::addNewPages() {
  uint64_t Pages = 0;
  for (const SampledThread &T : Program.Threads)
    Pages += T.Pages.size();
  if (Pages < LeastPages ||
      double(Pages) * CyclesOfPage < ShareOfPages * Result.Cycles.Value)
    return;
  Result.Missing.push_back(
      llvm::formatv("{0} MB are used for the first time: the system fills each "
                    "page, at {1} cycles or more, which are not counted here",
                    (Pages + 128) / 256, unsigned(CyclesOfPage)));
}

/// What each of several threads has of the program.
void ProgramAnalysis::addThreads() {
  if (Times.size() < 2)
    return;
  for (auto [T, Time] : llvm::zip(Program.Threads, Times)) {
    ProgramThread &Of = Result.EachThread.emplace_back();
    Of.Instructions = T.Instructions;
    Of.Cycles = Time.Cycles;
    for (auto [Part, Cycles] : llvm::enumerate(Time.OfPart))
      if (Cycles > 0)
        Of.Parts.emplace_back(Part, Cycles / Time.Cycles.Value);
    llvm::stable_sort(Of.Parts, [](const auto &A, const auto &B) {
      return A.second > B.second;
    });
    Of.Parts.resize(std::min(Of.Parts.size(), PartsOfThread));
  }
}

Expected<ProgramFinding> ProgramAnalysis::run() {
  for (const SampledThread &T : Program.Threads) {
    Result.Instructions += T.Instructions;
    ShareUpTo.push_back(double(Result.Instructions));
  }
  for (double &Share : ShareUpTo)
    Share /= double(Result.Instructions);
  for (unsigned I = 0; I != Program.Threads.size(); ++I)
    if (Error E = addThread(I))
      return E;
  addThreads();
  if (Options.Profile) {
    Expected<MeasuredTime> Measured =
        shareOut(*Options.Profile, Program, Source, Parts);
    if (!Measured)
      return Measured.takeError();
    Result.Measured = std::move(*Measured);
  }
  Result.Missing = Program.Run.Remarks;
  addNewPages();
  addStartUp();
  rank();
  nameCallers();
  if (Error E = addLimits())
    return E;
  Result.Outcome = Program.Run.Outcome.Description;
  Result.CPU = CPU.Name;
  Result.Roofs = roofsOf(CPU);
  Result.Threads = Program.Threads.size();
  Result.WindowInstructions = Program.Sampling.Instructions;
  if (!Program.Program->hasFunctions())
    Result.Remarks.push_back(Program.Program->path() +
                             " is stripped of its symbols: its functions have "
                             "no names");
  if (Stopped)
    Result.Missing.push_back("stopped early: this is of what was seen until "
                             "then");
  Result.Parts = std::move(Parts.Parts);
  return std::move(Result);
}

Error rafter::checkProcessor(const Executable &Program, const Processor &CPU) {
  if (auto Model = TargetModel::create(Program.triple(), CPU); !Model)
    return llvm::createStringError(Program.path() + ": " +
                                   llvm::toString(Model.takeError()) +
                                   ": --cpu=NAME chooses another one");
  return Error::success();
}

Expected<ProgramFinding>
rafter::analyzeProgram(const SampledProgram &Program, const Processor &CPU,
                       const ProgramAnalysisOptions &Options) {
  auto Model = modelOfSamples(Program, CPU);
  if (!Model)
    return Model.takeError();
  return ProgramAnalysis(Program, CPU, **Model, Options).run();
}
