//===- BranchRelocationTest.cpp - Lets branches lead somewhere ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expected instructions are those of llvm-mc 22.
//
//===----------------------------------------------------------------------===//

#include "BranchRelocation.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"

using namespace rafter;
using namespace llvm;

/// Word, at most four bytes, with Distance in it.
static uint32_t relocated(Triple::ArchType Machine, uint32_t Type,
                          uint32_t Word, int64_t Distance) {
  uint8_t Code[4];
  support::endian::write32le(Code, Word);
  relocateBranch(Machine, Type, Code, Distance);
  return support::endian::read32le(Code);
}

TEST(BranchRelocationTest, CallsOfX86TakeTheDistanceAsItIs) {
  for (uint32_t Type : {ELF::R_X86_64_PC32, ELF::R_X86_64_PLT32}) {
    EXPECT_TRUE(isBranchRelocation(Triple::x86_64, Type));
    EXPECT_EQ(relocated(Triple::x86_64, Type, 0, -0x12345), 0xfffedcbbu);
  }
}

TEST(BranchRelocationTest, BranchesOfAArch64TakeWords) {
  auto check = [](uint32_t Type, uint32_t Word, int64_t Distance) {
    EXPECT_TRUE(isBranchRelocation(Triple::aarch64, Type));
    return relocated(Triple::aarch64, Type, Word, Distance);
  };
  // bl .+0x123454; b .-0x1000; b.ne .+0x7ffc; tbz w3, #5, .-4
  EXPECT_EQ(check(ELF::R_AARCH64_CALL26, 0x94000000, 0x123454), 0x94048d15u);
  EXPECT_EQ(check(ELF::R_AARCH64_JUMP26, 0x14000000, -0x1000), 0x17fffc00u);
  EXPECT_EQ(check(ELF::R_AARCH64_CONDBR19, 0x54000001, 0x7ffc), 0x5403ffe1u);
  EXPECT_EQ(check(ELF::R_AARCH64_TSTBR14, 0x36280003, -4), 0x362fffe3u);
}

TEST(BranchRelocationTest, BranchesOfRISCVAreInPieces) {
  auto check = [](uint32_t Type, uint32_t Word, int64_t Distance) {
    EXPECT_TRUE(isBranchRelocation(Triple::riscv64, Type));
    return relocated(Triple::riscv64, Type, Word, Distance);
  };
  // c.j .+0x2a6; c.beqz a0, .-0x56; jal .+0xaaaaa; beq a0, a1, .-0xaaa
  EXPECT_EQ(check(ELF::R_RISCV_RVC_JUMP, 0xa001, 0x2a6), 0xa45du);
  EXPECT_EQ(check(ELF::R_RISCV_RVC_BRANCH, 0xc101, -0x56), 0xd54du);
  EXPECT_EQ(check(ELF::R_RISCV_JAL, 0x000000ef, 0xaaaaa), 0x2abaa0efu);
  EXPECT_EQ(check(ELF::R_RISCV_BRANCH, 0x00b50063, -0xaaa), 0xd4b50b63u);
}

TEST(BranchRelocationTest, TheUpperHalfOfAPairMakesUpForTheSignOfTheLower) {
  EXPECT_TRUE(isBranchRelocation(Triple::riscv64, ELF::R_RISCV_CALL_PLT));
  uint8_t Code[8];
  // auipc ra, 0; jalr ra
  support::endian::write32le(Code, 0x00000097);
  support::endian::write32le(Code + 4, 0x000080e7);
  relocateBranch(Triple::riscv64, ELF::R_RISCV_CALL_PLT, Code, 0x12fff);
  // auipc ra, 19; jalr -1(ra)
  EXPECT_EQ(support::endian::read32le(Code), 0x00013097u);
  EXPECT_EQ(support::endian::read32le(Code + 4), 0xfff080e7u);
}

TEST(BranchRelocationTest, CodeThatIsTooShortAndOtherRelocationsStay) {
  uint8_t Code[4] = {0xe8, 1, 2, 3};
  relocateBranch(Triple::x86_64, ELF::R_X86_64_PLT32, MutableArrayRef(Code, 3),
                 ~0);
  relocateBranch(Triple::riscv64, ELF::R_RISCV_CALL, Code, ~0);
  relocateBranch(Triple::x86_64, ELF::R_X86_64_64, Code, ~0);
  EXPECT_EQ(support::endian::read32le(Code), 0x030201e8u);
  EXPECT_FALSE(isBranchRelocation(Triple::x86_64, ELF::R_X86_64_64));
  EXPECT_FALSE(isBranchRelocation(Triple::ppc64le, ELF::R_PPC64_REL24));
}
