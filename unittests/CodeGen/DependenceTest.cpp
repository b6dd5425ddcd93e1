//===- DependenceTest.cpp - Registers, flags, memory operands -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

/// A block whose second instruction may depend on the first.
bool depends(const char *Target, const char *CPU, StringRef Text) {
  return assemble(*createModel(Target, plainCPU(CPU)), Text).depends(1, 0);
}
bool dependsX86(StringRef Text) { return depends(X86, "skylake", Text); }

TEST(Registers, OfX86MergePartialWrites) {
  // A write of 32 bits clears the rest.
  EXPECT_FALSE(dependsX86("movq %rcx, %rax\nmovl %ebx, %eax\n"));
  // Of 8 and 16 bits, it keeps the rest.
  EXPECT_TRUE(dependsX86("movq %rcx, %rax\nmovb $1, %al\n"));
  EXPECT_TRUE(dependsX86("movq %rcx, %rax\nmovw $1, %ax\n"));
  EXPECT_TRUE(dependsX86("movq %rcx, %r9\nsete %r9b\n"));
  // The high byte is renamed apart.
  EXPECT_FALSE(dependsX86("movb %cl, %ah\nmovb $1, %al\n"));
  EXPECT_TRUE(dependsX86("movb %cl, %ah\nmovl %eax, %ebx\n"));
  EXPECT_TRUE(dependsX86("movb %cl, %al\nmovq %rax, %rbx\n"));
}

TEST(Registers, OfAArch64AndRISCVReplaceTheWholeRegister) {
  const char *N1 = "neoverse-n1";
  EXPECT_TRUE(depends(AArch64, N1, "mov w0, w1\nadd x2, x0, x3\n"));
  EXPECT_FALSE(depends(AArch64, N1, "mov x0, x1\nadd w0, w2, w3\n"));
  EXPECT_TRUE(depends(AArch64, N1,
                      "fadd d0, d1, d2\nfmla v3.2d, v0.2d, "
                      "v4.2d\n"));
  EXPECT_TRUE(depends(AArch64, N1, "fmov s0, w1\nst1 {v0.4s}, [x0]\n"));
  // The zero register is no dependence.
  EXPECT_FALSE(depends(AArch64, N1, "subs xzr, x1, x2\nadd x3, xzr, x4\n"));
  EXPECT_FALSE(
      depends(RISCV, "sifive-u74", "add x0, x1, x2\nadd x3, x0, x4\n"));
  EXPECT_TRUE(
      depends(RISCV, "sifive-u74", "fadd.s fa0, fa1, fa2\nfsd fa0, 0(a0)\n"));
}

TEST(Flags, OfX86HaveACarryApart) {
  EXPECT_FALSE(dependsX86("incq %rax\nadcq %rbx, %rcx\n"));
  EXPECT_TRUE(dependsX86("addq %rdx, %rax\nadcq %rbx, %rcx\n"));
  EXPECT_TRUE(dependsX86("incq %rax\nsete %cl\n"));
  EXPECT_FALSE(dependsX86("incq %rax\ncmovbq %rbx, %rcx\n"));
  EXPECT_TRUE(dependsX86("cmpq %rax, %rbx\ncmovaq %rdx, %rcx\n"));
  EXPECT_TRUE(dependsX86("cmpq %rax, %rbx\njl 1f\n1:\n"));
  EXPECT_FALSE(dependsX86("decq %rax\nsbbq %rbx, %rcx\n"));
  // A shift by a register may leave the flags as they were.
  EXPECT_TRUE(dependsX86("addq %rdx, %rax\nshlq %cl, %rbx\n"));
  EXPECT_FALSE(dependsX86("addq %rdx, %rax\nshlq $2, %rbx\n"));
}

std::vector<ReadStage> stages(const Block &B, unsigned I) {
  std::vector<ReadStage> Stages;
  for (const RegisterRead &R : B.Table.reads(B[I]))
    Stages.push_back(R.Stage);
  return Stages;
}

TEST(Registers, AreReadWhenTheyAreNeeded) {
  auto Model = createModel(X86, plainCPU("skylake"));
  Block B = assemble(*Model, "vmovups (%rdi), %ymm0\nvmovups %ymm0, (%rdi)\n"
                             "vaddpd (%rdi), %ymm1, %ymm2\n"
                             "leaq (%rdi), %rax\n");
  using S = ReadStage;
  EXPECT_EQ(stages(B, 0), std::vector<S>(3, S::Address));
  EXPECT_EQ(stages(B, 1),
            (std::vector<S>{S::Address, S::Address, S::Address, S::StoreData}));
  EXPECT_EQ(stages(B, 2),
            (std::vector<S>{S::Execute, S::Address, S::Address, S::Address}));
  EXPECT_EQ(stages(B, 3), std::vector<S>(3, S::Execute));
  EXPECT_EQ(B.memory(3), "");
}

