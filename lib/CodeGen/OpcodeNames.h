//===- OpcodeNames.h - Opcodes by their names -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's tables tell the name of an opcode, but not the opcode of a name. They
// are in order nearly everywhere, so that a search needs no table of its own:
// one of 20,000 names would cost more than all else that is prepared for a CPU.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_OPCODENAMES_H
#define RAFTER_LIB_CODEGEN_OPCODENAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <utility>
#include <vector>

namespace llvm {
class MCInstrInfo;
}

namespace rafter {

class OpcodeNames {
public:
  OpcodeNames() = default;
  /// Instructions must live as long as this.
  explicit OpcodeNames(const llvm::MCInstrInfo &Instructions);

  std::optional<unsigned> find(llvm::StringRef Name) const;
  /// Whether Holds for a name that begins with Prefix.
  bool any(llvm::StringRef Prefix,
           llvm::function_ref<bool(llvm::StringRef)> Holds) const;

private:
  const llvm::MCInstrInfo *Instructions = nullptr;
  /// First opcodes, and ends, of stretches in which names ascend.
  std::vector<std::pair<unsigned, unsigned>> Runs;
  /// All others, by name.
  std::vector<std::pair<llvm::StringRef, unsigned>> Others;
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_OPCODENAMES_H
