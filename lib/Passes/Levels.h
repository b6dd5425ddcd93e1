//===- Levels.h - What the two levels of a report agree on ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The IR level and the machine level of a region describe the same program:
// they execute the same additions, multiplications and multiply-adds, or an
// optimization of code generation came between.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_LEVELS_H
#define RAFTER_LIB_PASSES_LEVELS_H

#include "rafter/Analysis/Report.h"

namespace rafter {

/// What the levels of Region executed, as a line among what was assumed; empty:
/// there are no two levels.
std::string describeLevels(const RegionReport &Region);

} // namespace rafter

#endif // RAFTER_LIB_PASSES_LEVELS_H
