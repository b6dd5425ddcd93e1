//===- MatrixKernelsAVX2.cpp - The loops of the learned model -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace rafter::concorde {
extern const struct MatrixKernels KernelsAVX2;
}
#define KERNELS KernelsAVX2
#define KERNELS_NAME "AVX2 and FMA"
#include "MatrixKernels.inc"
