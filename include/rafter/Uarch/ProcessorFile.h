//===- ProcessorFile.h - CPU files -----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CPUs are data: uarch/NAME.yaml, with a unit and a source for every number.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UARCH_PROCESSORFILE_H
#define RAFTER_UARCH_PROCESSORFILE_H

#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rafter {

/// One number of a CPU file with its unit and source, for `uarch show`.
struct ParameterEntry {
  std::string Key;
  /// As printed: "54", "inf", "x86-tso".
  std::string Value;
  std::string Unit;
  /// The name of the source in the file's list of sources.
  std::string Reference;
  /// The text of that source.
  std::string Source;
  /// What the file adds: how the number follows from the source.
  std::string Note;
  /// What LLVM's scheduling model says instead, where the file differs from it
  /// on purpose; empty otherwise.
  std::string LLVMValue;
};

/// A CPU file after the schema check.
struct ProcessorFile {
  Processor CPU;
  std::vector<std::string> Aliases;
  /// In the order of the schema.
  std::vector<ParameterEntry> Entries;
  /// Name and text of each source, in the order of the file.
  std::vector<std::pair<std::string, std::string>> Sources;
};

/// Parses a CPU file. Errors name file, line and key.
llvm::Expected<ProcessorFile> parseProcessorFile(llvm::MemoryBufferRef Text);

/// Reads a CPU file from disk.
llvm::Expected<ProcessorFile> readProcessorFile(llvm::StringRef Path);

/// Applies "rs=20,latency.add=4" to CPU. "inf" and 0 remove a feature. An
/// unknown key is an error that names the nearest known one.
llvm::Error applyOverrides(Processor &CPU, llvm::StringRef Overrides);

/// The same, and marks the entries of File that no longer come from it.
llvm::Error applyOverrides(ProcessorFile &File, llvm::StringRef Overrides);

/// Finds CPU files by name or alias in a list of directories, earlier ones
/// first.
class ProcessorLibrary {
public:
  explicit ProcessorLibrary(std::vector<std::string> Directories);

  /// The directories to search when nothing else is said: RAFTER_UARCH_PATH
  /// (colon-separated) if set, the installed share/rafter/uarch next to the
  /// library or tool, then the source tree the tool was built from.
  static std::vector<std::string> defaultDirectories();

  /// Names of all CPUs, sorted.
  std::vector<std::string> names() const;

  /// The file of the CPU of that very file name, or "".
  std::string path(llvm::StringRef Name) const;

  /// The CPU called Name, by file name, alias or LLVM's name; an unknown name
  /// is an error that lists the known ones. "host" asks LLVM for the host's
  /// name; where there is no file for it, or the host has instructions that a
  /// CPU of that name has not, its instruction sets choose, and the description
  /// says so. The error says how to go on.
  llvm::Expected<ProcessorFile> find(llvm::StringRef Name) const;

private:
  /// The file of that name, alias or LLVM name, where there is one.
  std::optional<llvm::Expected<ProcessorFile>>
  lookUp(llvm::StringRef Name) const;
  llvm::Expected<ProcessorFile> findHost() const;

  std::vector<std::string> Directories;
};

/// The CPU of File or, where that is empty, the one called Name in the default
/// directories, with Overrides applied.
llvm::Expected<Processor> loadProcessor(llvm::StringRef Name,
                                        llvm::StringRef File,
                                        llvm::StringRef Overrides);

} // namespace rafter

#endif // RAFTER_UARCH_PROCESSORFILE_H
