//===- MergeRecordsTest.cpp -----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/OptimizationRecords/MergeRecords.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace rafter;

namespace {

/// What a remark of the tests says.
struct Written {
  std::string File = "a.c";
  unsigned Line = 3;
  std::string Function = "f";
  std::string Limit = "loads";
  double Cycles = 4, Next = 2, Weight = 100;
};

/// A folder of records that goes with the test.
class MergeRecords : public testing::Test {
protected:
  MergeRecords() { sys::fs::createUniqueDirectory("records", Folder); }
  ~MergeRecords() override { sys::fs::remove_directories(Folder); }

  std::string path(StringRef Name) const {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name);
    return std::string(Path);
  }
  void write(StringRef Name, StringRef Text) const {
    std::string Path = path(Name);
    sys::fs::create_directories(sys::path::parent_path(Path));
    std::error_code EC;
    raw_fd_ostream(Path, EC) << Text;
  }
  void record(StringRef Name, ArrayRef<Written> Remarks) const {
    std::string Text;
    raw_string_ostream OS(Text);
    for (const Written &W : Remarks)
      OS << "--- !Analysis\nPass: rafter\nName: LoopBound\nDebugLoc: { File: '"
         << W.File << "', Line: " << W.Line
         << ", Column: 1 }\nFunction: " << W.Function
         << "\nArgs:\n  - Cycles: '" << W.Cycles << "'\n  - Limit: '" << W.Limit
         << "'\n  - NextCycles: '" << W.Next << "'\n  - Weight: '" << W.Weight
         << "'\n...\n";
    write(Name, Text);
  }
  MergedBuild merge(MergeOptions Options = {}) const {
    return mergeRecords({std::string(Folder)}, Options);
  }

  SmallString<128> Folder;
};

} // namespace

TEST_F(MergeRecords, RanksByWeightTimesGain) {
  Written Hot{"a.c", 1, "f", "x", 4, 3.9, 1000}; // 25
  Written Cool{"a.c", 2, "f", "x", 4, 2, 100};   // 50
  Written Bound{"a.c", 3, "f", "x", 4, 4, 9000}; // 0
  record("r.opt.yaml", {Hot, Bound, Cool});
  BuildReport R = merge().Report;
  ASSERT_EQ(R.Loops.size(), 3u);
  EXPECT_EQ(R.Loops[0].Heaviest.Place.Line, 2u);
  EXPECT_DOUBLE_EQ(R.Loops[0].Heaviest.saved(), 50);
  EXPECT_EQ(R.Loops[1].Heaviest.Place.Line, 1u);
  EXPECT_NEAR(R.Loops[1].Heaviest.saved(), 25, 1e-9);
  EXPECT_EQ(R.Loops[2].Heaviest.Place.Line, 3u);
}

TEST_F(MergeRecords, TheGainIsThatOfTheLimit) {
  LoopRecord L;
  EXPECT_EQ(L.gain(), 0);
  L.Cycles = 4;
  EXPECT_EQ(L.gain(), 0);
  L.NextCycles = 3;
  EXPECT_DOUBLE_EQ(L.gain(), 0.25);
  L.LeastCycles = 1;
  L.Factor = 2;
  EXPECT_DOUBLE_EQ(L.gain(), 0.25);
  L.NextCycles.reset();
  EXPECT_DOUBLE_EQ(L.gain(), 0.5);
  L.NextCycles = 9;
  EXPECT_EQ(L.gain(), 0);
}

TEST_F(MergeRecords, SamePlaceFunctionAndLimitAreOne) {
  Written W;
  Written Other = W;
  Other.Limit = "stores";
  Written Heavier = W;
  Heavier.Weight = 300;
  record("1.opt.yaml", {W, Other});
  record("2.opt.yaml", {Heavier});
  record("3.opt.yaml", {W});
  BuildReport R = merge().Report;
  EXPECT_EQ(R.WithRemarks, 3u);
  ASSERT_EQ(R.Loops.size(), 2u);
  EXPECT_EQ(R.Loops[0].Count, 3u);
  EXPECT_EQ(R.Loops[0].Heaviest.Weight, 300);
  EXPECT_EQ(R.Loops[1].Count, 1u);
}

