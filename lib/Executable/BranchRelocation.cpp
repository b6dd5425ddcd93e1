//===- BranchRelocation.cpp - Lets branches lead somewhere ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Encodings: System V ABI, AMD64 supplement 4.4 (relocation); ELF for the Arm
// 64-bit Architecture, "Control-flow instructions"; RISC-V ELF psABI,
// "Relocations", and the unprivileged specification for the immediates.
//
//===----------------------------------------------------------------------===//

#include "BranchRelocation.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace rafter;
using namespace llvm;
using support::endian::read16le;
using support::endian::read32le;
using support::endian::write16le;
using support::endian::write32le;

namespace {

/// Bits From and up, Count of them, of an immediate, and where the instruction
/// has them.
struct Field {
  unsigned From, Count, To;
};

/// How an instruction holds a distance.
struct Encoding {
  uint32_t Type;
  unsigned Bytes;
  SmallVector<Field, 8> Fields;
};

} // namespace

/// x86-64 uses the same relocations for data relative to the program counter,
/// which are the operands of other instructions: these are harmless.
static const Encoding *find(Triple::ArchType Machine, uint32_t Type) {
  static const Encoding X86[] = {
      {ELF::R_X86_64_PC32, 4, {{0, 32, 0}}},
      {ELF::R_X86_64_PLT32, 4, {{0, 32, 0}}},
  };
  static const Encoding AArch64[] = {
      {ELF::R_AARCH64_CALL26, 4, {{2, 26, 0}}},
      {ELF::R_AARCH64_JUMP26, 4, {{2, 26, 0}}},
      {ELF::R_AARCH64_CONDBR19, 4, {{2, 19, 5}}},
      {ELF::R_AARCH64_TSTBR14, 4, {{2, 14, 5}}},
  };
  static const Encoding RISCV[] = {
      {ELF::R_RISCV_BRANCH,
       4,
       {{1, 4, 8}, {5, 6, 25}, {11, 1, 7}, {12, 1, 31}}},
      {ELF::R_RISCV_JAL,
       4,
       {{1, 10, 21}, {11, 1, 20}, {12, 8, 12}, {20, 1, 31}}},
      {ELF::R_RISCV_RVC_BRANCH,
       2,
       {{1, 2, 3}, {3, 2, 10}, {5, 1, 2}, {6, 2, 5}, {8, 1, 12}}},
      {ELF::R_RISCV_RVC_JUMP,
       2,
       {{1, 3, 3},
        {4, 1, 11},
        {5, 1, 2},
        {6, 1, 7},
        {7, 1, 6},
        {8, 2, 9},
        {10, 1, 8},
        {11, 1, 12}}},
  };
  ArrayRef<Encoding> Known;
  if (Machine == Triple::x86_64)
    Known = X86;
  else if (Machine == Triple::aarch64)
    Known = AArch64;
  else if (Machine == Triple::riscv64 || Machine == Triple::riscv32)
    Known = RISCV;
  for (const Encoding &E : Known)
    if (E.Type == Type)
      return &E;
  return nullptr;
}

/// AUIPC and JALR: twenty bits and twelve.
static bool isPair(Triple::ArchType Machine, uint32_t Type) {
  return (Machine == Triple::riscv64 || Machine == Triple::riscv32) &&
         (Type == ELF::R_RISCV_CALL || Type == ELF::R_RISCV_CALL_PLT);
}

bool rafter::isBranchRelocation(Triple::ArchType Machine, uint32_t Type) {
  return isPair(Machine, Type) || find(Machine, Type);
}

void rafter::relocateBranch(Triple::ArchType Machine, uint32_t Type,
                            MutableArrayRef<uint8_t> Code, int64_t Distance) {
  if (isPair(Machine, Type)) {
    if (Code.size() < 8)
      return;
    uint32_t Upper = (Distance + 0x800) & 0xfffff000;
    uint32_t Lower = (Distance & 0xfff) << 20;
    write32le(&Code[0], (read32le(&Code[0]) & 0xfff) | Upper);
    write32le(&Code[4], (read32le(&Code[4]) & 0xfffff) | Lower);
    return;
  }
  const Encoding *E = find(Machine, Type);
  if (!E || Code.size() < E->Bytes)
    return;
  uint32_t Word = E->Bytes == 2 ? read16le(&Code[0]) : read32le(&Code[0]);
  for (Field F : E->Fields) {
    uint32_t Mask = F.Count == 32 ? ~0u : (1u << F.Count) - 1;
    Word &= ~(Mask << F.To);
    Word |= (uint32_t(Distance >> F.From) & Mask) << F.To;
  }
  if (E->Bytes == 2)
    write16le(&Code[0], Word);
  else
    write32le(&Code[0], Word);
}
