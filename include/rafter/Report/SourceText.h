//===- SourceText.h - Lines of the user's source ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the source files that a report names and quotes from them. A report is
// complete without them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_SOURCETEXT_H
#define RAFTER_REPORT_SOURCETEXT_H

#include "rafter/Support/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace rafter {

/// Source files, each read at most once.
class SourceText {
public:
  /// Debug information may name a file relative to the directory of a build;
  /// the analysed file Input is then the one to read.
  explicit SourceText(llvm::StringRef Input) : Input(Input) {}

  /// The lines of the file that L names, without line ends; empty when it
  /// cannot be read.
  llvm::ArrayRef<llvm::StringRef> lines(const SourceLocation &L);

  /// The line that L names without surrounding blanks, cut after MaxLength
  /// bytes; "" when there is none.
  std::string quote(const SourceLocation &L, size_t MaxLength = 60);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    std::vector<llvm::StringRef> Lines;
  };
  std::string Input;
  llvm::StringMap<File> Files;
};

/// Text with every run of blanks, tabs and line ends as one blank, and without
/// any at its ends.
std::string onOneLine(llvm::StringRef Text);

/// The name of a function with "<...>" for the arguments of its templates where
/// it is long with them, and "(...)" for its parameters where it still is.
std::string shortenName(llvm::StringRef Name);

/// Text cut after MaxLength bytes, with "..." where it was; never inside of a
/// UTF-8 sequence.
std::string cutText(llvm::StringRef Text, size_t MaxLength);

} // namespace rafter

#endif // RAFTER_REPORT_SOURCETEXT_H
