//===- RemarkOptions.h - Which loops get a remark ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The -rafter-remark-... options as a plain value.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_REMARKOPTIONS_H
#define RAFTER_REMARKS_REMARKOPTIONS_H

#include <cstdint>
#include <map>
#include <string>

namespace rafter {

/// A remark speaks where this factor is to be had.
inline constexpr double SpeakableGain = 1.2;

struct RemarkOptions {
  /// CPU file by name, or by path if UarchFile is not empty; "host", or empty
  /// for the CPU that the code is generated for.
  std::string CPUName;
  std::string UarchFile;
  /// "rs=20,latency.add=4".
  std::string Overrides;
  /// Of the frames that pages lie in; 0: addresses are physical.
  uint64_t FrameSeed = 1;

  /// Regular expressions (POSIX extended) that a part of the file's path or of
  /// the function's name must match; empty: all.
  std::string Paths;
  std::string Functions;
  /// A loop is silent when no known remedy makes it faster by this factor. At
  /// least 1.
  double Threshold = SpeakableGain;
  /// A loop is silent when less than this share of the estimated time of its
  /// function is spent there.
  double LeastShare = 0.05;
  /// A loop of unknown length is silent where a remedy that does several
  /// iterations at once pays only from more than these, and two rounds of it,
  /// on. Of remarks on programs that nobody had looked at, those that asked for
  /// more were on loops that are shorter (docs/data/remarks.md, the fifteenth
  /// and sixteenth draw).
  uint64_t Iterations = 24;
  /// Loops in system headers get remarks, too.
  bool SystemHeaders = false;
  /// What a compiler can follow is tried before it is said.
  bool Tries = true;
  /// What was not tried is said all the same.
  bool SaysUntried = false;

  /// The file that the compiler was given a profile in; empty: not known.
  std::string ProfileName;

  /// Value of an unknown integer, and iterations of a loop whose end depends on
  /// data; at least 1.
  uint64_t AssumedValue = 1000;
  uint64_t AssumedTripCount = 1000;
  /// Values for arguments by their name in the source.
  std::map<std::string, int64_t, std::less<>> Values;
};

} // namespace rafter

#endif // RAFTER_REMARKS_REMARKOPTIONS_H
