//===- RepeatedCallsTest.cpp ----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/RepeatedCalls.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace rafter;

TEST(RepeatedCalls, LoopsAndSeveralPlacesCallAgain) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(R"(
define void @nobody() { ret void }
define void @once() { call void @below() ret void }
define void @below() { ret void }
define void @twice() { ret void }
define void @looped() { call void @in_looped() ret void }
define void @in_looped() { ret void }
define void @itself(i1 %c) {
  br i1 %c, label %again, label %done
again:
  call void @itself(i1 false)
  br label %done
done:
  ret void
}
define i32 @main(i1 %c) {
entry:
  call void @once()
  call void @twice()
  call void @twice()
  call void @itself(i1 %c)
  br label %loop
loop:
  call void @looped()
  br i1 %c, label %loop, label %done
done:
  ret i32 0
}
)",
                                     Diagnostic, Context);
  ASSERT_TRUE(M) << Diagnostic.getMessage().str();
  auto again = [&](const char *Name) {
    return isCalledAgain(*M->getFunction(Name));
  };
  EXPECT_FALSE(again("nobody"));
  EXPECT_FALSE(again("once"));
  EXPECT_FALSE(again("below"));
  EXPECT_TRUE(again("twice"));
  EXPECT_TRUE(again("looped"));
  EXPECT_TRUE(again("in_looped"));
  EXPECT_FALSE(again("itself"));
  EXPECT_FALSE(again("main"));
}

TEST(BytesOfObjects, CountWhatLoadedPointersPointTo) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(R"(
@rows = internal global [1000 x [64 x i8]] zeroinitializer
@order = internal global [10 x ptr] zeroinitializer
@others = external global [10 x ptr]
define double @through(ptr %order) {
  %p = load ptr, ptr %order
  %v = load double, ptr %p
  ret double %v
}
define double @elsewhere() {
  %p = load ptr, ptr @others
  %v = load double, ptr %p
  ret double %v
}
define ptr @only_pointers() {
  %p = load ptr, ptr @order
  ret ptr %p
}
define double @main(i64 %i) {
  %r = getelementptr [64 x i8], ptr @rows, i64 %i
  store ptr %r, ptr @order
  %v = call double @through(ptr @order)
  ret double %v
}
)",
                                     Diagnostic, Context);
  ASSERT_TRUE(M) << Diagnostic.getMessage().str();
  auto bytes = [&](const char *Name) {
    return bytesOfObjects(*M->getFunction(Name));
  };
  EXPECT_EQ(bytes("through"), 10u * 8 + 1000u * 64);
  EXPECT_EQ(bytes("elsewhere"), std::nullopt);
  EXPECT_EQ(bytes("only_pointers"), 10u * 8);
}
