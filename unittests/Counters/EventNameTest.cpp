//===- EventNameTest.cpp - The parts of events ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Counters/EventName.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {
std::string parts(llvm::StringRef Name) {
  EventName E = parseEventName(Name);
  return (llvm::Twine(E.Unit) + "|" + E.Base + "|" + E.Modifiers).str();
}
} // namespace

TEST(EventName, UnitBaseAndModifiers) {
  EXPECT_EQ(parts("cycles"), "|cycles|");
  EXPECT_EQ(parts("cycles:u"), "|cycles|u");
  EXPECT_EQ(parts("cpu_core/cycles/"), "cpu_core|cycles|");
  EXPECT_EQ(parts("cpu/event=0x3c,umask=0x1/ukp"),
            "cpu|event=0x3c,umask=0x1|ukp");
  EXPECT_EQ(parts("cpu_atom/cycles/:u"), "cpu_atom|cycles|u");
}

TEST(EventName, ColonsMayBelongToTheName) {
  EXPECT_EQ(parts("sched:sched_switch"), "|sched:sched_switch|");
  EXPECT_EQ(parts("L1-dcache:loads"), "|L1-dcache:loads|");
}

TEST(EventName, TimeAndWorkHaveManyNames) {
  for (llvm::StringRef Time :
       {"cycles", "CPU_CLK_UNHALTED.THREAD", "ls_not_halted_cyc", "cpu_cycles"})
    EXPECT_EQ(canonicalName(Time), "cycles");
  for (llvm::StringRef Work :
       {"instructions", "INST_RETIRED.ANY", "ex_ret_instr"})
    EXPECT_EQ(canonicalName(Work), "instructions");
  EXPECT_EQ(canonicalName("branch-misses"), "branch-misses");
  EXPECT_LT(timeRank("cycles"), timeRank("cpu_clk_unhalted.thread"));
  EXPECT_EQ(timeRank("instructions"), 0u);
}

TEST(EventName, UnitsOfCores) {
  for (llvm::StringRef Unit : {"", "cpu", "cpu_core", "armv8_pmuv3_0"})
    EXPECT_TRUE(isCoreUnit(Unit)) << Unit.str();
  for (llvm::StringRef Unit : {"power", "uncore_imc_0", "nvidia_scf_pmu_0"})
    EXPECT_FALSE(isCoreUnit(Unit)) << Unit.str();
}