TEST(Registers, OfUpdatedBasesDoNotWaitForTheLoad) {
  Block B = assemble(*createModel(AArch64, plainCPU("neoverse-n1")),
                     "ldr x0, [x1], #8\nstr x0, [x1, #8]!\n");
  for (unsigned I = 0; I < 2; ++I) {
    unsigned Updates = 0;
    for (const RegisterWrite &W : B.Table.writes(B[I])) {
      EXPECT_EQ(W.Latency, W.FromAddress ? 1 : 0);
      Updates += W.FromAddress;
    }
    EXPECT_GT(Updates, 0u);
  }
  Block Push = assemble(*createModel(X86, plainCPU("skylake")),
                        "pushq %rax\npopq %rbx\n");
  for (unsigned I = 0; I < 2; ++I)
    for (const RegisterWrite &W : Push.Table.writes(Push[I]))
      EXPECT_EQ(W.Latency, 0);
  EXPECT_EQ(Push.memory(0), "8 store");
  EXPECT_EQ(Push.memory(1), "8 load");
}

TEST(Registers, OfImpliedAddressesDoNotWaitForTheAccess) {
  // What follows the stack pointer, the frame pointer of leave, and the
  // pointers of string operations; a repetition moves them to its end, and a
  // stack pointer that is loaded is data.
  auto Model = createModel(X86, plainCPU("skylake"));
  Block B = assemble(*Model, "pushq %rax\npopq %rax\nleave\nstosq\n"
                             "movsb\nrep stosq\npopq %rsp\n");
  auto Updates = [&](unsigned I) {
    return llvm::count_if(B.Table.writes(B[I]),
                          [](const RegisterWrite &W) { return W.FromAddress; });
  };
  auto Addresses = [&](unsigned I) {
    return llvm::count(stages(B, I), ReadStage::Address);
  };
  for (unsigned I = 0; I != 5; ++I) {
    EXPECT_GT(Updates(I), 0) << I;
    EXPECT_GE(Addresses(I), Updates(I)) << I;
  }
  EXPECT_EQ(Updates(5), 0);
  EXPECT_EQ(Updates(6), 0);
  // Both of the stack and the frame pointer, which may be split in parts.
  EXPECT_GT(Addresses(2), Addresses(1));
}

TEST(Registers, OfDivisorsAreMarked) {
  auto Divisors = [](const Block &B, unsigned I) {
    return llvm::count_if(B.Table.reads(B[I]),
                          [](const RegisterRead &R) { return R.IsDivisor; });
  };
  Block B = assemble(*createModel(X86, plainCPU("skylake")),
                     "divsd %xmm1, %xmm0\nvdivpd %ymm2, %ymm1, %ymm0\n"
                     "sqrtsd %xmm1, %xmm0\ndivsd (%rdi), %xmm0\n"
                     "idivq %rcx\n");
  EXPECT_EQ(Divisors(B, 0), 1);
  EXPECT_EQ(Divisors(B, 1), 1);
  EXPECT_EQ(Divisors(B, 2), 0);
  EXPECT_EQ(Divisors(B, 3), 0);
  EXPECT_GT(Divisors(B, 4), 0);
  Block Arm = assemble(*createModel(AArch64, plainCPU("neoverse-n1")),
                       "fdiv d0, d1, d2\n");
  EXPECT_GT(Divisors(Arm, 0), 0);
}

