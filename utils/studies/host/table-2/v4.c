//===- v4.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correlation, vectorized, register tiles of 2 x 16, hoisted, tiled.
//
//===----------------------------------------------------------------------===//

#define ROWS 2
#define COLUMNS 16
#define HOISTED 1
#define BLOCK 48
#include "correlation.h"
