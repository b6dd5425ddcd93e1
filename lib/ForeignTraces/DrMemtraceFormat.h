//===- DrMemtraceFormat.h - Records of DynamoRIO's traces ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offline traces of drmemtrace (DynamoRIO, clients/drcachesim/common/
// trace_entry.h) and the synthetic instruction set of traces that may be given
// away (core/ir/isa_regdeps/encoding_common.h). All numbers are little endian.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FOREIGNTRACES_DRMEMTRACEFORMAT_H
#define RAFTER_LIB_FOREIGNTRACES_DRMEMTRACEFORMAT_H

#include "InstructionParts.h"
#include "llvm/ADT/ArrayRef.h"

namespace rafter::drmemtrace {

/// A record: type and size, 2 bytes each, and a value of 8.
inline constexpr size_t RecordBytes = 12;

enum Type : uint16_t {
  Read = 0,
  Write = 1,
  FirstPrefetch = 2,
  LastPrefetch = 8,
  Instruction = 10,
  DirectJump = 11,
  IndirectJump = 12,
  /// Of versions up to 4, which do not tell whether it is taken.
  ConditionalJump = 13,
  DirectCall = 14,
  IndirectCall = 15,
  Return = 16,
  Thread = 22,
  Header = 25,
  Footer = 26,
  Marker = 28,
  /// A further iteration of a repeated string instruction.
  NotFetched = 29,
  SystemEntry = 31,
  Encoding = 47,
  TakenJump = 48,
  UntakenJump = 49,
  NumTypes = 50
};

/// Of the markers, by the size field of their records.
enum MarkerKind : uint16_t { KernelEvent = 0, FileType = 9, Version = 12 };

/// Bits of the file type.
inline constexpr uint64_t Filtered = 1, AArch64 = 8, X86_64 = 0x40,
                          RegDeps = 0x20000;

inline constexpr uint64_t OldestVersion = 4, NewestVersion = 7;

/// Bits of the category of a REGDEPS instruction.
inline constexpr uint32_t CategoryFloat = 1, CategoryLoad = 2,
                          CategoryStore = 4, CategoryVector = 0x10,
                          CategoryState = 0x20, CategoryMove = 0x40,
                          CategoryConvert = 0x80, CategoryMath = 0x100;
/// The arithmetic flags have no identifier.
inline constexpr unsigned FlagRegister = 256;

/// Bytes that the encoding in Bytes takes; 0 if it is none.
size_t regDepsBytes(llvm::ArrayRef<uint8_t> Bytes);
/// Class, registers, and whether it computes. Bytes are a whole encoding.
WholeInstruction decodeRegDeps(llvm::ArrayRef<uint8_t> Bytes,
                               RegisterNumbers &Numbers);

} // namespace rafter::drmemtrace

#endif // RAFTER_LIB_FOREIGNTRACES_DRMEMTRACEFORMAT_H
