//===- MatrixKernels.cpp - The loops that this computer executes ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixKernels.h"
#include <array>

namespace rafter::concorde {
extern const MatrixKernels KernelsPortable;
#ifdef RAFTER_X86_KERNELS
extern const MatrixKernels KernelsAVX2;
extern const MatrixKernels KernelsAVX512;
#endif
#ifdef RAFTER_TILE_KERNELS
/// Whether this computer has tiles and the system lets us use them.
bool haveTiles();
void accumulatePairsInTiles(const PairProduct &P);
#endif
} // namespace rafter::concorde

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// Those sets of loops that this computer executes, the portable one first and
/// the fastest last.
class KernelTable {
public:
  KernelTable();
  const MatrixKernels &fastest() const { return *All[Count - 1]; }
  /// Ends with null.
  const MatrixKernels *const *all() const { return All.data(); }

private:
  void add(const MatrixKernels &K) { All[Count++] = &K; }

  std::array<const MatrixKernels *, 5> All = {};
  size_t Count = 0;
};

} // namespace

KernelTable::KernelTable() {
  add(KernelsPortable);
#ifdef RAFTER_X86_KERNELS
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    add(KernelsAVX2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    add(KernelsAVX512);
#endif
#ifdef RAFTER_TILE_KERNELS
  if (&fastest() == &KernelsAVX512 && haveTiles()) {
    static const MatrixKernels Tiles = [] {
      MatrixKernels K = KernelsAVX512;
      K.Name = "AMX";
      K.AccumulatePairs = accumulatePairsInTiles;
      return K;
    }();
    add(Tiles);
  }
#endif
}

static const KernelTable &table() {
  static const KernelTable Table;
  return Table;
}

const MatrixKernels &concorde::matrixKernels() { return table().fastest(); }

const MatrixKernels *const *concorde::allMatrixKernels() {
  return table().all();
}