TEST(Memory, HasTheBytesOfTheOperand) {
  Block B =
      assemble(*createModel(X86, plainCPU("skylake-avx512")),
               "movzbl (%rdi), %eax\nmovss (%rdi), %xmm0\nmovsd %xmm0, (%rdi)\n"
               "vmovups %zmm0, (%rdi)\nvaddps (%rdi){1to16}, %zmm1, %zmm2\n"
               "fldt (%rdi)\ncall 1f\n1: ret\njmpq *8(%rax)\npushq (%rdi)\n"
               "prefetcht0 (%rdi)\nvgatherdps %ymm1, (%rdi,%ymm2,4), %ymm3\n"
               "movsb\nlock addl $1, (%rdi)\nxchgl %eax, (%rdi)\n");
  const char *Expected[] = {"1 load",
                            "4 load",
                            "8 store",
                            "64 store",
                            "4 load",
                            "10 load",
                            "8 store",
                            "8 load",
                            "8 load",
                            "8 load + 8 store",
                            "1 load",
                            "4 load + 4 load + 4 load + 4 load + 4 load + 4 "
                            "load + 4 load + 4 load",
                            "1 load + 1 store",
                            "4 load + 4 store",
                            "4 load + 4 store"};
  ASSERT_EQ(B.size(), std::size(Expected));
  for (unsigned I = 0; I < B.size(); ++I)
    EXPECT_EQ(B.memory(I), Expected[I]) << B.Table.Strings[B[I].Text];
  EXPECT_TRUE(B[10].has(StaticInstruction::Prefetch));
  EXPECT_TRUE(B[13].has(StaticInstruction::Atomic));
  EXPECT_TRUE(B[14].has(StaticInstruction::Atomic));
}

TEST(Memory, OfAArch64HasTheBytesOfAllRegisters) {
  Block B = assemble(*createModel(AArch64, plainCPU("neoverse-v1")),
                     "ldp x0, x1, [x2]\nldp q0, q1, [x2]\nldpsw x0, x1, [x2]\n"
                     "strb w0, [x1]\nldrsb x0, [x1]\nldrsw x0, [x1]\n"
                     "ld1 {v0.4s, v1.4s}, [x1]\nld1 {v0.s}[1], [x1]\n"
                     "ld1r {v0.2d}, [x1]\nldaxrb w0, [x1]\nstxr w2, x0, [x1]\n"
                     "cash w0, w1, [x2]\nldr x0, 1f\n1: ldr h0, [x1]\n");
  const char *Expected[] = {"16 load", "32 load", "8 load",  "1 store",
                            "1 load",  "4 load",  "32 load", "4 load",
                            "8 load",  "1 load",  "8 store", "2 load + 2 store",
                            "8 load",  "2 load"};
  ASSERT_EQ(B.size(), std::size(Expected));
  for (unsigned I = 0; I < B.size(); ++I)
    EXPECT_EQ(B.memory(I), Expected[I]) << B.Table.Strings[B[I].Text];
}

uint32_t form(const Block &B, unsigned I) {
  return B.Table.memory(B[I]).front().AddressForm;
}

TEST(Memory, HasOneNumberForEachFormOfAddress) {
  Block B = assemble(*createModel(X86, plainCPU("skylake")),
                     "movq %rax, 8(%rdi,%rcx,4)\nmovq 8(%rdi,%rcx,4), %rax\n"
                     "movq 8(%rdi,%rcx,8), %rax\nmovq (%rdi,%rcx,4), %rax\n"
                     "movq foo(%rip), %rax\nmovq %rax, foo(%rip)\n"
                     "movq bar(%rip), %rax\nmovq %fs:8(%rdi,%rcx,4), %rax\n");
  EXPECT_EQ(form(B, 0), form(B, 1));
  EXPECT_NE(form(B, 1), form(B, 2));
  EXPECT_NE(form(B, 1), form(B, 3));
  EXPECT_EQ(form(B, 4), form(B, 5));
  EXPECT_NE(form(B, 4), form(B, 6));
  EXPECT_NE(form(B, 0), form(B, 7));
}

TEST(Memory, OfAArch64CountsImmediatesInBytes) {
  Block B = assemble(*createModel(AArch64, plainCPU("neoverse-n1")),
                     "ldr x0, [x1, #8]\nldr w0, [x1, #8]\nldr w0, [x1, #4]\n"
                     "ldr x0, [x1, #8]!\nldr x0, [x1], #8\nldr x0, [x1]\n"
                     "ldp x0, x2, [x1, #8]\n");
  EXPECT_EQ(form(B, 0), form(B, 1));
  EXPECT_NE(form(B, 0), form(B, 2));
  EXPECT_EQ(form(B, 0), form(B, 3));
  EXPECT_EQ(form(B, 4), form(B, 5));
  EXPECT_EQ(form(B, 0), form(B, 6));
}

