//===- Remedy.h - One thing to do about a loop ----------------- -*- C++
//-*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_REMEDY_H
#define RAFTER_LIB_REMARKS_REMEDY_H

#include "MakeRemarks.h"

namespace rafter {

/// One thing to do. Without a gain it is nothing.
struct Remedy {
  /// The most that it might bring.
  double Gain = 1;
  std::string Advice;
  /// How a compiler can follow it, one or the other, the simplest first; what
  /// to write goes into the advice. None: it cannot.
  std::vector<std::pair<Variant, std::string>> Ways = {};
  /// It removes the limit.
  bool IsOfLimit = false;
  /// It is plain from the code, also where nothing can be tried.
  bool IsPlain = false;
  /// Set by what was tried: see TriedGain and LoopRemark.
  std::optional<uint64_t> PaysFrom = {};
  bool PaysLate = false;
  std::optional<LongLoopAdvice> OfLongLoops = {};
};

/// Those of L, whose limits are known: what promises most first.
std::vector<Remedy> remediesOf(const TimedLoop &L,
                               const RemarkContext &Context);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_REMEDY_H
