//===- LabelledSlices.h - Time slices with a pathology each -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What classifiers learn from: for each slice of time the rates of its events,
// and the class it is known to belong to.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_LABELLEDSLICES_H
#define RAFTER_FINGERPRINT_LABELLEDSLICES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace rafter {

/// A property of slices: the rate of an event (numeric) or one of several
/// values (nominal).
struct SliceAttribute {
  std::string Name;
  /// Names of the values of a nominal attribute; none for a numeric one.
  std::vector<std::string> Values;
  bool Nominal = false;
};

/// A value that is not known.
constexpr double MissingValue = std::numeric_limits<double>::quiet_NaN();
inline bool isMissing(double Value) { return std::isnan(Value); }

/// Slices by columns.
struct LabelledSlices {
  /// The label of a slice whose class is not known.
  static constexpr uint32_t Unlabelled = ~0u;

  std::vector<SliceAttribute> Attributes;
  /// One column for each attribute: numbers, or indices into
  /// SliceAttribute::Values; MissingValue where there is none.
  std::vector<std::vector<double>> Columns;
  std::vector<std::string> Classes;
  /// Index into Classes, or Unlabelled.
  std::vector<uint32_t> Labels;
  /// Names of runs of programs, and of the sizes of their working sets; the
  /// first of each is "", for none.
  std::vector<std::string> RunNames = {""}, SizeNames = {""};
  std::vector<uint32_t> Runs, Sizes;
  /// Seconds from the start of the run to the start of the slice.
  std::vector<double> Starts;

  size_t size() const { return Labels.size(); }

  /// The index of the attribute of that name, or ~0u.
  uint32_t findAttribute(llvm::StringRef Name) const;
  /// Finds or adds an attribute; slices that are there already miss its value.
  uint32_t addAttribute(const SliceAttribute &Attribute);
  /// Finds or adds a name.
  static uint32_t intern(std::vector<std::string> &Names, llvm::StringRef Name);
  /// Adds a slice without label, run or values; its index is the result.
  size_t addSlice();
};

/// The slices whose class is known, in order.
std::vector<uint32_t> labelledRows(const LabelledSlices &Slices);

/// The same slices with some of the attributes, in the order given.
LabelledSlices withAttributes(LabelledSlices Slices,
                              llvm::ArrayRef<uint32_t> Attributes);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_LABELLEDSLICES_H
