//===- OpcodeNames.h - Opcodes by their names -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's tables tell the name of an opcode, but not the opcode of a name, and
// corrections of CPU files name opcodes by regular expressions.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_OPCODENAMES_H
#define RAFTER_LIB_CODEGEN_OPCODENAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class MCInstrInfo;
}

namespace rafter {

/// Stand behind the name of an opcode in corrections of address computations
/// with base, index and displacement, and with a scaled index, of stores of
/// general registers and constants with an index, of x86 instructions whose
/// condition is "above" or "below or equal", which need the carry and the zero
/// flag, and of those with a comparison of signed numbers, which need the sign
/// and the overflow.
inline constexpr char ThreePartSuffix[] = ".three-part";
inline constexpr char ScaledSuffix[] = ".scaled";
inline constexpr char IndexedSuffix[] = ".indexed";
inline constexpr char AboveSuffix[] = ".above";
inline constexpr char SignedSuffix[] = ".signed";

/// Which of them may stand behind the name of an opcode.
llvm::ArrayRef<llvm::StringRef> possibleSuffixes(llvm::StringRef Opcode);

/// The instruction of the target called Name; none of those that all targets
/// share.
std::optional<unsigned> findOpcode(const llvm::MCInstrInfo &Instructions,
                                   llvm::StringRef Name);

/// The instruction of x86 that does to 256 bits what Opcode does to 512; none:
/// it does something else, or there is none.
std::optional<unsigned> halfOf(const llvm::MCInstrInfo &Instructions,
                               unsigned Opcode);

/// Whether Holds for any of the names by which corrections know the
/// instructions of the target; asks no further then.
bool anyOpcodeName(const llvm::MCInstrInfo &Instructions,
                   llvm::function_ref<bool(llvm::StringRef)> Holds);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_OPCODENAMES_H
