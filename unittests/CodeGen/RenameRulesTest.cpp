//===- RenameRulesTest.cpp - Idioms, eliminated moves, fusion -------------===//
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

constexpr auto Eliminated = StaticInstruction::Eliminated;

/// Whether the single instruction Text of x86 is done at rename.
bool isEliminated(const Processor &CPU, StringRef Text) {
  Block B = assemble(*createModel(X86, CPU), Text);
  const StaticInstruction &I = B[0];
  if (I.has(Eliminated)) {
    EXPECT_EQ(I.Uops, 0);
    EXPECT_EQ(I.Slots, 1);
    EXPECT_EQ(B.ports(0), "");
    EXPECT_LE(B.latency(0), 0);
  }
  return I.has(Eliminated);
}

TEST(ZeroIdioms, NeedNoUnitAndNoSource) {
  Processor CPU = intelCPU("skylake");
  for (const char *Text :
       {"xorl %eax, %eax", "subq %rax, %rax", "pxor %xmm0, %xmm0",
        "vpxor %ymm1, %ymm1, %ymm0", "vxorps %xmm1, %xmm1, %xmm1"}) {
    SCOPED_TRACE(Text);
    EXPECT_TRUE(isEliminated(CPU, Text));
    Block B = assemble(*createModel(X86, CPU), Text);
    EXPECT_TRUE(B.Table.reads(B[0]).empty());
    EXPECT_FALSE(B.Table.writes(B[0]).empty());
  }
  EXPECT_FALSE(isEliminated(CPU, "xorl %eax, %ebx"));
  EXPECT_FALSE(isEliminated(CPU, "xorb %al, %al"));
  EXPECT_FALSE(isEliminated(CPU, "vpxor %xmm1, %xmm2, %xmm1"));
  EXPECT_FALSE(isEliminated(CPU, "addq %rax, %rax"));
}

TEST(ZeroIdioms, ArePartOfTheCPUFile) {
  Processor CPU = intelCPU("haswell");
  CPU.Core.ZeroIdioms = false;
  EXPECT_FALSE(isEliminated(CPU, "pxor %xmm0, %xmm0"));
}

TEST(OnesIdioms, BreakTheDependenceButExecute) {
  Block B = assemble(*createModel(X86, intelCPU("skylake")),
                     "pcmpeqd %xmm0, %xmm0\n");
  EXPECT_FALSE(B[0].has(Eliminated));
  EXPECT_EQ(B.ports(0), "p01");
  EXPECT_TRUE(B.Table.reads(B[0]).empty());
}

TEST(Moves, AreEliminatedAsTheCPUFileSays) {
  Processor CPU = intelCPU("skylake");
  for (const char *Text :
       {"movq %rax, %rbx", "movl %eax, %ebx", "movzbl %al, %ebx",
        "movaps %xmm0, %xmm1", "vmovdqa %ymm0, %ymm1", "vmovupd %ymm0, %ymm1"})
    EXPECT_TRUE(isEliminated(CPU, Text)) << Text;
  for (const char *Text :
       {"movw %ax, %bx", "movb %al, %bl", "movq %rax, %rax", "movzwl %ax, %ebx",
        "movzbl %ah, %ebx", "movzbl %al, %eax", "movq $1, %rax",
        "movq %rax, %xmm0"})
    EXPECT_FALSE(isEliminated(CPU, Text)) << Text;
  CPU.Core.EliminateIntegerMoves = false;
  EXPECT_FALSE(isEliminated(CPU, "movq %rax, %rbx"));
  EXPECT_TRUE(isEliminated(CPU, "movaps %xmm0, %xmm1"));
  CPU.Core.EliminateVectorMoves = false;
  EXPECT_FALSE(isEliminated(CPU, "movaps %xmm0, %xmm1"));
}

TEST(Moves, PassTheDependenceOn) {
  Block B = assemble(*createModel(X86, intelCPU("skylake")),
                     "addq %rcx, %rax\nmovq %rax, %rbx\naddq %rbx, %rdx\n");
  EXPECT_TRUE(B.depends(1, 0));
  EXPECT_TRUE(B.depends(2, 1));
  EXPECT_EQ(B.latency(1), 0);
}

TEST(NoOperations, TakeASlotOnly) {
  for (const char *Text : {"nop", "nopw 0(%rax,%rax,1)", "endbr64"})
    EXPECT_TRUE(isEliminated(plainCPU("skylake"), Text)) << Text;
  Block Arm = assemble(*createModel(AArch64, plainCPU("neoverse-n1")), "nop\n");
  EXPECT_TRUE(Arm[0].has(Eliminated));
}

