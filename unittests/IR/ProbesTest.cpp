//===- ProbesTest.cpp - The instrumented module is valid ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the probes send is tested in unittests/Tracing, where they run.
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/Probes.h"
#include "ProgramText.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace rafter;

static const char *const Text = R"(
@table = global [1 x ptr] [ptr @callback]
define double @callback(double %x) memory(none) {
entry:
  %big = alloca [64 x double]
  %y = fadd double %x, %x
  ret double %y
}
define double @region(ptr %p, i32 %n) {
entry:
  %slot = alloca double
  switch i32 %n, label %join [ i32 1, label %one
                               i32 2, label %join ]
one:
  br label %join
join:
  %s = phi double [ 0.0, %entry ], [ 0.0, %entry ], [ 1.0, %one ]
  %t = phi double [ %s1, %dead ], [ 0.0, %entry ], [ 0.0, %entry ], [ 2.0, %one ]
  %v = load double, ptr %p
  store double %v, ptr %slot
  %r = call double %p(double %s)
  %u = musttail call double @region(ptr %p, i32 %n)
  ret double %u
dead:
  %s1 = fadd double 1.0, 2.0
  br label %join
}
define double @variable(i32 %n, ...) {
  ret double 0.0
}
define i32 @main(i32 %argc, ptr %argv) {
  %r = call double @region(ptr %argv, i32 %argc)
  ret i32 0
}
define double @number(double %x, i8 %i) {
  ret double %x
}
)";

namespace {

struct Instrumented : testing::Test {
  Instrumented() : P(withoutDeadIncoming()) {}
  static std::string withoutDeadIncoming() {
    std::string S = Text;
    size_t At = S.find("  %s = phi double [ 0.0, %entry ]");
    S.insert(At + std::string("  %s = phi double ").size(), "[ 3.0, %dead ], ");
    return S;
  }
  std::string error(llvm::StringRef Region, llvm::StringRef Entry,
                    std::vector<std::string> Arguments = {}) {
    auto M = instrumentModule(*P.M, P.L, *P.M->getFunction(Region),
                              *P.M->getFunction(Entry), Arguments);
    return M ? "" : llvm::toString(M.takeError());
  }
  Lowered P;
};

} // namespace

TEST_F(Instrumented, IsAValidModule) {
  auto M = instrumentModule(*P.M, P.L, *P.M->getFunction("region"),
                            *P.M->getFunction("main"), {});
  ASSERT_TRUE(bool(M)) << llvm::toString(M.takeError());
  EXPECT_FALSE(llvm::verifyModule(**M, &llvm::errs()));
  // Region and what it may call through pointers; nothing else.
  EXPECT_TRUE((*M)->getFunction("region.rafter"));
  EXPECT_TRUE((*M)->getFunction("callback.rafter"));
  EXPECT_FALSE((*M)->getFunction("number.rafter"));
  EXPECT_FALSE((*M)->getFunction("main.rafter"));
  EXPECT_TRUE((*M)->getFunction(ProbeEntrySymbol));
}

TEST_F(Instrumented, LeavesTheModuleAsItWas) {
  std::string Before, After;
  llvm::raw_string_ostream(Before) << *P.M;
  EXPECT_EQ(error("region", "main"), "");
  llvm::raw_string_ostream(After) << *P.M;
  EXPECT_EQ(Before, After);
}

TEST_F(Instrumented, RefusesWhatItCannotStart) {
  EXPECT_EQ(error("variable", "main"),
            "the region 'variable' takes a variable number of arguments");
  EXPECT_EQ(error("region", "region", {"0", "1"}),
            "cannot start at 'region': its parameter 1 is not a number");
  EXPECT_EQ(error("region", "number", {"1.5"}),
            "'number' takes 2 arguments, not 1");
  EXPECT_EQ(error("region", "number", {"1.5", "300"}),
            "argument 2 of 'number', '300', is not an integer of 8 bits");
  EXPECT_EQ(error("region", "number", {"x", "1"}),
            "argument 1 of 'number', 'x', is not a floating-point number");
  EXPECT_EQ(error("region", "number", {"-1e3", "-128"}), "");
}
