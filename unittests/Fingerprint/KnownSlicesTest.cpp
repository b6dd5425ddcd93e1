//===- KnownSlicesTest.cpp - How far a slice is from the training ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/KnownSlices.h"
#include "ReadSlices.h"
#include "rafter/Fingerprint/FingerprintModel.h"
#include "rafter/Fingerprint/Validation.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// Two benchmarks, each in two runs: x has much of a, y much of b.
LabelledSlices twoBenchmarks() {
  std::string Text = "class,run,size,start,a,b\n";
  for (int Run = 0; Run != 4; ++Run)
    for (int I = 0; I != 10; ++I)
      Text += (Run < 2 ? "x,ax-with-" : "y,by-with-") + std::to_string(Run) +
              ",,0," + std::to_string((Run < 2 ? 100 : 2) + I % 5 + Run % 2) +
              "," + std::to_string((Run < 2 ? 2 : 300) + I % 5 + Run % 2) +
              "\n";
  return slicesOf(Text);
}

} // namespace

TEST(KnownSlices, WhatIsUnlikeAllRunsIsFarAndSaysByWhat) {
  LabelledSlices S = twoBenchmarks();
  KnownSlices Known = rememberSlices(S, labelledRows(S));
  ASSERT_FALSE(Known.isEmpty());
  KnownSlices::Near X = Known.nearest({102.0, 4.0});
  EXPECT_LE(X.Distance, 1);
  EXPECT_EQ(S.Classes[X.Label], "x");
  KnownSlices::Near Far = Known.nearest({102.0, 100000.0});
  EXPECT_GT(Far.Distance, 3);
  EXPECT_EQ(S.Attributes[Far.Attribute].Name, "b");
  // What was not counted is no difference.
  EXPECT_LE(Known.nearest({102.0, MissingValue}).Distance, 1);
  EXPECT_TRUE(std::isinf(Known.nearest({MissingValue, MissingValue}).Distance));
}

TEST(KnownSlices, OneRunOfEachClassDoesNotTellHowFarIsTooFar) {
  LabelledSlices S = slicesOf("class,run,size,start,a\n"
                              "x,r0,,0,1\nx,r0,,1,2\ny,r1,,0,50\n"
                              "y,r1,,1,51\n");
  EXPECT_TRUE(rememberSlices(S, labelledRows(S)).isEmpty());
}

TEST(KnownSlices, ABenchmarkThatIsLeftOutIsUnknownAndNotWrong) {
  LabelledSlices S = twoBenchmarks();
  // Another class keeps the training from being of one class.
  for (int I = 0; I != 20; ++I) {
    size_t Row = S.addSlice();
    S.Labels[Row] = LabelledSlices::intern(S.Classes, "z");
    S.Runs[Row] =
        LabelledSlices::intern(S.RunNames, I % 2 ? "cz-with-4" : "cz-with-5");
    S.Columns[0][Row] = 5000 + I;
    S.Columns[1][Row] = 5000 + I;
  }
  llvm::Expected<Validated> R = leaveOneOut(S, HoldOut::Benchmark, {});
  ASSERT_TRUE(bool(R)) << llvm::toString(R.takeError());
  EXPECT_EQ(R->Rounds, 3u);
  EXPECT_EQ(R->Unknown, R->Slices);
  EXPECT_EQ(R->WrongKnown, 0u);
}

TEST(KnownSlices, AreWrittenAndReadWithTheModel) {
  LabelledSlices S = twoBenchmarks();
  const std::vector<uint32_t> Rows = labelledRows(S);
  FingerprintModel Model{llvm::cantFail(trainTree(S, Rows, {})), 0.4, 40,
                         rememberSlices(S, Rows), ""};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeFingerprintModel(Model, OS);
  FingerprintModel Read =
      llvm::cantFail(readFingerprintModel({Text, "model.json"}));
  ASSERT_EQ(Read.Known.Slices.size(), Model.Known.Slices.size());
  EXPECT_NEAR(Read.Known.nearest({50.0, 7.0}).Distance,
              Model.Known.nearest({50.0, 7.0}).Distance, 1e-4);
  const size_t Digits = Text.find_first_of("0123456789", Text.find("reach"));
  Text.insert(Digits, "-");
  auto Bad = readFingerprintModel({Text, "model.json"});
  EXPECT_EQ(llvm::toString(Bad.takeError()),
            "model.json: 'known' has no slices or no reach above 0");
}