struct Pair {
  const char *Text;
  bool Fuses;
};

void checkPairs(const char *Target, const Processor &CPU,
                ArrayRef<Pair> Pairs) {
  std::unique_ptr<TargetModel> Model = createModel(Target, CPU);
  for (const Pair &P : Pairs) {
    SCOPED_TRACE(P.Text);
    Block B = assemble(*Model, P.Text);
    EXPECT_EQ(B[1].has(StaticInstruction::FusedWithPrevious), P.Fuses);
    EXPECT_EQ(B[1].Slots, P.Fuses ? 0 : 1);
    EXPECT_EQ(B[1].Uops, P.Fuses ? 0 : 1);
  }
}

TEST(MacroFusion, JoinsArithmeticAndBranches) {
  checkPairs(X86, intelCPU("skylake"),
             {{"cmpq %rax, %rbx\nje 1f\n1:", true},
              {"cmpq %rax, %rbx\njb 1f\n1:", true},
              {"cmpq %rax, %rbx\njs 1f\n1:", false},
              {"testq %rax, %rax\njs 1f\n1:", true},
              {"andq %rbx, %rax\njo 1f\n1:", true},
              {"decq %rax\njne 1f\n1:", true},
              {"decq %rax\njb 1f\n1:", false},
              {"addq $8, %rax\njne 1f\n1:", true},
              {"cmpq (%rdi), %rax\nje 1f\n1:", true},
              {"cmpq $1, (%rdi)\nje 1f\n1:", false},
              {"addq %rax, (%rdi)\nje 1f\n1:", false},
              {"shlq $1, %rax\nje 1f\n1:", false},
              {"orq %rbx, %rax\nje 1f\n1:", false}});
}

TEST(MacroFusion, RunsWhereTheBranchRuns) {
  Block B = assemble(*createModel(X86, intelCPU("skylake")),
                     "cmpq (%rdi), %rax\njne 1f\n1:\n");
  EXPECT_EQ(B.ports(0), "p06 + p23");
  EXPECT_EQ(B[0].Slots, 1);
  EXPECT_EQ(B[0].Uops, 2);
  EXPECT_EQ(B.ports(1), "");
  EXPECT_TRUE(B.depends(1, 0));
}

TEST(MacroFusion, OfComparisonsOnly) {
  Processor CPU = plainCPU("znver2");
  CPU.Core.Fusion = MacroFusion::X86Compare;
  checkPairs(X86, CPU,
             {{"cmpq %rax, %rbx\nje 1f\n1:", true},
              {"testq %rax, %rbx\njs 1f\n1:", true},
              {"decq %rax\njne 1f\n1:", false}});
  Processor None = plainCPU("znver2");
  checkPairs(X86, None, {{"cmpq %rax, %rbx\nje 1f\n1:", false}});
}

TEST(MacroFusion, OfAArch64Comparisons) {
  Processor CPU = plainCPU("neoverse-n1");
  CPU.Core.Fusion = MacroFusion::AArch64Compare;
  checkPairs(AArch64, CPU,
             {{"cmp x0, x1\nb.ne 1f\n1:", true},
              {"tst x0, x1\nb.eq 1f\n1:", true},
              {"subs x0, x0, #1\nb.ne 1f\n1:", false},
              {"cmp x0, x1\ncbz x2, 1f\n1:", false}});
}

TEST(MacroFusion, WinsOverFolding) {
  Processor CPU = intelCPU("sapphirerapids");
  CPU.Core.FoldImmediateAdditions = true;
  Block B = assemble(*createModel(X86, CPU),
                     "decq %rax\njne 1f\n1: decq %rax\nincq %rbx\n");
  EXPECT_FALSE(B[0].has(Eliminated));
  EXPECT_EQ(B.latency(0), 1);
  EXPECT_TRUE(B[2].has(Eliminated));
}

struct Lamination {
  const char *Text;
  unsigned Slots, Decoded;
};

void checkSlots(const Processor &CPU, ArrayRef<Lamination> All) {
  std::unique_ptr<TargetModel> Model = createModel(X86, CPU);
  for (const Lamination &L : All) {
    Block B = assemble(*Model, L.Text);
    EXPECT_EQ(B[0].Slots, L.Slots) << CPU.LLVMName << ": " << L.Text;
    EXPECT_EQ(B[0].DecodedSlots, L.Decoded) << CPU.LLVMName << ": " << L.Text;
  }
}

