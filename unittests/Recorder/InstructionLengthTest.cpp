//===- InstructionLengthTest.cpp - Against LLVM's disassembler ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionLength.h"
#include "llvm-c/Disassembler.h"
#include "llvm-c/Target.h"
#include "gtest/gtest.h"
#include <array>
#include <memory>
#include <random>
#include <vector>

using namespace rafter::recording;

namespace {

class InstructionLengthTest : public testing::Test {
protected:
  using Code = std::array<uint8_t, 15>;
  struct Deleter {
    void operator()(void *D) const { LLVMDisasmDispose(D); }
  };

  InstructionLengthTest() {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
    Disassembler.reset(
        LLVMCreateDisasm("x86_64", nullptr, 0, nullptr, nullptr));
  }
  /// 0: no instruction.
  size_t expected(Code Bytes) {
    std::array<char, 256> Text;
    return LLVMDisasmInstruction(Disassembler.get(), Bytes.data(), Bytes.size(),
                                 0, Text.data(), Text.size());
  }

  std::unique_ptr<void, Deleter> Disassembler;
};

/// What LLVM takes for a prefix alone, and what neither QEMU 7.2 nor today's
/// processors have: REX2, the fourth map of EVEX and registers beyond 15 (APX).
/// Branches with an operand size of 16 bits, which Intel's and AMD's processors
/// read in two ways. EXTRQ and INSERTQ, which LLVM also takes from nonsense.
bool isLeftOut(const std::array<uint8_t, 15> &Bytes, size_t Length) {
  size_t At = 0;
  bool Operand16 = false;
  for (; At != Bytes.size(); ++At) {
    uint8_t B = Bytes[At];
    Operand16 |= B == 0x66;
    if ((B & 0xf0) != 0x40 && B != 0x66 && B != 0x67 && B != 0xf2 &&
        B != 0xf3 && B != 0x2e && B != 0x36 && B != 0x3e && B != 0x26 &&
        B != 0x64 && B != 0x65 && B != 0xf0)
      break;
  }
  if (At + 1 >= Bytes.size() || Length <= At)
    return true;
  uint8_t B = Bytes[At], Next = Bytes[At + 1];
  return B == 0xd5 || (B == 0x62 && ((Next & 7) == 4 || (Next & 8) != 0)) ||
         (B == 0x0f && Next == 0x78) ||
         (Operand16 && (B == 0xe8 || B == 0xe9 || (B == 0xc7 && Next == 0xf8) ||
                        (B == 0x0f && (Next & 0xf0) == 0x80)));
}

} // namespace

TEST_F(InstructionLengthTest, IsThatOfLLVMForRandomBytes) {
  std::mt19937 Random(1);
  // Prefixes and escapes come often enough to be seen together.
  constexpr uint8_t Starts[] = {0x66, 0x67, 0xf2, 0xf3, 0x48, 0x41, 0x0f,
                                0xc4, 0xc5, 0x62, 0x0f, 0x64, 0xf0, 0x44};
  unsigned Compared = 0;
  for (unsigned Round = 0; Round != 400000; ++Round) {
    Code Bytes;
    for (uint8_t &B : Bytes)
      B = Random();
    for (unsigned I = 0, N = Random() % 4; I != N; ++I)
      Bytes[I] = Starts[Random() % std::size(Starts)];
    if (Bytes[0] == 0x0f && Random() % 2 != 0)
      Bytes[1] = Random() % 2 != 0 ? 0x38 : 0x3a;
    size_t Length = expected(Bytes);
    if (Length == 0 || isLeftOut(Bytes, Length))
      continue;
    ++Compared;
    ASSERT_EQ(lengthOfX86(Bytes.data(), Bytes.size()), Length)
        << testing::PrintToString(Bytes);
    // Of what begins on one page, as many bytes as QEMU may have read.
    for (size_t Known = 1; Known != Length; ++Known)
      ASSERT_GT(lengthOfX86(Bytes.data(), Known), Known)
          << testing::PrintToString(Bytes);
  }
  EXPECT_GT(Compared, 100000u);
}
