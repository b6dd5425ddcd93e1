//===- YAMLDocuments.h - The documents of a YAML file -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts a record into its remarks by looking at the starts of lines only: LLVM's
// parser takes some microseconds for each line, and most remarks are not ours.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_OPTIMIZATIONRECORDS_YAMLDOCUMENTS_H
#define RAFTER_LIB_OPTIMIZATIONRECORDS_YAMLDOCUMENTS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace rafter {

/// One remark: "--- !Analysis" to "...".
struct YAMLDocument {
  llvm::StringRef Text;
  /// Position in the whole text, in bytes.
  size_t Start = 0;
  /// False: the file ends before it does.
  bool Complete = true;
  /// False: these are lines between documents, which should be empty.
  bool IsDocument = true;

  /// The value of the key "Pass" without quotation marks, "" for none.
  llvm::StringRef pass() const;
};

/// Gives one document after the other, and what stands between them unless it
/// is blank or comment.
class YAMLDocuments {
public:
  explicit YAMLDocuments(llvm::StringRef Text) : Text(Text) {}
  std::optional<YAMLDocument> next();

private:
  llvm::StringRef Text;
  size_t Position = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_OPTIMIZATIONRECORDS_YAMLDOCUMENTS_H
