//===- ModuleProfile.cpp - What the compiler's profile counted ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace rafter;

std::optional<uint64_t> ModuleProfile::calls(const llvm::Function &F) {
  auto Counted = F.getEntryCount();
  return Counted ? std::optional(Counted->getCount()) : std::nullopt;
}

/// A function that no sample hit may be in the program all the same.
ModuleProfile::ModuleProfile(const llvm::Module &M)
    : Summary(M), IsForeign((Summary.hasInstrumentationProfile() ||
                             Summary.hasCSInstrumentationProfile()) &&
                            llvm::none_of(M, [](const llvm::Function &F) {
                              return !F.isDeclaration() && calls(F);
                            })) {}
