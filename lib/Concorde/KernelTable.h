//===- KernelTable.h - Loops for several instruction sets ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_KERNELTABLE_H
#define RAFTER_LIB_CONCORDE_KERNELTABLE_H

#include <array>
#include <cstddef>

namespace rafter::concorde {

/// Those sets of loops that this computer executes, the portable one first and
/// the fastest last.
template <typename Kernels> class KernelTable {
public:
  explicit KernelTable(const Kernels &Portable) { add(Portable); }

#ifdef RAFTER_X86_KERNELS
  KernelTable(const Kernels &Portable, const Kernels &AVX2,
              const Kernels &AVX512)
      : KernelTable(Portable) {
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      add(AVX2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
      add(AVX512);
  }
#endif

  void add(const Kernels &K) { All[Count++] = &K; }
  const Kernels &fastest() const { return *All[Count - 1]; }
  /// Ends with null.
  const Kernels *const *all() const { return All.data(); }

private:
  std::array<const Kernels *, 5> All = {};
  size_t Count = 0;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_KERNELTABLE_H
