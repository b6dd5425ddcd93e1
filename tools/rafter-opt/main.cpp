//===- main.cpp - Entry of rafter-opt -------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatches subcommands; without one, rafter-opt is opt with our passes.
//
//===----------------------------------------------------------------------===//

#include "Subcommands.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"

using namespace rafter;

namespace {

/// libclang-cpp and the driver of opt both register this option, which LLVM
/// takes for a fatal error. The library's initializers run before those of the
/// executable, and this one before the driver's: the library's copy goes, and
/// keeps its default.
struct ForgetSharedOptions {
  ForgetSharedOptions() {
    auto &Registered = llvm::cl::getRegisteredOptions();
    auto It = Registered.find("pgo-cold-func-opt");
    if (It != Registered.end())
      It->second->removeArgument();
  }
};

__attribute__((init_priority(200))) ForgetSharedOptions Forget;

} // namespace

static constexpr Subcommand Subcommands[] = {
    {"concorde", "predict cycles per instruction over a space of cores",
     runConcordeCommand},
    {"counters", "sample performance counters through perf",
     runCountersCommand},
    {"diff", "compare two reports", runDiffCommand},
    {"fingerprint", "name the pathologies of a program's phases",
     runFingerprintCommand},
    {"record", "record what an executable does into a trace", runRecordCommand},
    {"report", "merge the remarks of a build into one ranked page",
     runReportCommand},
    {"simulate", "run traces on an out-of-order core of any size",
     runSimulateCommand},
    {"spire", "find what limits a program by its performance counters",
     runSpireCommand},
    {"uarch", "list and show CPU files", runUarchCommand},
};

int main(int ArgumentCount, char **Arguments) {
  if (ArgumentCount > 1)
    for (const Subcommand &Command : Subcommands)
      if (Command.Name == Arguments[1])
        return Command.Run(llvm::SmallVector<llvm::StringRef, 8>(
            Arguments + 2, Arguments + ArgumentCount));
  return runOptCommand(ArgumentCount, Arguments, Subcommands);
}
