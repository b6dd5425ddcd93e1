//===- SourceText.cpp - Lines of the user's source --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Regular files only: a report must not wait for a pipe.
//
//===----------------------------------------------------------------------===//

#include "rafter/Report/SourceText.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Path.h"

using namespace rafter;
using llvm::StringRef;

static std::unique_ptr<llvm::MemoryBuffer> readSource(StringRef Name,
                                                      StringRef Input) {
  namespace path = llvm::sys::path;
  for (StringRef Candidate : {Name, Input})
    if (path::filename(Candidate) == path::filename(Name) &&
        llvm::sys::fs::is_regular_file(Candidate))
      if (auto Buffer = llvm::MemoryBuffer::getFile(Candidate, /*IsText=*/true))
        return std::move(*Buffer);
  return nullptr;
}

llvm::ArrayRef<StringRef> SourceText::lines(const SourceLocation &L) {
  if (L.File.empty())
    return {};
  auto [It, New] = Files.try_emplace(L.File);
  File &F = It->second;
  if (New)
    F.Buffer = readSource(L.File, Input);
  if (New && F.Buffer)
    for (llvm::line_iterator I(*F.Buffer, /*SkipBlanks=*/false); !I.is_at_end();
         ++I)
      F.Lines.push_back(I->rtrim("\r"));
  return F.Lines;
}

std::string SourceText::quote(const SourceLocation &L, size_t MaxLength) {
  if (!L.isValid())
    return "";
  llvm::ArrayRef<StringRef> Lines = lines(L);
  return L.Line <= Lines.size()
             ? cutText(onOneLine(Lines[L.Line - 1]), MaxLength)
             : "";
}

std::string rafter::onOneLine(StringRef Text) {
  std::string Line;
  for (char C : Text.trim()) {
    bool Blank = StringRef(" \t\r\n\v\f").contains(C);
    if (!Blank)
      Line += C;
    else if (Line.back() != ' ')
      Line += ' ';
  }
  return Line;
}

/// Name with "(...)" for each list of parameters.
static std::string cutParameters(StringRef Name) {
  std::string Short;
  while (!Name.empty()) {
    size_t Open = std::min(Name.find('('), Name.size());
    Short += Name.take_front(Open);
    Name = Name.drop_front(Open);
    size_t End = 0;
    for (unsigned Depth = 0; End != Name.size(); ++End) {
      Depth += Name[End] == '(';
      Depth -= Name[End] == ')';
      if (Depth == 0)
        break;
    }
    StringRef List = Name.take_front(End + 1);
    // Words in front of it make a remark of it.
    bool IsCut = List.size() > 2 && List.ends_with(")") &&
                 List != "(anonymous namespace)" &&
                 !StringRef(Short).ends_with(" ");
    Short += IsCut ? "(...)" : List.str();
    Name = Name.drop_front(List.size());
  }
  return Short;
}

std::string rafter::shortenName(StringRef Name) {
  constexpr size_t LongName = 40;
  if (Name.size() <= LongName)
    return Name.str();
  std::string Short;
  unsigned Depth = 0;
  for (size_t I = 0; I != Name.size(); ++I) {
    bool IsOperator = StringRef(Short).ends_with("operator");
    if (Depth == 0 && IsOperator && StringRef("<>-").contains(Name[I])) {
      size_t End = std::min(Name.find_first_not_of("<>=-", I), Name.size());
      Short += Name.slice(I, End);
      I = End - 1;
    } else if (Name[I] == '<') {
      if (Depth++ == 0)
        Short += "<...>";
    } else if (Name[I] == '>' && Depth != 0) {
      --Depth;
    } else if (Depth == 0) {
      Short += Name[I];
    }
  }
  // What does not match is no list of arguments.
  if (Depth != 0)
    return Name.str();
  return Short.size() > LongName ? cutParameters(Short) : Short;
}

std::string rafter::cutText(StringRef Text, size_t MaxLength) {
  if (Text.size() <= MaxLength)
    return Text.str();
  size_t End = MaxLength;
  while (End > 0 && (static_cast<unsigned char>(Text[End]) & 0xC0) == 0x80)
    --End;
  return (Text.take_front(End).rtrim() + "...").str();
}
