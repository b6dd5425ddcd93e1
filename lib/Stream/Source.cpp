//===- Source.cpp - Anything that can be played ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/Source.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

const char *rafter::name(Mode M) {
  switch (M) {
  case Mode::Static:
    return "static";
  case Mode::Modelled:
    return "modelled";
  case Mode::Measured:
    return "measured";
  }
  return "unknown";
}

void Origin::assume(std::string Line, Assumed About) {
  Foremost.offer(Line, About);
  if (!llvm::is_contained(Assumptions, Line))
    Assumptions.push_back(std::move(Line));
}

Source::~Source() = default;
