//===- RemarkArguments.h - Arguments of a remark ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The keys are a contract of remarks (docs/remarks.md).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_OPTIMIZATIONRECORDS_REMARKARGUMENTS_H
#define RAFTER_LIB_OPTIMIZATIONRECORDS_REMARKARGUMENTS_H

#include "rafter/OptimizationRecords/BuildReport.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Support/Error.h"

namespace rafter {

/// The pass name of all remarks of Rafter.
inline constexpr llvm::StringLiteral PassName = "rafter";

/// A remark as a value of its own. An argument that should be a number and is
/// none is an error that names its key; keys that are not known are left out.
llvm::Expected<LoopRecord> toLoopRecord(const llvm::remarks::Remark &R);

} // namespace rafter

#endif // RAFTER_LIB_OPTIMIZATIONRECORDS_REMARKARGUMENTS_H
