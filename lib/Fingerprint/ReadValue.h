//===- ReadValue.h - Numbers of slice files ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FINGERPRINT_READVALUE_H
#define RAFTER_LIB_FINGERPRINT_READVALUE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <charconv>
#include <cmath>
#include <optional>

namespace rafter {

/// A finite number that is the whole of Text.
inline std::optional<double> readValue(llvm::StringRef Text) {
  Text.consume_front("+");
  double Value = 0;
  auto [End, Fault] = std::from_chars(Text.begin(), Text.end(), Value);
  if (Fault != std::errc() || End != Text.end() || !std::isfinite(Value))
    return std::nullopt;
  return Value;
}

} // namespace rafter

#endif // RAFTER_LIB_FINGERPRINT_READVALUE_H
