//===- TestFile.h - A small complete CPU file for tests --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests change one line of this file and look at what the parser says.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_UARCH_TESTFILE_H
#define RAFTER_UNITTESTS_UARCH_TESTFILE_H

#include "rafter/Uarch/ParameterSchema.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace rafter::test {

/// The lines of a legal file: 6 lines of head, then one line per parameter in
/// the order of the schema, all with the value 2 or the least, the first word,
/// or 64 for what must be a power of two or a cache.
inline std::vector<std::string> legalLines() {
  std::vector<std::string> Lines = {
      "name: toy", "description: A machine for tests", "llvm-cpu: toy-llvm",
      "sources:",  "  book: The Book of Toys",         "parameters:",
  };
  for (const ParameterSchema &S : parameterSchemas()) {
    std::string Line = "  " + S.Key.str() + ": {";
    if (S.isWord())
      Line += "value: " + S.Words.split('|').first.str();
    else if (S.Unit == "bytes")
      Line += "value: 64, unit: bytes";
    else if (S.Unit == "ways")
      Line += "value: 1, unit: ways";
    else
      Line += "value: " + llvm::utostr(uint64_t(std::max(2.0, S.Least))) +
              ", unit: " + S.Unit.str();
    Lines.push_back(Line + ", source: book}");
  }
  return Lines;
}

/// The number of the line (from 1) that sets Key.
inline unsigned lineOf(const std::vector<std::string> &Lines,
                       llvm::StringRef Key) {
  for (unsigned I = 0; I != Lines.size(); ++I)
    if (llvm::StringRef(Lines[I]).ltrim().starts_with((Key + ":").str()))
      return I + 1;
  return 0;
}

inline llvm::Expected<ProcessorFile> parseText(llvm::StringRef Text) {
  return parseProcessorFile(llvm::MemoryBufferRef(Text, "toy.yaml"));
}

inline llvm::Expected<ProcessorFile>
parseLines(const std::vector<std::string> &Lines) {
  return parseText(llvm::join(Lines, "\n") + "\n");
}

/// The error of parsing, or "" where there is none.
inline std::string errorOf(llvm::Expected<ProcessorFile> File) {
  return File ? "" : llvm::toString(File.takeError());
}

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_UARCH_TESTFILE_H
