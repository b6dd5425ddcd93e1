//===- AssemblyFileTest.cpp - Regions, errors, repetition -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixtures.h"
#include "rafter/Stream/LoopStream.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

std::unique_ptr<TargetModel> skylake() {
  return createModel(X86, plainCPU("skylake"));
}

std::string text(const Block &B, const AssemblyRegion &Region) {
  std::string Text;
  for (uint32_t I = Region.Code.Begin; I < Region.Code.End; ++I)
    Text += B.Table.Strings[B.Table.Instructions[I].Text] + "; ";
  return Text;
}

TEST(AssemblyFile, IsOneRegionWithoutMarkers) {
  Block B = assemble(*skylake(), "  .text\nloop:\n  addq $1, %rax\n"
                                 "  .p2align 4\n  jne loop\n  .data\n"
                                 "  .quad 1\n");
  ASSERT_EQ(B.Regions.size(), 1u);
  EXPECT_EQ(B.Regions[0].Name, "");
  EXPECT_EQ(B.Regions[0].Source.Line, 3u);
  EXPECT_EQ(text(B, B.Regions[0]), "addq $1, %rax; jne loop; ");
  const StaticInstruction &Second = B[1];
  EXPECT_EQ(Second.Address, 4u);
  EXPECT_EQ(B.Table.Locations[Second.Location].Line, 5u);
  EXPECT_EQ(B.Table.Locations[Second.Location].File, "test.s");
}

TEST(AssemblyFile, HasARegionForEachPairOfMarkers) {
  Block B = assemble(*skylake(), "  nop\n"
                                 "# LLVM-MCA-BEGIN first part\n"
                                 "  addq $1, %rax\n"
                                 "# LLVM-MCA-END first part\n"
                                 "  subq $1, %rax\n"
                                 "# RAFTER-BEGIN\n"
                                 "  xorq $1, %rax\n"
                                 "# RAFTER-END\n");
  ASSERT_EQ(B.Regions.size(), 2u);
  EXPECT_EQ(B.Regions[0].Name, "first part");
  EXPECT_EQ(text(B, B.Regions[0]), "addq $1, %rax; ");
  EXPECT_EQ(B.Regions[1].Name, "");
  EXPECT_EQ(B.Regions[1].Source.Line, 6u);
  EXPECT_EQ(text(B, B.Regions[1]), "xorq $1, %rax; ");
}

TEST(AssemblyFile, MayHaveOverlappingRegionsOfDifferentNames) {
  Block B = assemble(*skylake(), "# LLVM-MCA-BEGIN a\n  incq %rax\n"
                                 "# LLVM-MCA-BEGIN b\n  incq %rbx\n"
                                 "# LLVM-MCA-END a\n  incq %rcx\n"
                                 "# LLVM-MCA-END b\n");
  ASSERT_EQ(B.Regions.size(), 2u);
  EXPECT_EQ(text(B, B.Regions[0]), "incq %rax; incq %rbx; ");
  EXPECT_EQ(text(B, B.Regions[1]), "incq %rbx; incq %rcx; ");
}

TEST(AssemblyFile, TakesIntelSyntaxAndPrintsIt) {
  Block B = assemble(*skylake(), "  .intel_syntax noprefix\n"
                                 "  add rax, qword ptr [rdi + 8*rcx]\n");
  EXPECT_EQ(text(B, B.Regions[0]), "add rax, qword ptr [rdi + 8*rcx]; ");
  EXPECT_EQ(B.memory(0), "8 load");
}

TEST(AssemblyFile, PutsMacrosWhereTheyAreUsed) {
  Block B = assemble(*skylake(), ".macro twice\n  incq %rax\n  incq %rax\n"
                                 ".endm\n  decq %rbx\n# RAFTER-BEGIN\n"
                                 "  twice\n# RAFTER-END\n  decq %rbx\n");
  EXPECT_EQ(text(B, B.Regions[0]), "incq %rax; incq %rax; ");
}

TEST(AssemblyFile, ExpandsRepetitionsBetweenMarkersAndWithoutThem) {
  StringRef Code = ".rept 2\n  incq %rax\n.endr\n  decq %rbx\n";
  Block All = assemble(*skylake(), Code);
  EXPECT_EQ(text(All, All.Regions[0]), "incq %rax; incq %rax; decq %rbx; ");
  Block B = assemble(*skylake(), "  nop\n# RAFTER-BEGIN\n" + Code.str() +
                                     "# RAFTER-END\n  nop\n");
  EXPECT_EQ(text(B, B.Regions[0]), "incq %rax; incq %rax; decq %rbx; ");
  Block Nested = assemble(*skylake(), ".irp r, %rax, %rbx\n.rept 2\n"
                                      "  incq \\r\n.endr\n.endr\n");
  EXPECT_EQ(text(Nested, Nested.Regions[0]),
            "incq %rax; incq %rax; incq %rbx; incq %rbx; ");
}

