//===- PerfProcess.cpp - Calls of perf ------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfProcess.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

Error rafter::perfFault(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

Expected<std::string> rafter::temporaryFile(StringRef Name) {
  llvm::SmallString<128> Path;
  if (std::error_code Code =
          llvm::sys::fs::createTemporaryFile("rafter-" + Name, "txt", Path))
    return perfFault("no temporary file can be made: " + Code.message());
  return Path.str().str();
}

std::string rafter::contentsOf(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

StringRef rafter::firstLine(StringRef Text) {
  Text = Text.ltrim();
  Text.consume_front("Error:");
  return Text.ltrim().split('\n').first.trim();
}

Expected<std::string> rafter::findPerf(StringRef Name) {
  if (Name.contains('/')) {
    if (llvm::sys::fs::can_execute(Name))
      return Name.str();
    return perfFault("'" + Name + "' cannot be executed");
  }
  auto Found = llvm::sys::findProgramByName(Name);
  if (!Found)
    return perfFault("perf is not installed (on Debian: apt-get install "
                     "linux-perf)");
  return *Found;
}

Expected<PerfOutput> rafter::runPerf(StringRef Perf,
                                     llvm::ArrayRef<std::string> Arguments,
                                     StringRef Output, StringRef Messages) {
  llvm::SmallVector<StringRef> Words = {Perf};
  Words.append(Arguments.begin(), Arguments.end());
  std::optional<StringRef> Redirects[3];
  if (!Messages.empty()) {
    Redirects[0] = "";
    Redirects[1] = Output;
    Redirects[2] = Messages;
  }
  std::string Cause;
  bool Failed = false;
  PerfOutput Result;
  Result.Status = llvm::sys::ExecuteAndWait(Perf, Words, /*Env=*/std::nullopt,
                                            Redirects, /*SecondsToWait=*/0,
                                            /*MemoryLimit=*/0, &Cause, &Failed);
  if (Failed || Result.Status == -1)
    return perfFault("'" + Perf + "' cannot be started: " + Cause);
  if (!Messages.empty())
    Result.Messages = contentsOf(Messages);
  return Result;
}

std::vector<std::string> rafter::perfArguments(const CountTarget &Target) {
  std::vector<std::string> Words;
  for (auto [Option, Value] :
       {std::pair("-p", &Target.Processes), std::pair("-t", &Target.Threads),
        std::pair("-C", &Target.CPUs)})
    if (!Value->empty())
      Words.insert(Words.end(), {Option, *Value});
  if (Target.WholeSystem)
    Words.push_back("-a");
  return Words;
}

std::vector<std::string> rafter::perfProgram(const CountOptions &Options) {
  if (Options.Command.empty() && Options.Target.Seconds > 0)
    return {"sleep", std::to_string(Options.Target.Seconds)};
  return Options.Command;
}
