//===- YAMLDocuments.cpp - The documents of a YAML file ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends every document; one that others wrote may end where the next
// begins.
//
//===----------------------------------------------------------------------===//

#include "YAMLDocuments.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::StringRef;

/// The end of the line at Position, behind its line feed.
static size_t lineEnd(StringRef Text, size_t Position) {
  size_t End = Text.find('\n', Position);
  return End == StringRef::npos ? Text.size() : End + 1;
}

/// True if the line at Position is Mark, with blanks or more behind it.
static bool isMark(StringRef Text, size_t Position, StringRef Mark) {
  StringRef Rest = Text.substr(Position);
  if (!Rest.consume_front(Mark))
    return false;
  return Rest.empty() || llvm::isSpace(Rest.front());
}

StringRef YAMLDocument::pass() const {
  size_t Found = Text.find("\nPass:");
  if (Found == StringRef::npos)
    return "";
  size_t Start = Found + StringRef("\nPass:").size();
  StringRef Value = Text.substr(Start, lineEnd(Text, Start) - Start).trim();
  for (StringRef Quote : {"'", "\""})
    if (Value.size() >= 2 && Value.starts_with(Quote) && Value.ends_with(Quote))
      return Value.drop_front().drop_back();
  return Value;
}

/// Passes blank lines and comments.
static size_t skipBlank(StringRef Text, size_t Position) {
  while (Position < Text.size()) {
    size_t End = lineEnd(Text, Position);
    StringRef Line = Text.slice(Position, End).trim();
    if (!Line.empty() && !Line.starts_with("#"))
      break;
    Position = End;
  }
  return Position;
}

std::optional<YAMLDocument> YAMLDocuments::next() {
  Position = skipBlank(Text, Position);
  if (Position >= Text.size())
    return std::nullopt;
  YAMLDocument D;
  D.Start = Position;
  D.IsDocument = isMark(Text, Position, "---");
  D.Complete = !D.IsDocument;
  for (Position = lineEnd(Text, Position); Position < Text.size();
       Position = lineEnd(Text, Position)) {
    bool Ends = isMark(Text, Position, "...");
    if (!Ends && !isMark(Text, Position, "---"))
      continue;
    D.Complete = true;
    D.Text = Text.slice(D.Start, Position);
    if (Ends)
      Position = lineEnd(Text, Position);
    return D;
  }
  D.Text = Text.substr(D.Start);
  return D;
}
