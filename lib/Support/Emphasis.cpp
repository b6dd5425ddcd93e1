//===- Emphasis.cpp - Colours on terminals --------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Support/Emphasis.h"
#include <cstdlib>

using namespace rafter;

static bool wantsColours(const llvm::raw_ostream &OS) {
  const char *Refused = std::getenv("NO_COLOR");
  return OS.has_colors() && (!Refused || !*Refused);
}

Emphasis::Emphasis(llvm::raw_ostream &OS, Kind K)
    : OS(OS), IsShown(wantsColours(OS)) {
  if (IsShown)
    OS.changeColor(K == Bad ? llvm::raw_ostream::RED
                            : llvm::raw_ostream::SAVEDCOLOR,
                   /*Bold=*/true);
}

Emphasis::~Emphasis() {
  if (IsShown)
    OS.resetColor();
}