TEST(AssemblyFile, CommentsOnOperandsCountWhereTheyAreExpanded) {
  Block B =
      assemble(*skylake(), ".rept 2\n  addq (%rdi), %rax # rafter: level=L2\n"
                           ".endr\n  addq (%rsi), %rbx\n");
  for (uint32_t I = 0; I != 2; ++I)
    EXPECT_NE(B.Table.Memory[B[I].Memory.Begin].Given, 0u) << I;
  EXPECT_EQ(B.Table.Memory[B[2].Memory.Begin].Given, 0u);
}

TEST(AssemblyFile, ReadsOtherTargets) {
  Block Arm = assemble(*createModel(AArch64, plainCPU("neoverse-n1")),
                       "// LLVM-MCA-BEGIN a\n  ldr x0, [x1], #8\n"
                       "// LLVM-MCA-END a\n");
  EXPECT_EQ(Arm.Regions[0].Name, "a");
  EXPECT_EQ(text(Arm, Arm.Regions[0]), "ldr x0, [x1], #8; ");
  Block Risc = assemble(*createModel(RISCV, plainCPU("sifive-u74")),
                        "  .option norvc\n  ld a0, 8(a1)\n");
  EXPECT_EQ(text(Risc, Risc.Regions[0]), "ld a0, 8(a1); ");
}

TEST(AssemblyFile, ReportsErrorsAsTheAssemblerDoes) {
  auto Model = skylake();
  EXPECT_EQ(assemblyError(*Model, "  nop\n  frobnicate %rax\n"),
            "test.s:2:3: invalid instruction mnemonic 'frobnicate'");
  EXPECT_EQ(assemblyError(*Model, "  addq %rax\n"),
            "test.s:1:3: too few operands for instruction");
  EXPECT_EQ(assemblyError(*Model, "  .nosuchdirective\n"),
            "test.s:1:3: unknown directive");
  EXPECT_EQ(assemblyError(*Model, ""), "test.s:1:1: there are no instructions");
  EXPECT_EQ(assemblyError(*Model, "  .text\n  # only a comment\n"),
            "test.s:1:1: there are no instructions");
}

TEST(AssemblyFile, ReportsMarkersThatDoNotMatch) {
  auto Model = skylake();
  EXPECT_EQ(assemblyError(*Model, "# LLVM-MCA-BEGIN a\n nop\n"
                                  "# LLVM-MCA-BEGIN a\n"),
            "test.s:3:2: region 'a' begins inside itself (line 1)");
  EXPECT_EQ(assemblyError(*Model, "# RAFTER-BEGIN\n nop\n# RAFTER-BEGIN\n"),
            "test.s:3:2: an unnamed region begins inside itself (line 1)");
  EXPECT_EQ(assemblyError(*Model, " nop\n# LLVM-MCA-END b\n"),
            "test.s:2:2: region 'b' ends here but is not open");
  EXPECT_EQ(assemblyError(*Model, "# RAFTER-BEGIN x\n# RAFTER-END x\n nop\n"),
            "test.s:1:2: region 'x' has no instructions");
}

/// Writes down what it is given.
TEST(AssemblyFile, BlocksRepeatWithOnePlaceForEachFormOfAddress) {
  Block B = assemble(*skylake(), "1: movq %rax, (%rdi)\n  movq (%rdi), %rbx\n"
                                 "  movq 8(%rdi), %rcx\n  addq $1, (%rdi)\n"
                                 "  jne 1b\n");
  LoopBody Body = loopOf(B.Table, B.Regions[0].Code);
  EXPECT_EQ(Body.Path,
            std::vector<ExecutedInstruction>({0, 1, 2, 3, 4 | TakenBit}));
  ASSERT_EQ(Body.Addresses.size(), 5u);
  EXPECT_NE(Body.Addresses[0].Base, Body.Addresses[2].Base);
  for (unsigned Same : {1, 3, 4})
    EXPECT_EQ(Body.Addresses[0].Base, Body.Addresses[Same].Base);
}

} // namespace
} // namespace rafter
