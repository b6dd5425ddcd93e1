//===- LocateLimit.h - The part of the source that binds --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_LOCATELIMIT_H
#define RAFTER_LIB_REMARKS_LOCATELIMIT_H

#include "rafter/CodeGen/SourceLoops.h"
#include "rafter/Remarks/LoopRemark.h"
#include "rafter/Simulation/Advice.h"

namespace rafter {

/// The limit of Step, with the variable or array of Source that the blamed
/// instruction works on. Why and Source may be null.
LoopLimit locateStep(const NextStep &Step, const Causality *Why,
                     const InstructionTable &Table, const SourceLoop *Source);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_LOCATELIMIT_H
