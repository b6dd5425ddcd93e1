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
#include "llvm/ADT/SmallVector.h"

using namespace rafter;

static constexpr Subcommand Subcommands[] = {
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
