//===- v0.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correlation, as one writes it.
//
//===----------------------------------------------------------------------===//

#define ROWS 0
#define COLUMNS 0
#define HOISTED 0
#define BLOCK 0
#include "correlation.h"
