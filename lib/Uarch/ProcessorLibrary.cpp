//===- ProcessorLibrary.cpp - Finds CPU files -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directories of CPU files and the search by name, alias or LLVM's name.
//
//===----------------------------------------------------------------------===//

#include "HostProcessor.h"
#include "rafter/Support/InstalledFiles.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "rafter/Uarch/YamlTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/TargetParser/Host.h"
#include <optional>

using namespace llvm;
using namespace rafter;

namespace {

constexpr StringRef Extension = ".yaml";

bool isKnownAs(const ProcessorFile &File, StringRef Name) {
  return File.CPU.Name == Name || File.CPU.LLVMName == Name ||
         is_contained(File.Aliases, Name);
}

std::string listOf(ArrayRef<std::string> Names) {
  return Names.empty() ? "none" : join(Names, ", ");
}

} // namespace

ProcessorLibrary::ProcessorLibrary(std::vector<std::string> Directories)
    : Directories(std::move(Directories)) {}

std::vector<std::string> ProcessorLibrary::defaultDirectories() {
  std::vector<std::string> Result;
  if (auto Path = sys::Process::GetEnv("RAFTER_UARCH_PATH")) {
    SmallVector<StringRef> Parts;
    StringRef(*Path).split(Parts, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      Result.push_back(Part.str());
  }
  if (std::string Installed = installedPath("uarch"); !Installed.empty())
    Result.push_back(std::move(Installed));
  Result.push_back(RAFTER_UARCH_SOURCE_DIR);
  return Result;
}

std::vector<std::string> ProcessorLibrary::names() const {
  std::vector<std::string> Names;
  for (const std::string &Directory : Directories) {
    std::error_code EC;
    for (sys::fs::directory_iterator It(Directory, EC), End; !EC && It != End;
         It.increment(EC)) {
      StringRef File = sys::path::filename(It->path());
      if (File.consume_back(Extension) && !File.empty())
        Names.push_back(File.str());
    }
  }
  sort(Names);
  Names.erase(llvm::unique(Names), Names.end());
  return Names;
}

std::string ProcessorLibrary::path(StringRef Name) const {
  if (Name.empty() || Name.contains('/'))
    return "";
  for (const std::string &Directory : Directories) {
    SmallString<256> File(Directory);
    sys::path::append(File, Name + Extension);
    if (sys::fs::is_regular_file(File))
      return std::string(File);
  }
  return "";
}

std::optional<Expected<ProcessorFile>>
ProcessorLibrary::lookUp(StringRef Name) const {
  if (std::string File = path(Name); !File.empty())
    return readProcessorFile(File);
  for (const std::string &Candidate : names()) {
    // A broken file is the concern of whoever names it.
    Expected<ProcessorFile> File = readProcessorFile(path(Candidate));
    if (!File)
      consumeError(File.takeError());
    else if (isKnownAs(*File, Name))
      return File;
  }
  return std::nullopt;
}

Expected<ProcessorFile> ProcessorLibrary::findHost() const {
  HostProcessor Host =
      judgeHost(sys::getHostCPUName(), sys::getHostCPUFeatures());
  if (Host.Contradiction.empty())
    if (auto File = lookUp(Host.Name))
      return std::move(*File);
  if (!Host.Likely.empty())
    if (auto File = lookUp(Host.Likely)) {
      if (*File)
        (*File)->CPU.Description +=
            " (chosen by " + Host.Evidence +
            (Host.Contradiction.empty()
                 ? ": there is no file for '" + Host.Name + "'"
                 : ": the host says it is '" + Host.Name + "', which has no " +
                       Host.Contradiction) +
            ")";
      return std::move(*File);
    }
  return createStringError(
      "no CPU file for this host ('" + Host.Name +
      "'); name a CPU with -rafter-cpu or a file with -rafter-uarch; "
      "known CPUs: " +
      listOf(names()));
}

Expected<ProcessorFile> ProcessorLibrary::find(StringRef Name) const {
  if (Name == "host")
    return findHost();
  if (auto File = lookUp(Name))
    return std::move(*File);
  std::vector<std::string> Known = names();
  SmallVector<StringRef> Words(Known.begin(), Known.end());
  return createStringError("unknown CPU '" + Name + "'" +
                           didYouMean(Name, Words) +
                           " (known CPUs: " + listOf(Known) + ")");
}

Expected<Processor> rafter::loadProcessor(StringRef Name, StringRef File,
                                          StringRef Overrides) {
  Expected<ProcessorFile> Found =
      File.empty()
          ? ProcessorLibrary(ProcessorLibrary::defaultDirectories()).find(Name)
          : readProcessorFile(File);
  if (!Found)
    return Found.takeError();
  if (llvm::Error E = applyOverrides(Found->CPU, Overrides))
    return E;
  return std::move(Found->CPU);
}
