//===- LinkProgram.cpp - A module as an executable ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM generates the code, the system's compiler driver links it.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/LinkProgram.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

LinkedProgram::~LinkedProgram() {
  if (!Place.empty())
    llvm::sys::fs::remove_directories(Place);
}

std::string LinkedProgram::file(StringRef Name) const {
  llvm::SmallString<128> Whole = Place;
  llvm::sys::path::append(Whole, Name);
  return std::string(Whole);
}

/// The system's compiler driver.
static Expected<std::string> findDriver() {
  for (StringRef Name : {"cc", "clang-22", "clang", "gcc"})
    if (auto Found = llvm::sys::findProgramByName(Name))
      return *Found;
  return llvm::createStringError(
      "there is no compiler driver to link the program with (cc, clang, gcc); "
      "link it elsewhere and give rafter-opt the executable, or use "
      "-rafter-level=ir");
}

static bool isCPlusPlus(const llvm::Module &M) {
  return llvm::any_of(M, [](const llvm::Function &F) {
    return F.getName().starts_with("_Z") ||
           F.getName() == "__gxx_personality_v0";
  });
}

/// The first line of Text, as a cause.
static std::string firstLine(StringRef Text) {
  return Text.ltrim().split('\n').first.rtrim().str();
}

Error LinkedProgram::link(const llvm::Module &M) {
  Expected<std::string> Driver = findDriver();
  if (!Driver)
    return Driver.takeError();
  std::string Messages = file("messages"), Object = file("program.o"),
              Program = path();
  llvm::SmallVector<StringRef, 8> Arguments = {*Driver, Object, "-o", Program};
  if (isCPlusPlus(M))
    Arguments.push_back("-lstdc++");
  llvm::append_range(Arguments,
                     std::initializer_list<StringRef>{"-lm", "-lpthread"});
  std::string Message;
  int Status = llvm::sys::ExecuteAndWait(
      *Driver, Arguments, std::nullopt, {StringRef(), Messages, Messages},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &Message);
  if (Status == 0)
    return Error::success();
  if (Message.empty())
    if (auto Text = llvm::MemoryBuffer::getFile(Messages))
      Message = firstLine((*Text)->getBuffer());
  return llvm::createStringError("the program cannot be linked by " + *Driver +
                                 ": " + Message);
}

Expected<LinkedProgram> LinkedProgram::create(const llvm::Module &M) {
  LinkedProgram Result;
  if (std::error_code EC =
          llvm::sys::fs::createUniqueDirectory("rafter", Result.Place))
    return llvm::createStringError(EC, "cannot create a directory");
  if (Error E = writeObject(M, Result.file("program.o")))
    return E;
  if (Error E = Result.link(M))
    return E;
  return Result;
}
