//===- FindRecords.h - Records in folders -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which files of those that the user named, and of those below the folders that
// he named, are optimization records.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_OPTIMIZATIONRECORDS_FINDRECORDS_H
#define RAFTER_LIB_OPTIMIZATIONRECORDS_FINDRECORDS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace rafter {

/// A file to read.
struct RecordFile {
  std::string Path;
  /// The folder the user named in which it was found; its own folder where he
  /// named the file itself.
  std::string Top;
  /// The user named the file itself.
  bool Named = false;
};

/// What was found, in the order of the inputs and of the names in them.
struct FoundRecords {
  std::vector<RecordFile> Files;
  /// Folders that were named and have no record.
  std::vector<std::string> Without;
  /// One line for each input that could not be looked at.
  std::vector<std::string> Problems;
};

/// Looks at files and, to any depth, into folders. A file is in the result
/// once. In folders a record is what begins like one, and what has the name
/// that Clang gives (.opt.yaml, .opt.bitstream).
FoundRecords findRecords(llvm::ArrayRef<std::string> Inputs);

} // namespace rafter

#endif // RAFTER_LIB_OPTIMIZATIONRECORDS_FINDRECORDS_H
