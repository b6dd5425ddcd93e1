//===- ReadRecord.h - Optimization records ----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the remarks of Rafter out of what -fsave-optimization-record and
// -remarks-section write: YAML, bitstream, and objects whose remarks section
// names a record. Records of a compiler are mostly remarks of other passes,
// which are skipped without being parsed where the format allows it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_OPTIMIZATIONRECORDS_READRECORD_H
#define RAFTER_OPTIMIZATIONRECORDS_READRECORD_H

#include "rafter/OptimizationRecords/BuildReport.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace rafter {

/// What the first bytes of a file say.
enum class RecordFormat : uint8_t { None, Empty, YAML, Bitstream, Object };
RecordFormat recordFormat(llvm::StringRef FirstBytes);
/// Bytes that recordFormat looks at.
inline constexpr size_t RecordMagicBytes = 32;

/// Remarks of a record that were understood.
struct RecordCounts {
  uint64_t OfRafter = 0, OfOthers = 0;
};

/// Calls Keep for each remark of Rafter in Buffer, in its order, and counts.
/// An error names the buffer, the line (YAML) and the cause; remarks before
/// it, and in YAML those behind it, are kept and counted all the same.
llvm::Error readRecord(llvm::MemoryBufferRef Buffer, RecordCounts &Counts,
                       llvm::function_ref<void(LoopRecord)> Keep);

} // namespace rafter

#endif // RAFTER_OPTIMIZATIONRECORDS_READRECORD_H
