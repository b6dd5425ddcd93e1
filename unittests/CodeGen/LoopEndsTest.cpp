//===- LoopEndsTest.cpp - How long loops are by their ends ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEnds.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// The first loop goes in steps of Step, the second on to the same end. A block
/// that is never reached compares with a sum of itself.
std::vector<LoopLength> lengths(unsigned Step) {
  std::string Text = "define void @f(i32 %n) {\n"
                     "entry:\n  br label %first\n"
                     "first:\n"
                     "  %i = phi i32 [ 0, %entry ], [ %j, %first ]\n"
                     "  %j = add i32 %i, " +
                     std::to_string(Step) +
                     "\n"
                     "  %c = icmp slt i32 %j, %n\n"
                     "  br i1 %c, label %first, label %second\n"
                     "second:\n"
                     "  %k = phi i32 [ %j, %first ], [ %l, %second ]\n"
                     "  %l = add i32 %k, 1\n"
                     "  %e = icmp slt i32 %l, %n\n"
                     "  br i1 %e, label %second, label %out\n"
                     "never:\n"
                     "  %s = add i32 %s, 1\n"
                     "  %d = icmp slt i32 %j, %s\n"
                     "  br i1 %d, label %never, label %out\n"
                     "out:\n  ret void\n}\n";
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto M = llvm::parseAssemblyString(Text, Problem, Context);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  llvm::DominatorTree Tree(*M->getFunction("f"));
  llvm::LoopInfo Loops(Tree);
  std::vector<LoopLength> Result;
  for (const llvm::Loop *L : Loops.getLoopsInPreorder())
    Result.push_back(lengthOf(*L));
  return Result;
}

TEST(LoopEnds, WhatALoopUnrolledByHandLeavesOverIsFew) {
  std::vector<LoopLength> Steps = lengths(4), Ones = lengths(1);
  ASSERT_EQ(Steps.size(), 2u);
  EXPECT_NE(Steps[0], LoopLength::Few);
  EXPECT_EQ(Steps[1], LoopLength::Few);
  EXPECT_EQ(Ones, (std::vector<LoopLength>{Steps[0], Steps[0]}));
}

/// A loop that goes in steps of Step from Start to Bound.
LoopLength lengthTo(const char *Start, int Step, int Bound) {
  std::string Text = "define void @f(i32 %n) {\n"
                     "entry:\n  br label %loop\n"
                     "loop:\n"
                     "  %i = phi i32 [ " +
                     std::string(Start) +
                     ", %entry ], [ %j, %loop ]\n"
                     "  %j = add i32 %i, " +
                     std::to_string(Step) +
                     "\n"
                     "  %c = icmp ne i32 %j, " +
                     std::to_string(Bound) +
                     "\n"
                     "  br i1 %c, label %loop, label %out\n"
                     "out:\n  ret void\n}\n";
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto M = llvm::parseAssemblyString(Text, Problem, Context);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  llvm::DominatorTree Tree(*M->getFunction("f"));
  llvm::LoopInfo Loops(Tree);
  return lengthOf(**Loops.begin());
}

TEST(LoopEnds, StepsCountToConstants) {
  EXPECT_EQ(lengthTo("0", 1, 1000), LoopLength::Long);
  EXPECT_EQ(lengthTo("0", 100, 1000), LoopLength::Few);
  EXPECT_EQ(lengthTo("990", 1, 1000), LoopLength::Few);
  EXPECT_EQ(lengthTo("1000", -1, 0), LoopLength::Long);
  // Nobody knows where it begins.
  EXPECT_EQ(lengthTo("%n", 1, 1000), LoopLength::Unknown);
  EXPECT_EQ(lengthTo("%n", -32768, 32768), LoopLength::Unknown);
}

/// A loop to %n, entered where `%n Predicate Bound` holds.
LoopLength lengthWhere(const char *Predicate, int Bound) {
  std::string Text = "define void @f(i32 %n) {\n"
                     "entry:\n"
                     "  %g = icmp " +
                     std::string(Predicate) + " i32 %n, " +
                     std::to_string(Bound) +
                     "\n"
                     "  br i1 %g, label %before, label %out\n"
                     "before:\n  br label %loop\n"
                     "loop:\n"
                     "  %i = phi i32 [ 0, %before ], [ %j, %loop ]\n"
                     "  %j = add i32 %i, 1\n"
                     "  %c = icmp slt i32 %j, %n\n"
                     "  br i1 %c, label %loop, label %out\n"
                     "out:\n  ret void\n}\n";
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto M = llvm::parseAssemblyString(Text, Problem, Context);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  llvm::DominatorTree Tree(*M->getFunction("f"));
  llvm::LoopInfo Loops(Tree);
  return lengthOf(**Loops.begin());
}

TEST(LoopEnds, BranchesOnTheWayBoundTheEnd) {
  EXPECT_EQ(lengthWhere("slt", 56), LoopLength::Few);
  EXPECT_EQ(lengthWhere("ult", 56), LoopLength::Few);
  EXPECT_EQ(lengthWhere("eq", 9), LoopLength::Few);
  EXPECT_EQ(lengthWhere("slt", 5600), LoopLength::Unknown);
  EXPECT_EQ(lengthWhere("sgt", 0), LoopLength::Unknown);
}

} // namespace
