//===- InOrderIssueTest.cpp - Cores without a reservation station ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two instructions issue in a cycle, in the order of the program.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

using namespace rafter;
using namespace rafter::test;

namespace {

constexpr InstructionClass ALU = InstructionClass::IntegerALU;

Processor dualIssue() {
  Processor CPU = idealCPU();
  CPU.Core.RenameWidth = 2;
  CPU.Core.InOrderIssue = true;
  return CPU;
}

Processor outOfOrder() {
  Processor CPU = dualIssue();
  CPU.Core.InOrderIssue = false;
  return CPU;
}

TEST(InOrderIssue, TwoIndependentInstructionsIssueTogether) {
  Kernel K;
  K.operation(ALU, 0, 1, 1, {1});
  K.operation(ALU, 0, 2, 1, {2});
  EXPECT_NEAR(K.cycles(dualIssue()), 1, 0.01);
}

TEST(InOrderIssue, DependentInstructionsIssueOneAfterTheOther) {
  Kernel K;
  K.operation(ALU, 0, 1, 1, {2});
  K.operation(ALU, 0, 2, 1, {1});
  EXPECT_NEAR(K.cycles(dualIssue()), 2, 0.01);
}

TEST(InOrderIssue, WhatWaitsHoldsUpWhatIsBehindIt) {
  // Cycle 0: the first; cycle 3: what needs it, and an independent one;
  // cycle 4: another, and the first again. Out of order the chain is 3.
  Kernel K;
  K.operation(ALU, 0, 1, 3, {1});
  K.operation(ALU, 0, 2, 1, {1});
  K.operation(ALU, 0, 3, 1);
  K.operation(ALU, 0, 4, 1);
  EXPECT_NEAR(K.cycles(dualIssue()), 4, 0.01);
  EXPECT_NEAR(K.cycles(outOfOrder()), 3, 0.01);
}

TEST(InOrderIssue, ALoadHoldsUpNothingBeforeItsDataAreNeeded) {
  // Cycle 0: the load and an operation; cycle 1: another; cycle 4: what needs
  // the data, and the next load, whose address was always there.
  Kernel K;
  K.load(0, 1, 0, 0x1000, 0, 4);
  K.operation(ALU, 0, 2, 1);
  K.operation(ALU, 0, 3, 1);
  K.operation(ALU, 0, 4, 1, {1});
  EXPECT_NEAR(K.cycles(dualIssue()), 4, 0.01);
  EXPECT_NEAR(K.cycles(outOfOrder()), 2, 0.01);
}

TEST(InOrderIssue, AUnitIsHeldFromTheIssueOn) {
  // Both on one unit: after the wait they still issue in different cycles.
  Kernel K;
  K.operation(ALU, 0, 1, 3, {1});
  K.operation(ALU, 0b1, 2, 1, {1});
  K.operation(ALU, 0b1, 3, 1);
  EXPECT_NEAR(K.cycles(dualIssue()), 4, 0.01);
}

TEST(InOrderIssue, IsNeverFasterThanOutOfOrder) {
  Kernel K;
  for (unsigned I = 0; I != 9; ++I)
    K.operation(ALU, I % 2 ? 0b01 : 0b11, I % 4 + 1, 1 + I % 3, {I % 3 + 1});
  EXPECT_GE(K.cycles(dualIssue()), K.cycles(outOfOrder()));
}

} // namespace
