//===- OperationMetadataTest.cpp ------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/OperationMetadata.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace rafter;

static std::unique_ptr<llvm::Module> parse(llvm::StringRef Text,
                                           llvm::LLVMContext &Context) {
  llvm::SMDiagnostic Diagnostic;
  return llvm::parseAssemblyString(Text, Diagnostic, Context);
}

TEST(OperationMetadata, SurvivesTheTextOfAModule) {
  llvm::LLVMContext Context;
  llvm::Module M("m", Context);
  SourceOperations Operations;
  Operations.add({"dir/k.mlir", 3, 8}, "linalg.matmul");
  Operations.add({"model.py", 70000, 0}, "scf.for");
  storeOperations(Operations, M);
  std::string Text;
  llvm::raw_string_ostream(Text) << M;
  auto Copy = parse(Text, Context);
  ASSERT_TRUE(Copy);
  SourceOperations Read = readOperations(*Copy);
  EXPECT_EQ(Read.all().size(), 2u);
  EXPECT_EQ(Read.find({"dir/k.mlir", 3, 8}), "linalg.matmul");
  EXPECT_EQ(Read.find({"model.py", 70000, 0}), "scf.for");
}

TEST(OperationMetadata, AModuleWithoutOperationsStaysAsItIs) {
  llvm::LLVMContext Context;
  llvm::Module M("m", Context);
  storeOperations({}, M);
  EXPECT_TRUE(M.named_metadata_empty());
  EXPECT_TRUE(readOperations(M).empty());
}

TEST(OperationMetadata, LeavesOutNodesOfAnotherForm) {
  llvm::LLVMContext Context;
  auto M = parse(R"(
!rafter.operations = !{!0, !1, !2, !3, !4}
!0 = !{!"k.mlir", i32 1}
!1 = !{i32 1, i32 1, i32 1, i32 1}
!2 = !{!"k.mlir", i64 99999999999, i32 1, !"a.b"}
!3 = !{!"k.mlir", null, i32 1, !"a.b"}
!4 = !{!"k.mlir", i32 2, i32 1, !"c.d"}
)",
                 Context);
  ASSERT_TRUE(M);
  SourceOperations Read = readOperations(*M);
  EXPECT_EQ(Read.all().size(), 1u);
  EXPECT_EQ(Read.find({"k.mlir", 2, 1}), "c.d");
}
