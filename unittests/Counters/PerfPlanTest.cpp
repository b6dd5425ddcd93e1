//===- PerfPlanTest.cpp - Events in groups in runs ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/PerfPlan.h"
#include "gtest/gtest.h"

using namespace rafter;

TEST(PerfPlan, EveryGroupHasTimeAndWork) {
  PerfPlanOptions Options;
  Options.MetricsPerGroup = 2;
  Options.GroupsPerRun = 2;
  PerfPlan Plan = planCounting({"a", "b", "c", "d", "e"}, Options);
  ASSERT_EQ(Plan.Runs.size(), 2u);
  EXPECT_EQ(Plan.Groups, 3u);
  EXPECT_EQ(Plan.Runs[0],
            (std::vector<std::string>{"{cycles,instructions,a,b}",
                                      "{cycles,instructions,c,d}"}));
  EXPECT_EQ(Plan.Runs[1], std::vector<std::string>{"{cycles,instructions,e}"});
}

TEST(PerfPlan, RepetitionsAreLeftOut) {
  PerfPlan Plan = planCounting({"a", "cycles", "a", "instructions", "b"});
  ASSERT_EQ(Plan.Runs.size(), 1u);
  EXPECT_EQ(Plan.Runs[0],
            std::vector<std::string>{"{cycles,instructions,a,b}"});
  EXPECT_TRUE(planCounting({"cycles"}).Runs.empty());
}

TEST(PerfPlan, TopdownEventsStandInOneGroupThatSlotsLead) {
  PerfPlanOptions Options;
  Options.MetricsPerGroup = 2;
  PerfPlan Plan = planCounting({"topdown-retiring", "a", "topdown-fe-bound",
                                "b", "c", "topdown-be-bound"},
                               Options);
  ASSERT_EQ(Plan.Runs.size(), 1u);
  EXPECT_EQ(Plan.Runs[0],
            (std::vector<std::string>{
                "{slots,cycles,instructions,topdown-retiring,topdown-fe-bound,"
                "topdown-be-bound}",
                "{cycles,instructions,a,b}", "{cycles,instructions,c}"}));
}

TEST(PerfPlan, KindsOfCoresHaveTimeAndWorkOfTheirOwn) {
  PerfPlan Plan =
      planCounting({"cpu_core/a/", "cpu_atom/b,cmask=1/", "cpu_core/c/u",
                    "cpu_core/cycles/", "d", "cpu_core/topdown-retiring/"});
  ASSERT_EQ(Plan.Runs.size(), 1u);
  EXPECT_EQ(
      Plan.Runs[0],
      (std::vector<std::string>{
          "{cpu_core/cycles/,cpu_core/instructions/,cpu_core/a/,cpu_core/c/u}",
          "{cpu_atom/cycles/,cpu_atom/instructions/,cpu_atom/b,cmask=1/}",
          "{cycles,instructions,d}",
          "{cpu_core/slots/,cpu_core/cycles/,cpu_core/instructions/,"
          "cpu_core/topdown-retiring/}"}));
  EXPECT_EQ(inUnit("slots,cpu/a,cmask=1/,b:u", "cpu_core"),
            "cpu_core/slots/,cpu_core/a,cmask=1/,cpu_core/b/u");
}

TEST(PerfPlan, OnlyEventsOfOneCoreAreListed) {
  EXPECT_EQ(coreEvents("branch-misses cpu-cycles inst_retired.any task-clock "
                       "cpu/mem-loads/ uncore_imc_0/reads/ power/energy-pkg/ "
                       "unc_m_cas_count.rd sched:sched_switch l1d.replacement "
                       "branch-misses cpu_atom/topdown/ msr/tsc/"),
            (std::vector<std::string>{"branch-misses", "cpu/mem-loads/",
                                      "l1d.replacement", "cpu_atom/topdown/"}));
}
