//===- AnalyzeProgram.cpp - What a program is bound by --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/AnalyzeProgram.h"
#include "CallFollower.h"
#include "MeasuredShares.h"
#include "PartLimits.h"
#include "ProgramParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"
#include <chrono>
#include <cmath>
#include <map>
#include <set>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// Parts below this share of the cycles are not ranked.
static constexpr double LeastShare = 0.01;
/// Windows of the first round, about; each round doubles them.
static constexpr size_t FirstWindows = 96;
/// Windows on which resources are removed, drawn evenly, and those added for a
/// part that has fewer instructions in these.
static constexpr size_t GainWindows = 128;
static constexpr uint64_t GainInstructions = 100000;
static constexpr size_t MostAdded = 16;
/// Of the time, what may go into narrower intervals; the rest is for limits.
static constexpr double ShareOfWindows = 0.5;
/// Times that a window takes without one resource after the other, over the
/// time that it takes once: 5 to 8 for interpreters, compressors and kernels.
static constexpr double LimitsOverTimes = 8;
/// Windows in which what binds is looked for, however little time there is.
static constexpr double LeastForLimits = 8;
/// By how much cycles of windows were off in the mean of a program because of
/// the state that they began with, with a probability of 95 %
/// (docs/explain.md).
static constexpr double StateError = 0.01;
/// The beginning of a thread, which is no window.
static constexpr uint32_t StartWindow = ~uint32_t(0);
/// From this share of the cycles on resources are removed there, too.
static constexpr double LeastOfStart = 0.1;
static constexpr unsigned NumPhases = 10;
static constexpr size_t PartsOfPhase = 3;
namespace {

class ProgramAnalysis {
public:
  ProgramAnalysis(const SampledProgram &Program, const Processor &CPU,
                  const TargetModel &Model,
                  const ProgramAnalysisOptions &Options)
      : Program(Program), CPU(CPU), Options(Options), Source(Program, Model),
        Parts(findParts(Program, Source)) {}

  Expected<ProgramFinding> run();

private:
  using Clock = std::chrono::steady_clock;

  Error addThread(unsigned Number);
  Expected<std::vector<PartSample>> simulate(unsigned Thread,
                                             SampledSource::Selection Chosen);
  ArrayRef<uint32_t> measured(const SampledThread &T, size_t Window) const;
  void countParts(ArrayRef<uint32_t> Variants, std::vector<double> &Sums) const;
  void addCallers(const SampledThread &T, ArrayRef<PartSample> Samples,
                  ArrayRef<Estimate> Estimates);
  void addPhases(const SampledThread &T, ArrayRef<PartSample> Samples,
                 ArrayRef<PartSample> Start);
  Error addLimits(unsigned Number);
  std::vector<size_t> windowsForLimits(const SampledThread &T) const;
  std::vector<size_t> affordable(std::vector<size_t> Windows) const;
  PartOptions partOptions() const {
    PartOptions Chosen;
    Chosen.PartOf = Parts.PartOf;
    Chosen.HasRunUp = true;
    return Chosen;
  }
  /// Tells how far we are; false: nobody wants more.
  bool isWanted(const char *What, double Share);
  bool hasTimeForWindows() const {
    return seconds() < ShareOfWindows * Options.Seconds;
  }
  /// Since the analysis began.
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - Begin).count();
  }
  void rank();

  const SampledProgram &Program;
  const Processor &CPU;
  const ProgramAnalysisOptions &Options;
  SampledSource Source;
  ProgramParts Parts;
  ProgramFinding Result;
  Clock::time_point Begin = Clock::now();
  bool Stopped = false;
  /// Simulated so far, and how long that took.
  size_t Simulated = 0;
  double SimulationSeconds = 0;
  /// Of the thread that has most instructions: its phases are in the result.
  uint64_t MostInstructions = 0;
  double StartCycles = 0;
};

} // namespace

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