TEST(Branches, HaveTheirKinds) {
  using K = BranchKind;
  auto Check = [](const char *Target, const char *CPU, StringRef Text,
                  std::vector<BranchKind> Kinds) {
    Block B = assemble(*createModel(Target, plainCPU(CPU)), Text);
    ASSERT_EQ(B.size(), Kinds.size());
    for (unsigned I = 0; I < B.size(); ++I) {
      EXPECT_EQ(B[I].Branch, Kinds[I]) << B.Table.Strings[B[I].Text];
      EXPECT_EQ(B[I].Class, InstructionClass::Branch);
    }
  };
  Check(X86, "skylake",
        "jne 1f\n1: jmp 1b\njmp *%rax\njmp *(%rax)\ncall 1b\ncall *%rax\n"
        "call *(%rax)\nret\n",
        {K::Conditional, K::Jump, K::IndirectJump, K::IndirectJump, K::Call,
         K::IndirectCall, K::IndirectCall, K::Return});
  Check(AArch64, "neoverse-n1",
        "b.ne 1f\n1: cbz x0, 1b\ntbz x0, #1, 1b\nb 1b\nbr x0\nbl 1b\nblr x0\n"
        "ret\n",
        {K::Conditional, K::Conditional, K::Conditional, K::Jump,
         K::IndirectJump, K::Call, K::IndirectCall, K::Return});
  Check(RISCV, "sifive-u74",
        "beq a0, a1, 1f\n1: j 1b\njr a0\njal 1b\njalr a0\nret\n",
        {K::Conditional, K::Jump, K::IndirectJump, K::Call, K::IndirectCall,
         K::Return});
}

TEST(Operations, AreFloatingPointArithmeticAndPlainAccesses) {
  struct Expected {
    OperationKind Kind;
    unsigned Bytes, Elements;
  };
  using K = OperationKind;
  auto Check = [](const char *Target, const char *CPU, StringRef Text,
                  std::vector<Expected> All) {
    Block B = assemble(*createModel(Target, plainCPU(CPU)), Text);
    ASSERT_EQ(B.size(), All.size());
    for (unsigned I = 0; I < B.size(); ++I) {
      SCOPED_TRACE(B.Table.Strings[B[I].Text]);
      EXPECT_EQ(B[I].Kind, All[I].Kind);
      if (All[I].Kind == K::Move)
        continue;
      EXPECT_EQ(B[I].ElementBytes, All[I].Bytes);
      EXPECT_EQ(B[I].Elements, All[I].Elements);
    }
  };
  Check(
      X86, "skylake-avx512",
      "addsd %xmm0, %xmm1\nvaddps %ymm0, %ymm1, %ymm2\n"
      "vmulpd %zmm0, %zmm1, %zmm2\nvfnmadd231ss %xmm0, %xmm1, %xmm2\n"
      "vfmadd213pd (%rdi), %ymm1, %ymm2\nsqrtpd %xmm0, %xmm1\n"
      "vdivps %ymm0, %ymm1, %ymm2\nhaddpd %xmm0, %xmm1\naddq %rax, %rbx\n"
      "vmovups (%rdi), %ymm0\nmovl %eax, (%rdi)\nvpaddd %ymm0, %ymm1, %ymm2\n",
      {{K::Add, 8, 1},
       {K::Add, 4, 8},
       {K::Multiply, 8, 8},
       {K::FusedMultiplyAdd, 4, 1},
       {K::FusedMultiplyAdd, 8, 4},
       {K::SquareRoot, 8, 2},
       {K::Divide, 4, 8},
       {K::Add, 8, 2},
       {K::Move, 0, 0},
       {K::Load, 8, 4},
       {K::Store, 4, 1},
       {K::Move, 0, 0}});
  Check(
      AArch64, "neoverse-n1",
      "fadd d0, d1, d2\nfmla v0.4s, v1.4s, v2.4s\nfmul v0.2d, v1.2d, v2.d[0]\n"
      "fnmadd s0, s1, s2, s3\nfsqrt d0, d1\nfcvtzs x0, d0\nfmax d0, d1, d2\n"
      "ldr q0, [x0]\n",
      {{K::Add, 8, 1},
       {K::FusedMultiplyAdd, 4, 4},
       {K::Multiply, 8, 2},
       {K::FusedMultiplyAdd, 4, 1},
       {K::SquareRoot, 8, 1},
       {K::Move, 0, 0},
       {K::Move, 0, 0},
       {K::Load, 8, 2}});
  Check(RISCV, "sifive-u74",
        "fadd.d fa0, fa1, fa2\nfmsub.s fa0, fa1, fa2, fa3\nfdiv.d fa0, fa1, "
        "fa2\nfsw fa0, 0(a0)\n",
        {{K::Add, 8, 1},
         {K::FusedMultiplyAdd, 4, 1},
         {K::Divide, 8, 1},
         {K::Store, 4, 1}});
}

} // namespace
} // namespace rafter
