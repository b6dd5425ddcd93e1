//===- ProjectRecords.cpp - Remarks on all files of a project -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProjectRecords.h"
#include "rafter/Report/ModelFile.h"
#include "rafter/Support/Files.h"
#include "rafter/Support/InstalledFiles.h"
#include "rafter/Support/ProgressLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/ThreadPool.h"
#include <mutex>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static Expected<CompileCommand> readEntry(const llvm::json::Value &Value) {
  const llvm::json::Object *O = Value.getAsObject();
  auto Directory = O ? O->getString("directory") : std::nullopt;
  auto File = O ? O->getString("file") : std::nullopt;
  if (!Directory || !File)
    return llvm::createStringError("an entry has no directory or no file");
  CompileCommand Command{Directory->str(), File->str(), {}};
  if (const llvm::json::Array *Words = O->getArray("arguments")) {
    for (const llvm::json::Value &Word : *Words)
      if (auto Text = Word.getAsString())
        Command.Words.push_back(Text->str());
  } else if (auto Line = O->getString("command")) {
    llvm::BumpPtrAllocator Allocator;
    llvm::StringSaver Saver(Allocator);
    llvm::SmallVector<const char *, 32> Words;
    llvm::cl::TokenizeGNUCommandLine(*Line, Saver, Words);
    Command.Words.assign(Words.begin(), Words.end());
  }
  if (Command.Words.empty())
    return llvm::createStringError(*File + " has neither arguments nor a "
                                           "command");
  return Command;
}

Expected<std::vector<CompileCommand>>
rafter::readCompileCommands(StringRef Build) {
  llvm::SmallString<256> Path(Build);
  if (llvm::sys::fs::is_directory(Path))
    llvm::sys::path::append(Path, "compile_commands.json");
  auto Buffer = readFile(Path, /*IsText=*/true);
  if (!Buffer)
    return Buffer.takeError();
  auto Fail = [&](Error E) {
    return llvm::createStringError(Path + ": " + llvm::toString(std::move(E)));
  };
  Expected<llvm::json::Value> Root =
      parseJSONFile({(*Buffer)->getBuffer(), Path});
  if (!Root)
    return Root.takeError();
  const llvm::json::Array *Entries = Root->getAsArray();
  if (!Entries)
    return llvm::createStringError(Path + ": no compilation database");
  std::vector<CompileCommand> Commands;
  for (const llvm::json::Value &Value : *Entries) {
    Expected<CompileCommand> Command = readEntry(Value);
    if (!Command)
      return Fail(Command.takeError());
    Commands.push_back(std::move(*Command));
  }
  return Commands;
}

std::vector<std::string> rafter::recordingWords(const CompileCommand &Command,
                                                StringRef Clang,
                                                StringRef Plugin,
                                                StringRef Record) {
  std::vector<std::string> Result = {Clang.str()};
  if (StringRef(llvm::sys::path::filename(Command.Words[0])).contains("++"))
    Result.push_back("--driver-mode=g++");
  bool IsOptimized = false;
  for (size_t I = 1; I < Command.Words.size(); ++I) {
    StringRef Word = Command.Words[I];
    // Where the object, its dependences and records go is ours to say.
    if (Word == "-o" || Word == "-MF" || Word == "-MT" || Word == "-MQ") {
      ++I;
      continue;
    }
    if (llvm::StringSwitch<bool>(Word)
            .Cases({"-c", "-S", "-E", "-MD", "-MMD", "-MP", "-Werror"}, true)
            .Default(Word.starts_with("-Werror=")))
      continue;
    if (Word.starts_with("-O"))
      IsOptimized = Word != "-O0";
    Result.push_back(Word.str());
  }
  if (!IsOptimized)
    Result.push_back("-O2");
  llvm::append_range(Result,
                     std::vector<std::string>{
                         "-c", "-o", "/dev/null", "-w", "-Qunused-arguments",
                         "-fno-color-diagnostics", "-gline-tables-only",
                         "-working-directory=" + Command.Directory,
                         ("-fplugin=" + Plugin).str(),
                         ("-fpass-plugin=" + Plugin).str(),
                         "-foptimization-record-passes=rafter",
                         ("-foptimization-record-file=" + Record).str()});
  return Result;
}

/// The first line of a file that speaks of an error.
static std::string firstError(StringRef Path) {
  auto Buffer = readFile(Path, /*IsText=*/true);
  if (!Buffer) {
    llvm::consumeError(Buffer.takeError());
    return "Clang gave no reason";
  }
  for (StringRef Line : llvm::split((*Buffer)->getBuffer(), '\n'))
    if (Line.contains("error:"))
      return Line.str();
  return "Clang gave no reason";
}

/// Empty if it worked; otherwise why not.
static std::string record(const CompileCommand &Command, StringRef Plugin,
                          StringRef Record) {
  std::vector<std::string> Words =
      recordingWords(Command, RAFTER_CLANG, Plugin, Record);
  std::string Log = (Record + ".log").str();
  std::optional<StringRef> Redirects[] = {StringRef("/dev/null"),
                                          StringRef("/dev/null"), Log};
  std::string Message;
  std::vector<StringRef> Arguments(Words.begin(), Words.end());
  if (llvm::sys::ExecuteAndWait(Words[0], Arguments, std::nullopt, Redirects, 0,
                                0, &Message) == 0)
    return "";
  return Message.empty() ? firstError(Log) : Message;
}

Error rafter::recordProject(StringRef Build, StringRef Folder, unsigned Jobs,
                            llvm::raw_ostream &Err) {
  Expected<std::vector<CompileCommand>> Commands = readCompileCommands(Build);
  if (!Commands)
    return Commands.takeError();
  if (Commands->empty())
    return llvm::createStringError(Build + ": the compilation database is "
                                           "empty");
  if (!llvm::sys::fs::can_execute(RAFTER_CLANG))
    return llvm::createStringError(Twine(RAFTER_CLANG) +
                                   " is not there, and compiles the files");
  Expected<std::string> Plugin =
      findSharedObject("RafterPlugin.so", "RAFTER_PLUGIN", RAFTER_PLUGIN_BUILT);
  if (!Plugin)
    return Plugin.takeError();
  std::vector<std::string> Causes(Commands->size());
  std::mutex Mutex;
  size_t Done = 0;
  ProgressLine Progress(Err, ProgressLine::Verbosity::Normal);
  {
    llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
    for (size_t I = 0; I != Commands->size(); ++I)
      Pool.async([&, I] {
        std::string Path = (Folder + "/" + Twine(I) + ".opt.yaml").str();
        Causes[I] = record((*Commands)[I], *Plugin, Path);
        std::lock_guard Lock(Mutex);
        Progress.show("compiling", double(++Done) / Commands->size());
      });
    Pool.wait();
  }
  Progress.end();
  size_t Failed = 0;
  for (size_t I = 0; I != Causes.size(); ++I)
    if (!Causes[I].empty()) {
      ++Failed;
      Err << "rafter-opt report: " << (*Commands)[I].File
          << " is left out: " << Causes[I] << '\n';
    }
  return Failed != Commands->size()
             ? Error::success()
             : llvm::createStringError(Build +
                                       ": no file of it can be compiled");
}
