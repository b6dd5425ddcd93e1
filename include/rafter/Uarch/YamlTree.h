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

} // namespace rafter

#endif // RAFTER_UARCH_YAMLTREE_H
