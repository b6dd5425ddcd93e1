//===- TieSearch.h - Resources that help only together ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When two resources limit a loop equally, removing one of them does nothing.
// Whether a set helps never turns false when the set grows, so a minimal set is
// found by looking for the shortest prefix of a list that helps, whose last
// member is necessary, and again for what it still needs.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_TIESEARCH_H
#define RAFTER_LIB_SIMULATION_TIESEARCH_H

#include "ResourceList.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace rafter::simulation {

using ResourceIds = std::vector<ResourceId>;

/// Times of the machine without each of several sets.
using TimeWithout = llvm::function_ref<llvm::Expected<std::vector<double>>(
    llvm::ArrayRef<ResourceIds> Sets)>;

struct TiedSet {
  /// In the order of the candidates.
  ResourceIds Members;
  /// With Removed and all members removed.
  double Time = 0;
};

/// A minimal set of Candidates whose removal brings the time to Enough or less
/// when Removed is gone already; earlier candidates are preferred. Nothing if
/// all of them together do not, or if it needs more than Largest members.
llvm::Expected<std::optional<TiedSet>>
findTiedSet(TimeWithout Time, const ResourceIds &Removed,
            ResourceIds Candidates, double Enough, unsigned Largest);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_TIESEARCH_H
