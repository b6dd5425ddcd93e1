//===- TableSlice.h - A part of an instruction table -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analyses prepare every instruction of a table: one of the many blocks of an
// assembly file is analysed with a table of its own.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_TABLESLICE_H
#define RAFTER_STREAM_TABLESLICE_H

#include "rafter/Stream/Instruction.h"

namespace rafter {

/// A table with the instructions of Range alone, numbered from 0, and with what
/// they refer to.
InstructionTable slice(const InstructionTable &Table, TableRange Range);

} // namespace rafter

#endif // RAFTER_STREAM_TABLESLICE_H
