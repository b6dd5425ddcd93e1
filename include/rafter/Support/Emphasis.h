//===- Emphasis.h - Colours on terminals ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_EMPHASIS_H
#define RAFTER_SUPPORT_EMPHASIS_H

#include "llvm/Support/raw_ostream.h"

namespace rafter {

/// What is printed to it stands out while it lives, if the stream is a terminal
/// with colours and the variable NO_COLOR (no-color.org) is not set, or empty.
class Emphasis {
public:
  enum Kind : uint8_t { Strong, Bad };

  Emphasis(llvm::raw_ostream &OS, Kind K);
  Emphasis(const Emphasis &) = delete;
  ~Emphasis();

  template <typename T> Emphasis &operator<<(const T &Value) {
    OS << Value;
    return *this;
  }

private:
  llvm::raw_ostream &OS;
  bool IsShown;
};

} // namespace rafter

#endif // RAFTER_SUPPORT_EMPHASIS_H
