//===- MetricAreaTest.cpp - Rules that tell areas -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Spire/MetricArea.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

std::string classify(const AreaTable &Areas, llvm::StringRef Metric) {
  AreaOfMetric A = Areas.classify(Metric);
  return std::string(name(A.Area)) + " by " + A.Rule;
}

std::string overrideError(llvm::StringRef Text) {
  AreaTable Areas;
  return llvm::toString(Areas.addOverrides({Text, "areas.csv"}));
}

} // namespace

TEST(MetricArea, NamesOfVendors) {
  AreaTable None;
  EXPECT_EQ(classify(None, "IDQ.DSB_UOPS"), "front-end by prefix 'idq'");
  EXPECT_EQ(classify(None, "cpu_core/L1D.REPLACEMENT/u"),
            "memory by prefix 'l1d'");
  EXPECT_EQ(classify(None, "br_misp_retired.all_branches:u"),
            "bad speculation by prefix 'br_misp'");
  EXPECT_EQ(classify(None, "uops_executed.stall_cycles"),
            "core by prefix 'uops_executed'");
  EXPECT_EQ(classify(None, "ls_l1_d_tlb_miss.all"), "memory by prefix 'ls_'");
  EXPECT_EQ(classify(None, "branch-misses"),
            "bad speculation by prefix 'branch_misses'");
  EXPECT_EQ(classify(None, "stall_backend_mem"),
            "memory by prefix 'stall_backend_mem'");
  EXPECT_EQ(classify(None, "something_else"), "other by no rule");
}

TEST(MetricArea, TheLongestPrefixWins) {
  AreaTable None;
  EXPECT_EQ(classify(None, "cycle_activity.stalls_total"),
            "core by prefix 'cycle_activity'");
  EXPECT_EQ(classify(None, "cycle_activity.stalls_l2_miss"),
            "memory by prefix 'cycle_activity_stalls_l'");
}

TEST(MetricArea, TopicsOfTheVendorComeBeforeNames) {
  AreaTable Areas;
  llvm::cantFail(Areas.addMetadata(
      {R"([{"EventName":"idq.mite_uops","Topic":"cache"},)"
       R"({"EventName":"uops_issued.any","Topic":"Pipeline"},)"
       R"({"MetricName":"IPC"}])",
       "events.json"}));
  EXPECT_EQ(classify(Areas, "IDQ.MITE_UOPS"), "memory by topic 'cache'");
  // A topic that tells nothing leaves it to the name.
  EXPECT_EQ(classify(Areas, "uops_issued.any"), "core by prefix 'uops_issued'");
}

TEST(MetricArea, OverridesComeFirst) {
  AreaTable Areas;
  llvm::cantFail(Areas.addOverrides({"# mine\nidq.*,core\nidq.dsb,memory\n"
                                     "odd, bad speculation # why\n",
                                     "areas.csv"}));
  EXPECT_EQ(classify(Areas, "IDQ.DSB"), "core by override 'idq.*'");
  EXPECT_EQ(classify(Areas, "odd"), "bad speculation by override 'odd'");
}

TEST(MetricArea, BadTablesAreRefused) {
  EXPECT_EQ(overrideError("a,core\nb\n"),
            "areas.csv:2: expected 'pattern,area'");
  EXPECT_EQ(overrideError("a,kitchen\n"),
            "areas.csv:1: 'kitchen' is not one of front-end, bad speculation, "
            "memory, core, other");
  AreaTable Areas;
  auto Error = [&](llvm::StringRef Text) {
    return llvm::toString(Areas.addMetadata({Text, "e.json"}));
  };
  EXPECT_EQ(Error("{}"), "e.json: no list of events");
  EXPECT_EQ(Error("[1]"), "e.json: an event is no object");
  EXPECT_EQ(Error("[]"), "e.json: no event has both EventName and Topic");
}
