//===- NaiveCore.h - The reference core, cycle by cycle --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of docs/reference-core.md as they stand there: every cycle looks
// at every instruction in the reorder buffer.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_COREMODEL_NAIVECORE_H
#define RAFTER_UNITTESTS_COREMODEL_NAIVECORE_H

#include "rafter/CoreModel/ReferenceCore.h"

namespace rafter {

/// All of the result but the causes of cycles.
CoreResult simulateNaively(const CoreDesign &Design, const TraceRegion &Region);

} // namespace rafter

#endif // RAFTER_UNITTESTS_COREMODEL_NAIVECORE_H
