//===- VectorLoweringTest.cpp - Vectors and aggregates by element ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"
#include <gtest/gtest.h>

using namespace rafter;

TEST(VectorLowering, AVectorOperationIsOneOperationByElement) {
  Lowered P(R"(
define void @f(ptr %p, <4 x float> %v) {
entry:
  %1 = load <4 x float>, ptr %p
  %2 = fadd <4 x float> %1, %v
  store <4 x float> %2, ptr %p
  ret void
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %4 = loadx4\n"
                         "  %8 = addx4 %4, %0\n"
                         "  storex4 %8\n");
  EXPECT_EQ(P.registers("f"), 12u);
  EXPECT_EQ(P.L.Code.Segments[0].NumAddresses, 2u);
}

TEST(VectorLowering, AShuffleMovesElements) {
  Lowered P(R"(
define <2 x double> @f(<2 x double> %v) {
entry:
  %1 = shufflevector <2 x double> %v, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %2 = fadd <2 x double> %1, %v
  ret <2 x double> %2
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %4 = move %3\n"
                         "  %5 = move %2\n"
                         "  %6 = addx2 %4, %2\n"
                         "  %0 = movex2 %6\n");
}

TEST(VectorLowering, ScalarsGatherWhereTheVectorIsUsed) {
  Lowered P(R"(
define <2 x double> @f(double %a, double %b) {
entry:
  %1 = insertelement <2 x double> poison, double %b, i64 0
  %2 = insertelement <2 x double> %1, double %a, i64 1
  %3 = fmul <2 x double> %2, %2
  %4 = extractelement <2 x double> %3, i64 1
  %5 = insertelement <2 x double> %3, double %4, i64 0
  ret <2 x double> %5
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %4 = move %3\n"
                         "  %5 = move %2\n"
                         "  %6 = mulx2 %4, %4\n"
                         "  %0 = move %7\n"
                         "  %1 = move %7\n");
}

TEST(VectorLowering, RenamingSharesRegisters) {
  Lowered P(R"(
declare double @llvm.fabs.f64(double)
define float @f(double %a) {
entry:
  %1 = fneg double %a
  %2 = call double @llvm.fabs.f64(double %1)
  %3 = fptrunc double %2 to float
  %4 = freeze float %3
  ret float %4
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %0 = move %1\n");
}

TEST(VectorLowering, SelectAndMaximumWaitForBoth) {
  Lowered P(R"(
declare double @llvm.maxnum.f64(double, double)
define double @f(double %a, double %b, i1 %c) {
entry:
  %1 = call double @llvm.maxnum.f64(double %a, double %b)
  %2 = select i1 %c, double %1, double %b
  %3 = select i1 %c, double %2, double 0.0
  ret double %3
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %3 = move %1, %2\n"
                         "  %4 = move %3, %2\n"
                         "  %0 = move %4\n");
}

TEST(VectorLowering, AnOrderedReductionIsAChain) {
  Lowered P(R"(
declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)
define double @f(double %s, <4 x double> %v) {
entry:
  %1 = call double @llvm.vector.reduce.fadd.v4f64(double %s, <4 x double> %v)
  ret double %1
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %6 = add %1, %2\n"
                         "  %7 = add %6, %3\n"
                         "  %8 = add %7, %4\n"
                         "  %9 = add %8, %5\n"
                         "  %0 = move %9\n");
}

TEST(VectorLowering, AReassociableReductionIsATree) {
  Lowered P(R"(
declare double @llvm.vector.reduce.fmul.v4f64(double, <4 x double>)
define double @f(<4 x double> %v) {
entry:
  %1 = call reassoc double @llvm.vector.reduce.fmul.v4f64(double 1.0, <4 x double> %v)
  ret double %1
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %5 = mul %1, %3\n"
                         "  %6 = mul %2, %4\n"
                         "  %7 = mul %5, %6\n"
                         "  %0 = move %7\n");
}

TEST(VectorLowering, AComplexNumberIsTrackedByPart) {
  Lowered P(R"(
define { double, double } @f({ double, double } %z) {
entry:
  %re = extractvalue { double, double } %z, 0
  %im = extractvalue { double, double } %z, 1
  %1 = fadd double %re, %re
  %2 = insertvalue { double, double } poison, double %im, 0
  %3 = insertvalue { double, double } %2, double %1, 1
  ret { double, double } %3
}
define double @g({ double, double } %z) {
entry:
  %w = call { double, double } @f({ double, double } %z)
  %im = extractvalue { double, double } %w, 1
  ret double %im
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %4 = add %2, %2\n"
                         "  %0 = movex2 %3\n");
  EXPECT_EQ(P.text("g"), "entry:\n"
                         "  %7 = movex2 %1\n"
                         "entry.1:\n"
                         "  %3 = movex2 %5\n"
                         "  %0 = move %4\n");
}

TEST(VectorLowering, AnAggregateIsLoadedByPart) {
  Lowered P(R"(
define double @f(ptr %p) {
entry:
  %1 = load { i64, double, [2 x double] }, ptr %p
  %2 = extractvalue { i64, double, [2 x double] } %1, 2, 1
  ret double %2
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %2 = load\n"
                         "  %3 = load\n"
                         "  %4 = load\n"
                         "  %0 = move %4\n");
  const auto &Addresses = P.L.Origins[0].Addresses;
  ASSERT_EQ(Addresses.size(), 3u);
  EXPECT_EQ(Addresses[0].Offset, 8u);
  EXPECT_EQ(Addresses[2].Offset, 24u);
}

TEST(VectorLowering, AGatherAccessesEachLane) {
  Lowered P(R"(
define void @f(<2 x ptr> %p, <2 x i1> %m) {
entry:
  %1 = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> %p, <2 x i1> %m, <2 x double> zeroinitializer)
  call void @llvm.masked.scatter.v2f64.v2p0(<2 x double> %1, <2 x ptr> %p, <2 x i1> %m)
  ret void
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %0 = load\n"
                         "  %1 = load\n"
                         "  store %0\n"
                         "  store %1\n");
  EXPECT_EQ(P.L.Origins[0].Addresses[3].Lane, 1);
  ASSERT_EQ(P.L.Assumptions.size(), 1u);
  EXPECT_EQ(P.L.Assumptions[0],
            "masked accesses are counted with all their lanes active");
}

TEST(VectorLowering, AnAtomicAdditionLoadsAddsAndStores) {
  Lowered P(R"(
define double @f(ptr %p, double %x) {
entry:
  %1 = atomicrmw fadd ptr %p, double %x seq_cst
  ret double %1
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %2 = load\n"
                         "  %3 = add %2, %1\n"
                         "  store %3\n"
                         "  %0 = move %2\n");
}

TEST(VectorLowering, ABitCastKeepsDependences) {
  Lowered P(R"(
define <2 x double> @f(<4 x float> %v) {
entry:
  %1 = bitcast <4 x float> %v to <2 x double>
  ret <2 x double> %1
}
)");
  EXPECT_EQ(P.text("f"), "entry:\n"
                         "  %6 = move %2, %3\n"
                         "  %7 = move %4, %5\n"
                         "  %0 = movex2 %6\n");
}
