//===- EvaluationKernelsPortable.cpp - Loops of predictions ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace rafter::concorde {
extern const struct EvaluationKernels EvaluationPortable;
}
#define KERNELS EvaluationPortable
#define KERNELS_NAME "portable"
#include "EvaluationKernels.inc"
