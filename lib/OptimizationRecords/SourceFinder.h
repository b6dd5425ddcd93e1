//===- SourceFinder.h - Sources that records name ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record names sources as the compiler was called with, and not where that
// was.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_OPTIMIZATIONRECORDS_SOURCEFINDER_H
#define RAFTER_LIB_OPTIMIZATIONRECORDS_SOURCEFINDER_H

#include "rafter/OptimizationRecords/BuildReport.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace rafter {

/// Where a record lies: its folder, and the folder that the user named, above
/// which sources are not looked for.
struct RecordPlace {
  llvm::StringRef Folder;
  llvm::StringRef Top;
};

/// Finds source files, and remembers what it found.
class SourceFinder {
public:
  /// Root: for trees that were moved; may be empty.
  explicit SourceFinder(llvm::StringRef Root) : Root(Root) {}

  /// The path of File, "" when there is none: below the root by the longest end
  /// of its path that exists, as it is, relative to the record's folder and
  /// those above it up to the named one, and to the working directory.
  std::string find(llvm::StringRef File, const RecordPlace &Where);

private:
  std::string search(llvm::StringRef File, const RecordPlace &Where) const;

  std::string Root;
  llvm::StringMap<std::string> Found;
};

/// Quotes the source around each loop; every file is read once.
void addExcerpts(std::vector<MergedRecord> &Loops);

} // namespace rafter

#endif // RAFTER_LIB_OPTIMIZATIONRECORDS_SOURCEFINDER_H
