//===- OpcodeNames.cpp - Opcodes by their names ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TableGen numbers what all targets share first, then the pseudo instructions
// of the target by their names, then its other instructions by theirs
// (llvm/utils/TableGen/Common/CodeGenTarget.cpp, computeInstrsByEnum), so that
// a search needs no table of its own.
//
//===----------------------------------------------------------------------===//

#include "OpcodeNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace rafter;
using llvm::MCInstrInfo;
using llvm::StringRef;

/// mov of a general register or constant to memory: MOV32mr, MOV64mi32.
static bool isGeneralStore(StringRef Opcode) {
  if (!Opcode.consume_front("MOV"))
    return false;
  unsigned Bits;
  return !Opcode.consumeInteger(10, Bits) &&
         (Opcode.starts_with("mr") || Opcode.starts_with("mi"));
}

llvm::ArrayRef<StringRef> rafter::possibleSuffixes(StringRef Opcode) {
  static constexpr StringRef OfAddresses[] = {ThreePartSuffix, ScaledSuffix};
  static constexpr StringRef OfStores[] = {IndexedSuffix};
  static constexpr StringRef OfConditions[] = {AboveSuffix, SignedSuffix};
  if (Opcode.starts_with("LEA"))
    return OfAddresses;
  if (Opcode.starts_with("SETCC") || Opcode.starts_with("CMOV"))
    return OfConditions;
  if (isGeneralStore(Opcode))
    return OfStores;
  return {};
}

static auto opcodesOfTarget(const MCInstrInfo &I) {
  unsigned Begin = llvm::TargetOpcode::GENERIC_OP_END + 1;
  return llvm::seq(std::min(Begin, I.getNumOpcodes()), I.getNumOpcodes());
}

std::optional<unsigned> rafter::findOpcode(const MCInstrInfo &I,
                                           StringRef Name) {
  auto All = opcodesOfTarget(I);
  auto Real = llvm::partition_point(
      All, [&](unsigned Opcode) { return I.get(Opcode).isPseudo(); });
  for (auto Run : {llvm::make_range(All.begin(), Real),
                   llvm::make_range(Real, All.end())}) {
    auto Found = llvm::partition_point(
        Run, [&](unsigned Opcode) { return I.getName(Opcode) < Name; });
    if (Found != Run.end() && I.getName(*Found) == Name)
      return *Found;
  }
  return std::nullopt;
}

std::optional<unsigned> rafter::halfOf(const MCInstrInfo &I, unsigned Opcode) {
  // The letters of the operands stand behind the width: VPADDDZrmk.
  StringRef Name = I.getName(Opcode);
  size_t Width = Name.rfind('Z');
  if (Width == StringRef::npos || !Name.starts_with("V"))
    return std::nullopt;
  StringRef Operands = Name.drop_front(Width + 1);
  if (!Operands.starts_with("r") && !Operands.starts_with("m"))
    return std::nullopt;
  return findOpcode(I, (Name.take_front(Width) + "Z256" + Operands).str());
}

bool rafter::anyOpcodeName(const MCInstrInfo &I,
                           llvm::function_ref<bool(StringRef)> Holds) {
  return llvm::any_of(opcodesOfTarget(I), [&](unsigned Opcode) {
    StringRef Name = I.getName(Opcode);
    return Holds(Name) ||
           llvm::any_of(possibleSuffixes(Name), [&](StringRef Suffix) {
             return Holds((Name + Suffix).str());
           });
  });
}
