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
    return holdsInOneObject(*Branch->getCondition(), known(Loaded),
                            M->getDataLayout());
  }
  bool isKeptOut(llvm::StringRef Block, uint64_t Loaded) {
    llvm::DominatorTree Dominators(function());
    for (llvm::BasicBlock &B : function())
      if (B.getName() == Block)
        return rafter::isKeptOut(B, known(Loaded), Dominators);
    ADD_FAILURE() << "no such block";
    return false;
  }

private:
  /// What is loaded; of arguments nothing is known.
  static std::function<std::optional<uint64_t>(const llvm::Value &)>
  known(uint64_t Loaded) {
    return [=](const llvm::Value &V) {
      return llvm::isa<llvm::LoadInst>(V) ? std::optional(Loaded)
                                          : std::nullopt;
    };
  }

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

TEST(OverlapChecks, OneThatDecidesIsEnough) {
  for (llvm::StringRef How : {"and", "or"})
    for (llvm::StringRef From : {"%near_by", "%far"}) {
      Checked C((R"(
  %near_by = getelementptr i32, ptr %a, i64 %d
  %far = getelementptr i32, ptr %near_by, i64 1000
  %to = getelementptr i8, ptr %a, i64 400
  %known = icmp ult ptr )" +
                 From +
                 R"(, %to
  %short = icmp ult i64 %n, 8
  %near = )" + How +
                 " i1 %short, %known\n")
                    .str());
      bool Holds = From == "%near_by";
      EXPECT_EQ(C.near(10),
                Holds == (How == "or") ? std::optional(Holds) : std::nullopt);
    }
}

/// Rows of a matrix of n columns: what is loaded of a row overlaps with it, the
/// row before it does not; the diagonal does so behind the first one only.
TEST(OverlapChecks, CountersOfLoopsHaveTheirFirstValues) {
  struct Case {
    llvm::StringRef Address;
    std::optional<bool> Near;
  };
  for (auto [Address, Near] : std::initializer_list<Case>{
           {"getelementptr i32, ptr %row, i64 %k", true},
           {"getelementptr i32, ptr %row, i64 %back", false},
           {"getelementptr i32, ptr %a, i64 %start", std::nullopt}}) {
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Diagnostic;
    auto M = llvm::parseAssemblyString((R"(
define void @f(ptr %a, i64 %n) {
entry:
  %back = sub i64 0, %n
  br label %head
head:
  %k = phi i64 [ 3, %entry ], [ %next, %head ]
  %next = add i64 %k, 2
  %start = mul i64 %n, 3
  %first = mul i64 %k, %n
  %row = getelementptr i32, ptr %a, i64 %first
  %end = getelementptr i32, ptr %row, i64 %n
  %other = )" + Address +
                                        R"(
  %low = icmp uge ptr %other, %row
  %high = icmp ult ptr %other, %end
  %near = and i1 %low, %high
  br i1 %near, label %head, label %exit
exit:
  ret void
})")
                                           .str(),
                                       Diagnostic, Context);
    ASSERT_TRUE(M) << Diagnostic.getMessage().str();
    const llvm::BasicBlock &Head = *std::next(M->getFunction("f")->begin());
    auto known = [](const llvm::Value &) { return std::optional(100ul); };
    EXPECT_EQ(
        holdsInOneObject(
            *llvm::cast<llvm::BranchInst>(Head.getTerminator())->getCondition(),
            known, M->getDataLayout()),
        Near)
        << Address.str();
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