/// Instructions and cycles of each part in each window; of fewer windows if
/// nobody wants more, or there is no time for more than the first round.
Expected<std::vector<PartSample>>
ProgramAnalysis::simulate(unsigned Thread, SampledSource::Selection Chosen) {
  const SampledThread &T = Program.Threads[Thread];
  std::vector<size_t> Played;
  if (Chosen.WithStart)
    Played.push_back(StartWindow);
  llvm::append_range(Played, Chosen.Windows);
  Chosen.Thread = Thread;
  Chosen.MarksRunUp = true;
  bool IsFirst = Simulated == 0;
  Chosen.GoOn = [&](size_t Done) {
    return isWanted("simulating windows",
                    double(Done) / double(Played.size())) &&
           (IsFirst || hasTimeForWindows());
  };
  double Before = seconds();
  PartSimulation Simulation(Source.table(), CPU,
                            Source.source(std::move(Chosen)), partOptions());
  Expected<PartTimes> Times = Simulation.predict();
  if (!Times)
    return Times.takeError();
  SimulationSeconds += seconds() - Before;
  std::vector<PartSample> Samples;
  std::vector<double> Instructions;
  for (size_t E = 0; E != Times->Entries.size(); ++E) {
    uint32_t Region = Times->Entries[E].Region, Part = Times->Entries[E].Part;
    if (E == 0 || Region != Times->Entries[E - 1].Region) {
      countParts(measured(T, Played[Region]), Instructions);
      ++Simulated;
    }
    Samples.push_back(
        {uint32_t(Played[Region]), Part, Instructions[Part], Times->cycles(E)});
  }
  return Samples;
}

/// The measured blocks of a window.
ArrayRef<uint32_t> ProgramAnalysis::measured(const SampledThread &T,
                                             size_t Window) const {
  if (Window == StartWindow)
    return T.Start.Variants;
  const ProgramWindow &W = T.Windows[Window];
  return ArrayRef(W.Variants).drop_front(Source.firstMeasured(W));
}

/// Simulates the beginning and every so manieth window, then those in the
/// middle between them, and so on, until the interval is narrow enough.
Error ProgramAnalysis::addThread(unsigned Number) {
  const SampledThread &T = Program.Threads[Number];
  std::vector<double> Counted = Parts.countedIn(T), AtStart;
  countParts(T.Start.Variants, AtStart);
  for (auto [Count, Start] : llvm::zip(Counted, AtStart))
    Count -= Start;
  std::vector<PartSample> Start, Samples;
  ProgramEstimate E;
  size_t Stride =
      std::max<size_t>(1, llvm::bit_floor(T.Windows.size() / FirstWindows));
  size_t Windows = 0;
  for (bool IsFirst = true;; IsFirst = false) {
    SampledSource::Selection Chosen;
    Chosen.WithStart = IsFirst;
    for (size_t I = Stride - 1; I < T.Windows.size();
         I += IsFirst ? Stride : 2 * Stride)
      Chosen.Windows.push_back(I);
    size_t Asked = Chosen.Windows.size();
    Expected<std::vector<PartSample>> New = simulate(Number, std::move(Chosen));
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
    // A round that was not finished is of a part of the program only.
    if (!IsFirst && Seen.size() < Asked && Stopped)
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
    if (Stride == 1 || !isWanted("simulating windows", 0) ||
        !hasTimeForWindows() ||
        E.Cycles.HalfWidth <= Options.Precision * E.Cycles.Value)
      break;
    Stride /= 2;
  }
  auto add = [](Estimate &To, const Estimate &From) {
    To.Value += From.Value;
    To.HalfWidth = std::hypot(To.HalfWidth, From.HalfWidth);
  };
  add(Result.Cycles, E.Cycles);
  for (auto [P, Of] : llvm::zip(Parts.Parts, E.Parts))
    add(P.Cycles, Of);
  if (T.Instructions > MostInstructions) {
    MostInstructions = T.Instructions;
    addPhases(T, Samples, Start);
    StartCycles = 0;
    for (const PartSample &S : Start)
      StartCycles += S.Cycles;
  }
  llvm::append_range(Samples, Start);
  for (const PartSample &S : Samples)
    ++Parts.Parts[S.Part].Windows;
  addCallers(T, Samples, E.Parts);
  Result.Windows += Windows;
  Result.WindowsKept += T.Windows.size();
  return Error::success();
}

