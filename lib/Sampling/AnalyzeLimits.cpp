//===- AnalyzeLimits.cpp - Windows in which limits are looked for ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartLimits.h"
#include "ProgramAnalysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <set>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;

/// Windows on which resources are removed, drawn evenly, and those added for a
/// part that has fewer instructions in these.
static constexpr size_t GainWindows = 128;
static constexpr uint64_t GainInstructions = 100000;
static constexpr size_t MostAdded = 16;
/// Of both: some 3 million instructions, whose outcomes are kept in memory.
/// More were played three times, each time with caches and predictors.
static constexpr size_t MostWindows = 256;
/// Times that a window takes without one resource after the other, over the
/// time that it takes once where two are simulated side by side: 3.8 for xz on
/// two cores (AMD Zen 5).
static constexpr double LimitsOverTimes = 5;
/// Windows in which what binds is looked for, however little time there is.
static constexpr double LeastForLimits = 8;
/// From this share of a thread's cycles on resources are removed at its
/// beginning, too.
static constexpr double LeastOfStart = 0.1;
/// Of the cycles that the thread with most of a part has in it.
static constexpr double AboutAsMuch = 0.5;

/// Windows at even distances, and some more with the parts that are rare in
/// these.
std::vector<size_t>
ProgramAnalysis::windowsForLimits(const SampledThread &T,
                                  ArrayRef<size_t> OfParts) const {
  std::vector<std::vector<double>> Of(T.Windows.size());
  for (auto [W, Sums] : llvm::enumerate(Of))
    countParts(measured(T, W), Sums);
  std::set<size_t> Chosen;
  size_t Step = std::max<size_t>(1, T.Windows.size() / GainWindows);
  for (size_t I = Step / 2; I < T.Windows.size(); I += Step)
    Chosen.insert(I);
  for (size_t Part : OfParts) {
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
  std::vector<size_t> All(Chosen.begin(), Chosen.end());
  return takeEvenly(All, std::min(MostWindows, All.size()));
}

/// As many of Windows, at even distances, as fit into Seconds.
std::vector<size_t> ProgramAnalysis::affordable(std::vector<size_t> Windows,
                                                double Seconds) const {
  double Each = LimitsOverTimes * SimulationSeconds /
                double(std::max<size_t>(Simulated, 1));
  double Most = std::max(Seconds / Each, LeastForLimits);
  return takeEvenly(Windows, size_t(std::min(Most, double(Windows.size()))));
}

/// For each thread the ranked parts that it tells most of: the largest thread
/// all of which it has about as much as any other, since threads that do the
/// same need not be asked twice.
std::vector<std::vector<size_t>> ProgramAnalysis::shareOutParts() const {
  std::vector<std::vector<size_t>> Of(Times.size());
  auto BySize = llvm::to_vector(llvm::seq<size_t>(0, Times.size()));
  llvm::stable_sort(BySize, [&](size_t A, size_t B) {
    return Program.Threads[A].Instructions > Program.Threads[B].Instructions;
  });
  for (size_t Part : Result.Ranked) {
    double Most = 0;
    for (const ThreadTimes &T : Times)
      Most = std::max(Most, T.OfPart[Part]);
    for (size_t Number : BySize)
      if (Times[Number].OfPart[Part] >= AboutAsMuch * Most) {
        Of[Number].push_back(Part);
        break;
      }
  }
  return Of;
}

struct ProgramAnalysis::LimitSearch {
  /// Windows, those that there was time for, and those that there are.
  size_t Windows = 0, Wanted = 0;
  /// Threads that were asked, and how many there are.
  size_t Thread = 0, Threads = 0;
};

/// What binds parts, from the windows of a thread, in a share of the time that
/// is left.
Error ProgramAnalysis::addLimits(unsigned Number, ArrayRef<size_t> Of,
                                 double Share, LimitSearch &Search) {
  const SampledThread &T = Program.Threads[Number];
  std::vector<size_t> All = windowsForLimits(T, Of);
  SampledSource::Selection Chosen;
  Chosen.Thread = Number;
  Chosen.Windows = affordable(All, Share * (Options.Seconds - seconds()));
  Chosen.WithStart =
      Times[Number].StartCycles >= LeastOfStart * Times[Number].Cycles.Value;
  Chosen.MarksRunUp = true;
  addOthers(Chosen, Times[Number].Pace);
  size_t Count = Chosen.Windows.size();
  unsigned Plays = 0;
  size_t Most = Count; // Later plays must see what the first one has seen.
  Chosen.GoOn = [&](size_t Played) {
    if (Played == 0)
      ++Plays;
    double OfThread =
        std::min(1.0, (Plays - 1 + double(Played) / double(Count)) / 2);
    bool GoesOn =
        isWanted("removing resources",
                 (double(Search.Thread) + OfThread) / double(Search.Threads));
    if (!GoesOn && Plays == 1)
      Most = Played;
    return Played < Most;
  };
  PartOptions Played = partOptions();
  Played.PlaysAgain = true;
  if (Error E = findLimits(Source.table(), CPU, Source.source(Chosen),
                           std::move(Played), Of, Parts.Parts))
    return E;
  isWanted("removing resources",
           double(Search.Thread + 1) / double(Search.Threads));
  ++Search.Thread;
  Search.Windows += Most;
  Search.Wanted += All.size();
  return Error::success();
}

/// What binds each part.
Error ProgramAnalysis::addLimits() {
  std::vector<std::vector<size_t>> Of = shareOutParts();
  auto cyclesOf = [&](ArrayRef<size_t> Some) {
    double Sum = 0;
    for (size_t Part : Some)
      Sum += Parts.Parts[Part].Cycles.Value;
    return Sum;
  };
  double Left = 0;
  LimitSearch Search;
  for (ArrayRef<size_t> Some : Of) {
    Left += cyclesOf(Some);
    Search.Threads += !Some.empty();
  }
  for (auto [Number, Some] : llvm::enumerate(Of)) {
    if (Some.empty() || Stopped)
      continue;
    double Cycles = cyclesOf(Some);
    if (Error E = addLimits(unsigned(Number), Some, Cycles / Left, Search))
      return E;
    Left -= Cycles;
  }
  if (Search.Windows < Search.Wanted && !Stopped)
    Result.Remarks.push_back(
        "time was over: what binds was looked for in " +
        std::to_string(Search.Windows) + " of " +
        std::to_string(Search.Wanted) +
        " windows, with a dash where they show nothing; --budget=SECONDS "
        "gives more");
  return Error::success();
}
