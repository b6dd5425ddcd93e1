//===- LoopPrefetchTest.cpp - Which loads are prefetched ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPrefetch.h"
#include "rafter/CodeGen/SoftwarePrefetch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// for (i < n) Body, as the frontend tests it at the top; loads of %v are of
/// line 3.
std::string loop(const std::string &Body) {
  return "@table = global [65536 x i32] zeroinitializer\n"
         "define void @f(ptr %index, ptr %out, i64 %n) !dbg !4 {\n"
         "entry:\n  br label %head\n"
         "head:\n"
         "  %i = phi i64 [ 0, %entry ], [ %next, %latch ]\n"
         "  %in = icmp slt i64 %i, %n\n"
         "  br i1 %in, label %body, label %exit\n"
         "body:\n" +
         Body +
         "  br label %latch\n"
         "latch:\n"
         "  %next = add nuw nsw i64 %i, 1\n"
         "  br label %head\n"
         "exit:\n  ret void\n}\n"
         "!llvm.dbg.cu = !{!0}\n"
         "!llvm.module.flags = !{!2}\n"
         "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, "
         "emissionKind: LineTablesOnly)\n"
         "!1 = !DIFile(filename: \"f.c\", directory: \"\")\n"
         "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
         "!3 = !DISubroutineType(types: !{null})\n"
         "!4 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: "
         "!3, unit: !0, spFlags: DISPFlagDefinition)\n"
         "!5 = !DILocation(line: 3, column: 9, scope: !4)\n"
         "!6 = !DILocation(line: 3, column: 15, scope: !4)\n";
}

const char Indirect[] = "  %at = getelementptr i32, ptr %index, i64 %i\n"
                        "  %k = load i32, ptr %at, !dbg !6\n"
                        "  %wide = zext i32 %k to i64\n"
                        "  %place = getelementptr i32, ptr @table, i64 %wide\n"
                        "  %v = load i32, ptr %place, !dbg !5\n"
                        "  %to = getelementptr i32, ptr %out, i64 %i\n"
                        "  store i32 %v, ptr %to\n";

/// What prefetchLoads says of Code, and what it makes of it.
struct Changed {
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  std::string Line;
  std::vector<llvm::CallInst *> Prefetches;

  explicit Changed(const std::string &Code) {
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Code, Error, Context);
    if (!M) {
      ADD_FAILURE() << Error.getMessage().str();
      return;
    }
    llvm::Function &F = *M->getFunction("f");
    Line = prefetchLoads(F, 16);
    EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
    for (llvm::Instruction &I : llvm::instructions(F))
      if (auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
          Call && Call->getIntrinsicID() == llvm::Intrinsic::prefetch)
        Prefetches.push_back(Call);
  }
};

} // namespace

TEST(LoopPrefetch, WhatLoadedDataLeadToIsAskedForEarlier) {
  Changed C(loop(Indirect));
  EXPECT_EQ(C.Line,
            "__builtin_prefetch of what line 3 loads, 16 iterations ahead");
  ASSERT_EQ(C.Prefetches.size(), 1u);
  // The load that the prefetch is for is told, and where it stands.
  llvm::Function &F = *C.M->getFunction("f");
  llvm::DominatorTree Dominators(F);
  llvm::LoopInfo Loops(Dominators);
  const llvm::Loop &L = **Loops.begin();
  auto For = prefetchedLoad(*C.Prefetches[0]->getArgOperand(0), L);
  ASSERT_TRUE(For);
  EXPECT_EQ(For->Ahead, 16u);
  // What was added counts as no operation of line 3.
  EXPECT_EQ(C.Prefetches[0]->getDebugLoc().getLine(), 0u);
}

TEST(LoopPrefetch, WhatMovesByItselfIsLeftToTheHardware) {
  EXPECT_EQ(Changed(loop("  %at = getelementptr i32, ptr %index, i64 %i\n"
                         "  %v = load i32, ptr %at, !dbg !5\n"
                         "  store i32 %v, ptr %out\n"))
                .Line,
            "");
}

/// A later iteration may not load what this one loads only under a condition,
/// nor what a loaded pointer leads to.
TEST(LoopPrefetch, NothingIsLoadedThatMightNotBe) {
  EXPECT_EQ(Changed(loop("  %c = icmp sgt i64 %i, 7\n"
                         "  br i1 %c, label %then, label %latch\n"
                         "then:\n" +
                         std::string(Indirect)))
                .Line,
            "");
  EXPECT_EQ(Changed(loop("  %at = getelementptr ptr, ptr %index, i64 %i\n"
                         "  %p = load ptr, ptr %at, !dbg !5\n"
                         "  %q = load ptr, ptr %p, !dbg !5\n"
                         "  %v = load i32, ptr %q, !dbg !5\n"
                         "  store i32 %v, ptr %out\n"))
                .Prefetches.size(),
            1u);
}
