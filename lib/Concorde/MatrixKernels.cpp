//===- MatrixKernels.cpp - The loops that this computer executes ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixKernels.h"
#include "KernelTable.h"

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

static KernelTable<MatrixKernels> makeTable() {
#ifdef RAFTER_X86_KERNELS
  KernelTable Table(KernelsPortable, KernelsAVX2, KernelsAVX512);
#else
  KernelTable Table(KernelsPortable);
#endif
#ifdef RAFTER_TILE_KERNELS
  if (&Table.fastest() == &KernelsAVX512 && haveTiles()) {
    static const MatrixKernels Tiles = [] {
      MatrixKernels K = KernelsAVX512;
      K.Name = "AMX";
      K.AccumulatePairs = accumulatePairsInTiles;
      return K;
    }();
    Table.add(Tiles);
  }
#endif
  return Table;
}

static const KernelTable<MatrixKernels> &table() {
  static const KernelTable<MatrixKernels> Table = makeTable();
  return Table;
}

const MatrixKernels &concorde::matrixKernels() { return table().fastest(); }

const MatrixKernels *const *concorde::allMatrixKernels() {
  return table().all();
}
