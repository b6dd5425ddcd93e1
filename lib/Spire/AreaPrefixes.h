//===- AreaPrefixes.h - Areas by the beginnings of names --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SPIRE_AREAPREFIXES_H
#define RAFTER_LIB_SPIRE_AREAPREFIXES_H

#include "rafter/Spire/MetricArea.h"
#include "llvm/ADT/ArrayRef.h"

namespace rafter {

struct PrefixRule {
  llvm::StringLiteral Prefix;
  MetricArea Area;
};

/// Beginnings of names without the unit ("cpu/"), in lower case, '-' and '.' as
/// '_'. The longest that fits counts, so that exceptions stand beside their
/// rule.
llvm::ArrayRef<PrefixRule> areaPrefixes();

} // namespace rafter

#endif // RAFTER_LIB_SPIRE_AREAPREFIXES_H
