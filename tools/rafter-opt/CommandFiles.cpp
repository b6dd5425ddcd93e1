//===- CommandFiles.cpp - Files of subcommands ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "rafter/Support/WriteFile.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
rafter::readInputFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return llvm::createStringError("cannot read '" + Path +
                                   "': " + Buffer.getError().message());
  return std::move(*Buffer);
}

Error rafter::printTo(StringRef Path, llvm::raw_ostream &Out,
                      llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  if (!Path.empty() && Path != "-")
    return writeFileWhole(Path, Print);
  Print(Out);
  return Error::success();
}

std::vector<CommandOption> rafter::sampleOptions(SampleReadOptions &Options) {
  return {textOption("time", Options.TimeEvent),
          textOption("work", Options.WorkEvent),
          textOption("separator", Options.Separator),
          flagOption("skip-bad-lines", Options.SkipBadLines)};
}
