//===- DebugFiles.cpp - Debug information in files of its own -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace rafter;

static constexpr StringLiteral DebugRoot = "/usr/lib/debug";

/// Where debuginfod-find keeps what it has fetched (debuginfod-find(1)).
static std::string debuginfodCache() {
  if (auto Path = sys::Process::GetEnv("DEBUGINFOD_CACHE_PATH"))
    return *Path;
  if (auto Path = sys::Process::GetEnv("XDG_CACHE_HOME"))
    return *Path + "/debuginfod_client";
  if (auto Path = sys::Process::GetEnv("HOME"))
    return *Path + "/.cache/debuginfod_client";
  return "";
}

static std::string findByBuildID(object::BuildIDRef ID) {
  if (ID.empty())
    return "";
  if (auto Path = object::BuildIDFetcher({DebugRoot.str()}).fetch(ID))
    return *Path;
  std::string Cached =
      debuginfodCache() + "/" + toHex(ID, /*LowerCase=*/true) + "/debuginfo";
  return sys::fs::exists(Cached) ? Cached : "";
}

/// The name in .gnu_debuglink and the checksum of the file; no name: there is
/// no such section.
static std::pair<StringRef, uint32_t>
debugLink(const object::ObjectFile &File) {
  for (const object::SectionRef &Section : File.sections()) {
    Expected<StringRef> Name = Section.getName();
    Expected<StringRef> Contents = Section.getContents();
    if (!Name || !Contents) {
      consumeError(Name.takeError());
      consumeError(Contents.takeError());
      continue;
    }
    if (*Name != ".gnu_debuglink" || Contents->size() < 8)
      continue;
    uint32_t Checksum = support::endian::read32(
        Contents->end() - 4,
        File.isLittleEndian() ? endianness::little : endianness::big);
    return {Contents->take_until([](char C) { return C == 0; }), Checksum};
  }
  return {"", 0};
}

std::string rafter::findDebugFile(const object::ObjectFile &File,
                                  StringRef Path) {
  if (std::string Found = findByBuildID(object::getBuildID(&File));
      !Found.empty())
    return Found;
  auto [Name, Checksum] = debugLink(File);
  if (Name.empty())
    return "";
  SmallString<128> Real;
  if (sys::fs::real_path(Path, Real))
    return "";
  std::string Folder = sys::path::parent_path(Real).str();
  for (const std::string &Candidate :
       {Folder + "/" + Name.str(), Folder + "/.debug/" + Name.str(),
        DebugRoot.str() + Folder + "/" + Name.str()}) {
    auto Buffer = MemoryBuffer::getFile(Candidate, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (Buffer &&
        crc32(arrayRefFromStringRef((*Buffer)->getBuffer())) == Checksum)
      return Candidate;
  }
  return "";
}
