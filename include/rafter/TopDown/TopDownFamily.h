//===- TopDownFamily.h - Formulas of a family of cores ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Top-down analysis (A. Yasin, ISPASS 2014) divides the slots in which a core
// can take an operation by what became of them. Which events say so is
// published by the vendors for each family of cores; data/topdown has a file
// for each.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOPDOWN_TOPDOWNFAMILY_H
#define RAFTER_TOPDOWN_TOPDOWNFAMILY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace rafter {

/// One area of slots: "front-end", or "memory" of "back-end".
struct TopDownArea {
  std::string Name;
  /// The area that it is a part of; empty on level one.
  std::string Of;
  /// Share of the slots, in the names of events and of TopDownFamily::Let.
  std::string Formula;
  /// What perf calls it.
  std::vector<std::string> PerfNames;
  /// Events that occur where slots are lost to it, for perf record; best first.
  std::vector<std::string> Where;
  /// The other areas say enough without it.
  bool IsOptional = false;
};

/// The formulas of cores that count alike.
struct TopDownFamily {
  /// "sapphirerapids"; the file without its ending.
  std::string Name;
  /// Which cores these are, for people.
  std::string Title;
  /// Where the formulas were published.
  std::string Source;
  std::vector<std::string> Assumptions;
  /// LLVM's names of the CPUs.
  std::vector<std::string> CPUs;
  /// The monitoring unit of this kind of cores on hybrid machines; may be
  /// empty.
  std::string Unit;
  /// Names in formulas, each with the events that count it, best first.
  std::vector<std::pair<std::string, std::vector<std::string>>> Events;
  /// Further names with their formulas, in the order in which they build on one
  /// another.
  std::vector<std::pair<std::string, std::string>> Let;
  std::vector<TopDownArea> Areas;
  /// Events that are counted together, as perf's -e takes them inside braces.
  std::vector<std::string> Groups;
  /// The counts come from the reference core, not from a processor.
  bool IsSimulated = false;
};

/// Reads a file of data/topdown. Errors name the file and the line.
llvm::Expected<TopDownFamily> readTopDownFamily(llvm::MemoryBufferRef Buffer);

/// The families that are shipped, by name.
llvm::Expected<std::vector<TopDownFamily>> shippedTopDownFamilies();

/// The family of the CPU that LLVM calls Name; null if there is none.
const TopDownFamily *findFamily(llvm::ArrayRef<TopDownFamily> All,
                                llvm::StringRef CPUName);

} // namespace rafter

#endif // RAFTER_TOPDOWN_TOPDOWNFAMILY_H
