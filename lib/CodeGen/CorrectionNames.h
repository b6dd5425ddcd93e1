//===- CorrectionNames.h - Names that CPU files correct by ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_CORRECTIONNAMES_H
#define RAFTER_LIB_CODEGEN_CORRECTIONNAMES_H

#include "Description.h"

namespace rafter {

/// x86's lea with base, index and displacement.
bool isThreePartLea(const Description &D);

/// What may stand behind the name of the opcode in corrections that hold for D
/// and not for all of its opcode (OpcodeNames.h): those of the first are asked
/// for first.
llvm::SmallVector<llvm::StringRef, 2> correctionSuffixes(const Description &D);

/// The name by which corrections of a CPU file know D's instruction.
std::string correctionName(const Description &D);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_CORRECTIONNAMES_H
