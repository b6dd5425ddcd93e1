//===- TargetModelTest.cpp - Table entries of single instructions ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expectations are written by hand, from what llvm-mca -instruction-tables says
// of the same instruction and from the manuals.
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

/// What one instruction is expected to be.
struct Fact {
  const char *Text;
  const char *Ports;
  /// Of the writes, behind the load; -1: it writes no register.
  int Latency;
  unsigned LoadLatency;
  const char *Memory;
  unsigned Slots, Uops;
  InstructionClass Class;
};

void check(const char *Target, const Processor &CPU, ArrayRef<Fact> Facts) {
  std::unique_ptr<TargetModel> Model = createModel(Target, CPU);
  ASSERT_TRUE(Model);
  std::string Text;
  for (const Fact &F : Facts)
    Text += std::string(F.Text) + "\n";
  Block B = assemble(*Model, Text);
  ASSERT_EQ(B.size(), Facts.size());
  for (unsigned I = 0; I < Facts.size(); ++I) {
    const Fact &F = Facts[I];
    SCOPED_TRACE(CPU.LLVMName + ": " + F.Text);
    EXPECT_EQ(B.ports(I), F.Ports);
    EXPECT_EQ(B.latency(I), F.Latency);
    EXPECT_EQ(B[I].LoadLatency, F.LoadLatency);
    EXPECT_EQ(B.memory(I), F.Memory);
    EXPECT_EQ(B[I].Slots, F.Slots);
    EXPECT_EQ(B[I].Uops, F.Uops);
    EXPECT_EQ(B[I].Class, F.Class);
    EXPECT_EQ(B.assumption(I), "");
  }
}

using C = InstructionClass;

TEST(TargetModel, KnowsSkylake) {
  check(
      X86, intelCPU("skylake"),
      {{"addq %rax, %rbx", "p0156", 1, 0, "", 1, 1, C::IntegerALU},
       {"imulq %rax, %rbx", "p1", 3, 0, "", 1, 1, C::IntegerMultiply},
       {"movq (%rdi), %rax", "p23", 0, 5, "8 load", 1, 1, C::Load},
       {"movq %rax, (%rdi)", "p237 + p4", -1, 0, "8 store", 1, 2, C::Store},
       {"addq (%rdi), %rax", "p0156 + p23", 1, 5, "8 load", 1, 2,
        C::IntegerALU},
       {"addq %rax, (%rdi)", "p0156 + p23 + p237 + p4", 1, 5,
        "8 load + 8 store", 2, 4, C::IntegerALU},
       {"vaddpd %ymm0, %ymm1, %ymm2", "p01", 4, 0, "", 1, 1, C::FloatAdd},
       {"vaddpd (%rdi), %ymm1, %ymm2", "p01 + p23", 4, 7, "32 load", 1, 2,
        C::FloatAdd},
       {"vfmadd231ps %xmm0, %xmm1, %xmm2", "p01", 4, 0, "", 1, 1,
        C::FloatFusedMultiplyAdd},
       {"vdivsd %xmm0, %xmm1, %xmm2", "4*fpdivider + p0", 14, 0, "", 1, 1,
        C::FloatDivide},
       {"vmovups (%rdi), %ymm0", "p23", 0, 7, "32 load", 1, 1, C::Load},
       {"vmovups %ymm0, (%rdi)", "p237 + p4", -1, 0, "32 store", 1, 2,
        C::Store},
       {"pushq %rax", "p237 + p4", -1, 0, "8 store", 1, 2, C::Store},
       {"vpshufd $1, %ymm0, %ymm1", "p5", 1, 0, "", 1, 1, C::Shuffle},
       {"vpaddd %ymm0, %ymm1, %ymm2", "p015", 1, 0, "", 1, 1, C::VectorInteger},
       {"vmovq %xmm0, %rax", "p0", 2, 0, "", 1, 1, C::Transfer},
       {"jne 1f\n1:", "p06", -1, 0, "", 1, 1, C::Branch}});
}

