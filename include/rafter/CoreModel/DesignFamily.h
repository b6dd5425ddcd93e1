//===- DesignFamily.h - Designs as people have them -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The designs of the Concorde paper are drawn independently for each of the 20
// parameters, so that nearly all of them are lopsided: a reorder buffer of 900
// entries behind a decoder of one. Those that people ask about are near the
// corner where widths and queues go together, or differ from one another in one
// or two parameters. Families name how a design is drawn.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_DESIGNFAMILY_H
#define RAFTER_COREMODEL_DESIGNFAMILY_H

#include "rafter/CoreModel/CoreDesign.h"

namespace rafter {

enum class DesignFamily : uint8_t {
  /// Each parameter for itself (the paper's).
  Uniform,
  /// One size, from the smallest to the largest of real cores, on which all
  /// widths, queues and caches depend, each up to an eighth of that range off.
  Scaled,
  /// On the line between two cores that have a name, up to a quarter beyond.
  Between,
  /// A core that has a name, with one or two parameters drawn anew.
  Swept,
  /// The largest of some parameters without mispredictions, and of the others
  /// those of a core that has a name or of a scaled one: what attributions ask
  /// about on their way from the largest core to another.
  Mixed,
};

/// A core that exists, as near as the parameters come to it.
struct NamedDesign {
  llvm::StringRef Name;
  /// Where its numbers are from, and which are not its own.
  llvm::StringRef Source;
  CoreDesign Design;
};

/// "n1", "v1", "golden-cove" and "zen4".
llvm::ArrayRef<NamedDesign> namedDesigns();

/// Reads "uniform,scaled": designs are of these families in turn. The error
/// says what is no family.
llvm::Expected<std::vector<DesignFamily>>
parseDesignFamilies(llvm::StringRef Text);
std::string printDesignFamilies(llvm::ArrayRef<DesignFamily> Families);

/// A legal design of Family; the same for the same Seed on every computer.
CoreDesign drawDesign(DesignFamily Family, uint64_t Seed);

/// The point Place of the way from A to B, where 0 is A and 1 is B, on a
/// logarithmic scale of each parameter, rounded to legal values; words and
/// what is 0 at one end change at the middle.
CoreDesign designBetween(const CoreDesign &A, const CoreDesign &B,
                         double Place);

} // namespace rafter

#endif // RAFTER_COREMODEL_DESIGNFAMILY_H