TEST(MicroFusion, EndsAtRenameForSomeIndexedOperands) {
  checkSlots(intelCPU("skylake"), {{"addq (%rdi), %rax", 1, 1},
                                   {"addq (%rdi,%rcx), %rax", 1, 1},
                                   {"vaddpd (%rdi,%rcx), %ymm1, %ymm2", 2, 1},
                                   {"vaddpd (%rdi), %ymm1, %ymm2", 1, 1},
                                   {"movq %rax, (%rdi,%rcx)", 1, 1},
                                   {"movq (%rdi,%rcx), %rax", 1, 1},
                                   {"pabsb (%rdi,%rcx), %xmm0", 2, 1},
                                   {"addq %rax, (%rdi)", 2, 2}});
  checkSlots(intelCPU("sandybridge"), {{"addq (%rdi), %rax", 1, 1},
                                       {"addq (%rdi,%rcx), %rax", 2, 1},
                                       {"movq %rax, (%rdi,%rcx)", 2, 1}});
  Processor Without = intelCPU("skylake");
  Without.Core.MicroFusion = false;
  checkSlots(Without,
             {{"addq (%rdi), %rax", 2, 2}, {"movq %rax, (%rdi)", 2, 2}});
}

TEST(SlowLea, HasThreeComponentsBeforeIceLake) {
  Block Old = assemble(*createModel(X86, intelCPU("skylake")),
                       "leaq 8(%rax,%rbx), %rcx\nleaq (%rax,%rbx), %rcx\n");
  EXPECT_EQ(Old.ports(0), "p1");
  EXPECT_EQ(Old.latency(0), 3);
  EXPECT_EQ(Old.ports(1), "p15");
  EXPECT_EQ(Old.latency(1), 1);
  Block New = assemble(*createModel(X86, intelCPU("sapphirerapids")),
                       "leaq 8(%rax,%rbx), %rcx\n");
  EXPECT_EQ(New.latency(0), 1);
}

TEST(Bytes, AreDecodedUpToWhatIsNoInstruction) {
  auto Model = createModel(X86, plainCPU("skylake"));
  InstructionTable Table;
  InstructionBuilder Builder(*Model, Table);
  // addq %rax, %rbx; lock addq %rax, (%rdi); an invalid opcode; nop.
  const uint8_t Code[] = {0x48, 0x01, 0xc3, 0xf0, 0x48, 0x01, 0x07, 0x06, 0x90};
  uint32_t Function = Builder.addFunction("f");
  TableRange Range =
      Builder.addBlock(Code, 0x1000, Function, [](uint64_t) { return 0; });
  ASSERT_EQ(Range.size(), 3u);
  const auto *I = &Table.Instructions[Range.Begin];
  EXPECT_EQ(Table.Strings[I[0].Text], "addq %rax, %rbx");
  EXPECT_EQ(I[0].Address, 0x1000u);
  EXPECT_EQ(I[0].Bytes, 3u);
  EXPECT_EQ(Table.Functions[I[0].Function], "f");
  EXPECT_EQ(Table.Strings[I[1].Text], "lock addq %rax, (%rdi)");
  EXPECT_EQ(I[1].Address, 0x1003u);
  EXPECT_EQ(I[1].Bytes, 4u);
  EXPECT_TRUE(I[1].has(StaticInstruction::Atomic));
  EXPECT_TRUE(I[2].has(StaticInstruction::Assumed));
  EXPECT_EQ(I[2].Bytes, 2u);
  EXPECT_NE(I[2].Assumption, 0u);
}

TEST(Bytes, ShareTheEntriesOfEqualInstructions) {
  auto Model = createModel(X86, plainCPU("skylake"));
  InstructionTable Table;
  InstructionBuilder Builder(*Model, Table);
  const uint8_t Code[] = {0x48, 0x01, 0xc3, 0x48, 0x01, 0xc3};
  Builder.addBlock(Code, 0, 0, [](uint64_t) { return 0; });
  EXPECT_EQ(Table.Instructions[0].Reads.Begin,
            Table.Instructions[1].Reads.Begin);
  EXPECT_EQ(Table.Strings.size(), 3u);
}

} // namespace
} // namespace rafter
