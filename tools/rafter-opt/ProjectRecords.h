//===- ProjectRecords.h - Remarks on all files of a project -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A project's build is not touched: its files are compiled once more, as its
// compilation database says, with the plugin.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOOLS_RAFTEROPT_PROJECTRECORDS_H
#define RAFTER_TOOLS_RAFTEROPT_PROJECTRECORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace rafter {

/// One entry of a compilation database.
struct CompileCommand {
  std::string Directory, File;
  /// With the compiler in front.
  std::vector<std::string> Words;
};

/// The entries of Build/compile_commands.json, or of the file Build. Errors
/// name the file and the cause.
llvm::Expected<std::vector<CompileCommand>>
readCompileCommands(llvm::StringRef Build);

/// What Clang with our plugin is called with instead of Command, so that it
/// leaves the record Record and nothing else. Code that is compiled without
/// optimization is compiled with -O2: there are no remarks on the other.
std::vector<std::string> recordingWords(const CompileCommand &Command,
                                        llvm::StringRef Clang,
                                        llvm::StringRef Plugin,
                                        llvm::StringRef Record);

/// Leaves a record in Folder for each file of the compilation database of
/// Build, Jobs at a time (0: as many as there are processors). Progress, and a
/// line for each file that cannot be compiled, go to Err; the error is that of
/// none that can.
llvm::Error recordProject(llvm::StringRef Build, llvm::StringRef Folder,
                          unsigned Jobs, llvm::raw_ostream &Err);

} // namespace rafter

#endif // RAFTER_TOOLS_RAFTEROPT_PROJECTRECORDS_H
