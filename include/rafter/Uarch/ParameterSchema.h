//===- ParameterSchema.h - The parameters a CPU file may set ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of all parameters: key, unit, legal range, meaning, and where
// the value goes. CPU files, -rafter-set and the documentation follow it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UARCH_PARAMETERSCHEMA_H
#define RAFTER_UARCH_PARAMETERSCHEMA_H

#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace rafter {

/// What the values 0 and inf of a parameter mean.
enum class Extremes : uint8_t {
  /// Both remove the limit.
  RemoveLimit,
  /// Both make it take no time.
  TakeNoTime,
  /// 0: there is no such cache; inf: it holds everything.
  RemoveCache,
  /// 0 removes the feature; inf is an error.
  ZeroRemoves,
  /// 0 is a plain value; inf removes the feature.
  InfinityRemoves,
  /// Both are errors.
  Illegal
};

/// One row of the table.
struct ParameterSchema {
  /// The dotted key, the same in files and in -rafter-set.
  llvm::StringRef Key;
  /// The unit that a file must state; empty for a parameter that is a word.
  llvm::StringRef Unit;
  /// The legal words, separated by '|', for a parameter that is a word. Its
  /// value is the position of the word.
  llvm::StringRef Words;
  /// Least and greatest legal value besides those that Special gives a
  /// meaning to.
  double Least = 0;
  double Greatest = 0;
  /// Whether fractions are refused.
  bool Whole = false;
  bool PowerOfTwo = false;
  Extremes Special = Extremes::Illegal;
  /// Whether a file may leave it out, which removes the feature.
  bool Optional = false;
  /// Puts a value (after Special) where it belongs.
  void (*Store)(Processor &, double) = nullptr;
  /// One sentence for the documentation.
  llvm::StringRef Meaning;
  /// Whether only the machine level uses it (CoreParameters.h). A file with
  /// any such key has rename.width.
  bool OfCore = false;

  bool isWord() const { return !Words.empty(); }

  /// Reads Text ("54", "0.25", "256K", "inf", "x86-tso") and gives the value
  /// that Store takes. The error says what is wrong with the value and names
  /// neither key nor place.
  llvm::Expected<double> parse(llvm::StringRef Text) const;
};

/// All parameters, in the order in which they are printed.
llvm::ArrayRef<ParameterSchema> parameterSchemas();

/// The row of Key, or null.
const ParameterSchema *findParameter(llvm::StringRef Key);

/// Checks what no single parameter shows: that a cache holds a line and that
/// its size is a multiple of its ways. The error names the key.
llvm::Error checkProcessor(const Processor &CPU);

} // namespace rafter

#endif // RAFTER_UARCH_PARAMETERSCHEMA_H