TEST(TargetModel, KnowsSapphireRapids) {
  check(X86, intelCPU("sapphirerapids"),
        {{"addq %rax, %rbx", "p0156,p11", 1, 0, "", 1, 1, C::IntegerALU},
         {"movq (%rdi), %rax", "p23,p10", 0, 5, "8 load", 1, 1, C::Load},
         {"movq %rax, (%rdi)", "p49 + p78", -1, 0, "8 store", 1, 2, C::Store},
         {"vaddpd %ymm0, %ymm1, %ymm2", "p15", 3, 0, "", 1, 1, C::FloatAdd},
         {"vfmadd213pd %ymm0, %ymm1, %ymm2", "p01", 4, 0, "", 1, 1,
          C::FloatFusedMultiplyAdd},
         {"vfmadd213pd (%rdi), %ymm1, %ymm2", "p01 + p23,p10", 4, 8, "32 load",
          1, 2, C::FloatFusedMultiplyAdd},
         {"vaddpd %zmm0, %zmm1, %zmm2", "p05", 3, 0, "", 1, 1, C::FloatAdd}});
}

TEST(TargetModel, KnowsZen3) {
  Processor CPU = plainCPU("znver3");
  CPU.Core.MicroFusion = true;
  check(
      X86, CPU,
      {{"addq %rax, %rbx", "alu0,alu1,alu2,alu3", 1, 0, "", 1, 1,
        C::IntegerALU},
       {"imulq %rax, %rbx", "alu1", 3, 0, "", 1, 1, C::IntegerMultiply},
       {"addq (%rdi), %rax",
        "agu0,agu1,agu2 + alu0,alu1,alu2,alu3 + lsu0,lsu1,lsu2", 1, 4, "8 load",
        1, 2, C::IntegerALU},
       {"vaddpd %ymm0, %ymm1, %ymm2", "fp2,fp3", 3, 0, "", 1, 1, C::FloatAdd},
       {"vmulpd %ymm0, %ymm1, %ymm2", "fp0,fp1", 3, 0, "", 1, 1,
        C::FloatMultiply},
       {"vfmadd213pd %ymm0, %ymm1, %ymm2", "fp0,fp1", 4, 0, "", 1, 1,
        C::FloatFusedMultiplyAdd},
       {"vdivsd %xmm0, %xmm1, %xmm2", "5*fp1", 13, 0, "", 1, 1, C::FloatDivide},
       {"jmp 1f\n1:", "alu0,bru1", -1, 0, "", 1, 1, C::Branch}});
}

TEST(TargetModel, KnowsNeoverseV1) {
  check(
      AArch64, plainCPU("neoverse-v1"),
      {{"add x0, x1, x2", "m0,m1,s0,s1", 1, 0, "", 1, 1, C::IntegerALU},
       {"ldr x0, [x1]", "l2,l01_0,l01_1", 0, 4, "8 load", 1, 1, C::Load},
       {"ldp x0, x1, [x2]", "2*l2,l01_0,l01_1", 0, 4, "16 load", 1, 2, C::Load},
       {"ldr q0, [x1]", "l2,l01_0,l01_1", 0, 6, "16 load", 1, 1, C::Load},
       {"str x0, [x1]", "d0,d1 + l01_0,l01_1", -1, 0, "8 store", 1, 2,
        C::Store},
       {"fmla v0.2d, v1.2d, v2.2d", "v0,v1,v2,v3", 4, 0, "", 1, 1,
        C::FloatFusedMultiplyAdd},
       {"fadd d0, d1, d2", "v0,v1,v2,v3", 2, 0, "", 1, 1, C::FloatAdd},
       {"ldrb w0, [x1]", "l2,l01_0,l01_1", 0, 4, "1 load", 1, 1, C::Load},
       {"ldrsh w0, [x1]", "l2,l01_0,l01_1", 0, 4, "2 load", 1, 1, C::Load},
       {"b.ne 1f\n1:", "b0,b1", -1, 0, "", 1, 1, C::Branch}});
}

TEST(TargetModel, KnowsCortexA72) {
  check(AArch64, plainCPU("cortex-a72"),
        {{"add x0, x1, x2", "i0,i1", 1, 0, "", 1, 1, C::IntegerALU},
         {"mul w0, w1, w2", "m", 3, 0, "", 1, 1, C::IntegerMultiply},
         {"ldr x0, [x1]", "l", 0, 4, "8 load", 1, 1, C::Load},
         {"str x0, [x1]", "s", -1, 0, "8 store", 1, 1, C::Store},
         {"fadd d0, d1, d2", "w,x", 5, 0, "", 1, 1, C::FloatAdd}});
}

