//===- MatrixKernels.h - Loops of the learned model ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops in which training and predictions spend their time, compiled for
// several instruction sets. Every element of a product is one chain of fused
// multiply-adds in ascending order of the summed index, and the update of a
// weight is written with its roundings, so that all sets, tilings and numbers
// of threads give the same bits.
//
// Matrices with many columns are kept in panels of 32 columns: panel P holds
// columns 32 P to 32 P + 31 of all rows, row after row.
//
// The two large products multiply bfloat16 and sum in binary32, in the order of
// the tile instructions (Intel 64 and IA-32 Architectures Software Developer's
// Manual, volume 2, TDPBF16PS): of each 32 steps, the even and the odd ones are
// a chain of fused multiply-adds each that starts at zero; the sum of both is
// added to the element. Results below 2^-126 are zero. Computers without tiles
// do the same with vectors, to the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_MATRIXKERNELS_H
#define RAFTER_LIB_CONCORDE_MATRIXKERNELS_H

#include <cstddef>
#include <cstdint>

namespace rafter::concorde {

/// Columns of a panel.
inline constexpr size_t PanelWidth = 32;

/// The factors of an update by AdamW (I. Loshchilov, F. Hutter: Decoupled
/// Weight Decay Regularization, ICLR 2019, algorithm 2), the same for all
/// weights.
struct AdamWFactors {
  float Beta1, Beta2;
  /// 1 - Beta1 and 1 - Beta2.
  float Rest1, Rest2;
  /// 1 / (1 - Beta1^t) and 1 / (1 - Beta2^t).
  float Correction1, Correction2;
  float Epsilon;
  /// The learning rate, and the part of a weight that decays in this step.
  float Rate, Decay;
};

/// Steps of a product of bfloat16 whose sums belong together.
inline constexpr size_t TileSteps = 32;
/// Rows of a tile.
inline constexpr size_t TileHeight = 16;

/// C += A B for some panels of B and C.
struct PairProduct {
  /// Rows x Steps, bfloat16, rows RowStride apart.
  const uint16_t *A;
  size_t RowStride;
  /// Panels of pairs: element (k, j) is at (k / 2 * 32 + j) * 2 + k % 2.
  const uint16_t *B;
  size_t PanelStrideB;
  /// Panels of Rows x 32.
  float *C;
  size_t PanelStrideC;
  /// Rows is a multiple of TileHeight, Steps of TileSteps.
  size_t Panels, Rows, Steps;
};

struct MatrixKernels {
  const char *Name;
  /// C += A B for one panel of B (Steps x 32) and of C (Rows x 32); element
  /// (i, k) of A is A[i * RowStride + k * StepStride].
  void (*Accumulate)(const float *A, size_t RowStride, size_t StepStride,
                     const float *B, float *C, size_t Rows, size_t Steps);
  void (*AccumulatePairs)(const PairProduct &Product);
  /// To[2 i] = Even[i] and To[2 i + 1] = Odd[i] as bfloat16.
  void (*PackPairs)(const float *Even, const float *Odd, uint16_t *To,
                    size_t Count);
  /// One step of AdamW for Count weights.
  void (*AdamW)(float *Weights, float *First, float *Second,
                const float *Gradient, size_t Count, const AdamWFactors &F);

  // What a prediction does besides the products.
  /// To[i] = the sum of the Count vectors' i-th elements, in their order. Width
  /// is a multiple of a panel's.
  void (*AddVectors)(const float *const *Vectors, size_t Count, float *To,
                     size_t Width);
  /// Row[i] += Bias[i]; what is then not above Floor becomes 0.
  void (*Rectify)(float *Row, const float *Bias, size_t Width, float Floor);
  /// C += A B for one row of A and several panels of B (each Steps x 32, one
  /// PanelSize behind the other) and C (each 1 x 32). Zeros of A, half of what
  /// a rectifier leaves, are passed over: B must be finite.
  void (*AccumulateRow)(const float *A, const float *B, size_t PanelSize,
                        float *C, size_t Steps, size_t Panels);
  /// The sum of the products of a panel's row, rectified, with 32 weights:
  /// eight chains, joined in a fixed order.
  float (*Output)(const float *Row, const float *Weights, float Floor);
};

/// The fastest that this computer executes.
const MatrixKernels &matrixKernels();

/// All that this computer executes, the portable ones first; ends with null.
const MatrixKernels *const *allMatrixKernels();

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_MATRIXKERNELS_H
