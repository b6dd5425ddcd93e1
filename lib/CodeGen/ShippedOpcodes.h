//===- ShippedOpcodes.h - What the project's corrections match -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Corrections name opcodes by regular expressions, and a target has up to
// 20,000 of them: matching an expression of its own with all of them takes
// milliseconds. What those in uarch/*.yaml match was found when the project was
// built (tools/cpu-tables). Copies of these files use the same expressions.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_SHIPPEDOPCODES_H
#define RAFTER_LIB_CODEGEN_SHIPPEDOPCODES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"
#include <vector>

namespace rafter {

/// The names (anyOpcodeName) that an expression of a shipped file matches,
/// sorted; empty: it is in none for that architecture.
std::vector<llvm::StringRef>
findShippedMatches(llvm::Triple::ArchType Architecture,
                   llvm::StringRef Expression);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_SHIPPEDOPCODES_H
