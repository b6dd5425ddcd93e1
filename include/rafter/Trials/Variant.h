//===- Variant.h - One way to compile a program -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRIALS_VARIANT_H
#define RAFTER_TRIALS_VARIANT_H

#include "rafter/Trials/LoopChanges.h"
#include "rafter/Uarch/Processor.h"
#include <vector>

namespace rafter {

/// Flags and lines of the source that are tried together.
struct Variant {
  std::vector<LoopChange> Changes;
  /// The frontend has to read the source again for these.
  std::vector<std::string> FrontendFlags;
  /// Of the optimizer.
  std::vector<std::string> Flags;
  /// Numbers are rounded otherwise, whatever the code.
  bool ChangesResults = false;

  bool changes(ChangeKind Kind) const;
  /// Whether results may be others if the code computes with floating-point
  /// numbers, or (Fuses) if it also multiplies and adds.
  bool mayChangeFloats() const;
  bool setsTarget() const;
  bool allowsFastMath() const;
  /// How much has to be written. Pragmas come before flags for everything.
  unsigned effort() const;
  /// All that A and B change.
  static Variant join(const Variant &A, const Variant &B);
  bool operator==(const Variant &Other) const;
};

/// What is tried alone and helps most often.
std::vector<Variant> firstVariants(const Processor &CPU);

/// What is tried alone behind that.
std::vector<Variant> otherVariants();

/// The instructions of CPU; none if LLVM does not know it.
std::vector<Variant> targetVariants(const Processor &CPU);

/// What is tried on top of something that helps.
std::vector<Variant> laterVariants();

} // namespace rafter

#endif // RAFTER_TRIALS_VARIANT_H
