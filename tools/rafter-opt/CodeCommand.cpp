//===- CodeCommand.cpp - Inputs that are no module ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeCommand.h"
#include "rafter/Analysis/WriteReport.h"
#include "llvm/ADT/StringRef.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// The methods of a pipeline of printing passes; all without one.
static Expected<MethodSet> methodsOf(const ScannedArguments &Scanned) {
  MethodTable Table;
  if (!Scanned.Pipeline)
    return Table.defaults();
  MethodSet Methods = Table.none();
  llvm::SmallVector<StringRef, 4> Passes;
  StringRef(*Scanned.Pipeline).split(Passes, ',');
  for (StringRef Pass : Passes) {
    StringRef Name = Pass.trim();
    std::optional<size_t> Method;
    if (Name.consume_front("print<") && Name.consume_back(">"))
      Method = Table.find(Name);
    if (!Method)
      return llvm::createStringError(
          "-passes: '" + Pass.trim() +
          "' needs a module, and the input is machine code");
    Methods.set(*Method);
  }
  return Methods;
}

static Error checkUsage(const ScannedArguments &Scanned, CodeInput Kind,
                        const AnalysisOptions &Options) {
  if (Scanned.Inputs.size() > 1)
    return llvm::createStringError(
        "assembly, executables and traces are analysed one at a time");
  if (Scanned.OptimizationLevel || Scanned.Assembly || !Scanned.Output.empty())
    return llvm::createStringError("-O1 and the like, -S and -o need a module, "
                                   "and the input is machine code");
  if (Options.Run && Kind != CodeInput::Executable)
    return llvm::createStringError("-rafter-run needs a program, not assembly "
                                   "or a recorded trace");
  if (Options.Program.Entry != "main")
    return llvm::createStringError("an executable starts where it is linked to "
                                   "start: -rafter-entry needs a module");
  if (Options.Level == CodeLevel::IR)
    return llvm::createStringError("-rafter-level=ir needs a module");
  if (Expected<MethodSet> Methods = methodsOf(Scanned); !Methods)
    return Methods.takeError();
  return Error::success();
}

std::optional<Expected<CodeInput>>
rafter::codeInput(const ScannedArguments &Scanned,
                  const AnalysisOptions &Options) {
  for (StringRef Input : Scanned.Inputs)
    if (std::optional<CodeInput> Kind = detectCode(Input)) {
      if (Error E = checkUsage(Scanned, *Kind, Options))
        return Expected<CodeInput>(std::move(E));
      return Expected<CodeInput>(*Kind);
    }
  return std::nullopt;
}

Error rafter::runCodeCommand(const ScannedArguments &Scanned, CodeInput Kind,
                             AnalysisOptions Options) {
  Expected<MethodSet> Methods = methodsOf(Scanned);
  if (!Methods)
    return Methods.takeError();
  Options.Asked = *Methods;
  Expected<Report> Result = analyzeCode(Scanned.Inputs.front(), Kind, Options);
  if (!Result)
    return Result.takeError();
  return writeAnalysis(*Result, Options);
}
