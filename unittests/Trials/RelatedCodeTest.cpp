//===- RelatedCodeTest.cpp - What is left of a program -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Trials/RelatedCode.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

/// The functions of Code that have a body when only those related to @hot were
/// kept, and, behind a "-", those that are declared.
static std::vector<std::string> left(llvm::StringRef Code) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Code, Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str();
  if (!M)
    return {};
  keepRelated(*M, {"hot"});
  EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  std::vector<std::string> Names;
  for (const llvm::Function &F : *M)
    Names.push_back((F.isDeclaration() ? "-" : "") + F.getName().str());
  return Names;
}

TEST(RelatedCode, CallersAndCalleesAreKept) {
  EXPECT_THAT(left("define void @main() { call void @twice() ret void }"
                   "define void @twice() { call void @hot() ret void }"
                   "define void @hot() { call void @helper() ret void }"
                   "define internal void @helper() { ret void }"
                   "define void @other() { call void @main() ret void }"
                   "define void @alone() { ret void }"),
              UnorderedElementsAre("main", "twice", "hot", "helper", "other",
                                   "-alone"));
}

TEST(RelatedCode, WhatCallersCallBesidesIsDeclared) {
  EXPECT_THAT(left("define void @main() { call void @hot()"
                   "  call void @print() call void @count() ret void }"
                   "define void @print() { ret void }"
                   "define internal void @count() { ret void }"
                   "define void @hot() { ret void }"),
              UnorderedElementsAre("main", "-print", "count", "hot"));
}

/// A constructor has two; what is declared can have none.
TEST(RelatedCode, OtherNamesOfWhatIsDeclaredAreDeclared) {
  EXPECT_THAT(
      left("@first = alias void (), ptr @second "
           "@third = alias void (), ptr @first "
           "define void @main() { call void @hot()"
           "  call void @third() ret void }"
           "define void @second() { ret void }"
           "define void @hot() { ret void }"),
      UnorderedElementsAre("main", "-first", "-second", "-third", "hot"));
  EXPECT_THAT(left("@first = alias void (), ptr @second "
                   "define void @hot() { call void @first() ret void }"
                   "define void @second() { ret void }"),
              UnorderedElementsAre("hot", "second"));
}

TEST(RelatedCode, ResolversAreKept) {
  EXPECT_THAT(left("@chosen = ifunc void (), ptr @choose "
                   "define void @hot() { ret void }"
                   "define void @fast() { ret void }"
                   "define ptr @choose() { ret ptr @fast }"),
              UnorderedElementsAre("hot", "fast", "choose"));
}

/// A variable that nothing stored to would be a constant.
TEST(RelatedCode, WhoeverUsesALocalVariableIsKept) {
  const std::string Code =
      "define i32 @hot() { %v = load i32, ptr @table ret i32 %v }"
      "define internal void @fill() { store i32 1, ptr @table ret void }"
      "define void @start() { call void @fill() call void @other() ret void }"
      "define void @other() { ret void }";
  EXPECT_THAT(left("@table = internal global i32 0 " + Code),
              UnorderedElementsAre("hot", "fill", "start", "-other"));
  // What others see, they may store to.
  EXPECT_THAT(left("@table = global i32 0 " + Code),
              UnorderedElementsAre("hot", "-start", "-other"));
  // By way of a table of addresses, too.
  EXPECT_THAT(left("@table = internal global i32 0 "
                   "@all = global [1 x ptr] [ptr @table]"
                   "define i32 @hot() { %v = load i32, ptr @table ret i32 %v }"
                   "define void @fill() { %p = load ptr, ptr @all"
                   "  store i32 1, ptr %p ret void }"),
              UnorderedElementsAre("hot", "-fill"));
}

/// How often a local function is called decides whether it is inlined.
TEST(RelatedCode, AllCallersOfALocalFunctionAreKept) {
  EXPECT_THAT(left("define void @hot() { call void @helper() ret void }"
                   "define internal void @helper() { ret void }"
                   "define void @far() { call void @helper() ret void }"
                   "define void @other() { ret void }"),
              UnorderedElementsAre("hot", "helper", "far", "-other"));
}

TEST(RelatedCode, LocalFunctionsThatNobodyCallsAnyMoreAreGone) {
  EXPECT_THAT(left("define void @hot() { ret void }"
                   "define internal void @a() { call void @b() ret void }"
                   "define internal void @b() { ret void }"
                   "define void @other() { call void @a() ret void }"
                   "@used = global ptr @c "
                   "define internal void @c() { ret void }"),
              ElementsAre("hot", "-other", "c"));
}
