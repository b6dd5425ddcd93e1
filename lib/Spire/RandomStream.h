//===- RandomStream.h - Random numbers of resampling -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SPIRE_RANDOMSTREAM_H
#define RAFTER_LIB_SPIRE_RANDOMSTREAM_H

#include "rafter/Support/RandomNumbers.h"

namespace rafter {

/// The numbers of one metric: models that were fitted before hold replicates
/// drawn with exactly these.
inline RandomNumbers randomStream(uint64_t Seed, uint64_t Stream) {
  return RandomNumbers(
      (Seed * RandomNumbers::Step ^ Stream * 0xd1342543de82ef95u) +
      RandomNumbers::Step);
}

} // namespace rafter

#endif // RAFTER_LIB_SPIRE_RANDOMSTREAM_H
