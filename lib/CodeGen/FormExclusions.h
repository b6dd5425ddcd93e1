//===- FormExclusions.h - Opcodes that have no form of their own *- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_FORMEXCLUSIONS_H
#define RAFTER_LIB_CODEGEN_FORMEXCLUSIONS_H

#include "TargetModelImpl.h"
#include "rafter/CodeGen/FormTable.h"
#include <optional>

namespace rafter {

/// Why an x86 opcode is not measured, as far as its description and its name
/// tell; nothing if they tell nothing against it.
std::optional<FormExclusion> findExclusion(const TargetModel::Impl &Model,
                                           unsigned Opcode);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_FORMEXCLUSIONS_H
