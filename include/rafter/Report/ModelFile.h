//===- ModelFile.h - Models as JSON files -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What files of trained models have in common: one JSON object that names its
// kind and version, numbers that are read as they were written, and errors that
// name the file and what in it is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REPORT_MODELFILE_H
#define RAFTER_REPORT_MODELFILE_H

#include "rafter/Report/JSONWriter.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>

namespace rafter {

/// Parses Buffer as JSON; the error is "FILE:LINE: cause". What is nested
/// deeper than 256 is refused: LLVM's parser calls itself for each level.
llvm::Expected<llvm::json::Value> parseJSONFile(llvm::MemoryBufferRef Buffer);

/// One kind of model.
struct ModelKind {
  /// The member of the file's object that has the version.
  llvm::StringRef Key;
  /// Whose model it is, as in "no model of SPIRE".
  llvm::StringRef Of;
  /// The version that is written, and the only one that is read.
  int64_t Version = 1;
};

/// Writes a file of that kind; Body writes the members behind the version.
void writeModelFile(llvm::raw_ostream &OS, const ModelKind &Kind,
                    llvm::function_ref<void(JSONWriter &)> Body);

/// Reads members of objects. Every error begins with the file and Where.
class ModelReader {
public:
  explicit ModelReader(llvm::StringRef File) : File(File) {}

  /// The part of the file at hand, for example "metric 'x': ".
  std::string Where;

  llvm::Error fault(const llvm::Twine &Cause) const;

  /// Parses Buffer. Errors: no JSON object, one of another kind or version.
  static llvm::Expected<llvm::json::Object> open(llvm::MemoryBufferRef Buffer,
                                                 const ModelKind &Kind);

  /// Text that is not empty, without control characters.
  llvm::Error text(const llvm::json::Object &O, llvm::StringRef Key,
                   std::string &Text) const;
  /// A whole number of at least 0.
  llvm::Error count(const llvm::json::Object &O, llvm::StringRef Key,
                    uint64_t &Count) const;
  /// A number of at least 0; null is infinity.
  llvm::Error number(const llvm::json::Object &O, llvm::StringRef Key,
                     double &Number) const;

private:
  llvm::StringRef File;
};

} // namespace rafter

#endif // RAFTER_REPORT_MODELFILE_H
