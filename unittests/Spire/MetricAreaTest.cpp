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
  EXPECT_EQ(classify(None, "exe_activity.1_ports_util"),
            "core by prefix 'exe_activity'");
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
            "other by prefix 'cycle_activity'");
  EXPECT_EQ(classify(None, "cycle_activity.stalls_l2_miss"),
            "memory by prefix 'cycle_activity_stalls_l'");
}

// One per load, store or fetch: it says nothing of what delays them.
TEST(MetricArea, CountsOfWorkAreOfNoArea) {
  AreaTable None;
  for (const char *Name :
       {"loads", "stores", "l1d-accesses", "l1i-accesses", "L1D_CACHE",
        "L1-dcache-loads", "dTLB-loads", "mem_inst_retired.all_loads",
        "mem_load_retired.l1_hit", "uops_issued.any", "ls_dispatch.ld_dispatch",
        "mem-store-forwards", "mem-prefetches", "branches"})
    EXPECT_EQ(None.classify(Name).Area, MetricArea::Other) << Name;
  for (const char *Name :
       {"L1D_CACHE_REFILL", "L1-dcache-load-misses", "dTLB-load-misses",
        "mem_load_retired.l1_miss", "l2-accesses", "mem-partial-stores"})
    EXPECT_EQ(None.classify(Name).Area, MetricArea::Memory) << Name;
}

TEST(MetricArea, StallsOfAnyCauseAreOfNoArea) {
  AreaTable None;
  for (const char *Name :
       {"stalled-cycles-commit", "exe-activity-none", "br-misp-stop-cycles",
        "cycle_activity.stalls_total", "uops_executed.stall_cycles"})
    EXPECT_EQ(None.classify(Name).Area, MetricArea::Other) << Name;
}

TEST(MetricArea, StallsOfHalfOfTheCoreAreOfTwoAreas) {
  AreaTable None;
  for (const char *Name :
       {"stalled-cycles-backend", "resource_stalls.any", "resource-stalls-rob",
        "STALL_BACKEND", "topdown.backend_bound_slots"})
    EXPECT_EQ(None.classify(Name).Area, MetricArea::MemoryOrCore) << Name;
  for (const char *Name : {"stalled-cycles-frontend", "STALL_FRONTEND",
                           "stall_slot_frontend", "rs_events.empty_cycles"})
    EXPECT_EQ(None.classify(Name).Area, MetricArea::FrontEndOrBadSpeculation)
        << Name;
  // Their parts are told apart where the core counts them.
  EXPECT_EQ(None.classify("STALL_BACKEND_MEMBOUND").Area, MetricArea::Memory);
  EXPECT_EQ(None.classify("STALL_BACKEND_ILOCK").Area, MetricArea::Core);
  EXPECT_EQ(None.classify("STALL_FRONTEND_FLUSH").Area,
            MetricArea::BadSpeculation);
  EXPECT_EQ(None.classify("STALL_FRONTEND_L1I").Area, MetricArea::FrontEnd);
  EXPECT_EQ(None.classify("resource_stalls.sb").Area, MetricArea::Memory);
}

TEST(MetricArea, TopicsOfTheVendorComeBeforeNames) {
  AreaTable Areas;
  llvm::cantFail(Areas.addMetadata(
      {R"([{"EventName":"idq.mite_uops","Topic":"cache"},)"
       R"({"EventName":"exe_activity.1_ports_util","Topic":"Pipeline"},)"
       R"({"EventName":"mem_inst_retired.all_loads","Topic":"cache"},)"
       R"({"MetricName":"IPC"}])",
       "events.json"}));
  EXPECT_EQ(classify(Areas, "IDQ.MITE_UOPS"), "memory by topic 'cache'");
  // A topic that tells nothing leaves it to the name.
  EXPECT_EQ(classify(Areas, "exe_activity.1_ports_util"),
            "core by prefix 'exe_activity'");
  // A topic does not make a stall of work.
  EXPECT_EQ(classify(Areas, "mem_inst_retired.all_loads"),
            "other by prefix 'mem_inst_retired_all'");
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
            "memory, core, front-end or bad speculation, memory or core, "
            "other");
  AreaTable Areas;
  auto Error = [&](llvm::StringRef Text) {
    return llvm::toString(Areas.addMetadata({Text, "e.json"}));
  };
  EXPECT_EQ(Error("{}"), "e.json: no list of events");
  EXPECT_EQ(Error("[1]"), "e.json: an event is no object");
  EXPECT_EQ(Error("[]"), "e.json: no event has both EventName and Topic");
}
