//===- MergeRecords.h - The records of a build as one report ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads record by record and keeps one entry for each loop: memory grows with
// the loops of the program, not with the records.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_OPTIMIZATIONRECORDS_MERGERECORDS_H
#define RAFTER_OPTIMIZATIONRECORDS_MERGERECORDS_H

#include "rafter/OptimizationRecords/BuildReport.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace rafter {

/// How records are merged.
struct MergeOptions {
  /// Where sources are looked for first, for trees that were moved; may be
  /// empty.
  std::string SourceRoot;
  /// Quote the source around each loop.
  bool Excerpts = false;
  /// Loops of the report; 0: all.
  uint64_t Top = 0;
};

/// A build, and what the user should know about the records he named.
struct MergedBuild {
  BuildReport Report;
  /// One line each: directories without records, records without remarks of
  /// Rafter. What is broken is in Report.Problems.
  std::vector<std::string> Hints;

  /// False: there was no record, or none could be read.
  bool anyRead() const {
    return Report.records() > Report.Broken || !Report.Loops.empty();
  }
};

/// Merges the remarks of Rafter in these files and directories. Directories are
/// searched to any depth for records, which are known by their contents; links
/// to directories are not followed. A file that is named twice counts once.
/// Remarks with the same place, function and limit are one; the entries are in
/// the order of the cycles saved.
MergedBuild mergeRecords(llvm::ArrayRef<std::string> Inputs,
                         const MergeOptions &Options);

} // namespace rafter

#endif // RAFTER_OPTIMIZATIONRECORDS_MERGERECORDS_H
