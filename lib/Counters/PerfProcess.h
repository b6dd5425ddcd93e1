//===- PerfProcess.h - Calls of perf ----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COUNTERS_PERFPROCESS_H
#define RAFTER_LIB_COUNTERS_PERFPROCESS_H

#include "rafter/Counters/CountProgram.h"
#include "llvm/ADT/Twine.h"

namespace rafter {

/// What a call of perf left behind.
struct PerfOutput {
  int Status = 0;
  /// Of -o, where it is a text.
  std::string Counts;
  /// Of perf itself; empty where the program shares it.
  std::string Messages;
};

llvm::Error perfFault(const llvm::Twine &Message);

/// A file that the caller has to remove.
llvm::Expected<std::string> temporaryFile(llvm::StringRef Name);

/// Empty if it cannot be read.
std::string contentsOf(llvm::StringRef Path);

/// The first line of perf's messages that is not empty.
llvm::StringRef firstLine(llvm::StringRef Text);

/// The program perf, by its path or its name in PATH; an error says how it is
/// installed.
llvm::Expected<std::string> findPerf(llvm::StringRef Name);

/// Calls Perf; without Messages it shares the program's output.
llvm::Expected<PerfOutput> runPerf(llvm::StringRef Perf,
                                   llvm::ArrayRef<std::string> Arguments,
                                   llvm::StringRef Output,
                                   llvm::StringRef Messages);

/// What perf stat and perf record are told about the target.
std::vector<std::string> perfArguments(const CountTarget &Target);

/// The program that perf runs: that of the options, or one that lasts as long
/// as the target is looked at; may be empty.
std::vector<std::string> perfProgram(const CountOptions &Options);

} // namespace rafter

#endif // RAFTER_LIB_COUNTERS_PERFPROCESS_H
