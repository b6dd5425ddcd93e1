//===- FingerprintModelTest.cpp - Models and classifications --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FingerprintModel.h"
#include "ReadSlices.h"
#include "rafter/Counters/SampleTable.h"
#include "rafter/Fingerprint/FingerprintFinding.h"
#include "rafter/Fingerprint/TreeTraining.h"
#include <gmock/gmock.h>

using namespace rafter;
using testing::ElementsAre;

namespace {

constexpr char Training[] = "class,run,size,start,miss,kind,spare\n"
                            "slow,,,0,0.5,a,1\nslow,,,0,0.6,a,1\n"
                            "slow,,,0,0.7,a,1\nfast,,,0,0.1,a,1\n"
                            "fast,,,0,0.2,a,1\nfast,,,0,0.25,b,1\n";

FingerprintModel model() {
  LabelledSlices S = slicesOf(Training);
  FingerprintModel M;
  M.Tree = llvm::cantFail(trainTree(S, labelledRows(S), {}));
  M.Slices = S.size();
  return M;
}

std::string written(const FingerprintModel &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeFingerprintModel(M, OS);
  return OS.str();
}

std::string errorOf(std::string Text) {
  auto M = readFingerprintModel(llvm::MemoryBufferRef(Text, "m.json"));
  return M ? "" : llvm::toString(M.takeError());
}

/// The text of the model with one change.
std::string changed(llvm::StringRef From, llvm::StringRef To) {
  std::string Text = written(model());
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  if (At != std::string::npos)
    Text.replace(At, From.size(), To.str());
  return Text;
}

TEST(FingerprintModel, ReadsBackWhatItWrote) {
  std::string Text = written(model());
  FingerprintModel M = llvm::cantFail(
      readFingerprintModel(llvm::MemoryBufferRef(Text, "m.json")));
  EXPECT_EQ(written(M), Text);
  EXPECT_EQ(M.Tree.Nodes[0].Threshold, 0.25);
  EXPECT_EQ(M.SliceLength, 0.4);
}

TEST(FingerprintModel, RefusesWhatIsNoModel) {
  EXPECT_EQ(errorOf(changed("fingerprint_model\":1", "fingerprint_model\":7")),
            "m.json: a model of version 7; this is version 1");
  EXPECT_EQ(errorOf("{}"), "m.json: no model of fingerprints: "
                           "'rafter_fingerprint_model' is missing");
  EXPECT_EQ(errorOf("[]"), "m.json: no model of fingerprints: no object");
  EXPECT_THAT(errorOf("{\n\"a\": }"), testing::StartsWith("m.json:2: "));
  EXPECT_EQ(errorOf(changed("\"children\":[1,2]", "\"children\":[1,1]")),
            "m.json: node 1 is the child of 2 nodes");
  EXPECT_EQ(errorOf(changed("\"children\":[1,2]", "\"children\":[0,2]")),
            "m.json: node 0: a child comes before its parent");
  EXPECT_EQ(errorOf(changed("\"children\":[1,2]", "\"children\":[1,9]")),
            "m.json: node 0: a child is missing or no index below 3");
  EXPECT_EQ(errorOf(changed("\"children\":[1,2]", "\"children\":[1]")),
            "m.json: node 0: 'children' does not have 2 nodes");
  EXPECT_EQ(errorOf(changed("\"threshold\":0.25,", "")),
            "m.json: node 0: 'threshold' is missing or no number");
  EXPECT_EQ(errorOf(changed("\"attribute\":0", "\"attribute\":5")),
            "m.json: node 0: 'attribute' is missing or no index below 3");
  EXPECT_EQ(errorOf(changed("\"slice_seconds\":0.4", "\"slice_seconds\":0")),
            "m.json: 'slice_seconds' is missing or not above 0");
  EXPECT_EQ(errorOf(changed("\"weights\":[3,3]", "\"weights\":[3]")),
            "m.json: node 0: 'weights' does not have 2 numbers");
  EXPECT_EQ(errorOf(changed("\"weights\":[0,3]", "\"weights\":[0,0]")),
            "m.json: node 1: a leaf of weight zero");
}

TEST(ClassifySlices, FindsAttributesByNameAndSumsShares) {
  FingerprintModel M = model();
  // Other order and case; one class is given, right once and wrong once.
  Classification C = llvm::cantFail(classifySlices(
      M, slicesOf("class,run,size,start,other,MISS\n"
                  "slow,r,,0,1,0.9\n?,r,,0.4,1,0.8\nslow,r,,0.8,1,0.2\n"
                  "?,r,,1.2,1,0.3\n")));
  ASSERT_EQ(C.Found.size(), 4u);
  EXPECT_THAT(C.Shares, ElementsAre(testing::DoubleNear(0.75, 1e-12),
                                    testing::DoubleNear(0.25, 1e-12)));
  EXPECT_EQ(C.Given, 2u);
  EXPECT_EQ(C.Correct, 1u);
  EXPECT_EQ(C.Found[3].Nearest.Label, 1u);
  EXPECT_NEAR(C.Found[3].Nearest.Change, 0.2, 1e-12);
}

TEST(FingerprintMethod, ClassifiesTheSlicesOfSamples) {
  SampleTable Table;
  Table.TimeEvent = "cycles";
  Table.WorkEvent = "instructions";
  Table.scope("");
  CounterSample S;
  S.Run = Table.addRun("a.csv");
  S.Event = Table.event("miss");
  // A second each: 90 misses of 100 cycles, then 10; the last is dropped.
  for (double Misses : {90, 10, 10}) {
    S.End += S.End < 0 ? 2 : 1;
    S.Time = S.Work = 100;
    S.Metric = Misses;
    Table.Samples.push_back(S);
  }
  MethodOptions Options;
  Options.set(FingerprintOptions{std::make_shared<FingerprintModel>(model()),
                                 "", nullptr});
  Source From;
  From.From.Name = "a.csv";
  From.Samples = &Table;
  FindingList Found = {
      llvm::cantFail(fingerprintMethod(Options)->run(From, Processor()))};
  const auto *Report = get<ClassificationReport>(Found);
  ASSERT_NE(Report, nullptr);
  EXPECT_EQ(Report->Input, "a.csv");
  ASSERT_EQ(Report->Result.Found.size(), 2u);
  const std::vector<std::string> &Classes = Report->Model->Tree.Classes;
  EXPECT_EQ(Classes[Report->Result.Found[0].Label], "slow");
  EXPECT_EQ(Classes[Report->Result.Found[1].Label], "fast");
}

TEST(ClassifySlices, NamesAttributesThatAreMissing) {
  auto C = classifySlices(model(),
                          slicesOf("class,run,size,start,spare\n?,,,0,1\n"));
  ASSERT_FALSE(bool(C));
  EXPECT_EQ(llvm::toString(C.takeError()),
            "the model tests what the samples do not have: miss");
  auto Kind =
      classifySlices(model(), slicesOf("class,run,size,start,miss\n?,,,0,u\n"));
  ASSERT_FALSE(bool(Kind));
  EXPECT_EQ(llvm::toString(Kind.takeError()),
            "'miss' is numeric in the model, but not in the samples");
  auto None = classifySlices(model(), LabelledSlices());
  ASSERT_FALSE(bool(None));
  EXPECT_EQ(llvm::toString(None.takeError()), "no slices to classify");
}

} // namespace
