//===- ProgramText.cpp - Programs as text for tests -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramText.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace rafter;

std::unique_ptr<llvm::Module> rafter::parseText(llvm::StringRef Text,
                                                llvm::LLVMContext &Context) {
  llvm::SMDiagnostic Diagnostic;
  auto M = llvm::parseAssemblyString(Text, Diagnostic, Context);
  if (!M) {
    ADD_FAILURE() << Diagnostic.getLineNo() << ": "
                  << Diagnostic.getMessage().str();
    return std::make_unique<llvm::Module>("broken", Context);
  }
  EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  return M;
}

Lowered::Lowered(llvm::StringRef Text, const LoweringOptions &Options)
    : M(parseText(Text, Context)) {
  llvm::Expected<LoweredModule> Result = lowerModule(*M, Options);
  if (Result)
    L = std::move(*Result);
  else
    ADD_FAILURE() << llvm::toString(Result.takeError());
}

static void print(llvm::raw_ostream &OS, const StaticOperation &O) {
  static const char *const Names[] = {"move", "add",  "mul",  "fma",
                                      "div",  "sqrt", "load", "store"};
  OS << "  ";
  if (O.Result != NoRegister)
    OS << '%' << O.Result << " = ";
  OS << Names[static_cast<unsigned>(O.Kind)];
  if (O.Elements != 1)
    OS << 'x' << O.Elements;
  for (unsigned I = 0; I != O.NumSources; ++I)
    OS << (I ? ", %" : " %") << O.Sources[I];
  if (O.Address != NoRegister)
    OS << " at %" << O.Address;
  OS << '\n';
}

std::string Lowered::text(llvm::StringRef Function) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const Program &P = L.Code;
  for (auto [S, Origin] : llvm::zip_equal(P.Segments, L.Origins)) {
    if (P.Functions[S.Function].Name != Function)
      continue;
    if (Origin.Predecessor)
      OS << Origin.Predecessor->getName() << "->";
    OS << Origin.Block->getName();
    if (Origin.Part)
      OS << '.' << Origin.Part;
    OS << ":\n";
    for (uint32_t I = S.MovesBegin; I != S.MovesEnd; ++I)
      print(OS, P.Table.Operations[I]);
    for (uint32_t I = S.Begin; I != S.End; ++I)
      print(OS, P.Table.Operations[I]);
  }
  return Text;
}

uint32_t Lowered::registers(llvm::StringRef Function) const {
  for (const FunctionInfo &F : L.Code.Functions)
    if (F.Name == Function)
      return F.NumRegisters;
  ADD_FAILURE() << "no function " << Function.str();
  return 0;
}