TEST(TargetModel, KnowsSiFiveU74) {
  check(
      RISCV, plainCPU("sifive-u74"),
      {{"add a0, a1, a2", "pipea,pipeb", 3, 0, "", 1, 1, C::IntegerALU},
       {"mul a0, a1, a2", "pipeb", 3, 0, "", 1, 1, C::IntegerMultiply},
       {"div a0, a1, a2", "65*idiv + pipeb", 66, 0, "", 1, 1, C::IntegerDivide},
       {"ld a0, 8(a1)", "pipea", 0, 3, "8 load", 1, 1, C::Load},
       {"sw a0, 8(a1)", "pipea", -1, 0, "4 store", 1, 1, C::Store},
       {"fadd.d fa0, fa1, fa2", "pipeb", 7, 0, "", 1, 1, C::FloatAdd}});
}

TEST(TargetModel, KnowsWhichCPUAModelWasWrittenFor) {
  auto Remark = [](const char *Target, const char *CPU) {
    std::unique_ptr<TargetModel> Model = createModel(Target, plainCPU(CPU));
    ArrayRef<std::string> Remarks = Model->remarks();
    return Remarks.empty() ? std::string() : Remarks.front();
  };
  EXPECT_EQ(Remark(X86, "znver4"), "");
  EXPECT_EQ(Remark(X86, "skylake"), "");
  EXPECT_EQ(Remark(X86, "znver5"),
            "LLVM's scheduling model for znver5 is that of znver4");
  EXPECT_EQ(Remark(X86, "graniterapids"),
            "LLVM's scheduling model for graniterapids is that of "
            "sapphirerapids");
  EXPECT_EQ(Remark(X86, "gracemont"),
            "LLVM's scheduling model for gracemont is that of alderlake, a "
            "performance core");
  EXPECT_EQ(Remark(X86, "x86-64"),
            "LLVM's scheduling model for x86-64 is that of sandybridge");
  EXPECT_EQ(Remark(AArch64, "apple-m1"),
            "LLVM's scheduling model for apple-m1 is that of apple-a7");
  EXPECT_EQ(Remark(X86, "k8"),
            "LLVM has no scheduling model for k8: every instruction is one "
            "micro-operation with latency 1");
}

TEST(TargetModel, TakesEveryInstructionForOneOperationWithoutAModel) {
  std::unique_ptr<TargetModel> Model = createModel(X86, plainCPU("k8"));
  Block B = assemble(*Model, "addq (%rdi), %rax\nimulq %rbx, %rax\n");
  EXPECT_TRUE(B.Table.Units.empty());
  EXPECT_EQ(B.ports(0), "");
  EXPECT_EQ(B[1].Slots, 1u);
  EXPECT_EQ(B.latency(1), 1);
  EXPECT_TRUE(B[1].has(StaticInstruction::Assumed));
  EXPECT_EQ(B.assumption(1), "no scheduling class: taken for one "
                             "micro-operation of latency 1, like an addition");
}

TEST(TargetModel, ListsInstructionsThatTheModelDoesNotKnow) {
  // LLVM's model of Neoverse N1 has no class for the atomics of Armv8.1.
  std::unique_ptr<TargetModel> Model =
      createModel(AArch64, plainCPU("neoverse-n1"));
  Block B = assemble(*Model, "ldadd x0, x1, [x2]\n");
  EXPECT_TRUE(B[0].has(StaticInstruction::Assumed));
  EXPECT_TRUE(B[0].has(StaticInstruction::Atomic));
  EXPECT_NE(B.assumption(0), "");
  EXPECT_EQ(B.memory(0), "8 load + 8 store");
}

TEST(TargetModel, FencesWaitForDifferentThings) {
  using I = StaticInstruction;
  constexpr uint8_t Both = I::Fence | I::Serializing;
  auto Flags = [](const char *Target, const char *CPU, StringRef Text) {
    Block B = assemble(*createModel(Target, plainCPU(CPU)), Text);
    std::vector<unsigned> Found;
    for (unsigned N = 0; N < B.size(); ++N)
      Found.push_back(B[N].Flags & Both);
    return Found;
  };
  EXPECT_EQ(Flags(X86, "skylake", "lfence\nmfence\nsfence\ncpuid\n"),
            std::vector<unsigned>({I::Serializing, I::Fence, 0, Both}));
  EXPECT_EQ(Flags(AArch64, "neoverse-n1", "dmb ish\ndsb sy\nisb\n"),
            std::vector<unsigned>({I::Fence, Both, I::Serializing}));
  EXPECT_EQ(Flags(RISCV, "sifive-u74", "fence\n"),
            std::vector<unsigned>({I::Fence}));
}

