//===- RandomNumbers.h - The same numbers on every machine -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SplitMix64 (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number
// generators, OOPSLA 2014): the standard library's distributions differ between
// implementations.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_RANDOMNUMBERS_H
#define RAFTER_SUPPORT_RANDOMNUMBERS_H

#include <cstddef>
#include <cstdint>
#include <utility>

namespace rafter {

/// A sequence that depends on its start alone.
class RandomNumbers {
public:
  /// What the state grows by with each number.
  static constexpr uint64_t Step = 0x9e3779b97f4a7c15u;

  /// The number of a state, a good hash of it.
  static uint64_t mix(uint64_t Z) {
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9u;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebu;
    return Z ^ (Z >> 31);
  }

  explicit RandomNumbers(uint64_t State) : State(State) {}
  /// Different streams are independent.
  RandomNumbers(uint64_t Seed, uint64_t Stream) : State(Seed) {
    // Hashed, since seeds that follow each other would shift one sequence.
    State = next() ^ Stream * 0xd1342543de82ef95u;
    State = next();
  }

  uint64_t next() { return mix(State += Step); }
  /// In [0, Limit).
  uint32_t below(uint32_t Limit) {
    return static_cast<uint32_t>((next() >> 32) * Limit >> 32);
  }
  /// In [0, 1), in steps of 2^-24.
  float share() { return float(next() >> 40) * 0x1p-24f; }

  /// Puts the elements in random order (Fisher and Yates).
  template <typename Sequence> void shuffle(Sequence &S) {
    for (size_t I = S.size(); I > 1; --I)
      std::swap(S[I - 1], S[below(uint32_t(I))]);
  }

private:
  uint64_t State;
};

} // namespace rafter

#endif // RAFTER_SUPPORT_RANDOMNUMBERS_H
