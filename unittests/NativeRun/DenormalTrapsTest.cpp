//===- DenormalTrapsTest.cpp - Which operations had denormal numbers ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DenormalTraps.h"
#include "RunFixture.h"
#include "rafter/NativeRun/DenormalCounts.h"
#include "gtest/gtest.h"

using namespace rafter;

#if defined(__x86_64__) && defined(__linux__)

namespace {

std::optional<unsigned> kindOf(std::initializer_list<uint8_t> Bytes) {
  return computeKindOf(std::data(Bytes));
}

constexpr unsigned Add = unsigned(ComputeKind::Add);
constexpr unsigned Multiply = unsigned(ComputeKind::Multiply);
constexpr unsigned Fused = unsigned(ComputeKind::FusedMultiplyAdd);
constexpr unsigned Divide = unsigned(ComputeKind::Divide);
constexpr unsigned Root = unsigned(ComputeKind::SquareRoot);

// As assembled by LLVM.
TEST(DenormalTraps, KnowOperationsByTheirMachineCode) {
  // mulsd (%r8), %xmm9; vmulpd; vmulpd of 512 bits.
  EXPECT_EQ(kindOf({0xF2, 0x45, 0x0F, 0x59, 0x08}), Multiply);
  EXPECT_EQ(kindOf({0xC5, 0xED, 0x59, 0xC9}), Multiply);
  EXPECT_EQ(kindOf({0x62, 0xF1, 0xED, 0x48, 0x59, 0xC9}), Multiply);
  // addps; vsubsd with %xmm8.
  EXPECT_EQ(kindOf({0x0F, 0x58, 0xC1}), Add);
  EXPECT_EQ(kindOf({0xC4, 0xC1, 0x73, 0x5C, 0xC0}), Add);
  EXPECT_EQ(kindOf({0xC4, 0xE2, 0xF1, 0xB9, 0xC2}), Fused);
  EXPECT_EQ(kindOf({0x66, 0x0F, 0x5E, 0xC1}), Divide);
  EXPECT_EQ(kindOf({0xF2, 0x0F, 0x51, 0xC1}), Root);
  // cvtss2sd, ucomisd, pshufb.
  EXPECT_EQ(kindOf({0xF3, 0x0F, 0x5A, 0xC1}), std::nullopt);
  EXPECT_EQ(kindOf({0x66, 0x0F, 0x2E, 0xC1}), std::nullopt);
  EXPECT_EQ(kindOf({0x66, 0x0F, 0x38, 0x00, 0xC1}), std::nullopt);
}

/// A program that halves the number at @x so many times, each time anew.
std::string halves(const char *Number, const char *Operation, unsigned Times,
                   const char *Before = "") {
  return std::string("@x = global double ") + Number + R"(
@out = global double 0.0
declare ptr @signal(i32, ptr)
declare i32 @sigfillset(ptr)
declare i32 @sigprocmask(i32, ptr, ptr)
define i32 @main() {
entry:
  %set = alloca [128 x i8]
  )" + Before +
         R"(
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %v = load volatile double, ptr @x
  %h = )" +
         Operation + R"(
  store volatile double %h, ptr @out
  %n = add i32 %i, 1
  %more = icmp ult i32 %n, )" +
         std::to_string(Times) + R"(
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}
)";
}

DenormalCounts count(const std::string &Text) {
  ProgramRun R(Text, {});
  EXPECT_EQ(R.Error, "");
  EXPECT_TRUE(R.Result.Outcome.Finished) << R.Result.Outcome.Description;
  return R.Result.Denormals;
}

TEST(DenormalTraps, CountOperationsByKind) {
  DenormalCounts D =
      count(halves("0x0000000000001000", "fmul double %v, 0.75", 1000));
  EXPECT_TRUE(D.Any);
  EXPECT_FALSE(D.HasMore);
  EXPECT_EQ(D.Of[Multiply], 1000u);
  EXPECT_EQ(D.Of[Add] + D.Of[Divide], 0u);
  D = count(halves("0x0000000000001000", "fdiv double %v, 3.0", 10));
  EXPECT_EQ(D.Of[Divide], 10u);
}

