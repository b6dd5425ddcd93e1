//===- LoweringPipeline.h - The passes down to the LLVM dialect -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_MLIR_LOWERINGPIPELINE_H
#define RAFTER_LIB_MLIR_LOWERINGPIPELINE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace rafter {

/// Adds the lowering of a builtin.module, as docs/mlir.md lists it.
void buildLowering(mlir::OpPassManager &Passes);

} // namespace rafter

#endif // RAFTER_LIB_MLIR_LOWERINGPIPELINE_H
