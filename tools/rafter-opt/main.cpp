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

#include "Sandbox.h"
#include "Subcommands.h"
#include "llvm/ADT/SmallVector.h"

using namespace rafter;

int main(int ArgumentCount, char **Arguments) {
  llvm::SmallVector<llvm::StringRef, 16> Words(Arguments + 1,
                                               Arguments + ArgumentCount);
  if (Words.empty())
    return runOptCommand(ArgumentCount, Arguments);
  // Before there are threads.
  auto Options = llvm::ArrayRef(Words).take_until(
      [](llvm::StringRef Word) { return Word == "--"; });
  for (llvm::StringRef Word : Options)
    if (Word == "--sandbox" || Word == "-sandbox" || Word == "-rafter-sandbox")
      if (llvm::Error E = enterSandbox())
        return finish(std::move(E), "rafter-opt");
  llvm::ArrayRef Rest = llvm::ArrayRef(Words).drop_front();
  if (isSubcommand(Words[0]))
    return runSubcommand(Words[0], Rest);
  if (Words[0] == "help")
    return runHelp(Rest);
  if (std::optional<int> Status = complainOfMisspelling(Words[0]))
    return *Status;
  return runOptCommand(ArgumentCount, Arguments);
}
