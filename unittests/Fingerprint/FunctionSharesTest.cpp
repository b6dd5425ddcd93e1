//===- FunctionSharesTest.cpp - Tests of pathologies by function ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Fingerprint/FunctionShares.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

/// Slices of 0.4 seconds from 0.4 on with these classes, of which there are
/// three.
class FunctionSharesTest : public testing::Test {
protected:
  Classification Found;
  FunctionOptions Options;

  void SetUp() override {
    Found.Shares.resize(3);
    for (uint32_t Label : {2, 0, 2})
      addSlice(0.4 + 0.4 * Found.Found.size(), Label, "run");
  }

  void addSlice(double Start, uint32_t Label, llvm::StringRef Run) {
    LabelledSlices &Slices = Found.Slices;
    ClassifiedSlice &S = Found.Found.emplace_back();
    S.Row = Slices.addSlice();
    S.Label = Label;
    Slices.Starts[S.Row] = Start;
    Slices.Runs[S.Row] = LabelledSlices::intern(Slices.RunNames, Run);
  }

  llvm::Expected<FunctionShares> share(llvm::StringRef Script) {
    return shareFunctions(Found, 0.4, {Script, "s"}, Options);
  }

  std::string errorOf(llvm::StringRef Script) {
    llvm::Expected<FunctionShares> Shares = share(Script);
    return Shares ? "" : llvm::toString(Shares.takeError());
  }
};

} // namespace

TEST_F(FunctionSharesTest, SamplesBelongToTheSliceOfTheirTime) {
  Options.Begin = 100;
  FunctionShares F =
      llvm::cantFail(share("p 1 100.3: 1 cycles: 1 early (/p)\n"
                           "p 1 100.5: 1 cycles: 1 f (/p)\n"
                           "p 1 100.7: 2 cycles: 1 g (/p)\n"
                           "p 1 100.9: 4 cycles: 1 f (/p)\n"
                           "p 1 101.5: 1 cycles: 1 f (/p)\n"
                           "p 1 101.7: 1 cycles: 1 late (/p)\n"));
  EXPECT_EQ(F.Event, "cycles");
  EXPECT_EQ(F.Samples, 4u);
  EXPECT_EQ(F.Before, 1u);
  EXPECT_EQ(F.Behind, 1u);
  ASSERT_EQ(F.Functions.size(), 2u);
  EXPECT_EQ(F.Functions[0].Function, "f");
  EXPECT_EQ(F.Functions[0].Object, "/p");
  EXPECT_DOUBLE_EQ(F.Functions[0].Share, 6.0 / 8);
  EXPECT_DOUBLE_EQ(F.Functions[0].ByClass[0], 4.0 / 8);
  EXPECT_DOUBLE_EQ(F.Functions[0].ByClass[1], 0);
  EXPECT_DOUBLE_EQ(F.Functions[0].ByClass[2], 2.0 / 8);
  EXPECT_DOUBLE_EQ(F.Functions[1].ByClass[2], 2.0 / 8);
  EXPECT_DOUBLE_EQ(F.Classes[2], 4.0 / 8);
}

TEST_F(FunctionSharesTest, TheRunBeginsAtTheFirstSampleUnlessToldOtherwise) {
  const char Script[] = "p 1 77.0: 1 clock: 1 f (/p)\n"
                        "p 1 77.9: 1 cycles: 1 f (/p)\n";
  Options.Event = "cycles";
  FunctionShares F = llvm::cantFail(share(Script));
  EXPECT_DOUBLE_EQ(F.Functions[0].ByClass[0], 1);
  EXPECT_EQ(F.OtherEvents, 1u);
  Options.Begin = 77.4;
  EXPECT_DOUBLE_EQ(llvm::cantFail(share(Script)).Functions[0].ByClass[2], 1);
}

TEST_F(FunctionSharesTest, SamplesOfOneEventCount) {
  Options.Begin = 0;
  const char Script[] = "p 1 0.5: 9 cycles: 1 f (/p)\n"
                        "p 1 0.5: 1 misses: 1 g (/p)\n";
  EXPECT_EQ(llvm::cantFail(share(Script)).Functions[0].Function, "f");
  Options.Event = "misses";
  FunctionShares F = llvm::cantFail(share(Script));
  ASSERT_EQ(F.Functions.size(), 1u);
  EXPECT_EQ(F.Functions[0].Function, "g");
  Options.Event = "branches";
  EXPECT_EQ(errorOf(Script), "s: no sample of 'branches'");
}

TEST_F(FunctionSharesTest, FunctionsOfTheSameNameInOtherObjectsAreOthers) {
  Options.Begin = 0;
  FunctionShares F = llvm::cantFail(share("p 1 0.5: 1 cycles: 1 f (/b)\n"
                                          "p 1 0.5: 1 cycles: 1 f (/a)\n"));
  ASSERT_EQ(F.Functions.size(), 2u);
  // Equal shares are in the order of names.
  EXPECT_EQ(F.Functions[0].Object, "/a");
}

TEST_F(FunctionSharesTest, SamplesOfAnotherRunAreRefused) {
  Options.Begin = 0;
  EXPECT_EQ(errorOf("p 1 9.5: 1 cycles: 1 f (/b)\n"),
            "s: no sample is in a slice: 0 before the first, 1 behind the "
            "last; is that the same run?");
  EXPECT_EQ(errorOf("# empty\n"), "s: no samples");
  EXPECT_EQ(errorOf("p 1 0.5: 1 cycles: 1 f (/b)\nx\n").substr(0, 5), "s:2: ");
}

TEST_F(FunctionSharesTest, SlicesOfSeveralRunsAreRefused) {
  addSlice(0, 1, "other");
  EXPECT_EQ(errorOf("p 1 0.5: 1 cycles: 1 f (/b)\n"),
            "s: shares of functions need the slices of one run; there are "
            "those of 'run' and 'other'");
}
