//===- MixKernelTest.cpp - Loops over mixes have no dependences -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/MixKernel.h"
#include "AssemblyParser.h"
#include "Fixtures.h"
#include "rafter/CodeGen/FormTable.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace rafter {
namespace {

const TargetModel &model() {
  static const std::unique_ptr<TargetModel> Model =
      createModel(X86, plainCPU("znver5"));
  return *Model;
}

MixAssembler assemblerOf(std::initializer_list<const char *> Texts) {
  std::vector<InstructionForm> Forms;
  for (const char *Text : Texts)
    Forms.push_back({Text, ""});
  return cantFail(MixAssembler::create(model(), Forms));
}

std::string errorOf(const char *Text) {
  Expected<MixAssembler> A = MixAssembler::create(model(), {{Text, ""}});
  return A ? "none" : toString(A.takeError());
}

TEST(MixKernel, SpellsOperands) {
  MixAssembler A =
      assemblerOf({"ADD_((REG:RW:G:64)),_((IMM:8))",
                   "MOV_((REG:W:G:8)),_byte_ptr_[((MEM:64))_+_((MIMM:16))]",
                   "MOV_dword_ptr_[((MEM:64))_+_((MIMM:16))],_((REG:R:G:32))",
                   "VPXOR_((REG:W:V:256)),_((REG:R:V:256)),_((REG:R:V:256))"});
  EXPECT_EQ(A.text({0, 1, 2, 3}, 2), "ADD rbx, 3\n"
                                     "MOV bpl, byte ptr [r14 + 0]\n"
                                     "MOV dword ptr [r15 + 2048], r12d\n"
                                     "VPXOR ymm4, ymm0, ymm1\n"
                                     "ADD rsi, 3\n"
                                     "MOV dil, byte ptr [r14 + 64]\n"
                                     "MOV dword ptr [r15 + 2112], r13d\n"
                                     "VPXOR ymm5, ymm2, ymm3\n");
}

TEST(MixKernel, LeavesAloneWhatAnInstructionOfTheMixNeeds) {
  MixAssembler A = assemblerOf({"SHL_((REG:RW:G:64)),_cl",
                                "MULX_((REG:W:G:64)),_((REG:W:G:64)),_"
                                "((REG:R:G:64))"});
  std::string Shifts = A.text({0}, 20), Products = A.text({1}, 20);
  EXPECT_EQ(StringRef(Shifts).find("rcx"), StringRef::npos);
  EXPECT_NE(StringRef(Shifts).find("rdx"), StringRef::npos);
  EXPECT_EQ(StringRef(Products).find("rdx"), StringRef::npos);
  EXPECT_NE(StringRef(Products).find("rcx"), StringRef::npos);
}

/// Registers that an instruction reads and writes, as register units.
struct Access {
  std::set<unsigned> Reads, Writes, Both;
};

Access accessOf(const MCInst &Inst) {
  const MCRegisterInfo &Registers = *model().impl().Registers;
  const MCInstrDesc &Desc = model().impl().Instructions->get(Inst.getOpcode());
  Access A;
  auto Add = [&](std::set<unsigned> &Set, MCRegister R) {
    for (MCRegUnit Unit : Registers.regunits(R))
      Set.insert(static_cast<unsigned>(Unit));
  };
  for (unsigned I = 0; I != Inst.getNumOperands(); ++I) {
    if (!Inst.getOperand(I).isReg() || !Inst.getOperand(I).getReg())
      continue;
    MCRegister R = Inst.getOperand(I).getReg();
    if (I < Desc.getNumDefs())
      Add(A.Writes, R);
    else
      Add(Desc.getOperandConstraint(I, MCOI::TIED_TO) >= 0 ? A.Both : A.Reads,
          R);
  }
  for (MCPhysReg R : Desc.implicit_uses())
    Add(A.Reads, R);
  for (MCPhysReg R : Desc.implicit_defs())
    Add(A.Writes, R);
  return A;
}

TEST(MixKernel, RandomMixesHaveNoDependencesThatBind) {
  FormTable Table = cantFail(generateForms(model()));
  MixAssembler A = cantFail(MixAssembler::create(model(), Table.Forms));
  const MCRegisterInfo &Registers = *model().impl().Registers;
  std::set<unsigned> Fixed;
  for (unsigned R = 1; R < Registers.getNumRegs(); ++R)
    if (is_contained({"EFLAGS", "RAX", "RCX", "RDX"},
                     StringRef(Registers.getName(R))))
      for (MCRegUnit Unit : Registers.regunits(R))
        Fixed.insert(static_cast<unsigned>(Unit));
  auto isFixed = [&](unsigned Unit) { return Fixed.contains(Unit); };
  RandomNumbers Random(1);
  for (unsigned Mix = 0; Mix != 400; ++Mix) {
    std::vector<uint32_t> Forms;
    for (unsigned I = 0; I != 5; ++I)
      Forms.push_back(Random.below(Table.Forms.size()));
    std::string Text = ".intel_syntax noprefix\n" + A.text(Forms, 12);
    SCOPED_TRACE(Text);
    ParsedAssembly Parsed(model().impl());
    ASSERT_EQ(toString(Parsed.parse(MemoryBufferRef(Text, "mix"))), "");
    ASSERT_EQ(Parsed.Instructions.size(), 60u);
    std::vector<Access> Code;
    for (const ParsedInstruction &P : Parsed.Instructions)
      Code.push_back(accessOf(P.Inst));
    std::set<unsigned> Written;
    for (const Access &One : Code)
      Written.insert(One.Writes.begin(), One.Writes.end());
    for (auto [Index, Access] : enumerate(Code)) {
      // What is only read is never written, but what instructions read and
      // write without naming it: that comes in an order without circles.
      for (unsigned Unit : Access.Reads)
        EXPECT_TRUE(!Written.contains(Unit) ||
                    (isFixed(Unit) && !Access.Writes.contains(Unit)));
      // What is read and written was written long ago.
      for (unsigned Unit : Access.Both)
        for (size_t Back = 1; Back <= std::min<size_t>(Index, 3); ++Back)
          EXPECT_FALSE(Code[Index - Back].Writes.contains(Unit));
    }
  }
}

TEST(MixKernel, ChainsThroughEveryPairOfOneKind) {
  MixAssembler A = assemblerOf(
      {"VADDPS_((REG:W:V:256)),_((REG:R:V:256)),_((REG:R:V:256))",
       "VFMADD213PS_((REG:RW:V:128)),_((REG:R:V:128)),_((REG:R:V:128))",
       "MOVD_((REG:W:V:128)),_((REG:R:G:32))",
       "CMP_((REG:R:G:64)),_((REG:R:G:64))",
       "MOVZX_((REG:W:G:32)),_((REG:R:G:8))"});
  auto Pairs = [&](uint32_t Form) {
    std::string Text;
    for (OperandChain C : A.chains(Form))
      Text += std::to_string(C.From) + ">" + std::to_string(C.To) + " ";
    return Text;
  };
  EXPECT_EQ(Pairs(0), "1>0 2>0 ");
  EXPECT_EQ(Pairs(1), "0>0 ");
  EXPECT_EQ(Pairs(2), "");
  EXPECT_EQ(Pairs(3), "");
  EXPECT_EQ(Pairs(4), "1>0 ");
}

TEST(MixKernel, IsAFunctionThatReturns) {
  MixAssembler A = assemblerOf({"ADD_((REG:RW:G:64)),_((IMM:8))"});
  Expected<MixKernel> Kernel = A.assemble({0});
  ASSERT_TRUE(bool(Kernel));
  EXPECT_GE(Kernel->Copies, 100u);
  EXPECT_EQ(Kernel->Code.back(), 0xc3);
}

TEST(MixKernel, ErrorsNameTheForm) {
  EXPECT_EQ(errorOf("ADD_((REG:RW:Q:64)),_((IMM:8))"),
            "form 'ADD_((REG:RW:Q:64)),_((IMM:8))': '((REG:RW:Q:64))' is no "
            "place for an operand");
  EXPECT_EQ(errorOf("ADD_((IMM:x))"),
            "form 'ADD_((IMM:x))': '((IMM:x))' is no place for an operand");
  EXPECT_EQ(errorOf("FROBNICATE_((REG:RW:G:64))"),
            "form 'FROBNICATE_((REG:RW:G:64))': this is no instruction of "
            "x86-64");
  EXPECT_EQ(errorOf("JMP_somewhere"),
            "form 'JMP_somewhere': this is no instruction of x86-64");
  EXPECT_EQ(errorOf("NOP\nNOP"), "form 'NOP\nNOP': it is not one line of text");
}

} // namespace
} // namespace rafter
