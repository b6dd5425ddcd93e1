//===- LoopExchangeTest.cpp - Which loops may be exchanged ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopExchange.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// A nest of j in [0, 40) around i in [0, 50), with Body in the middle, where
/// %at.i.j is a[i][j] of 64 columns, and so on; Between stands in front of the
/// inner loop.
std::string nest(const std::string &Body, const std::string &Between = "") {
  return "@a = global [64 x [64 x double]] zeroinitializer\n"
         "@s = global [64 x double] zeroinitializer\n"
         "declare void @g()\n"
         "define void @f(ptr %p, i64 %n) {\n"
         "entry:\n  br label %outer\n"
         "outer:\n"
         "  %j = phi i64 [ 0, %entry ], [ %j.next, %outer.latch ]\n"
         "  %j.in = icmp slt i64 %j, 40\n"
         "  br i1 %j.in, label %between, label %exit\n"
         "between:\n" +
         Between +
         "  br label %inner\n"
         "inner:\n"
         "  %i = phi i64 [ 0, %between ], [ %i.next, %body ]\n"
         "  %i.in = icmp slt i64 %i, 50\n"
         "  br i1 %i.in, label %body, label %outer.latch\n"
         "body:\n"
         "  %row = getelementptr inbounds [64 x [64 x double]], ptr @a, i64 0, "
         "i64 %i\n"
         "  %at.i.j = getelementptr inbounds [64 x double], ptr %row, i64 0, "
         "i64 %j\n"
         "  %at.j = getelementptr inbounds [64 x double], ptr @s, i64 0, "
         "i64 %j\n" +
         Body +
         "  %i.next = add nuw nsw i64 %i, 1\n"
         "  br label %inner\n"
         "outer.latch:\n"
         "  %j.next = add nuw nsw i64 %j, 1\n"
         "  br label %outer\n"
         "exit:\n  ret void\n}\n";
}

/// The body of f behind exchangeLoops; empty: it changes nothing.
std::string exchanged(const std::string &Code) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Code, Error, Context);
  if (!M)
    return Error.getMessage().str();
  llvm::Function &F = *M->getFunction("f");
  if (exchangeLoops(F).empty())
    return "";
  EXPECT_FALSE(llvm::verifyFunction(F, &llvm::errs()));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  F.print(OS);
  return Text;
}

const char *Scale = "  %x = load double, ptr %at.i.j\n"
                    "  %y = fmul double %x, 2.0\n"
                    "  store double %y, ptr %at.i.j\n";

} // namespace

TEST(LoopExchange, CountersAndBoundsChangePlaces) {
  std::string Code = exchanged(nest(Scale));
  EXPECT_NE(Code.find(" i64 %j, 50"), std::string::npos) << Code;
  EXPECT_NE(Code.find(" i64 %i, 40"), std::string::npos) << Code;
  EXPECT_NE(Code.find("ptr @a, i64 0, i64 %j"), std::string::npos) << Code;
}

TEST(LoopExchange, SumsThatStayInOnePlaceKeepTheirOrder) {
  EXPECT_NE(exchanged(nest("  %x = load double, ptr %at.i.j\n"
                           "  %s = load double, ptr %at.j\n"
                           "  %t = fadd double %s, %x\n"
                           "  store double %t, ptr %at.j\n")),
            "");
}

/// Reads a[i + Row][j + Column] of the nest and stores it to a[i + 1][j + 1].
static std::string copyFrom(int Row, int Column) {
  auto place = [](const std::string &Name, int R, int C) {
    return "  %" + Name + ".i = add nsw i64 %i, " + std::to_string(R) +
           "\n  %" + Name + ".j = add nsw i64 %j, " + std::to_string(C) +
           "\n  %" + Name +
           " = getelementptr inbounds [64 x [64 x double]], ptr @a, i64 0, "
           "i64 %" +
           Name + ".i, i64 %" + Name + ".j\n";
  };
  return place("to", 1, 1) + place("from", Row, Column) +
         "  %x = load double, ptr %from\n"
         "  store double %x, ptr %to\n";
}

TEST(LoopExchange, OnlyDependencesThatWouldTurnKeepTheOrder) {
  // j is outside. Forward in both loops, and in one of them:
  EXPECT_NE(exchanged(nest(copyFrom(0, 0))), "");
  EXPECT_NE(exchanged(nest(copyFrom(1, 0))), "");
  EXPECT_NE(exchanged(nest(copyFrom(0, 1))), "");
  // Forward in j, backward in i:
  EXPECT_EQ(exchanged(nest(copyFrom(2, 0))), "");
}

TEST(LoopExchange, WhatStandsBetweenTheLoopsKeepsTheOrder) {
  EXPECT_EQ(exchanged(nest(Scale, "  call void @g()\n")), "");
}

TEST(LoopExchange, CallsAndUnknownPointersKeepTheOrder) {
  EXPECT_EQ(exchanged(nest(std::string(Scale) + "  call void @g()\n")), "");
  EXPECT_EQ(exchanged(nest("  %to = getelementptr double, ptr %p, i64 %i\n"
                           "  %x = load double, ptr %at.i.j\n"
                           "  store double %x, ptr %to\n")),
            "");
}
