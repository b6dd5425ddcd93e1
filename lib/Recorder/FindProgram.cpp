//===- FindProgram.cpp - The executable that a command names --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Recorder/Record.h"
#include "rafter/Support/Files.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

/// The path of the program that Command names, found like a shell does.
static Expected<std::string> findProgram(StringRef Command) {
  if (Command.empty())
    return llvm::createStringError("no program to record");
  if (Command.contains('/'))
    return Command.str();
  auto Path = llvm::sys::findProgramByName(Command);
  if (!Path)
    return llvm::createStringError(Command +
                                   ": no such program in PATH (a "
                                   "file in this directory is ./" +
                                   Command + ")");
  return *Path;
}

Expected<std::unique_ptr<Executable>> rafter::openProgram(StringRef Command) {
  Expected<std::string> Path = findProgram(Command);
  if (!Path)
    return Path.takeError();
  auto Program = Executable::open(*Path);
  if (Program && (*Program)->isRelocatable())
    return llvm::createStringError(*Path + ": an ELF file, but no executable");
  return Program;
}

/// As many scripts may be interpreters of scripts, execve(2).
static constexpr unsigned MostScripts = 4;

/// The interpreter in the first line of a script, and its argument if there is
/// one; nothing: the file is no script.
static llvm::SmallVector<StringRef> interpreterOf(StringRef Contents) {
  if (!Contents.consume_front("#!"))
    return {};
  StringRef Line = Contents.take_until([](char C) { return C == '\n'; }).trim();
  auto [Name, Argument] = Line.split(' ');
  llvm::SmallVector<StringRef> Result = {Name.rtrim("\t\r")};
  if (Argument = Argument.trim(); !Argument.empty())
    Result.push_back(Argument);
  if (Result[0].empty())
    return {};
  // env executes what it names in its place: that is what is asked about.
  if (llvm::sys::path::filename(Result[0]) != "env" || Result.size() == 1)
    return Result;
  llvm::SmallVector<StringRef> Words;
  if (Argument.consume_front("-S"))
    Argument.split(Words, ' ', -1, /*KeepEmpty=*/false);
  else
    Words = {Argument};
  if (Words.empty() || Words[0].starts_with("-") || Words[0].contains('='))
    return Result;
  return Words;
}

Expected<std::vector<std::string>>
rafter::commandOfScript(std::vector<std::string> Command) {
  for (unsigned I = 0; I != MostScripts && !Command.empty(); ++I) {
    Expected<std::string> Path = findProgram(Command.front());
    if (!Path)
      return Path.takeError();
    auto File = readFile(*Path);
    if (!File)
      return File.takeError();
    llvm::SmallVector<StringRef> Words = interpreterOf((*File)->getBuffer());
    if (Words.empty())
      break;
    Command.front() = *Path;
    Command.insert(Command.begin(), Words.begin(), Words.end());
  }
  return Command;
}
