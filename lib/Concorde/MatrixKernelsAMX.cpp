//===- MatrixKernelsAMX.cpp - Products of bfloat16 in tiles ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two tiles of rows by two of columns stay in the tile registers; each step
// loads two tiles of both factors for four products.
//
//===----------------------------------------------------------------------===//

#include "MatrixKernels.h"
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace rafter::concorde;

namespace rafter::concorde {
bool haveTiles();
void accumulatePairsInTiles(const PairProduct &P);
} // namespace rafter::concorde

bool rafter::concorde::haveTiles() {
  unsigned A, B, C, D;
  if (!__get_cpuid_count(7, 0, &A, &B, &C, &D))
    return false;
  constexpr unsigned BFloat16 = 1u << 22, Tile = 1u << 24;
  if ((D & BFloat16) == 0 || (D & Tile) == 0)
    return false;
  // Linux keeps the state of tiles only for those who ask (Documentation/arch/
  // x86/xstate.rst): ARCH_REQ_XCOMP_PERM for XFEATURE_XTILEDATA.
  return syscall(SYS_arch_prctl, 0x1023, 18) == 0;
}

namespace {

/// What LDTILECFG reads.
struct alignas(64) TileConfiguration {
  uint8_t Palette = 1, StartRow = 0, Reserved[14] = {};
  uint16_t RowBytes[16] = {};
  uint8_t Rows[16] = {};

  TileConfiguration() {
    for (int I = 0; I != 8; ++I) {
      RowBytes[I] = 64;
      Rows[I] = TileHeight;
    }
  }
};

/// Bytes from row to row of a panel of C and of pairs.
constexpr size_t RowBytesC = PanelWidth * sizeof(float),
                 RowBytesB = PanelWidth * 2 * sizeof(uint16_t);

/// Two tiles of rows if Both, otherwise one.
template <bool Both>
void accumulateRows(const PairProduct &P, const uint16_t *A, const uint16_t *B,
                    float *C) {
  size_t Stride = P.RowStride * sizeof(uint16_t);
  const uint16_t *LowerA = A + TileHeight * P.RowStride;
  float *LowerC = C + TileHeight * PanelWidth;
  _tile_loadd(0, C, RowBytesC);
  _tile_loadd(1, C + 16, RowBytesC);
  if constexpr (Both) {
    _tile_loadd(2, LowerC, RowBytesC);
    _tile_loadd(3, LowerC + 16, RowBytesC);
  }
  for (size_t K = 0; K != P.Steps; K += TileSteps) {
    const uint16_t *Pairs = B + K * PanelWidth;
    _tile_loadd(6, Pairs, RowBytesB);
    _tile_loadd(7, Pairs + 32, RowBytesB);
    _tile_loadd(4, A + K, Stride);
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    if constexpr (Both) {
      _tile_loadd(5, LowerA + K, Stride);
      _tile_dpbf16ps(2, 5, 6);
      _tile_dpbf16ps(3, 5, 7);
    }
  }
  _tile_stored(0, C, RowBytesC);
  _tile_stored(1, C + 16, RowBytesC);
  if constexpr (Both) {
    _tile_stored(2, LowerC, RowBytesC);
    _tile_stored(3, LowerC + 16, RowBytesC);
  }
}

} // namespace

void rafter::concorde::accumulatePairsInTiles(const PairProduct &P) {
  TileConfiguration Configuration;
  _tile_loadconfig(&Configuration);
  for (size_t Panel = 0; Panel != P.Panels; ++Panel) {
    const uint16_t *B = P.B + Panel * P.PanelStrideB;
    float *C = P.C + Panel * P.PanelStrideC;
    size_t R = 0;
    for (; R + 2 * TileHeight <= P.Rows; R += 2 * TileHeight)
      accumulateRows<true>(P, P.A + R * P.RowStride, B, C + R * PanelWidth);
    if (R != P.Rows)
      accumulateRows<false>(P, P.A + R * P.RowStride, B, C + R * PanelWidth);
  }
  _tile_release();
}
