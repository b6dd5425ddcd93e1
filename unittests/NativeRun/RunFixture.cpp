//===- RunFixture.cpp - Runs a program written in a test ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunFixture.h"
#include "rafter/Stream/SegmentDecoder.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace rafter;

namespace {

struct Recorder final : StreamConsumer {
  Recorder(const Program &P, ProgramRun &Run) : P(P), Run(Run) {}
  void setWarmUp(bool) override {}
  void beginRegion() override { ++Run.Regions; }
  void endRegion() override {}
  void consume(llvm::ArrayRef<DynamicOperation> Operations) override {
    for (const DynamicOperation &D : Operations)
      record(P.Table.Operations[D.Static], D);
  }
  void record(const StaticOperation &O, const DynamicOperation &D) {
    static const char *const Names[] = {"move", "add",  "mul",  "fma",
                                        "div",  "sqrt", "load", "store"};
    Run.Elements[static_cast<unsigned>(O.Kind)] += O.Elements;
    if (isMemory(O.Kind) && First == 0)
      First = D.Address;
    uint64_t At = isMemory(O.Kind) ? D.Address - First : 0;
    for (uint64_t Word : {uint64_t(D.Static) << 32 | D.Frame, At})
      Run.Hash = (Run.Hash ^ Run.Hash >> 29 ^ Word) * 0x9E3779B97F4A7C15u;
    if (Run.Operations.size() == 1000)
      return;
    std::string Text = Names[static_cast<unsigned>(O.Kind)];
    if (O.Result != NoRegister)
      Text += " " + std::to_string(O.Result + D.Frame);
    Text += " <-";
    for (unsigned I = 0; I != O.NumSources; ++I)
      Text += " " + std::to_string(O.Sources[I] + D.Frame);
    Run.Operations.push_back(Text);
    if (isMemory(O.Kind))
      Run.Addresses.push_back(D.Address);
  }
  const Program &P;
  ProgramRun &Run;
  uint64_t First = 0;
};

} // namespace

ProgramRun::ProgramRun(llvm::StringRef Text, RunOptions Options) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Text, Diagnostic, Context);
  if (!M) {
    ADD_FAILURE() << Diagnostic.getLineNo() << ": "
                  << Diagnostic.getMessage().str();
    return;
  }
  M->setSourceFileName("test.ll");
  llvm::Expected<LoweredModule> L = lowerModule(*M);
  if (!L) {
    ADD_FAILURE() << llvm::toString(L.takeError());
    return;
  }
  Recorder R(L->Code, *this);
  SegmentDecoder Decoder(L->Code, R);
  Options.DiscardOutput = Options.EmptyInput = true;
  auto Run = runProgram(*M, *L, Options, [&](llvm::ArrayRef<uint64_t> Words) {
    return Decoder.decode(Words);
  });
  Decoder.finish();
  if (Run)
    Result = std::move(*Run);
  else
    Error = llvm::toString(Run.takeError());
}

uint64_t ProgramRun::unseen(llvm::StringRef Name) const {
  for (const auto &[Function, Count] : Result.NotSeen)
    if (Function == Name)
      return Count;
  return 0;
}
