//===- AnalyzeProgram.cpp - What a program is bound by --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/AnalyzeProgram.h"
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
static constexpr unsigned NumPhases = 10;
static constexpr size_t PartsOfPhase = 3;

namespace {

/// The calls that have not returned, from the beginning of a window on.
class CallFollower {
public:
  CallFollower(const AssembledCode &Code, ArrayRef<uint32_t> Calls)
      : Code(Code), Calls(Calls.begin(), Calls.end()) {}

  ArrayRef<uint32_t> stack() const { return Calls; }
  void execute(uint32_t Block) {
    if (Last != ~0u) {
      BranchKind K = Code.block(Last).LastBranch;
      if (K == BranchKind::Call || K == BranchKind::IndirectCall)
        Calls.push_back(Last);
      else if (K == BranchKind::Return && !Calls.empty())
        Calls.pop_back();
    }
    Last = Block;
  }

private:
  const AssembledCode &Code;
  std::vector<uint32_t> Calls;
  uint32_t Last = ~0u;
};

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
                                             ArrayRef<size_t> Windows);
  void countParts(const ProgramWindow &W, std::vector<double> &Sums) const;
  void addCallers(const SampledThread &T, ArrayRef<PartSample> Samples,
                  ArrayRef<Estimate> Estimates);
  void addPhases(const SampledThread &T, ArrayRef<PartSample> Samples);
  Error addLimits(unsigned Number);
  std::vector<size_t> windowsForLimits(const SampledThread &T) const;
  PartOptions partOptions() const {
    PartOptions Chosen;
    Chosen.PartOf = Parts.PartOf;
    Chosen.HasRunUp = true;
    return Chosen;
  }
  /// Whether there is time; tells how far we are.
  bool goOn(const char *What, double Share);
  void rank();

  const SampledProgram &Program;
  const Processor &CPU;
  const ProgramAnalysisOptions &Options;
  SampledSource Source;
  ProgramParts Parts;
  ProgramFinding Result;
  Clock::time_point Begin = Clock::now();
  bool Stopped = false;
  /// Of the thread whose phases are in the result.
  uint64_t MostInstructions = 0;
};

} // namespace

bool ProgramAnalysis::goOn(const char *What, double Share) {
  std::chrono::duration<double> Passed = Clock::now() - Begin;
  if (Options.Progress && !Options.Progress(What, Share))
    Stopped = true;
  return !Stopped && Passed.count() < Options.Seconds;
}

/// Instructions of each part in the measured part of a window.
void ProgramAnalysis::countParts(const ProgramWindow &W,
                                 std::vector<double> &Sums) const {
  Sums.assign(Parts.Parts.size(), 0);
  for (uint32_t V : ArrayRef(W.Variants).drop_front(Source.firstMeasured(W)))
    for (ProgramParts::Share S : Parts.OfVariant[V])
      Sums[S.Part] += S.Instructions;
}

/// Instructions and cycles of each part in each window; of fewer windows if
/// there is no more time.
Expected<std::vector<PartSample>>
ProgramAnalysis::simulate(unsigned Thread, ArrayRef<size_t> Windows) {
  const SampledThread &T = Program.Threads[Thread];
  SampledSource::Selection Chosen = {Thread, Windows.vec(),
                                     /*MarksRunUp=*/true};
  Chosen.GoOn = [&](size_t Played) {
    return goOn("simulating windows", double(Played) / double(Windows.size()));
  };
  PartSimulation Simulation(Source.table(), CPU,
                            Source.source(std::move(Chosen)), partOptions());
  Expected<PartTimes> Times = Simulation.predict();
  if (!Times)
    return Times.takeError();
  std::vector<PartSample> Samples;
  std::vector<double> Instructions;
  for (size_t E = 0; E != Times->Entries.size(); ++E) {
    uint32_t Window = Times->Entries[E].Region, Part = Times->Entries[E].Part;
    if (E == 0 || Window != Times->Entries[E - 1].Region)
      countParts(T.Windows[Windows[Window]], Instructions);
    Samples.push_back({uint32_t(Windows[Window]), Part, Instructions[Part],
                       Times->cycles(E)});
  }
  return Samples;
}

