//===- LoopAddress.h - Where an operand of a loop goes ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STREAM_LOOPADDRESS_H
#define RAFTER_LIB_STREAM_LOOPADDRESS_H

#include "rafter/Stream/LoopStream.h"
#include "rafter/Support/RandomNumbers.h"
#include <algorithm>

namespace rafter {

/// The address of P, the pattern of an operand, in an iteration of the nest
/// that is the so-manieth of each of its loops, innermost first.
inline uint64_t addressOf(const AddressPattern &P, size_t Operand,
                          llvm::ArrayRef<uint64_t> Counters,
                          uint64_t Iteration) {
  if (P.SpreadBytes != 0) {
    // Pseudo-random bits of the operand and the iteration.
    auto mix = [](uint64_t X) {
      return RandomNumbers::mix(X + RandomNumbers::Step);
    };
    uint64_t Places = std::max<uint64_t>(P.SpreadBytes / P.Granule, 1);
    uint64_t Draw = P.Draw != 0 ? ~uint64_t(P.Draw) : Operand;
    return P.Base + mix(mix(Draw) + Iteration + P.Ahead) % Places * P.Granule;
  }
  uint64_t Moved = P.Offset;
  for (size_t L = 0; L < P.Steps.size() && L < Counters.size(); ++L)
    Moved += static_cast<uint64_t>(P.Steps[L]) * Counters[L];
  return P.Base + (P.Window != 0 ? Moved % P.Window : Moved);
}

} // namespace rafter

#endif // RAFTER_LIB_STREAM_LOOPADDRESS_H
