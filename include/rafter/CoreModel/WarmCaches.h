//===- WarmCaches.h - The caches behind a warm-up --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An execution before time begins only moves lines. What a first level holds
// and asks of the next one then depends on its own size (and the prefetcher)
// alone: each is run once, and a design sends what both of its first levels
// asked through its own shared levels.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_WARMCACHES_H
#define RAFTER_COREMODEL_WARMCACHES_H

#include "rafter/CoreModel/CacheHierarchy.h"
#include "rafter/CoreModel/StridePrefetcher.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace rafter {

class WarmCaches {
public:
  /// At most 2^32 - 1 instructions; they must outlive the object.
  explicit WarmCaches(llvm::ArrayRef<CrackedInstruction> WarmUp)
      : WarmUp(WarmUp) {}

  struct State {
    CacheHierarchy Caches;
    StridePrefetcher Prefetcher;
  };
  State state(const CoreDesign &Design);

private:
  struct Request {
    enum RequestKind : uint8_t { Read, Unique, WriteBack };
    uint64_t Line;
    /// The position of the instruction.
    uint32_t Time;
    RequestKind Kind;
  };
  struct FirstLevel {
    CacheHierarchy::L1Cache Cache;
    std::vector<Request> Requests;
  };
  struct DataLevel : FirstLevel {
    StridePrefetcher Prefetcher;
  };

  const DataLevel &data(const CoreDesign &Design);
  const FirstLevel &instructions(const CoreDesign &Design);

  llvm::ArrayRef<CrackedInstruction> WarmUp;
  /// By kilobytes and degree of the prefetcher; by kilobytes.
  std::map<std::pair<uint32_t, uint32_t>, DataLevel> DataLevels;
  std::map<uint32_t, FirstLevel> InstructionLevels;
};

} // namespace rafter

#endif // RAFTER_COREMODEL_WARMCACHES_H
