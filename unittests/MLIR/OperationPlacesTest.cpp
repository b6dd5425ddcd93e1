//===- OperationPlacesTest.cpp --------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationPlaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

class OperationPlaces : public testing::Test {
protected:
  OperationPlaces() : Context(mlir::MLIRContext::Threading::DISABLED) {
    mlir::DialectRegistry Registry;
    mlir::registerAllDialects(Registry);
    Context.appendDialectRegistry(Registry);
  }

  mlir::Location file(unsigned Line, unsigned Column) {
    return mlir::FileLineColLoc::get(&Context, "k.mlir", Line, Column);
  }
  mlir::Location unknown() { return mlir::UnknownLoc::get(&Context); }

  mlir::MLIRContext Context;
};

void expectPlace(const SourceLocation &Place, unsigned Line, unsigned Column) {
  EXPECT_EQ(Place.File, "k.mlir");
  EXPECT_EQ(Place.Line, Line);
  EXPECT_EQ(Place.Column, Column);
}

} // namespace

TEST_F(OperationPlaces, FollowLocationsToTheFirstPlaceInAFile) {
  expectPlace(placeOf(file(3, 8)), 3, 8);
  expectPlace(placeOf(mlir::NameLoc::get(mlir::StringAttr::get(&Context, "x"),
                                         file(4, 1))),
              4, 1);
  expectPlace(placeOf(mlir::CallSiteLoc::get(file(5, 2), file(9, 9))), 5, 2);
  expectPlace(placeOf(mlir::FusedLoc::get(&Context,
                                          {unknown(), file(6, 3), file(7, 4)})),
              6, 3);
  EXPECT_FALSE(placeOf(unknown()).isValid());
}

TEST_F(OperationPlaces, TheInnermostLoopOrStructuredOperationNamesAPlace) {
  auto Module = mlir::parseSourceString<mlir::ModuleOp>(R"(
func.func @f(%m: memref<64x64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index loc("k.mlir":5:3)
  %c8 = arith.constant 8 : index loc("k.mlir":5:3)
  %c64 = arith.constant 64 : index loc("k.mlir":5:3)
  scf.for %i = %c0 to %c64 step %c8 {
    %s = memref.subview %m[%i, 0] [8, 64] [1, 1] : memref<64x64xf32>
        to memref<8x64xf32, strided<[64, 1], offset: ?>> loc("k.mlir":5:3)
    linalg.fill ins(%x : f32)
        outs(%s : memref<8x64xf32, strided<[64, 1], offset: ?>>)
        loc("k.mlir":5:3)
  } loc("k.mlir":5:3)
  return loc("k.mlir":6:3)
} loc("k.mlir":4:1)
)",
                                                        &Context);
  ASSERT_TRUE(Module);
  settleLocations(*Module);
  SourceOperations Names = nameOperations(*Module);
  EXPECT_EQ(Names.find({"k.mlir", 5, 3}), "linalg.fill");
  EXPECT_EQ(Names.find({"k.mlir", 4, 1}), "func.func");
  EXPECT_EQ(Names.find({"k.mlir", 6, 3}), "func.return");
}

TEST_F(OperationPlaces, UnknownOnesTakeThePlaceAroundThem) {
  auto Module = mlir::parseSourceString<mlir::ModuleOp>(R"(
func.func @f(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32 loc(unknown)
  return %0 : f32
} loc("k.mlir":4:1)
)",
                                                        &Context);
  ASSERT_TRUE(Module);
  settleLocations(*Module);
  unsigned Additions = 0;
  Module->walk([&](mlir::Operation *Op) {
    if (Op->getName().getStringRef() != "arith.addf")
      return;
    ++Additions;
    expectPlace(placeOf(Op->getLoc()), 4, 1);
  });
  EXPECT_EQ(Additions, 1u);
}
