//===- InstalledFiles.cpp - Data that is installed with the code ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "rafter/Support/InstalledFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>

using namespace llvm;
using namespace rafter;

/// The shared object or program that this code is part of.
static std::string ownFile() {
  // Any address inside this file serves.
  void *Address = reinterpret_cast<void *>(&ownFile);
  Dl_info Info;
  if (dladdr(Address, &Info) && Info.dli_fname) {
    SmallString<256> Real;
    if (StringRef(Info.dli_fname).contains(".so") &&
        !sys::fs::real_path(Info.dli_fname, Real))
      return std::string(Real);
  }
  return sys::fs::getMainExecutable(nullptr, Address);
}

std::string rafter::installedPath(StringRef Name) {
  std::string File = ownFile();
  StringRef Prefix = sys::path::parent_path(File);
  for (unsigned Level = 0; Level != 3 && !Prefix.empty(); ++Level) {
    Prefix = sys::path::parent_path(Prefix);
    SmallString<256> Path(Prefix);
    sys::path::append(Path, "share", "rafter", Name);
    if (sys::fs::exists(Path))
      return std::string(Path);
  }
  return "";
}

Expected<std::vector<std::string>>
rafter::shippedFiles(StringRef Name, StringRef Source, StringRef Ending) {
  std::string Folder = installedPath(Name);
  if (Folder.empty())
    Folder = Source.str();
  std::vector<std::string> Files;
  std::error_code Code;
  for (sys::fs::directory_iterator It(Folder, Code), End; It != End && !Code;
       It.increment(Code))
    if (StringRef(It->path()).ends_with(Ending))
      Files.push_back(It->path());
  if (Code)
    return createStringError("cannot read '" + Folder + "': " + Code.message());
  llvm::sort(Files);
  return Files;
}

Expected<std::string>
rafter::findSharedObject(StringRef Name, StringRef Variable, StringRef Built) {
  if (auto Path = sys::Process::GetEnv(Variable))
    return *Path;
  static int Anchor;
  std::string Self = sys::fs::getMainExecutable("rafter-opt", &Anchor);
  SmallString<256> Installed(
      sys::path::parent_path(sys::path::parent_path(Self)));
  sys::path::append(Installed, RAFTER_LIBDIR, Name);
  for (StringRef Path : {Installed.str(), Built})
    if (sys::fs::exists(Path))
      return Path.str();
  return createStringError(Name +
                           " is not found: it is installed with rafter-opt (or "
                           "set " +
                           Variable + " to its path)");
}
