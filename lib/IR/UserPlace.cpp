//===- UserPlace.cpp - The user's line of inlined code --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/UserPlace.h"
#include "rafter/Support/SystemHeaders.h"
#include "llvm/IR/DebugInfoMetadata.h"

const llvm::DILocation *rafter::userPlace(const llvm::DILocation *At) {
  for (const llvm::DILocation *L = At; L; L = L->getInlinedAt())
    if (!isSystemHeader(L->getFilename()))
      return L;
  return At;
}
