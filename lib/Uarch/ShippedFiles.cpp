//===- ShippedFiles.cpp - The CPU files of the project --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows are in ShippedFiles.inc, which tools/cpu-tables writes. Texts are
// offsets into one string, so that nothing is relocated at start-up.
//
//===----------------------------------------------------------------------===//

#include "ShippedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringTable.h"

using namespace llvm;
using namespace rafter;

namespace {

using Text = StringTable::Offset;

struct FileRow {
  Text Hash;
  /// Its first value, the root.
  unsigned Root;
};

/// A value; those in it follow.
struct ValueRow {
  YamlValue::Kind Shape;
  unsigned Line;
  /// In the mapping that it is a member of.
  Text Key;
  Text Scalar;
  unsigned NumItems;
};

// What the files do not use is no mistake.
[[maybe_unused]] constexpr auto Empty = YamlValue::Kind::Empty;
constexpr auto Scalar = YamlValue::Kind::Scalar;
constexpr auto Sequence = YamlValue::Kind::Sequence;
constexpr auto Mapping = YamlValue::Kind::Mapping;

#include "ShippedFiles.inc"

constexpr StringTable Strings = StringData;

/// The value at Row; Row is behind it then.
YamlValue takeValue(const ValueRow *&Row) {
  const ValueRow &This = *Row++;
  YamlValue Result;
  Result.Shape = This.Shape;
  Result.Line = This.Line;
  Result.Text = Strings[This.Scalar].str();
  for (unsigned I = 0; I != This.NumItems; ++I) {
    if (This.Shape == Mapping)
      Result.Keys.push_back(Strings[Row->Key].str());
    Result.Items.push_back(takeValue(Row));
  }
  return Result;
}

} // namespace

std::optional<YamlValue> rafter::findShippedTree(StringRef Hash) {
  for (const FileRow &File : Files)
    if (Strings[File.Hash] == Hash) {
      const ValueRow *Row = Values + File.Root;
      return takeValue(Row);
    }
  return std::nullopt;
}
