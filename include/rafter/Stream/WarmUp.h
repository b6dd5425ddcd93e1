//===- WarmUp.h - Sources that warm caches first ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A measurement of warm caches calls the region twice and times the second
// call; these sources do the same with a stream.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_WARMUP_H
#define RAFTER_STREAM_WARMUP_H

#include "rafter/Stream/Instruction.h"

namespace rafter {

/// The same stream, whose first region only warms caches and predictors.
InstructionSource warmUpWithFirstRegion(InstructionSource Source);

/// The stream twice, the first time only for caches and predictors. (A branch
/// predictor then knows the very data that it is going to see.)
InstructionSource warmUpWithAll(InstructionSource Source);

} // namespace rafter

#endif // RAFTER_STREAM_WARMUP_H