/// Adds to each part what passes in it and in all that it has called: windows
/// know the calls that led to them, and go on from there. Cycles are weighted
/// so that those of each part add up to its estimate.
void ProgramAnalysis::addCallers(const SampledThread &T,
                                 ArrayRef<PartSample> Samples,
                                 ArrayRef<Estimate> Estimates) {
  std::vector<double> Sums(Parts.Parts.size()), Weight(Sums.size()),
      Seen(Sums.size()), PerInstruction(Sums.size());
  std::vector<uint64_t> LastSeen(Sums.size());
  uint64_t Stamp = 0;
  for (auto [W, E] : llvm::zip(Weight, Estimates))
    W = E.Value;
  for (const PartSample &S : Samples) {
    if (S.Window == StartWindow)
      Weight[S.Part] -= S.Cycles;
    else
      Seen[S.Part] += S.Cycles;
  }
  for (auto [W, Of] : llvm::zip(Weight, Seen))
    W = Of > 0 ? W / Of : 0;
  auto addTo = [&](size_t Part, double Amount) {
    for (; Part != ProgramPart::None && LastSeen[Part] != Stamp;
         Part = Parts.Parts[Part].Parent) {
      LastSeen[Part] = Stamp;
      Sums[Part] += Amount;
    }
  };
  for (size_t I = 0; I != Samples.size();) {
    size_t Window = Samples[I].Window;
    std::fill(PerInstruction.begin(), PerInstruction.end(), 0);
    for (; I != Samples.size() && Samples[I].Window == Window; ++I) {
      const PartSample &S = Samples[I];
      if (S.Instructions > 0)
        PerInstruction[S.Part] = S.Cycles / S.Instructions *
                                 (Window == StartWindow ? 1 : Weight[S.Part]);
    }
    const ProgramWindow &W =
        Window == StartWindow ? T.Start : T.Windows[Window];
    CallFollower Calls(Source.code(), W.Calls);
    size_t Measured = W.Variants.size() - measured(T, Window).size();
    for (auto [At, V] : llvm::enumerate(W.Variants)) {
      Calls.execute(Program.Variants[V].Block);
      if (At < Measured)
        continue;
      for (ProgramParts::Share S : Parts.OfVariant[V]) {
        double Amount = S.Instructions * PerInstruction[S.Part];
        if (Amount <= 0)
          continue;
        ++Stamp;
        addTo(S.Part, Amount);
        for (uint32_t Call : Calls.stack())
          addTo(Parts.PartOfCall[Call], Amount);
      }
    }
  }
  for (auto [P, Sum] : llvm::zip(Parts.Parts, Sums))
    P.InclusiveCycles += Sum;
}

/// What was seen is of the phase that it began in; the beginning, which is not
/// cut, is of all that it reaches into.
void ProgramAnalysis::addPhases(const SampledThread &T,
                                ArrayRef<PartSample> Samples,
                                ArrayRef<PartSample> Start) {
  Result.Phases.assign(NumPhases, {});
  double Length = double(T.Instructions) / NumPhases;
  for (unsigned Phase = 0; Phase != NumPhases; ++Phase) {
    std::map<size_t, double> Cycles;
    double Instructions = 0, All = 0;
    auto add = [&](const PartSample &S, double Weight) {
      Cycles[S.Part] += S.Cycles * Weight;
      All += S.Cycles * Weight;
      Instructions += S.Instructions * Weight;
    };
    double Reach = double(T.StartInstructions) - Phase * Length;
    if (double Share = std::min(Reach, Length) / double(T.StartInstructions);
        Share > 0)
      for (const PartSample &S : Start)
        add(S, Share);
    for (const PartSample &S : Samples)
      if (T.Windows[S.Window].Begin * NumPhases / T.Instructions == Phase)
        add(S, double(T.Distance) / double(Program.Sampling.Instructions));
    ProgramPhase &P = Result.Phases[Phase];
    if (Instructions <= 0)
      continue;
    P.CyclesPerInstruction = All / Instructions;
    for (auto [Part, Sum] : Cycles)
      P.Parts.emplace_back(Part, Sum / All);
    llvm::stable_sort(P.Parts, [](const auto &A, const auto &B) {
      return A.second > B.second;
    });
    P.Parts.resize(std::min<size_t>(P.Parts.size(), PartsOfPhase));
  }
}

/// Windows at even distances, and some more with the parts that are rare in
/// these.
std::vector<size_t>
ProgramAnalysis::windowsForLimits(const SampledThread &T) const {
  std::vector<std::vector<double>> Of(T.Windows.size());
  for (auto [W, Sums] : llvm::enumerate(Of))
    countParts(measured(T, W), Sums);
  std::set<size_t> Chosen;
  size_t Step = std::max<size_t>(1, T.Windows.size() / GainWindows);
  for (size_t I = Step / 2; I < T.Windows.size(); I += Step)
    Chosen.insert(I);
  for (size_t Part : Result.Ranked) {
    double Seen = 0;
    for (size_t I : Chosen)
      Seen += Of[I][Part];
    std::vector<size_t> Others;
    for (size_t I = 0; I != Of.size(); ++I)
      if (!Chosen.count(I) && Of[I][Part] > 0)
        Others.push_back(I);
    size_t Every = std::max<size_t>(1, Others.size() / MostAdded);
    for (size_t I = 0; I < Others.size() && Seen < GainInstructions;
         I += Every) {
      Seen += Of[Others[I]][Part];
      Chosen.insert(Others[I]);
    }
  }
  return {Chosen.begin(), Chosen.end()};
}

