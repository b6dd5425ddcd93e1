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

int main(int ArgumentCount, char **Arguments) {
  llvm::SmallVector<llvm::StringRef, 16> Words(Arguments + 1,
                                               Arguments + ArgumentCount);
  if (!Words.empty() && isSubcommand(Words[0]))
    return runSubcommand(Words[0], llvm::ArrayRef(Words).drop_front());
  return runOptCommand(ArgumentCount, Arguments);
}
