//===- ShippedModels.h - Models that need no training -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The models of SPIRE and of fingerprints that come with Rafter, and which of
// them is for the counts at hand.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERMODELS_SHIPPEDMODELS_H
#define RAFTER_COUNTERMODELS_SHIPPEDMODELS_H

#include "rafter/CounterModels/CounterFamily.h"
#include "rafter/Counters/SampleTable.h"
#include "rafter/Fingerprint/FingerprintModel.h"
#include "rafter/Spire/SpireModel.h"

namespace rafter {

/// The family whose models are for Table: Preferred (its name, or LLVM's of a
/// CPU) if Table has some of its events, else the one of which it has most, and
/// of several the one that top-down analysis finds. An error if Table has few
/// events of all.
llvm::Expected<CounterFamily> familyOf(const SampleTable &Table,
                                       llvm::StringRef Preferred);

/// "perf stat ... -- PROGRAM" that counts all events of Family.
std::string perfCommand(const CounterFamily &Family, llvm::StringRef Program);

/// The shipped model of Family, whose events are called as Table calls them.
llvm::Expected<SpireModel> shippedSpireModel(const CounterFamily &Family,
                                             const SampleTable &Table);
llvm::Expected<FingerprintModel>
shippedFingerprintModel(const CounterFamily &Family, const SampleTable &Table);

/// The same of the family of Table.
llvm::Expected<SpireModel> spireModelFor(const SampleTable &Table);
llvm::Expected<FingerprintModel> fingerprintModelFor(const SampleTable &Table);

} // namespace rafter

#endif // RAFTER_COUNTERMODELS_SHIPPEDMODELS_H
