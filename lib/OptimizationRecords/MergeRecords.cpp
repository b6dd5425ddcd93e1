//===- MergeRecords.cpp - The records of a build as one report --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record is in memory at a time.
//
//===----------------------------------------------------------------------===//

#include "rafter/OptimizationRecords/MergeRecords.h"
#include "FindRecords.h"
#include "SourceFinder.h"
#include "rafter/OptimizationRecords/ReadRecord.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace rafter;

namespace {

/// The report in the making.
class Merger {
public:
  explicit Merger(const MergeOptions &Options) : Sources(Options.SourceRoot) {}

  void read(const RecordFile &File);
  MergedBuild Build;

private:
  void keep(LoopRecord L, const RecordPlace &Where);
  void count(const RecordFile &File, const RecordCounts &Counts, Error E);

  SourceFinder Sources;
  StringMap<size_t> Index;
  /// Of each entry, the number of the record that it was last found in.
  std::vector<uint64_t> LastRecord;
  uint64_t Record = 0;
};

} // namespace

/// More to save comes first; the rest makes the order independent of that of
/// the records.
static auto rankOf(const LoopRecord &L) {
  return std::make_tuple(-L.saved(), -L.Weight.value_or(0),
                         -L.Cycles.value_or(0), StringRef(L.Place.File),
                         L.Place.Line, L.Place.Column, StringRef(L.Symbol),
                         StringRef(L.Limit), StringRef(L.Text));
}

void Merger::keep(LoopRecord L, const RecordPlace &Where) {
  L.Place.File = sys::path::remove_leading_dotslash(L.Place.File).str();
  std::string Source = Sources.find(L.Place.File, Where);
  std::string Key =
      (Twine(Source.empty() ? L.Place.File : Source) + Twine('\0') +
       Twine(L.Place.Line) + ":" + Twine(L.Place.Column) + Twine('\0') +
       L.Symbol + Twine('\0') + L.Limit + Twine('\0') + L.Name)
          .str();
  if (L.Name == "LoopSilent") {
    if (Index.try_emplace(Key, 0).second)
      Build.Report.Silent.push_back(std::move(L));
    return;
  }
  std::vector<MergedRecord> &Loops = Build.Report.Loops;
  auto [It, New] = Index.try_emplace(Key, Loops.size());
  if (New) {
    Loops.push_back({std::move(L), 1, std::move(Source), {}});
    LastRecord.push_back(Record);
    return;
  }
  MergedRecord &M = Loops[It->second];
  if (LastRecord[It->second] != Record)
    ++M.Count;
  LastRecord[It->second] = Record;
  if (rankOf(L) < rankOf(M.Heaviest))
    M.Heaviest = std::move(L);
}

void Merger::count(const RecordFile &File, const RecordCounts &Counts,
                   Error E) {
  BuildReport &R = Build.Report;
  if (E) {
    ++R.Broken;
    std::string Line = toString(std::move(E));
    if (Counts.OfRafter != 0)
      Line +=
          "; " + std::to_string(Counts.OfRafter) +
          (Counts.OfRafter == 1 ? " remark of it is" : " remarks of it are") +
          " in the report";
    R.Problems.push_back(std::move(Line));
    return;
  }
  if (Counts.OfRafter != 0) {
    ++R.WithRemarks;
    return;
  }
  bool Others = Counts.OfOthers != 0;
  ++(Others ? R.OtherPasses : R.Empty);
  if (File.Named)
    Build.Hints.push_back(File.Path +
                          (Others ? ": it has remarks of other passes only"
                                  : ": there is no remark in it"));
}

void Merger::read(const RecordFile &File) {
  ++Record;
  RecordCounts Counts;
  auto Buffer = readFile(File.Path);
  if (!Buffer)
    return count(File, Counts, Buffer.takeError());
  RecordPlace Where{sys::path::parent_path(File.Path), File.Top};
  count(File, Counts,
        readRecord((*Buffer)->getMemBufferRef(), Counts,
                   [&](LoopRecord L) { keep(std::move(L), Where); }));
}

MergedBuild rafter::mergeRecords(ArrayRef<std::string> Inputs,
                                 const MergeOptions &Options) {
  FoundRecords Found = findRecords(Inputs);
  Merger M(Options);
  M.Build.Report.Broken = Found.Problems.size();
  M.Build.Report.Problems = std::move(Found.Problems);
  for (const std::string &Folder : Found.Without)
    M.Build.Hints.push_back(
        Folder + ": there is no optimization record in it" +
        (sys::fs::exists(Folder + "/compile_commands.json")
             ? "; its files are compiled for one by report -p " + Folder
             : ""));
  for (const RecordFile &File : Found.Files)
    M.read(File);

  BuildReport &R = M.Build.Report;
  std::sort(R.Loops.begin(), R.Loops.end(),
            [](const MergedRecord &A, const MergedRecord &B) {
              return rankOf(A.Heaviest) < rankOf(B.Heaviest);
            });
  llvm::sort(R.Silent, [](const LoopRecord &A, const LoopRecord &B) {
    return rankOf(A) < rankOf(B);
  });
  if (Options.Top != 0 && R.Loops.size() > Options.Top) {
    R.LeftOut = R.Loops.size() - Options.Top;
    R.Loops.resize(Options.Top);
  }
  if (Options.Excerpts)
    addExcerpts(R.Loops);
  return std::move(M.Build);
}
