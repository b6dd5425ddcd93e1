//===- Journal.h - What has been measured so far ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file of lines of JSON: the machine, then a line for each visit.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_EXPERIMENTS_JOURNAL_H
#define RAFTER_LIB_EXPERIMENTS_JOURNAL_H

#include "KernelTimer.h"
#include "rafter/Experiments/HostExperiments.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// An experiment by the texts of its forms, so that it is known whatever table
/// they are in.
struct JournalKey {
  std::vector<std::string> Forms;
  std::optional<OperandChain> Chain;

  std::string text() const;
};

class Journal {
public:
  /// A journal without a file.
  Journal() = default;
  /// Reads Path if it is there, begins it if not, and appends to it from now
  /// on. Host must be that of the file. A last line that was not written to its
  /// end is removed. Errors name Path, the line and the cause.
  static llvm::Expected<Journal> open(llvm::StringRef Path,
                                      llvm::StringRef Host);

  /// What all visits together say: the least of those that were undisturbed,
  /// or of all. A visit on a core that was shared all the time, as its witness
  /// shows beside those of others, was disturbed.
  ExperimentResult find(const JournalKey &Key) const;
  /// Adds one visit. It is in the file after the next flush().
  void add(const JournalKey &Key, const KernelTiming &Visit);
  llvm::Error flush();

  /// Whether the last line was cut off.
  bool wasDamaged() const { return Damaged; }

private:
  void keep(const JournalKey &Key, const KernelTiming &Visit);
  /// GoodBytes gets the bytes of all lines but a damaged last one.
  llvm::Error read(llvm::StringRef Text, llvm::StringRef Host,
                   size_t &GoodBytes);

  std::string Path;
  std::unique_ptr<llvm::raw_fd_ostream> File;
  llvm::StringMap<std::vector<KernelTiming>> Visits;
  /// The least of all visits; infinite: there is none.
  double Witness = std::numeric_limits<double>::infinity();
  bool Damaged = false;
};

} // namespace rafter

#endif // RAFTER_LIB_EXPERIMENTS_JOURNAL_H
