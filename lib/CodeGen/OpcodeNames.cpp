//===- OpcodeNames.cpp - Opcodes by their names ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodeNames.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstrInfo.h"
#include <algorithm>

using namespace rafter;
using llvm::StringRef;

/// Those that all targets share come first.
static constexpr unsigned FirstOfTarget =
    llvm::TargetOpcode::GENERIC_OP_END + 1;

OpcodeNames::OpcodeNames(const llvm::MCInstrInfo &I) : Instructions(&I) {
  unsigned End = I.getNumOpcodes(), Begin = std::min(FirstOfTarget, End);
  unsigned Low = Begin, High = End;
  while (Low != High) {
    unsigned Middle = Low + (High - Low) / 2;
    if (I.get(Middle).isPseudo())
      Low = Middle + 1;
    else
      High = Middle;
  }
  Runs = {{{Begin, Low}, {Low, End}}};
}

/// The first opcode of a run whose name is not before Name.
static unsigned lowerBound(const llvm::MCInstrInfo &I,
                           std::pair<unsigned, unsigned> Run, StringRef Name) {
  auto [Low, High] = Run;
  while (Low != High) {
    unsigned Middle = Low + (High - Low) / 2;
    if (I.getName(Middle) < Name)
      Low = Middle + 1;
    else
      High = Middle;
  }
  return Low;
}

std::optional<unsigned> OpcodeNames::find(StringRef Name) const {
  for (auto Run : Runs)
    if (unsigned Opcode = lowerBound(*Instructions, Run, Name);
        Opcode != Run.second && Instructions->getName(Opcode) == Name)
      return Opcode;
  return std::nullopt;
}

bool OpcodeNames::any(StringRef Prefix,
                      llvm::function_ref<bool(StringRef)> Holds) const {
  for (auto Run : Runs)
    for (unsigned Opcode = lowerBound(*Instructions, Run, Prefix);
         Opcode != Run.second; ++Opcode) {
      StringRef Name = Instructions->getName(Opcode);
      if (!Name.starts_with(Prefix))
        break;
      if (Holds(Name))
        return true;
    }
  return false;
}
