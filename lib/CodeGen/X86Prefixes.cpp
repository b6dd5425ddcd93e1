//===- X86Prefixes.cpp - Prefixes that are instructions to LLVM -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86Prefixes.h"
#include "OpcodeTraits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace rafter {

namespace {

/// The flag that a prefix on its own stands for; 0: an instruction.
unsigned prefixFlag(const TargetModel::Impl &Model, const MCInst &Inst) {
  StringRef Name = Model.Instructions->getName(Inst.getOpcode());
  if (!Name.ends_with("_PREFIX"))
    return 0;
  return StringSwitch<unsigned>(Name)
      .Case("LOCK_PREFIX", LockPrefix)
      .Case("REP_PREFIX", RepeatPrefix)
      .Case("REPNE_PREFIX", RepeatNotEqualPrefix)
      .Default(0);
}

/// LOCK_ADD64mr for ADD64mr, LXADD32 for XADD32rm, REP_MOVSB_64 for MOVSB.
void useOpcodeWithPrefix(const TargetModel::Impl &Model, MCInst &Inst) {
  StringRef Name = Model.Instructions->getName(Inst.getOpcode());
  auto Replace = [&](const Twine &With) {
    std::optional<unsigned> Opcode = Model.opcode(With.str());
    if (!Opcode)
      return false;
    Inst.setOpcode(*Opcode);
    Inst.setFlags(0);
    return true;
  };
  if (Inst.getFlags() & LockPrefix) {
    if (!Replace("LOCK_" + Name) && Name.contains("X"))
      Replace("L" + splitX86Name(Name).Stem);
    return;
  }
  if ((Inst.getFlags() & RepeatPrefix) &&
      (Name.starts_with("MOVS") || Name.starts_with("STOS")) &&
      Name.size() == 5) {
    StringRef Letter = Name.take_back() == "L" ? "D" : Name.take_back();
    if (Replace("REP_" + Name.drop_back() + Letter + "_64"))
      Inst.clear();
  }
}

} // namespace

bool hasPrefixes(const TargetModel::Impl &Model, ArrayRef<MCInst> Code) {
  return Model.Set == InstructionSet::X86 && any_of(Code, [&](auto &Inst) {
           return (Inst.getFlags() &
                   (LockPrefix | RepeatPrefix | RepeatNotEqualPrefix)) ||
                  prefixFlag(Model, Inst);
         });
}

void mergePrefixes(const TargetModel::Impl &Model, std::vector<MCInst> &Code,
                   std::vector<CodeLocation> &Where) {
  size_t Out = 0;
  for (size_t I = 0; I < Code.size(); ++I) {
    CodeLocation Place = Where[I];
    unsigned Flags = 0;
    for (unsigned Flag;
         I + 1 < Code.size() && (Flag = prefixFlag(Model, Code[I])); ++I) {
      Flags |= Flag;
      Place.Bytes += Where[I + 1].Bytes;
    }
    MCInst Inst = Code[I];
    Inst.setFlags(Inst.getFlags() | Flags);
    useOpcodeWithPrefix(Model, Inst);
    Code[Out] = std::move(Inst);
    Where[Out++] = Place;
  }
  Code.resize(Out);
  Where.resize(Out);
}

} // namespace rafter