TEST_F(MergeRecords, TwiceInOneRecordIsOneRecord) {
  record("1.opt.yaml", {Written(), Written()});
  BuildReport R = merge().Report;
  ASSERT_EQ(R.Loops.size(), 1u);
  EXPECT_EQ(R.Loops[0].Count, 1u);
}

TEST_F(MergeRecords, FilesOfOneNameInSeveralFoldersAreNotOne) {
  for (StringRef Sub : {"x", "y"}) {
    write((Sub + "/a.c").str(), "int f;\n\n\n");
    record((Sub + "/a.opt.yaml").str(), {Written()});
  }
  BuildReport R = merge().Report;
  ASSERT_EQ(R.Loops.size(), 2u);
  EXPECT_EQ(R.Loops[0].Count, 1u);
  EXPECT_NE(R.Loops[0].SourceFile, R.Loops[1].SourceFile);
}

TEST_F(MergeRecords, SourcesAreFoundAboveTheRecordButNotAboveTheNamedFolder) {
  write("below/a.c", "\n\nfor (;;)\n");
  record("below/out/a.opt.yaml", {Written()});
  MergeOptions Options;
  Options.Excerpts = true;
  BuildReport Found = merge(Options).Report;
  EXPECT_EQ(Found.Loops[0].SourceFile, path("below/a.c"));
  EXPECT_EQ(Found.Loops[0].Excerpt.FirstLine, 1u);
  EXPECT_EQ(Found.Loops[0].Excerpt.Lines.at(2), "for (;;)");
  BuildReport NotFound = mergeRecords({path("below/out")}, Options).Report;
  EXPECT_EQ(NotFound.Loops[0].SourceFile, "");
  EXPECT_EQ(NotFound.Loops[0].Excerpt.FirstLine, 0u);
}

TEST_F(MergeRecords, TheSourceRootComesFirstByTheLongestEndOfThePath) {
  Written W;
  W.File = "/elsewhere/x/a.c";
  record("out/a.opt.yaml", {W});
  write("root/a.c", "short");
  MergeOptions Options;
  Options.SourceRoot = path("root");
  EXPECT_EQ(merge(Options).Report.Loops[0].SourceFile, path("root/a.c"));
  write("root/x/a.c", "longer");
  EXPECT_EQ(merge(Options).Report.Loops[0].SourceFile, path("root/x/a.c"));
}

TEST_F(MergeRecords, TheOrderOfTheInputsDoesNotMatter) {
  Written A{"a.c", 1, "f", "x", 4, 2, 100}, B{"b.c", 1, "g", "x", 4, 2, 100};
  Written C = A;
  C.Cycles = 8;
  C.Next = 4;
  record("1.opt.yaml", {A, B});
  record("2.opt.yaml", {C});
  std::string One, Two;
  {
    raw_string_ostream OS1(One), OS2(Two);
    printBuildJSON(
        mergeRecords({path("1.opt.yaml"), path("2.opt.yaml")}, {}).Report, OS1);
    printBuildJSON(
        mergeRecords({path("2.opt.yaml"), path("1.opt.yaml")}, {}).Report, OS2);
  }
  EXPECT_EQ(One, Two);
}

TEST_F(MergeRecords, TopCountsWhatItLeavesOut) {
  Written A, B, C;
  B.Line = 4;
  C.Line = 5;
  record("1.opt.yaml", {A, B, C});
  MergeOptions Options;
  Options.Top = 2;
  BuildReport R = merge(Options).Report;
  EXPECT_EQ(R.Loops.size(), 2u);
  EXPECT_EQ(R.LeftOut, 1u);
}

TEST_F(MergeRecords, LinksToFoldersAreNotFollowed) {
  record("1.opt.yaml", {Written()});
  ASSERT_FALSE(sys::fs::create_link(Folder, path("loop")));
  EXPECT_EQ(merge().Report.records(), 1u);
}

TEST_F(MergeRecords, NothingReadIsSaid) {
  EXPECT_FALSE(merge().anyRead());
  write("words.opt.yaml", "words");
  MergedBuild Broken = merge();
  EXPECT_FALSE(Broken.anyRead());
  EXPECT_EQ(Broken.Report.Broken, 1u);
  EXPECT_EQ(Broken.Report.Problems.size(), 1u);
  write("empty.opt.yaml", "");
  EXPECT_TRUE(merge().anyRead());
}
