//===- BottlenecksPass.h - The pass rafter-bottlenecks ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass of MLIR on builtin.module that changes nothing: it lowers a copy,
// generates code for it, and remarks on the operations that become hot loops.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MLIR_BOTTLENECKSPASS_H
#define RAFTER_MLIR_BOTTLENECKSPASS_H

namespace rafter {

/// Makes `rafter-bottlenecks` and its options (docs/mlir.md) known to MLIR.
void registerBottlenecksPass();

} // namespace rafter

#endif // RAFTER_MLIR_BOTTLENECKSPASS_H
