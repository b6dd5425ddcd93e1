//===- CommandFiles.cpp - Files of subcommands ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandFiles.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::Error;
using llvm::StringRef;

Error rafter::printTo(StringRef Path, llvm::raw_ostream &Out,
                      llvm::function_ref<void(llvm::raw_ostream &)> Print) {
  if (!Path.empty() && Path != "-")
    return writeFileWhole(Path, Print);
  Print(Out);
  return Error::success();
}

std::vector<std::string> rafter::filesOf(const Arguments &A) {
  std::vector<std::string> Files = A.Words;
  llvm::append_range(Files, A.Program);
  return Files;
}

llvm::Expected<CoreDesign> rafter::designOf(const Arguments &A, OptionName Name,
                                            bool WithFurther) {
  return A.parse(Name, [&](StringRef Text) {
    return WithFurther ? parseDesign(Text) : parsePaperDesign(Text);
  });
}

SampleReadOptions rafter::sampleOptions(const Arguments &A) {
  SampleReadOptions Options;
  Options.TimeEvent = A.text("time").str();
  Options.WorkEvent = A.text("work").str();
  Options.Separator = A.text("separator").str();
  Options.SkipBadLines = A.given("skip-bad-lines");
  return Options;
}
