//===- MeasureHostTest.cpp - What a machine is learned from ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Experiments/MeasureHost.h"
#include "rafter/Calibrate/CoreClock.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

TEST(DrawRounds, EachFormIsInAsManyMixesAsEveryOther) {
  std::vector<FormMix> Mixes = drawRounds(/*NumForms=*/40, /*Count=*/6,
                                          /*Size=*/5, /*Seed=*/1);
  EXPECT_EQ(Mixes.size(), 48u);
  std::vector<unsigned> Times(40);
  for (const FormMix &Mix : Mixes) {
    EXPECT_EQ(Mix.size(), 5u);
    for (uint32_t Form : Mix)
      ++Times[Form];
  }
  EXPECT_EQ(Times, std::vector<unsigned>(40, 6));
}

TEST(DrawRounds, LeavesOutWhatFillsNoMix) {
  EXPECT_EQ(drawRounds(7, 1, 5, 1).size(), 1u);
  EXPECT_EQ(drawRounds(7, 5, 5, 1).size(), 7u);
  EXPECT_TRUE(drawRounds(3, 1, 5, 1).empty());
  EXPECT_TRUE(drawRounds(0, 1, 5, 1).empty());
}

TEST(DrawMixes, GoesByTheSeed) {
  EXPECT_EQ(drawMixes(100, 20, 5, 1), drawMixes(100, 20, 5, 1));
  EXPECT_NE(drawMixes(100, 20, 5, 1), drawMixes(100, 20, 5, 2));
  EXPECT_EQ(drawRounds(100, 2, 5, 1), drawRounds(100, 2, 5, 1));
  EXPECT_NE(drawRounds(100, 2, 5, 1), drawRounds(100, 2, 5, 2));
  for (const FormMix &Mix : drawMixes(3, 50, 5, 7)) {
    EXPECT_EQ(Mix.size(), 5u);
    EXPECT_LT(*std::max_element(Mix.begin(), Mix.end()), 3u);
  }
}

TEST(MeasureHost, KeepsWhatTheMachineExecutes) {
  if (!counterIsSteady())
    GTEST_SKIP() << "only x86-64 with a steady counter is measured";
  Processor CPU;
  CPU.LLVMName = sys::getHostCPUName().str();
  auto Model = cantFail(TargetModel::create(Triple("x86_64-linux-gnu"), CPU));
  ExperimentOptions Options;
  Options.Visits = 1;
  HostMeasurement Host =
      cantFail(HostMeasurement::begin(*Model, {/*Forms=*/150, 1}, Options));
  size_t Known = Host.alone().Forms.size();
  EXPECT_EQ(Known + Host.unknownForms(), 150u);
  // AVX10.2 and APX have no machine that has FMA4 of AMD, too.
  EXPECT_GT(Host.unknownForms(), 0u);
  ASSERT_GT(Known, 0u);
  EXPECT_EQ(Host.alone().Mixes.size(), Known);
  for (const MeasuredChain &C : cantFail(Host.measureChains())) {
    EXPECT_LT(C.Form, Known);
    EXPECT_GT(C.Cycles, 0);
  }
  std::string Text;
  raw_string_ostream OS(Text);
  Host.printAssembly(OS, {{{0, 0}, 1.5}}, /*Copies=*/2);
  EXPECT_TRUE(StringRef(Text).starts_with(
      ".intel_syntax noprefix\n# LLVM-MCA-BEGIN m0\n"
      "# measured 1.5000 cycles, 2 copies\n"));
  EXPECT_EQ(StringRef(Text).count('\n'), 4u + 4u);
}

} // namespace
} // namespace rafter
