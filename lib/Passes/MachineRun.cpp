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
#include "rafter/Passes/LinkProgram.h"
#include "llvm/IR/Module.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

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
    Region.Foremost.offer(From.Foremost.Line, From.Foremost.About);
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
  Expected<LinkedProgram> Linked = LinkedProgram::create(M);
  if (!Linked)
    return Linked.takeError();
  std::string Program = Linked->path();
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