TEST(DenormalTraps, CountResultsOfNormalOperands) {
  // 2^-600 squared is zero, of 2^-530 it is denormal.
  EXPECT_EQ(count(halves("0x1ED0000000000000", "fmul double %v, %v", 50))
                .Of[Multiply],
            50u);
}

TEST(DenormalTraps, LeaveAdditionsOfDenormalNumbersAlone) {
  EXPECT_EQ(
      count(halves("0x0000000000001000", "fadd double %v, 1.0", 50)).Of[Add],
      0u);
  // 1.5 and 1.0 times the least normal number.
  EXPECT_EQ(count(halves("0x0018000000000000",
                         "fsub double %v, 0x0010000000000000", 50))
                .Of[Add],
            50u);
}

TEST(DenormalTraps, CountNothingWhereAllIsNormal) {
  DenormalCounts D = count(halves("1.5", "fmul double %v, 0.75", 1000));
  EXPECT_FALSE(D.Any);
}

TEST(DenormalTraps, EndWithTheFirstThousands) {
  DenormalCounts D =
      count(halves("0x0000000000001000", "fmul double %v, 0.75", 20000));
  EXPECT_TRUE(D.HasMore);
  EXPECT_EQ(D.Of[Multiply], DenormalTraps::MostTraps);
}

TEST(DenormalTraps, LeaveTheSignalToTheProgram) {
  DenormalCounts D = count(
      halves("0x0000000000001000", "fmul double %v, 0.75", 10,
             "%old = call ptr @signal(i32 8, ptr inttoptr (i64 1 to ptr))"));
  EXPECT_TRUE(D.Any);
  EXPECT_EQ(D.Of[Multiply], 0u);
  // SIG_BLOCK of all signals.
  D = count(halves("0x0000000000001000", "fmul double %v, 0.75", 10,
                   "%f = call i32 @sigfillset(ptr %set)\n"
                   "%m = call i32 @sigprocmask(i32 0, ptr %set, ptr null)"));
  EXPECT_TRUE(D.Any);
  EXPECT_EQ(D.Of[Multiply], 0u);
}

TEST(DenormalTraps, AnIntegerDivisionByZeroStillKills) {
  ProgramRun R(R"(
@zero = global i32 0
define i32 @main() {
  %z = load volatile i32, ptr @zero
  %q = sdiv i32 7, %z
  ret i32 %q
}
)",
               {});
  EXPECT_EQ(R.Error, "");
  EXPECT_EQ(R.Result.Outcome.Description,
            "killed by SIGFPE (integer division by zero)");
}

TEST(DenormalCounts, SayWhatTheyCost) {
  DenormalCounts D;
  D.Any = true;
  Processor CPU;
  EXPECT_EQ(describe(D, CPU),
            "denormal numbers were operands or results: the time that they "
            "take more than others is not predicted");
  D.Of[Multiply] = 1000;
  D.Of[Divide] = 1;
  CPU.Core.DenormalCycles[Multiply] = 115;
  CPU.Core.DenormalCycles[Divide] = 125;
  EXPECT_EQ(denormalCycles(D, CPU), 115125);
  EXPECT_EQ(describe(D, CPU),
            "denormal numbers were operands or results of 1000 "
            "multiplications, 1 division: 115125 cycles (115, 125 each) that "
            "are not in the prediction");
  D.Of[Divide] = 0;
  D.HasMore = true;
  EXPECT_EQ(describe(D, CPU),
            "denormal numbers were operands or results of at least 1000 "
            "multiplications: at least 115000 cycles (115 each) that are not "
            "in the prediction");
}

} // namespace

#endif
