//===- PerfScript.h - Samples of places in a program ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what `perf script` prints of a recording by `perf record`: when a
// program was found in which function.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERS_PERFSCRIPT_H
#define RAFTER_COUNTERS_PERFSCRIPT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>

namespace rafter {

/// One sample. The texts refer to the buffer that is read.
struct ScriptSample {
  /// Line of the file, from 1.
  uint64_t Line = 0;
  /// Seconds of perf's clock.
  double Time = 0;
  /// How many events the sample stands for; 1 if perf did not say.
  double Period = 1;
  llvm::StringRef Event;
  /// Of the instruction, while the program ran.
  uint64_t Address = 0;
  /// From the function's beginning, where it was printed.
  uint64_t Offset = 0;
  /// The function without offset; "[unknown]" if perf found none.
  llvm::StringRef Function;
  /// The executable or library it is in; may be empty.
  llvm::StringRef Object;
  /// The file, and its line from 1, where they were printed (-F +srcline).
  llvm::StringRef SourceFile;
  uint32_t SourceLine = 0;
};

/// A part of a file that was mapped (--show-mmap-events).
struct ScriptMapping {
  uint64_t Begin = 0, Bytes = 0;
  /// In the file.
  uint64_t Offset = 0;
  llvm::StringRef Object;
};

/// What a file had besides samples.
struct ScriptSummary {
  uint64_t Samples = 0;
  /// Records of other things: mappings, lost samples, tracepoints.
  uint64_t OtherRecords = 0;
};

/// Reads all of Buffer, with the fields that perf prints unless told otherwise
/// (command, process, processor if recorded, time, period, event, address,
/// symbol, object), also with the data's address (-F +addr); of a call chain
/// the innermost function counts. Errors name the buffer and the line: a line
/// that is none of these, a sample without an address, a number that is too
/// large or has a decimal comma; also the errors of Take. TakeMapping gets what
/// was mapped, where that was printed.
llvm::Expected<ScriptSummary> readPerfScript(
    llvm::MemoryBufferRef Buffer,
    llvm::function_ref<llvm::Error(const ScriptSample &)> Take,
    llvm::function_ref<void(const ScriptMapping &)> TakeMapping = {});

} // namespace rafter

#endif // RAFTER_COUNTERS_PERFSCRIPT_H
