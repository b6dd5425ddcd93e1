//===- SlicesFromSamples.cpp - Slices of time out of samples --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/SlicesFromSamples.h"
#include <map>

using namespace rafter;

namespace {

/// Counts of an event and the time in which it was counted.
struct Sums {
  double Metric = 0, Time = 0;
};

/// One slice in the making.
struct Slice {
  double Start = 0;
  std::map<uint32_t, Sums> Events;
  Sums Work;
};

/// The slice of an interval: its number, and where the interval starts.
struct Place {
  int64_t Slice = 0;
  double Start = 0;
};

/// The intervals of one scope of one run by their ends.
using Intervals = std::map<double, Place>;

} // namespace

/// Puts intervals together as long as that brings a slice nearer to Length.
static void placeIntervals(Intervals &All, double Length) {
  double Start = 0, SliceStart = 0;
  int64_t Number = 0;
  for (auto &[End, At] : All) {
    double Short = Length - (Start - SliceStart);
    if (Start > SliceStart && End - SliceStart - Length > Short) {
      ++Number;
      SliceStart = Start;
    }
    At = {Number, Start};
    Start = End;
  }
}

static void addSample(const CounterSample &S, Slice &To) {
  Sums &Event = To.Events[S.Event];
  Event.Metric += S.Metric;
  Event.Time += S.Time;
  To.Work.Metric += S.Work;
  To.Work.Time += S.Time;
}

static void addTo(LabelledSlices &Slices, const Slice &From,
                  const SampleTable &Table, const SliceOptions &Options,
                  llvm::StringRef RunName) {
  size_t Row = Slices.addSlice();
  Slices.Starts[Row] = From.Start;
  Slices.Runs[Row] = LabelledSlices::intern(Slices.RunNames, RunName);
  Slices.Sizes[Row] = LabelledSlices::intern(Slices.SizeNames, Options.Size);
  if (!Options.Label.empty())
    Slices.Labels[Row] = LabelledSlices::intern(Slices.Classes, Options.Label);
  auto Set = [&](llvm::StringRef Name, const Sums &S) {
    uint32_t A = Slices.addAttribute({Name.str(), {}, false});
    if (S.Time > 0)
      Slices.Columns[A][Row] = S.Metric / S.Time;
  };
  Set(Table.WorkEvent, From.Work);
  for (const auto &[Event, S] : From.Events)
    Set(Table.events()[Event], S);
}

size_t rafter::addSlices(const SampleTable &Table, const SliceOptions &Options,
                         LabelledSlices &Slices) {
  using Key = std::pair<uint32_t, uint32_t>;
  std::map<Key, Intervals> Places;
  for (const CounterSample &S : Table.Samples)
    Places[{S.Run, S.Scope}][S.End];
  for (auto &[Of, All] : Places)
    placeIntervals(All, Options.Length);
  std::map<Key, std::map<int64_t, Slice>> Made;
  for (const CounterSample &S : Table.Samples) {
    Place At = Places[{S.Run, S.Scope}][S.End];
    auto [To, IsNew] = Made[{S.Run, S.Scope}].try_emplace(At.Slice);
    if (IsNew || At.Start < To->second.Start)
      To->second.Start = At.Start;
    addSample(S, To->second);
  }
  size_t Added = 0;
  for (auto &[Of, Run] : Made) {
    const Intervals &All = Places[Of];
    bool IsWhole = All.size() == 1 && All.begin()->first < 0;
    if (!IsWhole)
      Run.erase(std::prev(Run.end()));
    std::string Name = Table.runs()[Of.first];
    if (!Table.scopes()[Of.second].empty())
      Name += " " + Table.scopes()[Of.second];
    for (const auto &[Number, S] : Run)
      addTo(Slices, S, Table, Options, Name);
    Added += Run.size();
  }
  return Added;
}
