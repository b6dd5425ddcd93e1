//===- LinearValuesTest.cpp - Sums of registers ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "rafter/Stream/LoopStream.h"
#include "gtest/gtest.h"

using namespace rafter;

namespace {

/// The steps of the operands of a block, "8 8 0"; "?" for what depends on data.
std::string steps(const TargetModel &Model, llvm::StringRef Text) {
  Block B = assemble(Model, Text);
  LoopBody Body = loopOf(B.Table, B.Regions[0].Code);
  std::string Result;
  for (const AddressPattern &P : Body.Addresses)
    Result += (Result.empty() ? "" : " ") +
              (Body.DataDependent == Body.Addresses.size() ? std::string("?")
               : P.Steps.empty() ? "0"
                                 : std::to_string(P.Steps.front()));
  return Result;
}

std::string x86(llvm::StringRef Text) {
  static auto Model = createModel(X86, plainCPU("skylake"));
  return steps(*Model, Text);
}
std::string aarch64(llvm::StringRef Text) {
  static auto Model = createModel(AArch64, plainCPU("neoverse-n1"));
  return steps(*Model, Text);
}
std::string riscv(llvm::StringRef Text) {
  static auto Model = createModel(RISCV, plainCPU("sifive-u74"));
  return steps(*Model, Text);
}

TEST(LinearValues, FollowAdditionsOfX86) {
  EXPECT_EQ(x86("movsd (%rdi), %xmm0\n"), "0");
  EXPECT_EQ(x86("movsd (%rdi), %xmm0\n addq $8, %rdi\n"), "8");
  EXPECT_EQ(x86("movsd (%rax), %xmm0\n addq $4096, %rax\n subq $4088, %rax\n"),
            "8");
  EXPECT_EQ(x86("movsd (%rdi), %xmm0\n subq $-128, %rdi\n subq $120, %rdi\n"),
            "8");
  EXPECT_EQ(x86("movsd (%rdi,%rcx,8), %xmm0\n incq %rcx\n"), "8");
  EXPECT_EQ(x86("movsd (%rdi,%rcx,8), %xmm0\n decq %rcx\n"), "-8");
  EXPECT_EQ(x86("movsd (%rdi,%rcx,4), %xmm0\n addl $2, %ecx\n"), "8");
  EXPECT_EQ(x86("movsd (%rdi), %xmm0\n leaq 16(%rdi), %rdi\n"), "16");
  EXPECT_EQ(x86("leaq (%rsi,%rcx,2), %rax\n movw (%rax), %dx\n incq %rcx\n"),
            "2");
  EXPECT_EQ(x86("movq %rcx, %rax\n shlq $4, %rax\n movaps (%rsi,%rax), %xmm0\n"
                "incq %rcx\n"),
            "16");
  EXPECT_EQ(x86("movslq %ecx, %rax\n movl (%rsi,%rax,4), %edx\n incl %ecx\n"),
            "4");
  EXPECT_EQ(x86("imulq $24, %rcx, %rax\n movl (%rsi,%rax), %edx\n incq %rcx\n"),
            "24");
  EXPECT_EQ(x86("movl table(,%rcx,4), %eax\n incq %rcx\n"), "4");
}

TEST(LinearValues, FollowTheStackAndStringsOfX86) {
  EXPECT_EQ(x86("pushq %rax\n popq %rax\n"), "0 0");
  EXPECT_EQ(x86("popq %rax\n popq %rcx\n"), "16 16");
  EXPECT_EQ(x86("callq f\n"), "0");
  EXPECT_EQ(x86("pushq %rbp\n movq %rsp, %rbp\n leave\n"), "0 0");
  EXPECT_EQ(x86("stosl\n"), "4");
  EXPECT_EQ(x86("lodsq\n stosq\n"), "8 8");
}

TEST(LinearValues, FollowValuesThroughTheStack) {
  // A counter without optimization, and one that addition to memory moves.
  EXPECT_EQ(x86("movq -8(%rbp), %rax\n movl (%rdi,%rax,4), %ecx\n"
                "addq $1, %rax\n movq %rax, -8(%rbp)\n"),
            "0 4 0");
  EXPECT_EQ(x86("movq -8(%rbp), %rax\n movl (%rdi,%rax,4), %ecx\n"
                "addq $3, -8(%rbp)\n"),
            "0 12 0 0");
}

TEST(LinearValues, OfWhatIsNoSumAreUnknown) {
  EXPECT_EQ(x86("movq (%rax), %rax\n"), "?");
  EXPECT_EQ(x86("imulq %rcx, %rcx\n movl (%rdi,%rcx,4), %eax\n"), "?");
  EXPECT_EQ(x86("xorq %rdx, %rcx\n shrq %rdx\n movl (%rdi,%rcx,4), %eax\n"),
            "?");
}

TEST(LinearValues, FollowAArch64) {
  EXPECT_EQ(aarch64("ldr q1, [x0], #16\n"), "16");
  EXPECT_EQ(aarch64("str x1, [x0, #-8]!\n"), "-8");
  EXPECT_EQ(aarch64("ldp x1, x2, [x0], #32\n"), "32");
  EXPECT_EQ(aarch64("ldp q1, q2, [x0, #64]!\n"), "64");
  EXPECT_EQ(aarch64("ldr d0, [x0, x1, lsl #3]\n add x1, x1, #2\n"), "16");
  EXPECT_EQ(aarch64("ldr d0, [x0]\n add x0, x0, #1, lsl #12\n"
                    "sub x0, x0, #4088\n"),
            "8");
  EXPECT_EQ(aarch64("lsl x2, x1, #3\n ldr d0, [x0, x2]\n adds x1, x1, #1\n"),
            "8");
  EXPECT_EQ(aarch64("mov x2, x1\n ldr w0, [x3, x2, lsl #2]\n add x1, x1, #1\n"),
            "4");
  EXPECT_EQ(aarch64("add x2, x3, x1, lsl #4\n ldr q0, [x2]\n add x1, x1, #1\n"),
            "16");
  EXPECT_EQ(aarch64("ld1 { v0.16b, v1.16b }, [x0], #32\n"), "32");
  EXPECT_EQ(aarch64("ldr x0, [x0]\n"), "?");
}

TEST(LinearValues, FollowRISCV) {
  EXPECT_EQ(riscv("fld fa0, 0(a0)\n addi a0, a0, 8\n"), "8");
  EXPECT_EQ(riscv("ld a1, 8(a0)\n addi a0, a0, -16\n"), "-16");
  EXPECT_EQ(riscv("slli a2, a1, 3\n add a2, a2, a0\n ld a3, 0(a2)\n"
                  "addi a1, a1, 1\n"),
            "8");
  EXPECT_EQ(riscv("mv a2, a1\n lw a3, 0(a2)\n addi a1, a1, 4\n"), "4");
  EXPECT_EQ(riscv("ld a0, 0(a0)\n"), "?");
}

TEST(LinearValues, ReadWhatCommentsSay) {
  auto Model = createModel(X86, plainCPU("skylake"));
  Block B = assemble(*Model, "movq (%rax), %rax # rafter: stride=64 level=L3\n"
                             "movq (%rax), %rax\n"
                             "movq %rcx, (%rdi) # rafter: alias=x\n"
                             "movq (%rsi), %rdx # rafter: alias=x\n");
  ASSERT_EQ(B.Table.Given.size(), 4u);
  LoopBody Body = loopOf(B.Table, B.Regions[0].Code);
  EXPECT_EQ(Body.Addresses[0].Steps.front(), 64);
  EXPECT_EQ(B.Table.Given[1].Level, MemoryLevel::L3);
  EXPECT_EQ(Body.Addresses[2].Base, Body.Addresses[3].Base);
}

TEST(LinearValues, RefuseCommentsThatSayNothing) {
  auto Model = createModel(X86, plainCPU("skylake"));
  auto Error = [&](llvm::StringRef Comment) {
    return assemblyError(*Model,
                         (" movq (%rax), %rax # rafter:" + Comment).str());
  };
  EXPECT_EQ(Error(" level=L4"),
            "test.s:1:21: no level 'L4': there are L1, L2, L3 and mem");
  EXPECT_EQ(Error(" stride=far"),
            "test.s:1:21: the stride 'far' is no number of bytes");
  EXPECT_EQ(Error(" near"), "test.s:1:21: nothing is known of 'near': there "
                            "are level=, stride= and alias=");
  EXPECT_EQ(Error(" alias="), "test.s:1:21: 'alias=' needs a name, or none");
  EXPECT_EQ(Error(""),
            "test.s:1:21: 'rafter:' needs level=, stride= or alias=");
  EXPECT_EQ(assemblyError(*Model, "incq %rax # rafter: level=L2\n"),
            "test.s:1:12: no instruction in this line accesses memory");
}

} // namespace
