//===- ShippedOpcodes.cpp - What the project's corrections match ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShippedOpcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringTable.h"

using namespace rafter;
using llvm::StringRef;

namespace {

using Text = llvm::StringTable::Offset;

/// Rows are in the order of target and expression.
struct ExpressionRow {
  /// As Triple::getArchTypePrefix says.
  Text Target, Expression;
  /// Of Names, which are sorted.
  struct {
    unsigned Begin, End;
  } Matches;
};

#include "ShippedOpcodes.inc"

constexpr llvm::StringTable Strings = StringData;

} // namespace

std::vector<StringRef>
rafter::findShippedMatches(llvm::Triple::ArchType Architecture,
                           StringRef Expression) {
  std::pair Key(llvm::Triple::getArchTypePrefix(Architecture), Expression);
  const auto *Row =
      llvm::partition_point(Expressions, [&](const ExpressionRow &R) {
        return std::pair(Strings[R.Target], Strings[R.Expression]) < Key;
      });
  std::vector<StringRef> Result;
  if (Row == std::end(Expressions) || Strings[Row->Target] != Key.first ||
      Strings[Row->Expression] != Expression)
    return Result;
  for (unsigned I = Row->Matches.Begin; I != Row->Matches.End; ++I)
    Result.push_back(Strings[Names[I]]);
  return Result;
}
