//===- LowerModuleTest.cpp ------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/MLIR/LowerModule.h"
#include "rafter/IR/OperationMetadata.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace rafter;

namespace {

class LowerModule : public testing::Test {
protected:
  /// The module, which must be valid; null after an error, which is in Error.
  llvm::Module *lower(llvm::StringRef Text) {
    auto Result = lowerMLIR({Text, "dir/k.mlir"}, Context);
    if (!Result) {
      Error = llvm::toString(Result.takeError());
      return nullptr;
    }
    M = std::move(*Result);
    EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
    return M.get();
  }

  /// Places of the loops of F, outermost first.
  static std::vector<std::pair<unsigned, unsigned>>
  loopPlaces(llvm::Function &F) {
    llvm::DominatorTree Dominators(F);
    llvm::LoopInfo Loops(Dominators);
    std::vector<std::pair<unsigned, unsigned>> Places;
    for (llvm::Loop *L : Loops.getLoopsInPreorder()) {
      llvm::DebugLoc Start = L->getStartLoc();
      Places.push_back(
          {Start ? Start.getLine() : 0, Start ? Start.getCol() : 0});
    }
    return Places;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  std::string Error;
};

} // namespace

TEST_F(LowerModule, AllLoopsOfAnOperationBeginWhereItStands) {
  ASSERT_TRUE(lower(R"(
func.func @f(%A: tensor<8x8xf32>, %C: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%A, %A : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%C : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
)")) << Error;
  using testing::Pair;
  EXPECT_THAT(loopPlaces(*M->getFunction("f")),
              testing::ElementsAre(Pair(3, 8), Pair(3, 8), Pair(3, 8)));
  EXPECT_EQ(readOperations(*M).find({"dir/k.mlir", 3, 8}), "linalg.matmul");
}

TEST_F(LowerModule, EachLoopBeginsAtItsOwnOperation) {
  ASSERT_TRUE(lower(R"(
func.func @f(%m: memref<8x8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %m[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
)")) << Error;
  using testing::Pair;
  EXPECT_THAT(loopPlaces(*M->getFunction("f")),
              testing::ElementsAre(Pair(3, 3), Pair(4, 5)));
}

TEST_F(LowerModule, EveryInstructionHasAPlaceInTheFileAsItWasNamed) {
  ASSERT_TRUE(lower(R"(
func.func @f(%m: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %v = memref.load %m[%i] : memref<?xf32>
    %e = math.exp %v : f32
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
)")) << Error;
  for (llvm::Instruction &I : llvm::instructions(*M->getFunction("f"))) {
    if (llvm::isa<llvm::PHINode>(I))
      continue;
    ASSERT_TRUE(I.getDebugLoc());
    EXPECT_NE(I.getDebugLoc().getLine(), 0u);
    EXPECT_EQ(I.getDebugLoc()->getFilename(), "dir/k.mlir");
  }
}

TEST_F(LowerModule, AllDialectsThatAreNamedAreLowered) {
  EXPECT_TRUE(lower(R"(
#id = affine_map<(d0) -> (d0)>
func.func @tensors(%t: tensor<16xf32>, %x: f32) -> (tensor<16xf32>, f32) {
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %g = arith.addf %t, %f : tensor<16xf32>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%g : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.tanh %in : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %c3 = arith.constant 3 : index
  %v = tensor.extract %h[%c3] : tensor<16xf32>
  return %h, %v : tensor<16xf32>, f32
}
func.func @index(%a: index, %b: index) -> index {
  %0 = index.maxs %a, %b
  %1 = index.ceildivs %0, %b
  return %1 : index
}
func.func @control(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^yes, ^no
^yes:
  cf.br ^no
^no:
  %u = ub.poison : i32
  %r = arith.select %c, %a, %u : i32
  return %r : i32
}
func.func @vectors(%m: memref<4x8xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %acc = arith.constant dense<0.0> : vector<4xf32>
  %v = vector.transfer_read %m[%c0, %c0], %zero : memref<4x8xf32>, vector<4x8xf32>
  %r = vector.multi_reduction <add>, %v, %acc [1] : vector<4x8xf32> to vector<4xf32>
  return %r : vector<4xf32>
}
func.func @parallel(%m: memref<8xf32>, %x: f32) {
  scf.forall (%i) in (8) {
    memref.store %x, %m[%i] : memref<8xf32>
  }
  affine.parallel (%i) = (0) to (8) {
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return
}
func.func @strided(%m: memref<8x8xf32>, %x: f32) {
  %s = memref.subview %m[0, 1] [8, 4] [1, 2]
      : memref<8x8xf32> to memref<8x4xf32, strided<[8, 2], offset: 1>>
  linalg.fill ins(%x : f32)
      outs(%s : memref<8x4xf32, strided<[8, 2], offset: 1>>)
  return
}
llvm.func @low(%a: f32) -> f32 {
  llvm.return %a : f32
}
)")) << Error;
}

TEST_F(LowerModule, ArgumentsKeepTheirNames) {
  ASSERT_TRUE(lower(R"(
func.func @f(%m: memref<?x8xf32>, %n: index, %any: memref<*xf32>,
             %v: vector<4xf32>, %x: f32) {
  memref.store %x, %m[%n, %n] : memref<?x8xf32>
  return
}
)")) << Error;
  std::vector<std::string> Names;
  for (const llvm::Argument &A : M->getFunction("f")->args())
    Names.push_back(A.getName().str());
  EXPECT_THAT(Names, testing::ElementsAre("m.base", "m", "m.offset", "m.size0",
                                          "m.size1", "m.stride0", "m.stride1",
                                          "n", "any.rank", "any", "v", "x"));
}

TEST_F(LowerModule, ErrorsNameFileLineColumnAndCause) {
  EXPECT_FALSE(lower("func.func @f() {\n  nonesuch.op\n  return\n}\n"));
  EXPECT_EQ(Error, "dir/k.mlir:2:3: Dialect `nonesuch' not found for custom op "
                   "'nonesuch.op'");
  EXPECT_FALSE(lower("func.func @f() {\n  return %x\n}\n"));
  EXPECT_THAT(Error, testing::StartsWith("dir/k.mlir:2:"));
}

TEST_F(LowerModule, AModuleWithoutAFunctionBodyIsAnError) {
  for (llvm::StringRef Text : {"", "module {}", "func.func private @f()\n"}) {
    EXPECT_FALSE(lower(Text));
    EXPECT_EQ(Error, "dir/k.mlir: defines no function");
  }
}

TEST_F(LowerModule, AnOperationOfAnotherDialectIsNamed) {
  EXPECT_FALSE(lower(R"(
func.func @f(%a: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %a : complex<f32>
  return %0 : complex<f32>
}
)"));
  EXPECT_THAT(Error, testing::StartsWith("dir/k.mlir:3:8: 'complex.mul' is of "
                                         "no dialect that is lowered here"));
}
