//===- PossibleInstruction.cpp - What no processor executes ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/RegionFile.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;

/// Canonical addresses have as many bits as five levels of page tables
/// translate (Intel SDM 1, 3.3.7.1; the most that AArch64's FEAT_LVA3 has is
/// one less); all bits above equal the highest one.
static constexpr unsigned AddressBits = 57;

static bool isCanonical(uint64_t Address) {
  int64_t Upper = static_cast<int64_t>(Address) >> (AddressBits - 1);
  return Upper == 0 || Upper == -1;
}

template <typename List> static bool endsWithZeros(const List &Registers) {
  bool Ended = false;
  for (uint8_t R : Registers) {
    if (Ended && R != 0)
      return false;
    Ended |= R == 0;
  }
  return true;
}

static std::optional<std::string> whyNoAccess(const CrackedInstruction &I) {
  if (!I.isLoad() && !I.isStore()) {
    if (I.DataAddress != 0 || I.DataBytes != 0)
      return "an instruction that is no load or store has an access";
    return std::nullopt;
  }
  if (I.DataBytes == 0)
    return "a load or store of no bytes";
  uint64_t Last = I.DataAddress + I.DataBytes - 1;
  if (Last < I.DataAddress || !isCanonical(I.DataAddress) || !isCanonical(Last))
    return "an access at the impossible address 0x" +
           llvm::utohexstr(I.DataAddress);
  return std::nullopt;
}

std::optional<std::string> rafter::whyImpossible(const CrackedInstruction &I) {
  constexpr uint8_t AllFlags = CrackedInstruction::Taken |
                               CrackedInstruction::Barrier |
                               CrackedInstruction::Continued;
  if (static_cast<unsigned>(I.Class) >= NumInstructionClasses ||
      I.Branch > BranchKind::Return)
    return "an instruction of a class that does not exist";
  if (I.isBranch() != (I.Class == InstructionClass::Branch))
    return "a branch without a kind, or a kind without a branch";
  if ((I.Flags & ~AllFlags) != 0 || I.Unused != 0 ||
      (I.has(CrackedInstruction::Taken) && !I.isBranch()))
    return "an instruction with flags that do not belong to it";
  if (I.Bytes == 0)
    return "an instruction of no bytes";
  if (!isCanonical(I.Address))
    return "an instruction at the impossible address 0x" +
           llvm::utohexstr(I.Address);
  if (!endsWithZeros(I.Sources) || !endsWithZeros(I.Destinations))
    return "registers after the end of their list";
  return whyNoAccess(I);
}
