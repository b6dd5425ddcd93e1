//===- ParallelCopy.cpp - Copies that happen at once ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy is due as soon as nobody has to read its destination any more. When
// no copy is due, all that remain are cycles: one source is saved.
//
//===----------------------------------------------------------------------===//

#include "ParallelCopy.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

std::vector<RegisterCopy>
rafter::sequentialize(std::vector<RegisterCopy> Copies,
                      llvm::function_ref<Register()> NewTemporary) {
  llvm::erase_if(
      Copies, [](const RegisterCopy &C) { return C.Destination == C.Source; });
  // Keys are registers below NoRegister - 1, which DenseMap reserves.
  llvm::DenseMap<Register, unsigned> Readers;
  for (const RegisterCopy &C : Copies)
    if (C.Source != NoRegister)
      ++Readers[C.Source];

  std::vector<RegisterCopy> Order;
  while (!Copies.empty()) {
    size_t Before = Copies.size();
    llvm::erase_if(Copies, [&](const RegisterCopy &C) {
      if (Readers.lookup(C.Destination) != 0)
        return false;
      Order.push_back(C);
      if (C.Source != NoRegister)
        --Readers[C.Source];
      return true;
    });
    if (Copies.empty() || Copies.size() != Before)
      continue;
    // Save what the first copy would overwrite; its readers turn to the copy.
    Register Saved = Copies.front().Destination, Temporary = NewTemporary();
    Order.push_back({Temporary, Saved});
    for (RegisterCopy &C : Copies)
      if (C.Source == Saved)
        C.Source = Temporary;
    Readers[Temporary] = Readers[Saved];
    Readers[Saved] = 0;
  }
  return Order;
}
