//===- MachineRun.cpp - A module as a recorded executable -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The system's compiler driver links what LLVM generated; the executable is
// recorded like any other, and nothing of it stays behind.
//
//===----------------------------------------------------------------------===//

#include "CodeRegions.h"
#include "MachineRegions.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// A directory of its own, which goes with the object.
class TemporaryDirectory {
public:
  static Expected<TemporaryDirectory> create() {
    TemporaryDirectory Result;
    if (std::error_code EC =
            llvm::sys::fs::createUniqueDirectory("rafter", Result.Path))
      return llvm::createStringError(EC, "cannot create a directory");
    return Result;
  }
  TemporaryDirectory(TemporaryDirectory &&Other) : Path(Other.Path) {
    Other.Path.clear();
  }
  ~TemporaryDirectory() {
    if (!Path.empty())
      llvm::sys::fs::remove_directories(Path);
  }
  std::string file(StringRef Name) const {
    llvm::SmallString<128> Whole = Path;
    llvm::sys::path::append(Whole, Name);
    return std::string(Whole);
  }

private:
  TemporaryDirectory() = default;
  llvm::SmallString<128> Path;
};

} // namespace

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

static Error link(const llvm::Module &M, const TemporaryDirectory &Place,
                  StringRef Object, StringRef Program) {
  Expected<std::string> Driver = findDriver();
  if (!Driver)
    return Driver.takeError();
  std::string Messages = Place.file("messages");
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

/// Adds the results of From to the region of the same run in Result.
static void addRun(RegionReport From, Report &Result) {
  for (RegionReport &Region : Result.Regions) {
    if (!Region.Loop.empty() || llvm::any_of(From.Findings, [&](const auto &F) {
          return Region.has(F->method());
        }))
      continue;
    for (std::shared_ptr<const Finding> &F : From.Findings)
      Region.add(std::move(F));
    for (std::string &Line : From.Assumptions)
      Region.assume(std::move(Line));
    return;
  }
  Result.Regions.push_back(std::move(From));
}

Error rafter::analyzeMachineRun(const llvm::Module &M,
                                const AnalysisOptions &Options,
                                Report &Result) {
  initializeMachineCode();
  if (Options.Program.Entry != "main")
    return llvm::createStringError(
        "machine code is run from main, not from '" + Options.Program.Entry +
        "': use -rafter-level=ir, or leave -rafter-entry out");
  const llvm::Function *Main = M.getFunction("main");
  if (!Main || Main->isDeclaration())
    return llvm::createStringError("the module defines no main");
  Expected<TemporaryDirectory> Place = TemporaryDirectory::create();
  if (!Place)
    return Place.takeError();
  std::string Object = Place->file("program.o");
  std::string Program = Place->file("program");
  if (Error E = writeObject(M, Object))
    return E;
  if (Error E = link(M, *Place, Object, Program))
    return E;
  AnalysisOptions Chosen = Options;
  Chosen.Asked = MethodTable().ofMachineCode(Options.Asked);
  bool HasRun = Chosen.Asked != Options.Asked;
  // What the first run printed is not printed again.
  Chosen.Program.DiscardOutput |= HasRun;
  Chosen.Program.EmptyInput |= HasRun;
  Report OfRun;
  OfRun.CPU = Result.CPU;
  if (Error E = analyzeRunOf(Program, Chosen, OfRun)) {
    std::string Message = llvm::toString(std::move(E));
    StringRef Cause = Message;
    if (Cause.consume_front(Program))
      Cause.consume_front(": ");
    return llvm::createStringError(Cause);
  }
  for (RegionReport &Region : OfRun.Regions) {
    if (Region.Function.empty())
      Region.Function = Region.Name = "main";
    addRun(std::move(Region), Result);
  }
  return Error::success();
}
