//===- OpcodeNames.cpp - Opcodes by their names ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpcodeNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace rafter;
using llvm::StringRef;

/// A stretch of fewer names is not worth a search of its own.
static constexpr unsigned LeastRun = 32;

OpcodeNames::OpcodeNames(const llvm::MCInstrInfo &I) : Instructions(&I) {
  unsigned Count = I.getNumOpcodes();
  for (unsigned Begin = 0; Begin != Count;) {
    StringRef Last = I.getName(Begin);
    unsigned End = Begin + 1;
    for (; End != Count; ++End) {
      StringRef Next = I.getName(End);
      if (Next <= Last)
        break;
      Last = Next;
    }
    if (End - Begin >= LeastRun)
      Runs.push_back({Begin, End});
    else
      for (unsigned Opcode = Begin; Opcode != End; ++Opcode)
        Others.push_back({I.getName(Opcode), Opcode});
    Begin = End;
  }
  llvm::sort(Others);
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
  auto Found = llvm::lower_bound(Others, std::pair(Name, 0u));
  if (Found != Others.end() && Found->first == Name)
    return Found->second;
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
  return llvm::any_of(Others, [&](const auto &Other) {
    return Other.first.starts_with(Prefix) && Holds(Other.first);
  });
}
