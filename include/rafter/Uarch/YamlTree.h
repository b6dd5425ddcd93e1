//===- YamlTree.h - YAML text as a small tree ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The few shapes of YAML that files of CPUs and budgets need, each value with
// its line, so that whoever interprets the tree can say where a mistake stands.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UARCH_YAMLTREE_H
#define RAFTER_UARCH_YAMLTREE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace rafter {

/// A scalar, a sequence or a mapping.
struct YamlValue {
  enum class Kind { Empty, Scalar, Sequence, Mapping };
  Kind Shape = Kind::Empty;
  /// The line (from 1) on which it starts; for the value of a mapping, the
  /// line of its key.
  unsigned Line = 1;
  /// Of a scalar: its text without quotes, line breaks as spaces.
  std::string Text;
  /// Of a mapping: its keys in the order of the file, none of them twice.
  std::vector<std::string> Keys;
  /// Of a sequence its items, of a mapping the value of each key.
  std::vector<YamlValue> Items;

  bool isScalar() const { return Shape == Kind::Scalar; }
  bool isSequence() const { return Shape == Kind::Sequence; }
  bool isMapping() const { return Shape == Kind::Mapping; }
  /// The member called Key, or null.
  const YamlValue *get(llvm::StringRef Key) const;
};

/// "FILE:LINE: MESSAGE".
llvm::Error fileError(llvm::StringRef File, unsigned Line,
                      const llvm::Twine &Message);

/// Parses one YAML document that is a mapping. An error names file and line:
/// bad syntax, a duplicate key, nesting deeper than any CPU file, anchors and
/// aliases, a second document.
llvm::Expected<YamlValue> parseYamlTree(llvm::MemoryBufferRef Text);

/// "; did you mean 'X'?" with the one of Candidates that Word was most likely
/// meant to be; "" where none is near.
std::string didYouMean(llvm::StringRef Word,
                       llvm::ArrayRef<llvm::StringRef> Candidates);

/// That Value is a mapping without members that mean nothing. Where names it
/// in the error; empty for the file itself.
llvm::Error checkMembers(llvm::StringRef File, llvm::StringRef Where,
                         const YamlValue &Value,
                         llvm::ArrayRef<llvm::StringRef> Legal);

/// The text of a member that must be there.
llvm::Expected<std::string> memberText(llvm::StringRef File,
                                       llvm::StringRef Where,
                                       const YamlValue &Value,
                                       llvm::StringRef Key);

/// The member "source" of Value, which must be one of Sources.
llvm::Expected<std::string> memberSource(llvm::StringRef File,
                                         llvm::StringRef Where,
                                         const YamlValue &Value,
                                         const YamlValue &Sources);

} // namespace rafter

#endif // RAFTER_UARCH_YAMLTREE_H
