//===- PlacePromotionTest.cpp - Which places become variables -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacePromotion.h"
#include "BranchFlattening.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

class Changed {
public:
  /// f is a loop over %x[%i] with Body in it, which goes to %next.
  Changed(const std::string &Body,
          llvm::function_ref<std::string(llvm::Function &)> Change) {
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(
        "declare void @g()\n"
        "define void @f(ptr %x, ptr %s, i64 %n) {\n"
        "entry:\n  br label %loop\n"
        "loop:\n"
        "  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]\n"
        "  %at = getelementptr double, ptr %x, i64 %i\n"
        "  %v = load double, ptr %at\n" +
            Body +
            "next:\n"
            "  %i.next = add nuw nsw i64 %i, 1\n"
            "  %more = icmp ult i64 %i.next, %n\n"
            "  br i1 %more, label %loop, label %exit\n"
            "exit:\n  ret void\n}\n",
        Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str();
    Line = Change(*M->getFunction("f"));
    EXPECT_FALSE(llvm::verifyFunction(*M->getFunction("f"), &llvm::errs()));
  }

  /// Instructions of this kind in the blocks with this name.
  template <typename Kind> unsigned count(llvm::StringRef Block) const {
    return llvm::count_if(llvm::instructions(*M->getFunction("f")),
                          [&](const llvm::Instruction &I) {
                            return llvm::isa<Kind>(I) &&
                                   I.getParent()->getName() == Block;
                          });
  }

  std::string Line;

private:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
};

const char *SumInPlace = "  %p = getelementptr double, ptr %s, i64 1\n"
                         "  %old = load double, ptr %p\n"
                         "  %new = fadd double %old, %v\n"
                         "  store double %new, ptr %p\n"
                         "  br label %next\n";

const char *MaximumInPlace = "  %old = load double, ptr %s\n"
                             "  %less = fcmp olt double %old, %v\n"
                             "  br i1 %less, label %then, label %next\n"
                             "then:\n"
                             "  store double %v, ptr %s\n"
                             "  br label %next\n";

} // namespace

TEST(PlacePromotion, WhatStaysInPlaceIsAVariable) {
  Changed F(SumInPlace, promotePlaces);
  // Names are those of debug information, and there is none.
  EXPECT_EQ(F.Line, "a local variable for what stays in place");
  EXPECT_EQ(F.count<llvm::LoadInst>("loop"), 1u);
  EXPECT_EQ(F.count<llvm::StoreInst>("loop"), 0u);
  EXPECT_EQ(F.count<llvm::LoadInst>("entry"), 1u);
  EXPECT_EQ(F.count<llvm::StoreInst>("exit"), 1u);
}

TEST(PlacePromotion, WhatMovesOrIsOnlyReadIsNone) {
  EXPECT_EQ(
      Changed("  store double 0.0, ptr %at\n  br label %next\n", promotePlaces)
          .Line,
      "");
  EXPECT_EQ(
      Changed("  %old = load double, ptr %s\n  br label %next\n", promotePlaces)
          .Line,
      "");
}

TEST(PlacePromotion, StoresOnOneWayAreStoredInTheEnd) {
  Changed F(MaximumInPlace, promotePlaces);
  EXPECT_EQ(F.count<llvm::StoreInst>("then"), 0u);
  EXPECT_EQ(F.count<llvm::StoreInst>("exit"), 1u);
}

static std::string flattenAll(llvm::Function &F) {
  return flattenBranches(F, 0);
}

TEST(BranchFlattening, AStoreIsDoneAlways) {
  Changed F(MaximumInPlace, flattenAll);
  EXPECT_NE(F.Line, "");
  EXPECT_EQ(F.count<llvm::StoreInst>("loop"), 1u);
  EXPECT_EQ(F.count<llvm::SelectInst>("loop"), 1u);
}

TEST(BranchFlattening, BothWaysOfAChoiceAreDone) {
  Changed F("  %less = fcmp olt double %v, 0.0\n"
            "  br i1 %less, label %then, label %else\n"
            "then:\n  %a = fneg double %v\n  br label %join\n"
            "else:\n  %b = fadd double %v, 1.0\n  br label %join\n"
            "join:\n  %c = phi double [ %a, %then ], [ %b, %else ]\n"
            "  store double %c, ptr %at\n  br label %next\n",
            flattenAll);
  EXPECT_EQ(F.count<llvm::SelectInst>("loop"), 1u);
  EXPECT_EQ(F.count<llvm::BinaryOperator>("loop"), 1u);
}

TEST(BranchFlattening, CallsAndExitsStay) {
  EXPECT_EQ(Changed("  %less = fcmp olt double %v, 0.0\n"
                    "  br i1 %less, label %then, label %next\n"
                    "then:\n  call void @g()\n  br label %next\n",
                    flattenAll)
                .Line,
            "");
  EXPECT_EQ(Changed("  %less = fcmp olt double %v, 0.0\n"
                    "  br i1 %less, label %exit, label %next\n",
                    flattenAll)
                .Line,
            "");
}
