//===- ForemostAssumption.h - The assumption to name first ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_FOREMOSTASSUMPTION_H
#define RAFTER_STREAM_FOREMOSTASSUMPTION_H

#include <cstdint>
#include <string>

namespace rafter {

/// What an assumption is about, in the order in which it decides a number.
enum class Assumed : uint8_t {
  /// How the number came about; nothing was guessed.
  Nothing,
  /// A value, a place or a trip count that nobody gave.
  Value,
  /// The way that branches on data take.
  Way,
  /// That the rest is like the part that was seen.
  Rest,
};

/// The assumption to name where there is room for a single one: the first of
/// those that decide most. Empty where nothing was guessed.
struct ForemostAssumption {
  std::string Line;
  Assumed About = Assumed::Nothing;

  /// Takes NewLine if it decides more than what there is.
  void offer(const std::string &NewLine, Assumed NewAbout) {
    if (NewAbout > About)
      *this = {NewLine, NewAbout};
  }
};

} // namespace rafter

#endif // RAFTER_STREAM_FOREMOSTASSUMPTION_H
