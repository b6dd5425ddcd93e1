//===- Plugin.cpp - The passes of Rafter as a plugin ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// opt-22 -load-pass-plugin=RafterPlugin.so -passes='print<computation-dag>'
// clang-22 -O2 -g -fplugin=RafterPlugin.so
//          -mllvm -rafter-print=generalized-roofline kernel.c
// clang-22 -O2 -g -fpass-plugin=RafterPlugin.so -Rpass-analysis=rafter kernel.c
//
// -fplugin= is enough: it reads the directives of the source and adds the
// passes. With -fpass-plugin= alone there are the passes only.
//
//===----------------------------------------------------------------------===//

#include "rafter/Frontend/SourceDirectives.h"
#include "rafter/Passes/CommandLine.h"
#include "rafter/Passes/PrintPasses.h"
#include "rafter/Passes/RegionFunction.h"
#include "rafter/Remarks/BudgetSession.h"
#include "rafter/Remarks/RemarkSession.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/raw_ostream.h"

using namespace rafter;
using llvm::Expected;

/// Loading the plugin makes its options known. False in rafter-opt, which has
/// the passes itself: the plugin then adds nothing.
static const bool HasOptions = registerCommandLineOptions();

/// Keeps Session, whose report waits for code generation, which begins when the
/// PassBuilder is gone. Where none follows, the report is printed when the
/// compiler exits: before its output stream, which is made first, goes.
static void keepUntilExit(std::shared_ptr<PrintSession> Session) {
  llvm::outs();
  static std::vector<std::shared_ptr<PrintSession>> Sessions;
  Sessions.push_back(std::move(Session));
}

static Expected<std::vector<BudgetPattern>> readBudgets() {
  std::string Path = commandLineBudgets();
  if (Path.empty())
    return std::vector<BudgetPattern>();
  return readBudgetFile(Path);
}

static void registerCallbacks(llvm::PassBuilder &PB) {
  if (!HasOptions || !claimPasses())
    return;
  auto Methods = commandLineMethodsToPrint();
  auto Options = commandLineOptions();
  if (!Methods) {
    // The first pass says what is wrong.
    llvm::consumeError(Options.takeError());
    Options = Methods.takeError();
    Methods = MethodTable().none();
    Methods->set(0);
  }
  auto Session = std::make_shared<PrintSession>(std::move(Options));
  registerPrintPasses(PB, Session);
  keepRegionFunction(PB, commandLineFunction());
  if (Methods->any())
    appendPrintPasses(PB, Session, *Methods);
  if (MethodTable().ofMachineCode(*Methods).any())
    keepUntilExit(Session);
  if (!isReadingDirectives())
    demandBudgets(readBudgets());
  registerRemarks(PB, commandLineRemarkOptions());
  registerRemarkPass(PB, commandLineRemarkOptions());
}

static const bool ReadsSource =
    HasOptions &&
    registerSourceDirectives({registerCallbacks, readBudgets, nullptr});

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Rafter", RAFTER_VERSION, registerCallbacks};
}
