//===- v6.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correlation, vectorized, register tiles of 3 x 12, hoisted, tiled.
//
//===----------------------------------------------------------------------===//

#define ROWS 3
#define COLUMNS 12
#define HOISTED 1
#define BLOCK 48
#include "correlation.h"
