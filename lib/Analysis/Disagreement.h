//===- Disagreement.h - Why methods name different limits -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_ANALYSIS_DISAGREEMENT_H
#define RAFTER_LIB_ANALYSIS_DISAGREEMENT_H

#include "rafter/Method/Component.h"
#include <string>
#include <vector>

namespace rafter {

/// The methods that name the same component first.
struct Opinion {
  Component First;
  /// At least one.
  std::vector<std::string> Methods;
};

/// One line on those who name different components first: "A: ...; B: ...:
/// why".
std::string explainDisagreement(const Opinion &A, const Opinion &B);

} // namespace rafter

#endif // RAFTER_LIB_ANALYSIS_DISAGREEMENT_H
