//===- Libraries.cpp - Functions of shared libraries ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Order of the search: ld.so(8). Its cache is not read; what it lists beyond
// the usual directories is found by its path only.
//
//===----------------------------------------------------------------------===//

#include "rafter/Executable/Libraries.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <deque>

using namespace rafter;
using namespace llvm;

namespace {

/// The libraries of a program, breadth first.
class LibrarySearch {
public:
  LibrarySearch(const Executable &Program, StringRef Sysroot)
      : Program(Program), Sysroot(Sysroot) {}
  std::optional<LibraryFunction> find(StringRef Function, StringRef Library);

private:
  std::vector<std::string> directories(const Executable &Of) const;
  std::unique_ptr<Executable> open(StringRef Name, const Executable &Of) const;

  const Executable &Program;
  StringRef Sysroot;
};

} // namespace

std::vector<std::string>
LibrarySearch::directories(const Executable &Of) const {
  std::vector<std::string> Result;
  auto addList = [&](StringRef List) {
    SmallVector<StringRef, 4> Names;
    List.split(Names, ':', -1, /*KeepEmpty=*/false);
    std::string Origin = sys::path::parent_path(Of.path()).str();
    for (StringRef Name : Names) {
      std::string Text = Name.str();
      for (StringRef Token : {"$ORIGIN", "${ORIGIN}"})
        if (size_t At = Text.find(Token); At != std::string::npos)
          Text.replace(At, Token.size(), Origin.empty() ? "." : Origin);
      Result.push_back(Text);
    }
  };
  if (auto Path = sys::Process::GetEnv("LD_LIBRARY_PATH");
      Path && Sysroot.empty())
    addList(*Path);
  addList(Of.runPath());
  std::string Machine = Program.triple().getArchName().str() + "-linux-gnu";
  for (StringRef Directory : {"/lib", "/usr/lib", "/usr/local/lib"}) {
    Result.push_back((Sysroot + Directory + "/" + Machine).str());
    Result.push_back((Sysroot + Directory).str());
    Result.push_back((Sysroot + Directory + "64").str());
  }
  return Result;
}

std::unique_ptr<Executable> LibrarySearch::open(StringRef Name,
                                                const Executable &Of) const {
  auto tryPath = [&](const Twine &Path) -> std::unique_ptr<Executable> {
    SmallString<128> Real;
    if (sys::fs::real_path(Path, Real))
      return nullptr;
    auto File = Executable::open(Real);
    if (!File) {
      consumeError(File.takeError());
      return nullptr;
    }
    bool Fits = (*File)->triple().getArch() == Program.triple().getArch();
    return Fits ? std::move(*File) : nullptr;
  };
  if (Name.contains('/'))
    return tryPath(Name);
  for (const std::string &Directory : directories(Of))
    if (auto File = tryPath(Directory + "/" + Name))
      return File;
  return nullptr;
}

static std::optional<LibraryFunction> findIn(const Executable &File,
                                             StringRef Name) {
  auto Function = File.findFunction(Name);
  if (!Function) {
    consumeError(Function.takeError());
    return std::nullopt;
  }
  uint64_t Address = (*Function)->Address;
  for (const LoadSegment &S : File.segments())
    if (S.Executable && Address >= S.Address && Address - S.Address < S.Bytes)
      return LibraryFunction{File.path(), Address - S.Address + S.Offset};
  return std::nullopt;
}

std::optional<LibraryFunction> LibrarySearch::find(StringRef Function,
                                                   StringRef Library) {
  if (Library.contains('/')) {
    auto File = open(Library, Program);
    return File ? findIn(*File, Function) : std::nullopt;
  }
  StringSet<> Seen;
  std::deque<std::unique_ptr<Executable>> Files;
  auto addNeeded = [&](const Executable &File) {
    for (const std::string &Name : File.neededLibraries())
      if (Seen.insert(Name).second)
        if (auto Needed = open(Name, File))
          Files.push_back(std::move(Needed));
  };
  addNeeded(Program);
  for (size_t I = 0; I != Files.size(); ++I) {
    // The name that was asked for may be that of a link to the file.
    bool IsMeant = Library.empty() ||
                   sys::path::filename(Files[I]->path()) == Library ||
                   Files[I]->sharedName() == Library;
    if (IsMeant)
      if (auto Found = findIn(*Files[I], Function))
        return Found;
    addNeeded(*Files[I]);
  }
  return std::nullopt;
}

std::optional<LibraryFunction>
rafter::findInLibraries(const Executable &Program, StringRef Name,
                        StringRef Sysroot) {
  auto [Library, Function] = Name.split('`');
  if (Function.empty())
    return LibrarySearch(Program, Sysroot).find(Library, "");
  return LibrarySearch(Program, Sysroot).find(Function, Library);
}
