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

struct KernelTable {
  std::array<const MatrixKernels *, 5> All = {};
  size_t Count = 0;
  MatrixKernels Tiles = {};

  KernelTable() {
    All[Count++] = &KernelsPortable;
#ifdef RAFTER_X86_KERNELS
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      All[Count++] = &KernelsAVX2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
      All[Count++] = &KernelsAVX512;
#endif
#ifdef RAFTER_TILE_KERNELS
    if (All[Count - 1] == &KernelsAVX512 && haveTiles()) {
      Tiles = KernelsAVX512;
      Tiles.Name = "AMX";
      Tiles.AccumulatePairs = accumulatePairsInTiles;
      All[Count++] = &Tiles;
    }
#endif
  }
};

const KernelTable &table() {
  static const KernelTable Table;
  return Table;
}

} // namespace

const MatrixKernels &concorde::matrixKernels() {
  return *table().All[table().Count - 1];
}

const MatrixKernels *const *concorde::allMatrixKernels() {
  return table().All.data();
}
