//===- MatrixKernels.h - Loops of the learned model ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops in which training spends its time, compiled for several instruction
// sets. Every element of a product is one chain of fused multiply-adds in
// ascending order of the summed index, and the update of a weight is written
// with its roundings, so that all sets, tilings and numbers of threads give the
// same bits.
//
// Matrices with many columns are kept in panels of 32 columns: panel P holds
// columns 32 P to 32 P + 31 of all rows, row after row.
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

struct MatrixKernels {
  const char *Name;
  /// C += A B for one panel of B (Steps x 32) and of C (Rows x 32); element
  /// (i, k) of A is A[i * RowStride + k * StepStride].
  void (*Accumulate)(const float *A, size_t RowStride, size_t StepStride,
                     const float *B, float *C, size_t Rows, size_t Steps);
  /// To[i] = From[i] * Scale.
  void (*Widen)(const int16_t *From, float *To, size_t Count, float Scale);
  /// To[i] = the sum of the Count rows' i-th elements, in their order.
  void (*SumRows)(const float *const *Rows, size_t Count, float *To,
                  size_t Width);
  /// One step of AdamW for Count weights.
  void (*AdamW)(float *Weights, float *First, float *Second,
                const float *Gradient, size_t Count, const AdamWFactors &F);
};

/// The fastest that this computer executes.
const MatrixKernels &matrixKernels();

/// All that this computer executes, the portable ones first; ends with null.
const MatrixKernels *const *allMatrixKernels();

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_MATRIXKERNELS_H
