//===- ProbeMemory.h - Buffers and chains of pointers ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CALIBRATE_PROBEMEMORY_H
#define RAFTER_LIB_CALIBRATE_PROBEMEMORY_H

#include "llvm/Support/Error.h"
#include <cstddef>

namespace rafter {

/// Memory from the system, aligned to 2 MiB, every page of it touched.
class ProbeMemory {
public:
  /// HugePages asks for pages of 2 MiB, which the system may not have.
  static llvm::Expected<ProbeMemory> allocate(size_t Bytes, bool HugePages);

  ProbeMemory(ProbeMemory &&Other);
  ProbeMemory &operator=(ProbeMemory &&) = delete;
  ~ProbeMemory();

  char *data() const { return Aligned; }

  /// Links Count pointers, Stride bytes apart, to one cycle in random order
  /// and gives one of them. Scatter moves each to a random line within its
  /// stride, so that caches hold them; otherwise each is at Offset.
  void *link(size_t Count, size_t Stride, bool Scatter, size_t Offset = 0);

private:
  ProbeMemory() = default;

  void *Mapping = nullptr;
  size_t MappedBytes = 0;
  char *Aligned = nullptr;
};

} // namespace rafter

#endif // RAFTER_LIB_CALIBRATE_PROBEMEMORY_H
