//===- ChampSim.h - Writes traces for ChampSim -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FOREIGNTRACES_CHAMPSIM_H
#define RAFTER_FOREIGNTRACES_CHAMPSIM_H

#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// Writes instructions as ChampSim's records of 64 bytes, uncompressed: the
/// parts of an instruction in memory are one record. ChampSim knows no classes
/// of operations and no sizes, and two destinations, four sources, two stores
/// and four loads at most.
void writeChampSim(llvm::ArrayRef<CrackedInstruction> Instructions,
                   llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_FOREIGNTRACES_CHAMPSIM_H
