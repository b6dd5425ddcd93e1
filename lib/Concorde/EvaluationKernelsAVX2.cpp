//===- EvaluationKernelsAVX2.cpp - Loops of predictions -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace rafter::concorde {
extern const struct EvaluationKernels EvaluationAVX2;
}
#define KERNELS EvaluationAVX2
#define KERNELS_NAME "AVX2 and FMA"
#include "EvaluationKernels.inc"
