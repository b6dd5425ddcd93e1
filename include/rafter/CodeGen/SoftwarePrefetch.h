//===- SoftwarePrefetch.h - Which load a prefetch is for --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the address of a load comes from data, nothing in the code says that a
// prefetch asks for the same line some iterations earlier. Who adds one writes
// it down: metadata that code generation keeps.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_SOFTWAREPREFETCH_H
#define RAFTER_CODEGEN_SOFTWAREPREFETCH_H

#include <optional>

namespace llvm {
class CallInst;
class Instruction;
class Loop;
class LoadInst;
class Value;
} // namespace llvm

namespace rafter {

/// Notes that Prefetch asks for what Load, at a place of the source, loads
/// Distance iterations of its loop later.
void notePrefetch(llvm::CallInst &Prefetch, const llvm::LoadInst &Load,
                  unsigned Distance);

/// What a prefetch in the IR of a loop asks for.
struct PrefetchedLoad {
  const llvm::LoadInst *Load = nullptr;
  /// Iterations of the loop as it stands.
  unsigned Ahead = 0;
};

/// The load of L that the prefetch of Pointer in it is for. None: no such
/// prefetch was noted, or its load is gone. Where L was unrolled there are
/// several of both, in the order of the iterations.
std::optional<PrefetchedLoad> prefetchedLoad(const llvm::Value &Pointer,
                                             const llvm::Loop &L);

} // namespace rafter

#endif // RAFTER_CODEGEN_SOFTWAREPREFETCH_H
