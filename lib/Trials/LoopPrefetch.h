//===- LoopPrefetch.h - Loads that are asked for earlier --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_TRIALS_LOOPPREFETCH_H
#define RAFTER_LIB_TRIALS_LOOPPREFETCH_H

#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace rafter {

/// In each loop of F that counts, prefetches what loads will load whose address
/// comes from loaded data, Distance iterations before; of the last iterations
/// that of the last. F may be as the frontend made it. Returns the line to
/// write; empty: there is no such load.
std::string prefetchLoads(llvm::Function &F, unsigned Distance);

} // namespace rafter

#endif // RAFTER_LIB_TRIALS_LOOPPREFETCH_H
