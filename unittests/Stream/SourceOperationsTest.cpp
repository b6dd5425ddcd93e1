//===- SourceOperationsTest.cpp -------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/SourceOperations.h"
#include <gtest/gtest.h>

using namespace rafter;

TEST(SourceOperations, FindsTheOperationAtItsLineAndColumnOnly) {
  SourceOperations Operations;
  Operations.add({"k.mlir", 3, 8}, "linalg.matmul");
  EXPECT_EQ(Operations.find({"k.mlir", 3, 8}), "linalg.matmul");
  EXPECT_EQ(Operations.find({"k.mlir", 3, 9}), "");
  EXPECT_EQ(Operations.find({"k.mlir", 4, 8}), "");
  EXPECT_EQ(Operations.find({"other.mlir", 3, 8}), "");
  EXPECT_EQ(Operations.find({}), "");
}

TEST(SourceOperations, KeepsTheFirstNameOfAPlace) {
  SourceOperations Operations;
  Operations.add({"k.mlir", 3, 8}, "linalg.matmul");
  Operations.add({"k.mlir", 3, 8}, "memref.subview");
  EXPECT_EQ(Operations.find({"k.mlir", 3, 8}), "linalg.matmul");
}

TEST(SourceOperations, NamesALineWhereAllOfItHasOneName) {
  SourceOperations Operations;
  Operations.add({"k.mlir", 3, 8}, "arith.addf");
  Operations.add({"k.mlir", 3, 30}, "arith.addf");
  Operations.add({"k.mlir", 4, 8}, "arith.addf");
  Operations.add({"k.mlir", 4, 30}, "arith.mulf");
  EXPECT_EQ(Operations.find({"k.mlir", 3, 0}), "arith.addf");
  EXPECT_EQ(Operations.find({"k.mlir", 4, 0}), "");
  EXPECT_EQ(Operations.find({"k.mlir", 5, 0}), "");
}
