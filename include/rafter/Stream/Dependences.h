//===- Dependences.h - Who waits for whom in a trace -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dep(i) of the Concorde paper, section 3.1: the immediate producers of each
// instruction, through registers and through memory.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_DEPENDENCES_H
#define RAFTER_STREAM_DEPENDENCES_H

#include "rafter/Stream/CrackedInstruction.h"

namespace rafter {

/// The producers of each instruction of a trace, by their positions.
class Dependences {
public:
  static constexpr uint32_t NoStore = ~0u;

  /// At most 2^32 - 1 instructions. A load depends on the youngest store before
  /// it to each aligned block of 8 bytes that it reads. What happened before
  /// the first instruction is ready.
  explicit Dependences(llvm::ArrayRef<CrackedInstruction> Instructions);

  /// Producers of instruction I through registers, then, for a load, the
  /// stores; each once, in ascending order within either.
  llvm::ArrayRef<uint32_t> producers(size_t I) const {
    return llvm::ArrayRef(Producers).slice(Begin[I], Begin[I + 1] - Begin[I]);
  }
  /// The youngest store that wrote anything that load I reads; NoStore if there
  /// is none or I is no load.
  uint32_t youngestStore(size_t I) const { return Stores[I]; }
  size_t size() const { return Stores.size(); }

private:
  std::vector<uint32_t> Begin;
  std::vector<uint32_t> Producers;
  std::vector<uint32_t> Stores;
};

} // namespace rafter

#endif // RAFTER_STREAM_DEPENDENCES_H
