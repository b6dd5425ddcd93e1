//===- WarmUp.h - A source that warms caches first --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A measurement of warm caches calls the region twice and times the second
// call; this source does the same with a stream.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_WARMUP_H
#define RAFTER_STREAM_WARMUP_H

#include "rafter/Stream/Instruction.h"

namespace rafter {

/// The same stream, whose first region only warms caches and predictors. A
/// stream of a single region comes twice, the first time to warm them. (A
/// branch predictor then knows the very data that it is going to see.)
InstructionSource warmUpWithFirstRegion(InstructionSource Source);

} // namespace rafter

#endif // RAFTER_STREAM_WARMUP_H
