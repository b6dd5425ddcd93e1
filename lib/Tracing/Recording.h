//===- Recording.h - Records into any sink ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_TRACING_RECORDING_H
#define RAFTER_LIB_TRACING_RECORDING_H

#include "ExecutionSink.h"
#include "rafter/Tracing/Record.h"
#include <atomic>

namespace rafter {

/// Runs Program, which Options.Command names, and sends what it executes to
/// Sink. Errors as for recordTrace. Once Cancelled, if there is one, is set by
/// another thread, the program is killed.
llvm::Expected<RecordResult>
record(const RecordOptions &Options, const Executable &Program,
       ExecutionSink &Sink, const std::atomic<bool> *Cancelled = nullptr);

} // namespace rafter

#endif // RAFTER_LIB_TRACING_RECORDING_H
