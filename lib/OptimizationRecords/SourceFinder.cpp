//===- SourceFinder.cpp - Sources that records name -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Regular files only: a report must not wait for a pipe.
//
//===----------------------------------------------------------------------===//

#include "SourceFinder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <numeric>

using namespace rafter;
using llvm::SmallString;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Lines quoted before and after the first line of a loop, and bytes of each.
static constexpr unsigned LinesBefore = 3, LinesAfter = 6, MostBytes = 400;

/// Folder/File without "." and "..", if it is a regular file, or "".
static std::string ifFile(StringRef Folder, StringRef File) {
  SmallString<256> Path(Folder);
  path::append(Path, File);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  return fs::is_regular_file(Path) ? std::string(Path) : "";
}

/// Drops the first folder of Path; false when it has none.
static bool dropFirst(StringRef &Path) {
  size_t Slash = Path.find_first_of("/\\");
  if (Slash == StringRef::npos)
    return false;
  Path = Path.drop_front(Slash + 1);
  return true;
}

std::string SourceFinder::search(StringRef File,
                                 const RecordPlace &Where) const {
  if (!Root.empty()) {
    StringRef Rest = path::relative_path(File);
    do
      if (std::string Path = ifFile(Root, Rest); !Path.empty())
        return Path;
    while (dropFirst(Rest));
  }
  if (path::is_absolute(File))
    return ifFile("", File);
  for (StringRef Folder = Where.Folder;; Folder = path::parent_path(Folder)) {
    if (std::string Path = ifFile(Folder, File); !Path.empty())
      return Path;
    if (Folder.size() <= Where.Top.size() || Folder.empty())
      break;
  }
  return ifFile("", File);
}

std::string SourceFinder::find(StringRef File, const RecordPlace &Where) {
  if (File.empty())
    return "";
  std::string Key = File.str();
  if (!path::is_absolute(File))
    Key += '\0' + Where.Folder.str();
  auto [It, New] = Found.try_emplace(Key);
  if (New)
    It->second = search(File, Where);
  return It->second;
}

//===----------------------------------------------------------------------===//
// Excerpts
//===----------------------------------------------------------------------===//

static std::vector<StringRef> linesOf(const llvm::MemoryBuffer &Buffer) {
  std::vector<StringRef> Lines;
  for (llvm::line_iterator I(Buffer, /*SkipBlanks=*/false); !I.is_at_end(); ++I)
    Lines.push_back(I->rtrim("\r"));
  return Lines;
}

static SourceExcerpt excerptOf(llvm::ArrayRef<StringRef> Lines, unsigned Line) {
  SourceExcerpt E;
  if (Line == 0 || Line > Lines.size())
    return E;
  E.FirstLine = Line > LinesBefore ? Line - LinesBefore : 1;
  size_t Last = std::min<size_t>(Lines.size(), size_t(Line) + LinesAfter);
  for (size_t Number = E.FirstLine; Number <= Last; ++Number)
    E.Lines.push_back(Lines[Number - 1].take_front(MostBytes).str());
  return E;
}

void rafter::addExcerpts(std::vector<MergedRecord> &Loops) {
  std::vector<size_t> ByFile(Loops.size());
  std::iota(ByFile.begin(), ByFile.end(), size_t(0));
  std::stable_sort(ByFile.begin(), ByFile.end(), [&](size_t A, size_t B) {
    return Loops[A].SourceFile < Loops[B].SourceFile;
  });
  StringRef Open;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::vector<StringRef> Lines;
  for (size_t I : ByFile) {
    MergedRecord &M = Loops[I];
    if (M.SourceFile.empty())
      continue;
    if (M.SourceFile != Open) {
      Open = M.SourceFile;
      Lines.clear();
      auto Read = llvm::MemoryBuffer::getFile(Open, /*IsText=*/true);
      Buffer = Read ? std::move(*Read) : nullptr;
      if (Buffer)
        Lines = linesOf(*Buffer);
    }
    M.Excerpt = excerptOf(Lines, M.Heaviest.Place.Line);
  }
}
