//===- CounterFamily.h - What a family of cores counts ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of SPIRE and of fingerprints come with Rafter for some families of
// cores. They learned from the reference core; data/counters has a file for
// each family that says which of its events those of the reference core stand
// for, and what else perf calls them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERMODELS_COUNTERFAMILY_H
#define RAFTER_COUNTERMODELS_COUNTERFAMILY_H

#include "rafter/CoreModel/CoreEvents.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace rafter {

/// An event of a family.
struct FamilyEvent {
  /// As perf lists it.
  std::string Name;
  /// What it counts, in events of the reference core with '_' for '-'.
  std::string Formula;
  /// Other names that perf has for it on these cores.
  std::vector<std::string> Also;
};

struct CounterFamily {
  /// "znver4"; the file without its ending.
  std::string Name;
  /// Which cores these are, for people.
  std::string Title;
  /// Where the events are published.
  std::string Source;
  /// LLVM's names of the CPUs.
  std::vector<std::string> CPUs;
  /// The designs of the reference core that its models learned from.
  std::vector<std::string> Designs;
  /// Without time and work.
  std::vector<FamilyEvent> Events;
};

/// Reads a file of data/counters. Errors name the file and the line.
llvm::Expected<CounterFamily> readCounterFamily(llvm::MemoryBufferRef Buffer);

/// The families that are shipped, by name.
llvm::Expected<std::vector<CounterFamily>> shippedCounterFamilies();

/// The family of this name, or else of the CPU that LLVM calls so; null if
/// there is none.
const CounterFamily *findCounterFamily(llvm::ArrayRef<CounterFamily> All,
                                       llvm::StringRef Name);

/// Which of Names, as perf spelled them, is Event; ~0u: none, or it may be
/// several. On hybrid machines it is that of the performance cores.
uint32_t findFamilyEvent(llvm::ArrayRef<std::string> Names,
                         const FamilyEvent &Event);

/// What the family's monitoring unit counts where the reference core's counted
/// Counts: cycles, instructions, and each event.
std::vector<uint64_t> countAs(const CounterFamily &Family,
                              const CoreCounts &Counts);

} // namespace rafter

#endif // RAFTER_COUNTERMODELS_COUNTERFAMILY_H
