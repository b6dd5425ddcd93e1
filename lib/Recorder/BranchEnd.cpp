//===- BranchEnd.cpp - How a block ends -----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodings: Intel SDM volume 2 (CALL, RET), Arm ARM C4.1 (branches), RISC-V
// unprivileged specification (JAL, JALR and the hints for return-address
// stacks of section 2.5.1).
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/BranchEnd.h"
#include <cstring>

using namespace rafter::recording;

Architecture rafter::recording::architectureOf(const char *Target) {
  if (!std::strcmp(Target, "x86_64"))
    return Architecture::X86;
  if (!std::strcmp(Target, "aarch64"))
    return Architecture::AArch64;
  if (!std::strcmp(Target, "riscv64"))
    return Architecture::RISCV;
  return Architecture::Unknown;
}

static bool isX86Prefix(uint8_t Byte) {
  // REX, operand and address size, segments (notrack), REPNE (bnd), REP.
  return (Byte & 0xf0) == 0x40 || Byte == 0x66 || Byte == 0x67 ||
         Byte == 0x2e || Byte == 0x36 || Byte == 0x3e || Byte == 0x26 ||
         Byte == 0x64 || Byte == 0x65 || Byte == 0xf2 || Byte == 0xf3;
}

static BranchEnd classifyX86(const uint8_t *Bytes, size_t Size) {
  size_t At = 0;
  while (At < Size && isX86Prefix(Bytes[At]))
    ++At;
  if (At == Size)
    return BranchEnd::Other;
  uint8_t Opcode = Bytes[At];
  if (Opcode == 0xe8)
    return BranchEnd::Call;
  if (Opcode == 0xc3 || Opcode == 0xc2)
    return BranchEnd::Return;
  if (Opcode == 0xff && At + 1 < Size && (Bytes[At + 1] >> 3 & 7) == 2)
    return BranchEnd::Call;
  return BranchEnd::Other;
}

static BranchEnd classifyAArch64(uint32_t Word) {
  // BL; BLR, BLRAA and their kin; RET, RETAA, RETAB.
  if (Word >> 26 == 0x25 || (Word & 0xfefff000) == 0xd63f0000)
    return BranchEnd::Call;
  if ((Word & 0xfffff000) == 0xd65f0000)
    return BranchEnd::Return;
  return BranchEnd::Other;
}

static bool isLink(unsigned Register) { return Register == 1 || Register == 5; }

static BranchEnd classifyRISCV(const uint8_t *Bytes, size_t Size) {
  unsigned Half = Bytes[0] | Bytes[1] << 8;
  if (Size == 2) {
    // C.JALR and C.JR: quadrant 2, funct4 100x, no second register.
    if ((Half & 0xe07f) != 0x8002 || (Half >> 7 & 31) == 0)
      return BranchEnd::Other;
    if (Half & 0x1000)
      return BranchEnd::Call;
    return isLink(Half >> 7 & 31) ? BranchEnd::Return : BranchEnd::Other;
  }
  if (Size < 4)
    return BranchEnd::Other;
  uint32_t Word = Half | uint32_t(Bytes[2]) << 16 | uint32_t(Bytes[3]) << 24;
  unsigned Opcode = Word & 0x7f, Result = Word >> 7 & 31,
           Source = Word >> 15 & 31;
  if (Opcode == 0x6f)
    return isLink(Result) ? BranchEnd::Call : BranchEnd::Other;
  if (Opcode != 0x67)
    return BranchEnd::Other;
  if (isLink(Result))
    return BranchEnd::Call;
  return isLink(Source) ? BranchEnd::Return : BranchEnd::Other;
}

BranchEnd rafter::recording::classify(Architecture A, const uint8_t *Bytes,
                                      size_t Size) {
  switch (A) {
  case Architecture::X86:
    return classifyX86(Bytes, Size);
  case Architecture::AArch64: {
    if (Size < 4)
      return BranchEnd::Other;
    uint32_t Word;
    std::memcpy(&Word, Bytes, sizeof Word);
    return classifyAArch64(Word);
  }
  case Architecture::RISCV:
    return Size < 2 ? BranchEnd::Other : classifyRISCV(Bytes, Size);
  case Architecture::Unknown:
    break;
  }
  return BranchEnd::Other;
}