std::string creationError(const char *Target, const Processor &CPU) {
  auto Model = TargetModel::create(Triple(Target), CPU);
  return Model ? std::string() : toString(Model.takeError());
}

TEST(TargetModel, RefusesWhatLLVMDoesNotKnow) {
  EXPECT_EQ(creationError("nonsense-unknown-unknown", plainCPU("")),
            "LLVM was built without the target 'nonsense-unknown-unknown'");
  EXPECT_EQ(creationError(X86, plainCPU("cortex-a72")),
            "LLVM knows no CPU 'cortex-a72' for x86_64");
  EXPECT_EQ(creationError(AArch64, plainCPU("skylake")),
            "LLVM knows no CPU 'skylake' for aarch64");
}

TEST(Units, ReplaceThoseOfTheModel) {
  // Four ports for additions become two of them and a new one; what runs on
  // other sets stays.
  Processor CPU = plainCPU("skylake");
  UnitGroup Group;
  Group.Replaced = {"p0", "p1", "p5", "p6"};
  Group.Units = {"p0", "p1", "alu9"};
  CPU.Core.Units = {Group};
  InstructionCorrection Load;
  Load.Opcodes = "MOV64rm";
  Load.HasPorts = true;
  Load.Ports = {{{"alu9"}, 1}};
  CPU.Core.Corrections = {Load};
  std::unique_ptr<TargetModel> Model = createModel(X86, CPU);
  Block B = assemble(*Model, "addq %rax, %rbx\nshlq $3, %rax\n"
                             "movq (%rdi), %rax\n");
  EXPECT_EQ(B.ports(0), "p01,alu9");
  EXPECT_EQ(B.ports(1), "p06");
  EXPECT_EQ(B.ports(2), "alu9");
}

TEST(Units, NameTheLineOfTheCPUFile) {
  Processor CPU = plainCPU("skylake");
  UnitGroup Group;
  Group.Replaced = {"p9"};
  Group.Units = {"p0"};
  Group.Line = 12;
  CPU.Core.Units = {Group};
  EXPECT_TRUE(StringRef(creationError(X86, CPU))
                  .starts_with(
                      "line 12: units: there is no unit 'p9'; the units are "));
  CPU.Core.Units[0].Replaced.clear();
  for (unsigned I = 0; I != 64; ++I)
    CPU.Core.Units[0].Units.push_back("u" + std::to_string(I));
  EXPECT_EQ(creationError(X86, CPU), "line 12: units: no more than 64 units");
}

TEST(Corrections, ReplaceWhatLLVMSays) {
  Processor CPU = plainCPU("skylake");
  InstructionCorrection Add, Load;
  Add.Opcodes = "ADD64rr.*";
  Add.Latency = 7;
  Add.Slots = 3;
  Add.HasPorts = true;
  Add.Ports = {{{"p0", "p6"}, 2}, {{"p5"}, 1}};
  Load.Opcodes = "MOV(32|64)rm";
  Load.LoadLatency = 9;
  CPU.Core.Corrections = {Add, Load};
  Block B = assemble(*createModel(X86, CPU),
                     "addq %rax, %rbx\nmovq (%rdi), %rax\nsubq %rax, %rbx\n");
  EXPECT_EQ(B.ports(0), "2*p06 + p5");
  EXPECT_EQ(B.latency(0), 7);
  EXPECT_EQ(B[0].Slots, 3u);
  EXPECT_EQ(B[1].LoadLatency, 9u);
  EXPECT_EQ(B.ports(2), "p0156");
  EXPECT_EQ(B.latency(2), 1);
}

