//===- WarmUp.h - Caches as an execution leaves them ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one protocol of warm caches: the first execution of a region warms them,
// and what follows is measured. Where there is only one, all is played once
// before.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_WARMUP_H
#define RAFTER_STREAM_WARMUP_H

#include "rafter/Stream/Instruction.h"

namespace rafter {

/// Plays Source so that its first region only warms caches and predictors. A
/// source with a single region is played twice, and measured the second time.
InstructionSource warmUpWithFirstRegion(InstructionSource Source);
OperationSource warmUpWithFirstRegion(OperationSource Source);

/// Plays Source without what was used outside of its regions.
InstructionSource fromEmptyCaches(InstructionSource Source);

} // namespace rafter

#endif // RAFTER_STREAM_WARMUP_H