/// Simulates every so manieth window, then those in the middle between them,
/// and so on, until the interval is narrow enough.
Error ProgramAnalysis::addThread(unsigned Number) {
  const SampledThread &T = Program.Threads[Number];
  if (T.Windows.empty())
    return Error::success();
  std::vector<uint64_t> Counted = Parts.countedIn(T);
  std::vector<PartSample> Samples;
  ProgramEstimate E;
  size_t Stride =
      std::max<size_t>(1, llvm::bit_floor(T.Windows.size() / FirstWindows));
  size_t Windows = 0;
  for (bool IsFirst = true;; IsFirst = false) {
    std::vector<size_t> Round;
    for (size_t I = Stride - 1; I < T.Windows.size();
         I += IsFirst ? Stride : 2 * Stride)
      Round.push_back(I);
    Expected<std::vector<PartSample>> New = simulate(Number, Round);
    if (!New)
      return New.takeError();
    std::set<uint32_t> Seen;
    for (const PartSample &S : *New)
      Seen.insert(S.Window);
    // A round that was not finished is of a part of the program only.
    if (!IsFirst && Seen.size() < Round.size() && Stopped)
      break;
    llvm::append_range(Samples, *New);
    Windows += Seen.size();
    double Covered = double(Windows * Program.Sampling.Instructions) /
                     double(T.Instructions);
    E = estimateProgram(Counted, Samples, Windows, std::min(Covered, 1.0));
    if (Stride == 1 || !goOn("simulating windows", 0) ||
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
  for (const PartSample &S : Samples)
    ++Parts.Parts[S.Part].Windows;
  addCallers(T, Samples, E.Parts);
  if (T.Instructions > MostInstructions) {
    MostInstructions = T.Instructions;
    addPhases(T, Samples);
  }
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
  std::vector<double> Sums(Parts.Parts.size()), Seen(Sums.size()),
      PerInstruction(Sums.size());
  std::vector<uint64_t> LastSeen(Sums.size());
  uint64_t Stamp = 0;
  for (const PartSample &S : Samples)
    Seen[S.Part] += S.Cycles;
  auto addTo = [&](size_t Part, double Amount) {
    for (; Part != ProgramPart::None && LastSeen[Part] != Stamp;
         Part = Parts.Parts[Part].Parent) {
      LastSeen[Part] = Stamp;
      Sums[Part] += Amount;
    }
  };
  for (size_t I = 0; I != Samples.size();) {
    const ProgramWindow &W = T.Windows[Samples[I].Window];
    std::fill(PerInstruction.begin(), PerInstruction.end(), 0);
    size_t First = I;
    for (; I != Samples.size() && Samples[I].Window == Samples[First].Window;
         ++I) {
      const PartSample &S = Samples[I];
      if (S.Instructions > 0 && Seen[S.Part] > 0)
        PerInstruction[S.Part] =
            S.Cycles / S.Instructions * Estimates[S.Part].Value / Seen[S.Part];
    }
    CallFollower Calls(Source.code(), W.Calls);
    size_t Measured = Source.firstMeasured(W);
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

void ProgramAnalysis::addPhases(const SampledThread &T,
                                ArrayRef<PartSample> Samples) {
  Result.Phases.assign(NumPhases, {});
  for (unsigned Phase = 0; Phase != NumPhases; ++Phase) {
    std::map<size_t, double> Cycles;
    double Instructions = 0, All = 0;
    for (const PartSample &S : Samples) {
      if (T.Windows[S.Window].Begin * NumPhases / T.Instructions != Phase)
        continue;
      Cycles[S.Part] += S.Cycles;
      All += S.Cycles;
      Instructions += S.Instructions;
    }
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
  for (auto [W, Sums] : llvm::zip(T.Windows, Of))
    countParts(W, Sums);
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

/// What binds the parts, from the thread that has the most instructions.
Error ProgramAnalysis::addLimits(unsigned Number) {
  const SampledThread &T = Program.Threads[Number];
  if (T.Windows.empty() || !goOn("removing resources", 0))
    return Error::success();
  SampledSource::Selection Chosen = {Number, windowsForLimits(T),
                                     /*MarksRunUp=*/true};
  size_t Count = Chosen.Windows.size();
  unsigned Plays = 0;
  // Later plays must see what the first one has seen.
  size_t Most = Count;
  Chosen.GoOn = [&](size_t Played) {
    if (Played == 0)
      ++Plays;
    bool HasTime =
        goOn("removing resources",
             std::min(1.0, (Plays - 1 + double(Played) / Count) / 4));
    if (!HasTime && Plays == 1)
      Most = std::min(Most, std::max<size_t>(Played, 1));
    return Played < Most;
  };
  InstructionSource Play = Source.source(std::move(Chosen));
  return findLimits(Source.table(), CPU, Play, partOptions(), Result.Ranked,
                    Parts.Parts);
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
  for (size_t I = 0; I != Parts.Parts.size(); ++I)
    if (Parts.Parts[I].Cycles.Value >= LeastShare * Result.Cycles.Value)
      Result.Ranked.push_back(I);
  llvm::stable_sort(Result.Ranked, [&](size_t A, size_t B) {
    return Parts.Parts[A].Cycles.Value > Parts.Parts[B].Cycles.Value;
  });
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
  rank();
  if (Error E = addLimits(Most))
    return E;
  Result.Outcome = Program.Run.Outcome.Description;
  Result.CPU = CPU.Name;
  Result.Threads = Program.Threads.size();
  Result.WindowInstructions = Program.Sampling.Instructions;
  Result.Remarks = Program.Run.Remarks;
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
                   [](const SampledThread &T) { return T.Windows.empty(); }))
    return llvm::createStringError(
        "the program ended before the first window, after " +
        llvm::Twine(Program.Run.Instructions) +
        " instructions: " + Program.Run.Outcome.Description);
  return ProgramAnalysis(Program, CPU, **Model, Options).run();
}
