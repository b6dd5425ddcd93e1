//===- OverlapChecksTest.cpp ----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/OverlapChecks.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

/// A function that enters the block "vectors" unless %near, as Code has it.
class Checked {
public:
  explicit Checked(llvm::StringRef Code) {
    llvm::SMDiagnostic Diagnostic;
    M = llvm::parseAssemblyString(
        ("define void @f(ptr %a, ptr %b, ptr %data, i64 %n) {\n"
         "  %w = load i32, ptr %data\n"
         "  %d = sext i32 %w to i64\n" +
         Code +
         "  br i1 %near, label %scalars, label %vectors\n"
         "vectors:\n  ret void\n"
         "scalars:\n  ret void\n}\n")
            .str(),
        Diagnostic, Context);
    EXPECT_TRUE(M) << Diagnostic.getMessage().str();
  }
  llvm::Function &function() { return *M->getFunction("f"); }
  std::optional<bool> near(uint64_t Loaded) {
    auto *Branch = llvm::cast<llvm::BranchInst>(
        function().getEntryBlock().getTerminator());
    return holdsInOneObject(*Branch->getCondition(), Loaded,
                            M->getDataLayout());
  }
  bool isKeptOut(llvm::StringRef Block, uint64_t Loaded) {
    llvm::DominatorTree Dominators(function());
    for (llvm::BasicBlock &B : function())
      if (B.getName() == Block)
        return rafter::isKeptOut(B, Loaded, Dominators);
    ADD_FAILURE() << "no such block";
    return false;
  }

private:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
};

/// Elements of four bytes, as LLVM compares where one range begins with where
/// the other one ends.
constexpr llvm::StringLiteral InOne = R"(
  %bytes = shl nsw i64 %d, 2
  %from = getelementptr i8, ptr %a, i64 %bytes
  %to = getelementptr i8, ptr %a, i64 400
  %near = icmp ult ptr %from, %to
)";

TEST(OverlapChecks, GoByWhatIsLoaded) {
  Checked C(InOne);
  EXPECT_EQ(C.near(99), true);
  EXPECT_EQ(C.near(100), false);
  EXPECT_TRUE(C.isKeptOut("vectors", 99));
  EXPECT_FALSE(C.isKeptOut("vectors", 100));
  EXPECT_FALSE(C.isKeptOut("scalars", 99));
  EXPECT_TRUE(C.isKeptOut("scalars", 100));
}

TEST(OverlapChecks, PlacesBeforeTheObjectAreLess) {
  Checked C(R"(
  %back = sub nsw i64 0, %d
  %from = getelementptr i32, ptr %a, i64 %back
  %near = icmp ugt ptr %from, %a
)");
  EXPECT_EQ(C.near(1000), false);
}

TEST(OverlapChecks, SeveralAreTakenTogether) {
  for (llvm::StringRef How : {"and", "or"}) {
    Checked C((R"(
  %from = getelementptr i32, ptr %a, i64 %d
  %to = getelementptr i8, ptr %a, i64 400
  %first = icmp ult ptr %from, %to
  %second = icmp ult ptr %to, %from
  %near = )" + How +
               " i1 %first, %second\n")
                  .str());
    EXPECT_EQ(C.near(10), How == "or");
  }
}

TEST(OverlapChecks, OthersAreNotDecided) {
  // Two objects, a number that is no data, and no addresses.
  for (llvm::StringRef Code : {"%near = icmp ult ptr %a, %b\n",
                               "%from = getelementptr i32, ptr %a, i64 %n\n"
                               "%near = icmp ult ptr %from, %a\n",
                               "%near = icmp ult i64 %d, 64\n"}) {
    Checked C(Code);
    EXPECT_EQ(C.near(1000), std::nullopt) << Code.str();
    EXPECT_FALSE(C.isKeptOut("vectors", 1000));
  }
}

} // namespace
