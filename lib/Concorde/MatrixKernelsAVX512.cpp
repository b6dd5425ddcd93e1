//===- MatrixKernelsAVX512.cpp - The loops of the learned model -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace rafter::concorde {
extern const struct MatrixKernels KernelsAVX512;
}
#define KERNELS KernelsAVX512
#define KERNELS_NAME "AVX-512"
#include "MatrixKernels.inc"
