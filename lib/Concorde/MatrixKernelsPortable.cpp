//===- MatrixKernelsPortable.cpp - The loops of the learned model ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace rafter::concorde {
extern const struct MatrixKernels KernelsPortable;
}
#define KERNELS KernelsPortable
#define KERNELS_NAME "portable"
#include "MatrixKernels.inc"
