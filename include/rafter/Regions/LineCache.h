//===- LineCache.h - A cache that only tells hits --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_LINECACHE_H
#define RAFTER_REGIONS_LINECACHE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rafter {

/// Lines by their numbers, in sets of some ways; the one that was used longest
/// ago leaves (LRU).
class LineCache {
public:
  /// Lines / Ways is a power of two.
  LineCache(size_t Lines, size_t Ways)
      : Ways(Ways), Mask(Lines / Ways - 1), Held(Lines, ~uint64_t(0)) {}

  /// True if it was here; it is from now on. Lines are less than 2^64 - 1.
  bool use(uint64_t Line) {
    // The last one used stands first.
    auto Begin = Held.begin() + ptrdiff_t((Line & Mask) * Ways);
    auto End = Begin + ptrdiff_t(Ways);
    auto At = std::find(Begin, End, Line);
    bool Hit = At != End;
    std::move_backward(Begin, Hit ? At : End - 1, Hit ? At + 1 : End);
    *Begin = Line;
    return Hit;
  }

private:
  size_t Ways;
  uint64_t Mask;
  std::vector<uint64_t> Held;
};

} // namespace rafter

#endif // RAFTER_REGIONS_LINECACHE_H
