//===- HostExperimentsTest.cpp - Mixes measured on this machine -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is true whatever the machine and however busy it is.
//
//===----------------------------------------------------------------------===//

#include "rafter/Experiments/HostExperiments.h"
#include "rafter/Calibrate/CoreClock.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <csignal>
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

class HostExperimentsTest : public testing::Test {
protected:
  void SetUp() override {
    if (!counterIsSteady())
      GTEST_SKIP() << "only x86-64 with a steady counter is measured";
    Processor CPU;
    CPU.LLVMName = sys::getHostCPUName().str();
    Model = cantFail(TargetModel::create(Triple("x86_64-linux-gnu"), CPU));
  }

  HostExperiments experiments(std::vector<InstructionForm> Forms,
                              ExperimentOptions Options) {
    return cantFail(HostExperiments::open(
        cantFail(MixAssembler::create(*Model, Forms)), Options));
  }

  std::unique_ptr<TargetModel> Model;
  std::vector<InstructionForm> Forms = {
      {"ADD_((REG:RW:G:64)),_((REG:R:G:64))", ""},
      {"IMUL_((REG:RW:G:64)),_((REG:R:G:64))", ""},
      {"MOV_qword_ptr_[((MEM:64))_+_((MIMM:16))],_((REG:R:G:64))", ""}};
};

TEST_F(HostExperimentsTest, MeasuresMixesAndChains) {
  ExperimentOptions Options;
  size_t Done = 0, All = 0;
  Options.Progress = [&](size_t D, size_t A) { Done = D, All = A; };
  HostExperiments E = experiments(Forms, Options);
  auto Results =
      cantFail(E.run({{{0}, {}}, {{0, 1, 2}, {}}, {{1}, OperandChain{0, 0}}}));
  ASSERT_EQ(Results.size(), 3u);
  for (const ExperimentResult &R : Results) {
    EXPECT_EQ(R.Signal, 0);
    EXPECT_GT(R.Cycles, 0);
    EXPECT_GE(R.Visits, Options.Visits);
  }
  EXPECT_EQ(All, 3 * Options.Visits);
  EXPECT_EQ(Done, All);
}

TEST_F(HostExperimentsTest, SurvivesWhatTraps) {
  HostExperiments E = experiments(
      {Forms[0], {"UD2", ""}, {"HLT", ""}, {"DIV_((REG:R:G:64))", ""}}, {});
  auto Results = cantFail(E.run({{{1}, {}}, {{2}, {}}, {{3}, {}}, {{0}, {}}}));
  EXPECT_EQ(Results[0].Signal, SIGILL);
  EXPECT_EQ(Results[1].Signal, SIGSEGV);
  // 3 * 2^64 + 3 divided by 1 or 5: the quotient has no 64 bits.
  EXPECT_EQ(Results[2].Signal, SIGFPE);
  EXPECT_EQ(Results[3].Signal, 0);
  EXPECT_GT(Results[3].Cycles, 0);
  EXPECT_EQ(Results[0].Visits, 1u);
}

TEST_F(HostExperimentsTest, NothingIsBegunWhenTheTimeIsOver) {
  ExperimentOptions Options;
  Options.TimeLimit = 0;
  HostExperiments E = experiments(Forms, Options);
  auto Results = cantFail(E.run({{{0}, {}}}));
  EXPECT_TRUE(E.isTimeOver());
  EXPECT_EQ(Results[0].Visits, 0u);
}

} // namespace
} // namespace rafter
