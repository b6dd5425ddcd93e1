//===- FormTableTest.cpp - Forms of the instructions of a CPU -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/FormTable.h"
#include "Fixtures.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

const FormTable &table() {
  static const FormTable Table = [] {
    auto Model = createModel(X86, plainCPU("znver5"));
    return cantFail(generateForms(*Model));
  }();
  return Table;
}

std::string opcodeOf(StringRef Text) {
  for (const InstructionForm &F : table().Forms)
    if (F.Text == Text)
      return F.Opcode;
  return "none";
}

std::optional<FormExclusion> exclusionOf(StringRef Opcode) {
  for (const ExcludedOpcode &E : table().Excluded)
    if (E.Opcode == Opcode)
      return E.Why;
  return std::nullopt;
}

TEST(FormTable, HasThousandsOfFormsOfEveryKind) {
  EXPECT_GE(table().Forms.size(), 1500u);
  EXPECT_EQ(opcodeOf("ADD_((REG:RW:G:64)),_((IMM:8))"), "ADD64ri8");
  EXPECT_EQ(opcodeOf("ADD_((REG:RW:G:64)),_((IMM:32))"), "ADD64ri32");
  EXPECT_EQ(opcodeOf("ADD_((REG:RW:G:16)),_((IMM:32))"), "ADD16ri");
  EXPECT_EQ(opcodeOf("MOVABS_((REG:W:G:64)),_((IMM:8))"), "MOV64ri");
  EXPECT_EQ(opcodeOf("ADD_dword_ptr_[((MEM:64))_+_((MIMM:16))],_((IMM:8))"),
            "ADD32mi8");
  EXPECT_EQ(opcodeOf("LEA_((REG:W:G:64)),_[((MEM:64))_+_4*((DIV:64))_+_"
                     "((MIMM:16))]"),
            "LEA64r");
  EXPECT_EQ(opcodeOf("SHL_((REG:RW:G:64)),_cl"), "SHL64rCL");
  EXPECT_EQ(opcodeOf("CMOVA_((REG:RW:G:64)),_((REG:R:G:64))"), "CMOV64rr");
  EXPECT_EQ(opcodeOf("VADDPS_((REG:W:V:256)),_((REG:R:V:256)),_"
                     "((REG:R:V:256))"),
            "VADDPSYrr");
  EXPECT_EQ(opcodeOf("VFMADD213PS_((REG:RW:V:128)),_((REG:R:V:128)),_"
                     "((REG:R:V:128))"),
            "VFMADD213PSr");
  EXPECT_EQ(opcodeOf("VADDPS_((REG:W:V:512)),_((REG:R:V:512)),_dword_ptr_["
                     "((MEM:64))_+_((MIMM:16))]{1to16}"),
            "VADDPSZrmb");
  EXPECT_EQ(opcodeOf("KANDD_((REG:W:K:64)),_((REG:R:K:64)),_((REG:R:K:64))"),
            "KANDDkk");
  // The plain encoding of a move, not its reverse.
  EXPECT_EQ(opcodeOf("VMOVAPS_((REG:W:V:128)),_((REG:R:V:128))"), "VMOVAPSrr");
}

TEST(FormTable, TextsAreUnique) {
  EXPECT_TRUE(is_sorted(table().Forms,
                        [](auto &A, auto &B) { return A.Text < B.Text; }));
  EXPECT_EQ(
      std::adjacent_find(table().Forms.begin(), table().Forms.end(),
                         [](auto &A, auto &B) { return A.Text == B.Text; }),
      table().Forms.end());
}

TEST(FormTable, IsTheSameEveryTime) {
  auto Model = createModel(X86, plainCPU("znver5"));
  FormTable Again = cantFail(generateForms(*Model));
  ASSERT_EQ(Again.Forms.size(), table().Forms.size());
  for (auto [A, B] : zip_equal(Again.Forms, table().Forms))
    EXPECT_EQ(A.Text + " " + A.Opcode, B.Text + " " + B.Opcode);
}

TEST(FormTable, ExcludesWithAReason) {
  struct {
    const char *Opcode;
    FormExclusion Why;
  } Expected[] = {
      {"JCC_1", FormExclusion::ControlFlow},
      {"CALL64r", FormExclusion::ControlFlow},
      {"SYSCALL", FormExclusion::ControlFlow},
      {"INT3", FormExclusion::ControlFlow},
      {"HLT", FormExclusion::System},
      {"RDMSR", FormExclusion::System},
      {"WRFSBASE64", FormExclusion::System},
      {"CPUID", FormExclusion::Serializing},
      {"MFENCE", FormExclusion::Serializing},
      {"VZEROUPPER", FormExclusion::Serializing},
      {"ADD_FrST0", FormExclusion::X87State},
      {"MMX_PADDBrr", FormExclusion::X87State},
      {"PUSH64r", FormExclusion::StackPointer},
      {"ADC64rr", FormExclusion::FixedRegister},
      {"DIV64r", FormExclusion::FixedRegister},
      {"MUL64r", FormExclusion::FixedRegister},
      {"CMPXCHG64rr", FormExclusion::FixedRegister},
      {"XCHG64rm", FormExclusion::Locked},
      {"MOVNTPSmr", FormExclusion::PastCaches},
      {"CLFLUSH", FormExclusion::PastCaches},
      {"VPGATHERDDrm", FormExclusion::VectorIndex},
      {"VADDPSZrrk", FormExclusion::Masked},
      {"VADDPSZrrkz", FormExclusion::Masked},
      {"VADDPSZrrb", FormExclusion::Rounding},
      {"MOV64rs", FormExclusion::Operand},
      {"MOV64o64a", FormExclusion::Operand},
      {"ADD64rr_REV", FormExclusion::OtherEncoding},
  };
  for (auto [Opcode, Why] : Expected) {
    SCOPED_TRACE(Opcode);
    std::optional<FormExclusion> Found = exclusionOf(Opcode);
    ASSERT_TRUE(Found.has_value());
    EXPECT_EQ(describe(*Found), describe(Why));
    EXPECT_TRUE(
        none_of(table().Forms, [&](auto &F) { return F.Opcode == Opcode; }));
  }
}

TEST(FormTable, IsOfX86Only) {
  auto Model = createModel(AArch64, plainCPU("cortex-a72"));
  Expected<FormTable> Table = generateForms(*Model);
  ASSERT_FALSE(bool(Table));
  EXPECT_EQ(toString(Table.takeError()),
            "cannot measure aarch64: only the instructions of x86-64 have "
            "forms");
}

} // namespace
} // namespace rafter
