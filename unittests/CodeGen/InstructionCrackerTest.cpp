//===- InstructionCrackerTest.cpp - Machine code without a CPU ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What machine instructions become: loads, operation and stores apart, with the
// registers that join them.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/InstructionCracker.h"
#include "llvm/TargetParser/Triple.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace rafter;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

namespace {

/// Cracks one instruction at address 0x1000.
class InstructionCrackerTest : public testing::Test {
protected:
  std::vector<CrackedInstruction> crack(std::vector<uint8_t> Bytes,
                                        std::vector<uint64_t> Addresses = {},
                                        bool Taken = false,
                                        const char *Target = "x86_64") {
    llvm::Triple Triple(std::string(Target) + "-linux-gnu");
    Models.push_back(llvm::cantFail(TargetModel::create(
        Triple, InstructionCracker::genericProcessor(Triple),
        InstructionCracker::allFeatures(Triple))));
    InstructionTable Table;
    InstructionBuilder Builder(*Models.back(), Table);
    TableRange Range =
        Builder.addBlock(Bytes, 0x1000, 0, [](uint64_t) { return 0u; });
    EXPECT_EQ(Range.size(), 1u);
    InstructionCracker Cracker(RegisterNaming(*Models.back()), Table);
    std::vector<CrackedInstruction> Out;
    Cracker.append(Range.Begin, Taken, Addresses, Out);
    for (size_t I = 0; I != Out.size(); ++I) {
      EXPECT_EQ(Out[I].Address, 0x1000u);
      EXPECT_EQ(Out[I].Bytes, Bytes.size());
      EXPECT_EQ(Out[I].has(CrackedInstruction::Continued), I != 0);
    }
    return Out;
  }

  std::vector<CrackedInstruction> crackAArch64(uint32_t Word,
                                               std::vector<uint64_t> Addresses,
                                               bool Taken = false) {
    return crack({uint8_t(Word), uint8_t(Word >> 8), uint8_t(Word >> 16),
                  uint8_t(Word >> 24)},
                 std::move(Addresses), Taken, "aarch64");
  }