TEST(Corrections, KeepWhatLaterOnesDoNotGive) {
  Processor CPU = plainCPU("skylake");
  InstructionCorrection Latency, Ports, Again;
  Latency.Opcodes = "ADD64rr|SUB64rr";
  Latency.Latency = 7;
  Latency.Slots = 2;
  Ports.Opcodes = "ADD64rr";
  Ports.HasPorts = true;
  Ports.Ports = {{{"p5"}, 3}};
  Again.Opcodes = "ADD64rr";
  Again.Slots = 3;
  CPU.Core.Corrections = {Latency, Ports, Again};
  Block B =
      assemble(*createModel(X86, CPU), "addq %rax, %rbx\nsubq %rax, %rbx\n");
  EXPECT_EQ(B.latency(0), 7);
  EXPECT_EQ(B.ports(0), "3*p5");
  EXPECT_EQ(B[0].Slots, 3u);
  EXPECT_EQ(B.latency(1), 7);
  EXPECT_EQ(B.ports(1), "p0156");
  EXPECT_EQ(B[1].Slots, 2u);
}

TEST(Corrections, LoadLatenciesOfTheCPUFileReplaceLLVMs) {
  Processor CPU = plainCPU("znver5");
  CPU.Core.LoadLatency = 4;
  CPU.Core.VectorLoadLatency = 6;
  CPU.Core.ScaledIndex = 1;
  Block B = assemble(*createModel(X86, CPU),
                     "movq (%rdi), %rax\nmovq (%rdi,%rsi), %rax\n"
                     "movq (%rdi,%rsi,8), %rax\nmovzbl 1(%rdi), %eax\n"
                     "xorl (%rdi,%rsi,4), %eax\nmovups (%rdi), %xmm0\n"
                     "addps (%rdi), %xmm0\nvmovups (%rdi,%rsi,2), %ymm0\n");
  const unsigned Expected[] = {4, 4, 5, 4, 5, 6, 6, 7};
  for (size_t I = 0; I != std::size(Expected); ++I)
    EXPECT_EQ(B[I].LoadLatency, Expected[I]) << I;
}

TEST(Corrections, KnowConditionsOfCarryAndZero) {
  Processor CPU = plainCPU("skylake");
  InstructionCorrection Plain, Above;
  Plain.Opcodes = "SETCCr|CMOV64rr";
  Plain.Latency = 5;
  Above.Opcodes = "(SETCCr|CMOV64rr)[.]above";
  Above.Latency = 7;
  Above.AfterFolded = 2;
  CPU.Core.Corrections = {Above, Plain};
  Block B = assemble(*createModel(X86, CPU),
                     "seta %al\nsetbe %al\nsetb %al\nsetg %al\n"
                     "cmovaq %rax, %rbx\ncmovbeq %rax, %rbx\n"
                     "cmovneq %rax, %rbx\n");
  for (unsigned I : {0, 1, 4, 5}) {
    EXPECT_EQ(B.latency(I), 7) << I;
    EXPECT_EQ(B[I].AfterFolded, 2u) << I;
  }
  for (unsigned I : {2, 3, 6}) {
    EXPECT_EQ(B.latency(I), 5) << I;
    EXPECT_EQ(B[I].AfterFolded, 0u) << I;
  }
}

TEST(Corrections, KnowComparisonsOfSignedNumbersAndWhenFlagsAreNeeded) {
  Processor CPU = plainCPU("skylake");
  InstructionCorrection Signed;
  Signed.Opcodes = "CMOV64rr[.]signed";
  Signed.FlagsEarly = 1;
  CPU.Core.Corrections = {Signed};
  Block B = assemble(*createModel(X86, CPU),
                     "cmovlq %rax, %rbx\ncmovgeq %rax, %rbx\n"
                     "cmovleq %rax, %rbx\ncmovgq %rax, %rbx\n"
                     "cmovbq %rax, %rbx\ncmovsq %rax, %rbx\n");
  for (unsigned I = 0; I != 6; ++I) {
    // The flags, before everything else.
    unsigned Early = 0;
    for (const RegisterRead &R : B.Table.reads(B[I])) {
      EXPECT_TRUE(R.Delay == 0 || R.Delay == -1) << I;
      Early += R.Delay == -1;
    }
    EXPECT_EQ(Early, I < 4 ? 1u : 0u) << I;
  }
}

