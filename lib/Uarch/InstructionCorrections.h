//===- InstructionCorrections.h - The list "instructions" ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Corrections of LLVM's scheduling model, as a CPU file lists them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_UARCH_INSTRUCTIONCORRECTIONS_H
#define RAFTER_LIB_UARCH_INSTRUCTIONCORRECTIONS_H

#include "rafter/Uarch/CoreParameters.h"
#include "rafter/Uarch/YamlTree.h"

namespace rafter {

/// Reads the list; Sources is the file's list of sources. That the opcodes and
/// units exist is for those to say who know LLVM's target. IsShipped: the
/// expressions were checked when the project was built, which takes some 30
/// microseconds for each.
llvm::Expected<std::vector<InstructionCorrection>>
readInstructionCorrections(llvm::StringRef File, const YamlValue &List,
                           const YamlValue &Sources, bool IsShipped);

} // namespace rafter

#endif // RAFTER_LIB_UARCH_INSTRUCTIONCORRECTIONS_H
