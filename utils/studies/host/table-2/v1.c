//===- v1.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correlation, vectorized.
//
//===----------------------------------------------------------------------===//

#define ROWS 1
#define COLUMNS 4
#define HOISTED 1
#define BLOCK 192
#include "correlation.h"
