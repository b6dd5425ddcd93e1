//===- OpcodeNames.h - Opcodes by their names -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's tables tell the name of an opcode, but not the opcode of a name.
// TableGen numbers what all targets share first, then the pseudo instructions
// of the target by their names, then its other instructions by theirs
// (llvm/utils/ TableGen/Common/CodeGenTarget.cpp, computeInstrsByEnum), so that
// a search needs no table of its own: one of 20,000 names would cost more than
// all else that is prepared for a CPU.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_OPCODENAMES_H
#define RAFTER_LIB_CODEGEN_OPCODENAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>
#include <utility>

namespace llvm {
class MCInstrInfo;
}

namespace rafter {

class OpcodeNames {
public:
  OpcodeNames() = default;
  /// Instructions must live as long as this.
  explicit OpcodeNames(const llvm::MCInstrInfo &Instructions);

  /// The instruction of the target called Name; none of those that all targets
  /// share.
  std::optional<unsigned> find(llvm::StringRef Name) const;
  /// Whether Holds for a name that begins with Prefix, of an instruction of the
  /// target.
  bool any(llvm::StringRef Prefix,
           llvm::function_ref<bool(llvm::StringRef)> Holds) const;

private:
  const llvm::MCInstrInfo *Instructions = nullptr;
  /// First opcodes, and ends, of stretches in which names ascend: pseudo
  /// instructions of the target, and its other instructions.
  std::array<std::pair<unsigned, unsigned>, 2> Runs = {};
};

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_OPCODENAMES_H