  std::vector<std::unique_ptr<TargetModel>> Models;
};

std::vector<InstructionClass>
classes(const std::vector<CrackedInstruction> &Instructions) {
  std::vector<InstructionClass> Result;
  for (const CrackedInstruction &I : Instructions)
    Result.push_back(I.Class);
  return Result;
}

template <typename List> unsigned count(const List &Registers) {
  unsigned Result = 0;
  for (uint8_t R : Registers)
    Result += R != 0;
  return Result;
}

TEST_F(InstructionCrackerTest, AdditionToMemoryIsLoadOperationAndStore) {
  // addl %eax, (%rdi)
  auto Parts = crack({0x01, 0x07}, {0x5000, 0x5000});
  ASSERT_THAT(classes(Parts),
              ElementsAre(InstructionClass::Load, InstructionClass::IntegerALU,
                          InstructionClass::Store));
  EXPECT_EQ(Parts[0].DataAddress, 0x5000u);
  EXPECT_EQ(Parts[2].DataAddress, 0x5000u);
  EXPECT_EQ(Parts[0].DataBytes, 4);
  EXPECT_EQ(Parts[1].DataBytes, 0);
  // The sum waits for the load, the store for the sum and the address.
  EXPECT_THAT(Parts[1].Sources, Contains(Parts[0].Destinations[0]));
  EXPECT_THAT(Parts[2].Sources, Contains(Parts[1].Destinations[0]));
  EXPECT_THAT(Parts[2].Sources, Contains(Parts[0].Sources[0]));
  EXPECT_EQ(count(Parts[1].Sources), 2u);
}

TEST_F(InstructionCrackerTest, PlainLoadGivesItsRegister) {
  // movq 8(%rdi,%rcx,8), %rax
  auto Parts = crack({0x48, 0x8b, 0x44, 0xcf, 0x08}, {0x5000});
  ASSERT_THAT(classes(Parts), ElementsAre(InstructionClass::Load));
  EXPECT_EQ(count(Parts[0].Sources), 2u);
  EXPECT_EQ(count(Parts[0].Destinations), 1u);
  EXPECT_EQ(Parts[0].DataBytes, 8);
}

TEST_F(InstructionCrackerTest, PlainStoreWaitsForDataAndAddress) {
  // movq %rax, (%rdi)
  auto Parts = crack({0x48, 0x89, 0x07}, {0x5000});
  ASSERT_THAT(classes(Parts), ElementsAre(InstructionClass::Store));
  EXPECT_EQ(count(Parts[0].Sources), 2u);
  EXPECT_EQ(count(Parts[0].Destinations), 0u);
}

TEST_F(InstructionCrackerTest, ZeroIdiomHasNoSources) {
  // xorl %eax, %eax
  auto Parts = crack({0x31, 0xc0});
  ASSERT_EQ(Parts.size(), 1u);
  EXPECT_EQ(count(Parts[0].Sources), 0u);
  EXPECT_GE(count(Parts[0].Destinations), 1u);
  // xorl %ecx, %eax
  EXPECT_EQ(count(crack({0x31, 0xc8})[0].Sources), 2u);
}

TEST_F(InstructionCrackerTest, StackPointerOfX86FollowsWithoutAnInstruction) {
  // pushq %rbx
  auto Push = crack({0x53}, {0x7000});
  ASSERT_THAT(classes(Push), ElementsAre(InstructionClass::Store));
  EXPECT_EQ(count(Push[0].Destinations), 0u);
  // popq %rbx
  auto Pop = crack({0x5b}, {0x7000});
  ASSERT_THAT(classes(Pop), ElementsAre(InstructionClass::Load));
  EXPECT_EQ(count(Pop[0].Destinations), 1u);
}

TEST_F(InstructionCrackerTest, CallStoresAndReturnLoadsBeforeControlLeaves) {
  auto Call = crack({0xe8, 0, 0, 0, 0}, {0x7000}, true);
  ASSERT_THAT(classes(Call),
              ElementsAre(InstructionClass::Store, InstructionClass::Branch));
  EXPECT_EQ(Call[1].Branch, BranchKind::Call);
  EXPECT_TRUE(Call[1].has(CrackedInstruction::Taken));
  auto Return = crack({0xc3}, {0x7000}, true);
  ASSERT_THAT(classes(Return),
              ElementsAre(InstructionClass::Load, InstructionClass::Branch));
  EXPECT_EQ(Return[1].Branch, BranchKind::Return);
  EXPECT_THAT(Return[1].Sources, Contains(Return[0].Destinations[0]));
  // callq *8(%rax)
  auto Indirect = crack({0xff, 0x50, 0x08}, {0x6000, 0x7000}, true);
  ASSERT_THAT(classes(Indirect),
              ElementsAre(InstructionClass::Load, InstructionClass::Store,
                          InstructionClass::Branch));
  EXPECT_EQ(Indirect[2].Branch, BranchKind::IndirectCall);
}

TEST_F(InstructionCrackerTest, ConditionalBranchTellsWhetherItIsTaken) {
  auto NotTaken = crack({0x74, 0x10});
  ASSERT_THAT(classes(NotTaken), ElementsAre(InstructionClass::Branch));
  EXPECT_EQ(NotTaken[0].Branch, BranchKind::Conditional);
  EXPECT_FALSE(NotTaken[0].has(CrackedInstruction::Taken));
  EXPECT_GE(count(NotTaken[0].Sources), 1u);
  EXPECT_TRUE(crack({0x74, 0x10}, {}, true)[0].has(CrackedInstruction::Taken));
}

TEST_F(InstructionCrackerTest,
       SerializingInstructionsAndSystemCallsAreBarriers) {
  for (std::vector<uint8_t> Bytes :
       {std::vector<uint8_t>{0x0f, 0xa2}, {0x0f, 0xae, 0xe8}, {0x0f, 0x05}})
    EXPECT_TRUE(crack(Bytes).back().has(CrackedInstruction::Barrier))
        << int(Bytes[1]);
  // nop
  EXPECT_FALSE(crack({0x90})[0].has(CrackedInstruction::Barrier));
  // isb; svc #0; dmb ish
  EXPECT_TRUE(crackAArch64(0xd5033fdf, {})[0].has(CrackedInstruction::Barrier));
  EXPECT_TRUE(crackAArch64(0xd4000001, {})[0].has(CrackedInstruction::Barrier));
  EXPECT_FALSE(
      crackAArch64(0xd5033bbf, {})[0].has(CrackedInstruction::Barrier));
}

TEST_F(InstructionCrackerTest, UpdatedBaseOfAArch64IsAnAdditionOfItsOwn) {
  // ldr x0, [x1], #8
  auto Parts = crackAArch64(0xf8408420, {0x5000});
  ASSERT_THAT(classes(Parts), ElementsAre(InstructionClass::Load,
                                          InstructionClass::IntegerALU));
  EXPECT_THAT(Parts[0].Destinations, Not(Contains(Parts[1].Destinations[0])));
  EXPECT_EQ(Parts[1].Sources[0], Parts[1].Destinations[0]);
}

TEST_F(InstructionCrackerTest, FloatOperationsKeepTheirClasses) {
  // vfmadd213pd (%rdi), %ymm1, %ymm0
  auto Parts = crack({0xc4, 0xe2, 0xf5, 0xa8, 0x07}, {0x5000});
  ASSERT_THAT(classes(Parts),
              ElementsAre(InstructionClass::Load,
                          InstructionClass::FloatFusedMultiplyAdd));
  EXPECT_EQ(Parts[0].DataBytes, 32);
  EXPECT_EQ(count(Parts[1].Sources), 3u);
  // divsd %xmm1, %xmm0
  EXPECT_EQ(crack({0xf2, 0x0f, 0x5e, 0xc1})[0].Class,
            InstructionClass::FloatDivide);
  // fadd d0, d1, d2
  EXPECT_EQ(crackAArch64(0x1e622820, {})[0].Class, InstructionClass::FloatAdd);
}

TEST_F(InstructionCrackerTest, WhatDidNotHappenIsLeftOut) {
  // vmaskmovpd (%rdi), %ymm1, %ymm0, all elements masked.
  auto Parts = crack({0xc4, 0xe2, 0x75, 0x2d, 0x07}, {0});
  ASSERT_FALSE(Parts.empty());
  for (const CrackedInstruction &I : Parts)
    EXPECT_FALSE(I.isLoad() || I.isStore());
}

TEST_F(InstructionCrackerTest, PartsOfARegisterAreOneRegister) {
  // movb %al, %bl: keeps the rest of rbx.
  auto Parts = crack({0x88, 0xc3});
  ASSERT_EQ(Parts.size(), 1u);
  EXPECT_EQ(count(Parts[0].Destinations), 1u);
  EXPECT_EQ(count(Parts[0].Sources), 2u);
  EXPECT_THAT(Parts[0].Sources, Contains(Parts[0].Destinations[0]));
}

} // namespace
