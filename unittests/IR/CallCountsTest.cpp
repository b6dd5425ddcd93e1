//===- CallCountsTest.cpp -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/CallCounts.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace rafter;

static CallCounts callsOf(llvm::StringRef Code) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Code, Diagnostic, Context);
  EXPECT_TRUE(M) << Diagnostic.getMessage().str();
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Groups;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Groups);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Groups, Modules);
  return estimateCalls(*M, Functions);
}

/// A function Name that calls Callee in a loop of Trips iterations.
static std::string looping(llvm::StringRef Name, llvm::StringRef Callee,
                           llvm::StringRef Trips) {
  return ("define void @" + Name + R"((i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%next, %loop]
  call void @)" +
          Callee + R"((i64 %n)
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, )" +
          Trips + R"(
  br i1 %more, label %loop, label %done
done:
  ret void
}
)")
      .str();
}

TEST(CallCounts, ConstantTripCountsMultiply) {
  CallCounts Calls = callsOf(looping("main", "middle", "300") +
                             looping("middle", "inner", "20") +
                             "define void @inner(i64) { ret void }\n");
  EXPECT_DOUBLE_EQ(Calls["main"], 1);
  EXPECT_NEAR(Calls["middle"], 300, 1e-6);
  EXPECT_NEAR(Calls["inner"], 6000, 1e-4);
}

TEST(CallCounts, OtherLoopsIterateAsLLVMGuesses) {
  CallCounts Calls = callsOf(looping("main", "inner", "%n") +
                             "define void @inner(i64) { ret void }\n");
  // Its backedge is taken in 124 of 128 cases.
  EXPECT_NEAR(Calls["inner"], 32, 0.1);
}

TEST(CallCounts, SeveralCallersAdd) {
  CallCounts Calls = callsOf(R"(
define void @f() { ret void }
define void @g() { call void @f() ret void }
define i32 @main() { call void @f() call void @g() call void @g() ret i32 0 }
)");
  EXPECT_DOUBLE_EQ(Calls["g"], 2);
  EXPECT_DOUBLE_EQ(Calls["f"], 3);
}

TEST(CallCounts, WithoutMainOthersCallWhatTheyCanName) {
  std::string Callee = R"(
define LINKAGE void @f() { ret void }
define void @g() { call void @f() ret void }
)";
  auto with = [&](llvm::StringRef Linkage) {
    std::string Code = Callee;
    Code.replace(Code.find("LINKAGE"), 7, Linkage);
    return callsOf(Code)["f"];
  };
  EXPECT_DOUBLE_EQ(with(""), 2);
  EXPECT_DOUBLE_EQ(with("internal"), 1);
}

TEST(CallCounts, CallsAmongEachOtherDoNotCount) {
  CallCounts Calls = callsOf(R"(
define void @even() { call void @odd() ret void }
define void @odd() { call void @even() ret void }
define i32 @main() { call void @even() call void @even() ret i32 0 }
)");
  EXPECT_DOUBLE_EQ(Calls["even"], 2);
  EXPECT_DOUBLE_EQ(Calls["odd"], 1);
}

TEST(CallCounts, AProfileIsBelieved) {
  CallCounts Calls = callsOf(looping("main", "inner", "300") + R"(
define void @inner(i64) !prof !0 { ret void }
!0 = !{!"function_entry_count", i64 7}
)");
  EXPECT_DOUBLE_EQ(Calls["inner"], 7);
}