/// As many of Windows, at even distances, as there is time for.
std::vector<size_t>
ProgramAnalysis::affordable(std::vector<size_t> Windows) const {
  double Each = LimitsOverTimes * SimulationSeconds /
                double(std::max<size_t>(Simulated, 1));
  double Most = std::max((Options.Seconds - seconds()) / Each, LeastForLimits);
  if (Most >= double(Windows.size()))
    return Windows;
  std::vector<size_t> Result;
  for (size_t I = 0, Count = size_t(Most); I != Count; ++I)
    Result.push_back(Windows[(2 * I + 1) * Windows.size() / (2 * Count)]);
  return Result;
}

/// What binds the parts, from the thread that has the most instructions.
Error ProgramAnalysis::addLimits(unsigned Number) {
  const SampledThread &T = Program.Threads[Number];
  std::vector<size_t> All = windowsForLimits(T);
  SampledSource::Selection Chosen;
  Chosen.Thread = Number;
  Chosen.Windows = affordable(All);
  Chosen.WithStart = StartCycles >= LeastOfStart * Result.Cycles.Value;
  Chosen.MarksRunUp = true;
  size_t Count = Chosen.Windows.size();
  unsigned Plays = 0;
  size_t Most = Count; // Later plays must see what the first one has seen.
  Chosen.GoOn = [&](size_t Played) {
    if (Played == 0)
      ++Plays;
    bool GoesOn =
        isWanted("removing resources",
                 std::min(1.0, (Plays - 1 + double(Played) / Count) / 4));
    if (!GoesOn && Plays == 1)
      Most = Played;
    return Played < Most;
  };
  if (Stopped)
    Most = 0;
  else if (Error E =
               findLimits(Source.table(), CPU, Source.source(std::move(Chosen)),
                          partOptions(), Result.Ranked, Parts.Parts))
    return E;
  if (Most < All.size() && !Stopped)
    Result.Remarks.push_back(
        "time was over: what binds was looked for in " + std::to_string(Most) +
        " of " + std::to_string(All.size()) +
        " windows, - where they show nothing; --budget=SECONDS gives more");
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

Expected<ProgramFinding> ProgramAnalysis::run() {
  unsigned Most = 0;
  for (unsigned I = 0; I != Program.Threads.size(); ++I) {
    if (Error E = addThread(I))
      return E;
    if (Program.Threads[I].Instructions > Program.Threads[Most].Instructions)
      Most = I;
    Result.Instructions += Program.Threads[I].Instructions;
  }
  if (Options.Profile) {
    Expected<MeasuredTime> Measured =
        shareOut(*Options.Profile, Program, Source, Parts);
    if (!Measured)
      return Measured.takeError();
    Result.Measured = std::move(*Measured);
  }
  Result.Remarks = Program.Run.Remarks;
  rank();
  if (Error E = addLimits(Most))
    return E;
  Result.Outcome = Program.Run.Outcome.Description;
  Result.CPU = CPU.Name;
  Result.Roofs = roofsOf(CPU);
  Result.Threads = Program.Threads.size();
  Result.WindowInstructions = Program.Sampling.Instructions;
  if (Stopped)
    Result.Remarks.push_back("stopped early: this is of what was seen until "
                             "then");
  Result.Parts = std::move(Parts.Parts);
  return std::move(Result);
}

Error rafter::checkProcessor(const Executable &Program, const Processor &CPU) {
  if (auto Model = TargetModel::create(Program.triple(), CPU); !Model)
    return llvm::createStringError(Program.path() + ": " +
                                   llvm::toString(Model.takeError()));
  return Error::success();
}

Expected<ProgramFinding>
rafter::analyzeProgram(const SampledProgram &Program, const Processor &CPU,
                       const ProgramAnalysisOptions &Options) {
  auto Model = TargetModel::create(Program.Program->triple(), CPU);
  if (!Model)
    return Model.takeError();
  if (llvm::all_of(Program.Threads,
                   [](const SampledThread &T) { return T.Instructions == 0; }))
    return llvm::createStringError("no instruction was executed: " +
                                   Program.Run.Outcome.Description);
  return ProgramAnalysis(Program, CPU, **Model, Options).run();
}
