//===- FindRecords.cpp - Records in folders ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of a build has mostly other files: of each, the first bytes are
// read.
//
//===----------------------------------------------------------------------===//

#include "FindRecords.h"
#include "rafter/OptimizationRecords/ReadRecord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>

using namespace rafter;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static bool hasRecordName(StringRef Path) {
  return Path.ends_with(".opt.yaml") || Path.ends_with(".opt.bitstream") ||
         Path.ends_with(".opt.yml");
}

static bool beginsLikeRecord(StringRef Path) {
  llvm::Expected<fs::file_t> File = fs::openNativeFileForRead(Path);
  if (!File) {
    llvm::consumeError(File.takeError());
    return false;
  }
  char Bytes[RecordMagicBytes];
  llvm::Expected<size_t> Read = fs::readNativeFile(*File, Bytes);
  fs::closeFile(*File);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return false;
  }
  RecordFormat Format = recordFormat(StringRef(Bytes, *Read));
  return Format == RecordFormat::YAML || Format == RecordFormat::Bitstream;
}

namespace {

/// Collects files, each once.
class Search {
public:
  void addInput(const std::string &Input);
  FoundRecords Found;

private:
  void addFile(StringRef Path, StringRef Top, bool Named);
  void addFolder(const std::string &Folder);

  std::set<fs::UniqueID> Seen;
};

} // namespace

void Search::addFile(StringRef Path, StringRef Top, bool Named) {
  fs::UniqueID ID;
  if (!fs::getUniqueID(Path, ID) && !Seen.insert(ID).second)
    return;
  Found.Files.push_back({Path.str(), Top.str(), Named});
}

void Search::addFolder(const std::string &Folder) {
  std::vector<std::string> Paths;
  std::error_code EC;
  for (fs::recursive_directory_iterator
           I(Folder, EC, /*follow_symlinks=*/false),
       End;
       I != End && !EC; I.increment(EC))
    if (I->type() == fs::file_type::regular_file &&
        (hasRecordName(I->path()) || beginsLikeRecord(I->path())))
      Paths.push_back(I->path());
  if (EC)
    Found.Problems.push_back(Folder + ": cannot be searched: " + EC.message());
  std::sort(Paths.begin(), Paths.end());
  for (const std::string &Path : Paths)
    addFile(Path, Folder, /*Named=*/false);
  if (Paths.empty() && !EC)
    Found.Without.push_back(Folder);
}

void Search::addInput(const std::string &Input) {
  fs::file_status Status;
  if (std::error_code EC = fs::status(Input, Status))
    Found.Problems.push_back(Input + ": cannot be read: " + EC.message());
  else if (fs::is_directory(Status))
    addFolder(Input);
  else if (fs::is_regular_file(Status))
    addFile(Input, path::parent_path(Input), /*Named=*/true);
  else
    Found.Problems.push_back(Input + ": neither a file nor a folder");
}

FoundRecords rafter::findRecords(llvm::ArrayRef<std::string> Inputs) {
  Search S;
  for (const std::string &Input : Inputs)
    S.addInput(Input);
  return std::move(S.Found);
}