TEST(Corrections, KnowWhenAccumulatorsAreNeeded) {
  Processor CPU = plainCPU("neoverse-n1");
  InstructionCorrection Sum;
  Sum.Opcodes = "FMADDDrrr|FMLAv2f64|MADDXrrr";
  Sum.Latency = 5;
  Sum.Accumulator = 2;
  CPU.Core.Corrections = {Sum};
  Block B = assemble(*createModel(AArch64, CPU),
                     "fmadd d0, d1, d2, d3\nfmla v0.2d, v1.2d, v2.2d\n"
                     "madd x0, x1, x2, x0\nfmla v0.2d, v0.2d, v2.2d\n"
                     "mul x0, x1, x2\n");
  for (unsigned I = 0; I != 5; ++I) {
    unsigned AtOnce = 0, Later = 0;
    for (const RegisterRead &R : B.Table.reads(B[I]))
      ++(R.Delay == 0 ? AtOnce : Later);
    EXPECT_GT(AtOnce, 0u) << I;
    // Not where it is a factor, too, and where nothing is added.
    EXPECT_EQ(Later > 0, I < 3) << I;
    for (const RegisterRead &R : B.Table.reads(B[I]))
      EXPECT_TRUE(R.Delay == 0 || R.Delay == 3) << I;
    EXPECT_EQ(B.latency(I), 5) << I;
  }
}

TEST(Corrections, MatchTopLevelAlternatives) {
  Processor CPU = plainCPU("skylake");
  InstructionCorrection Rule;
  Rule.Opcodes = "ADD(32|64)rr|SUB64rr";
  Rule.Latency = 5;
  CPU.Core.Corrections = {Rule};
  Block B = assemble(*createModel(X86, CPU),
                     "addl %eax, %ebx\nsubq %rax, %rbx\nxorq %rax, %rbx\n");
  EXPECT_EQ(B.latency(0), 5);
  EXPECT_EQ(B.latency(1), 5);
  EXPECT_EQ(B.latency(2), 1);
}

TEST(Corrections, MatchPlainNames) {
  // Known without an expression, in whatever order; not all need exist.
  Processor CPU = plainCPU("skylake");
  InstructionCorrection Rule;
  Rule.Opcodes = "XOR64rr|NONESUCH|ADD32rr";
  Rule.Latency = 5;
  CPU.Core.Corrections = {Rule};
  Block B = assemble(*createModel(X86, CPU),
                     "addl %eax, %ebx\naddq %rax, %rbx\nxorq %rax, %rbx\n");
  EXPECT_EQ(B.latency(0), 5);
  EXPECT_EQ(B.latency(1), 1);
  EXPECT_EQ(B.latency(2), 5);
  CPU.Core.Corrections[0].Opcodes = "NONESUCH|NEITHER";
  EXPECT_EQ(creationError(X86, CPU),
            "line 0: correction of 'NONESUCH|NEITHER': matches no instruction "
            "of x86_64");
}

TEST(Corrections, MayBeginWithOptionalLettersAndGroups) {
  for (const char *Opcodes :
       {"V?(ADD|MUL)PDrr", "(V)?ADDPDrr", "(ADD|(MUL|SUB))PDrr", "V*ADDPD.*",
        "[A]DDPDrr", ".*DDPDrr", "(XOR|V?ADD)PDrr", "A{1}DDPDrr"}) {
    Processor CPU = plainCPU("skylake");
    InstructionCorrection Rule;
    Rule.Opcodes = Opcodes;
    Rule.Latency = 5;
    CPU.Core.Corrections = {Rule};
    Block B = assemble(*createModel(X86, CPU), "addpd %xmm0, %xmm1\n");
    EXPECT_EQ(B.latency(0), 5) << Opcodes;
  }
}

TEST(Corrections, NameTheLineOfTheCPUFile) {
  Processor CPU = plainCPU("skylake");
  InstructionCorrection Rule;
  Rule.Line = 42;
  Rule.Opcodes = "NOSUCHTHING.*";
  CPU.Core.Corrections = {Rule};
  EXPECT_EQ(creationError(X86, CPU),
            "line 42: correction of 'NOSUCHTHING.*': matches no instruction of "
            "x86_64");
  CPU.Core.Corrections[0].Opcodes = "ADD64rr";
  CPU.Core.Corrections[0].HasPorts = true;
  CPU.Core.Corrections[0].Ports = {{{"p9"}, 1}};
  EXPECT_EQ(creationError(X86, CPU),
            "line 42: correction of 'ADD64rr': there is no unit 'p9'; the "
            "units are divider, fpdivider, p0, p1, p2, p3, p4, p5, p6, p7");
  CPU.Core.Corrections[0].Opcodes = "ADD(";
  EXPECT_EQ(creationError(X86, CPU),
            "line 42: correction of 'ADD(': parentheses not balanced");
}

} // namespace
} // namespace rafter
