//===- EvaluationKernels.h - Loops of predictions --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a prediction does besides the products of MatrixKernels.h, compiled for
// the same instruction sets, with the same panels and the same bits on all.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_EVALUATIONKERNELS_H
#define RAFTER_LIB_CONCORDE_EVALUATIONKERNELS_H

#include <cstddef>

namespace rafter::concorde {

struct EvaluationKernels {
  const char *Name;
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
const EvaluationKernels &evaluationKernels();

/// All that this computer executes, the portable ones first; ends with null.
const EvaluationKernels *const *allEvaluationKernels();

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_EVALUATIONKERNELS_H
