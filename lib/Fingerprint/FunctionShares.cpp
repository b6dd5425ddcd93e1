//===- FunctionShares.cpp - Which functions have a pathology --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FunctionShares.h"
#include "rafter/Counters/PerfScript.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace rafter;
using llvm::Error;
using llvm::StringRef;

namespace {

/// A slice of the run, in seconds from its start.
struct Phase {
  double Start = 0, End = 0;
  uint32_t Label = 0;
};

class Tally {
public:
  Tally(std::vector<Phase> Phases, size_t NumClasses,
        const FunctionOptions &Options)
      : Phases(std::move(Phases)), NumClasses(NumClasses),
        Begin(Options.Begin) {
    Result.Event = Options.Event;
  }
  void add(const ScriptSample &S);
  FunctionShares finish();

private:
  std::vector<Phase> Phases;
  size_t NumClasses;
  std::optional<double> Begin;
  FunctionShares Result;
  /// By function and object; sums of periods by class.
  std::map<std::pair<StringRef, StringRef>, std::vector<double>> Sums;
  double Total = 0;
};

} // namespace

void Tally::add(const ScriptSample &S) {
  if (!Begin)
    Begin = S.Time;
  if (Result.Event.empty())
    Result.Event = S.Event.str();
  if (S.Event != Result.Event) {
    ++Result.OtherEvents;
    return;
  }
  double Time = S.Time - *Begin;
  if (Time < Phases.front().Start) {
    ++Result.Before;
    return;
  }
  auto Next = llvm::upper_bound(
      Phases, Time, [](double T, const Phase &P) { return T < P.Start; });
  const Phase &In = *std::prev(Next);
  if (Time >= In.End) {
    ++Result.Behind;
    return;
  }
  ++Result.Samples;
  std::vector<double> &Sum = Sums[{S.Function, S.Object}];
  Sum.resize(NumClasses);
  Sum[In.Label] += S.Period;
  Total += S.Period;
}

FunctionShares Tally::finish() {
  Result.Classes.resize(NumClasses);
  for (auto &[Name, Sum] : Sums) {
    FunctionShare &F = Result.Functions.emplace_back();
    F.Function = Name.first.str();
    F.Object = Name.second.str();
    for (auto [I, Periods] : llvm::enumerate(Sum)) {
      F.ByClass.push_back(Total > 0 ? Periods / Total : 0);
      F.Share += F.ByClass.back();
      Result.Classes[I] += F.ByClass.back();
    }
  }
  llvm::stable_sort(Result.Functions,
                    [](const FunctionShare &L, const FunctionShare &R) {
                      return L.Share > R.Share;
                    });
  return std::move(Result);
}

/// The slices in order; an error if they are of several runs.
static llvm::Expected<std::vector<Phase>> phasesOf(const Classification &Found,
                                                   double SliceLength) {
  std::vector<Phase> Phases;
  const LabelledSlices &Slices = Found.Slices;
  for (const ClassifiedSlice &S : Found.Found) {
    if (Slices.Runs[S.Row] != Slices.Runs[Found.Found.front().Row])
      return llvm::createStringError(
          "shares of functions need the slices of one run; there are those of "
          "'" +
          Slices.RunNames[Slices.Runs[Found.Found.front().Row]] + "' and '" +
          Slices.RunNames[Slices.Runs[S.Row]] + "'");
    Phases.push_back({Slices.Starts[S.Row], 0, S.Label});
  }
  llvm::stable_sort(
      Phases, [](const Phase &L, const Phase &R) { return L.Start < R.Start; });
  for (size_t I = 0; I != Phases.size(); ++I)
    Phases[I].End = I + 1 != Phases.size() ? Phases[I + 1].Start
                                           : Phases[I].Start + SliceLength;
  return Phases;
}

llvm::Expected<FunctionShares>
rafter::shareFunctions(const Classification &Found, double SliceLength,
                       llvm::MemoryBufferRef Script,
                       const FunctionOptions &Options) {
  StringRef File = Script.getBufferIdentifier();
  llvm::Expected<std::vector<Phase>> Phases = phasesOf(Found, SliceLength);
  if (!Phases)
    return llvm::createStringError(File + ": " +
                                   llvm::toString(Phases.takeError()));
  Tally Sums(std::move(*Phases), Found.Shares.size(), Options);
  auto Read = readPerfScript(Script, [&](const ScriptSample &S) {
    Sums.add(S);
    return Error::success();
  });
  if (!Read)
    return Read.takeError();
  FunctionShares Result = Sums.finish();
  if (Result.Samples + Result.Before + Result.Behind == 0)
    return llvm::createStringError(
        File + (Result.OtherEvents ? ": no sample of '" + Result.Event + "'"
                                   : std::string(": no samples")));
  if (Result.Samples == 0)
    return llvm::createStringError(
        File + ": no sample is in a slice: " + llvm::Twine(Result.Before) +
        " before the first, " + llvm::Twine(Result.Behind) +
        " behind the last; is that the same run?");
  return Result;
}
