//===- Distribution.cpp - Distributions as inputs of the model ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <utility>
#include <vector>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// The bits of numbers that are not negative are in the order of the numbers.
/// They are sorted by three digits, the least first.
class DigitSort {
public:
  static constexpr unsigned NumDigits = 3, DigitBits = 11;

  void run(llvm::MutableArrayRef<float> Samples) {
    std::vector<float> Other(Samples.size());
    std::vector<uint32_t> Places(NumDigits << DigitBits);
    count(Samples, Places);
    float *From = Samples.data(), *To = Other.data();
    for (unsigned D = 0; D != NumDigits; ++D) {
      uint32_t *Place = Places.data() + (D << DigitBits);
      // All samples have the same digit.
      if (Place[digit(From[0], D)] == Samples.size())
        continue;
      uint32_t Before = 0;
      for (uint32_t &P : llvm::MutableArrayRef(Place, 1u << DigitBits))
        P = std::exchange(Before, Before + P);
      for (size_t I = 0; I != Samples.size(); ++I)
        To[Place[digit(From[I], D)]++] = From[I];
      std::swap(From, To);
    }
    if (From != Samples.data())
      std::copy_n(From, Samples.size(), Samples.data());
  }

private:
  static uint32_t digit(float X, unsigned D) {
    return llvm::bit_cast<uint32_t>(X) >> (D * DigitBits) &
           ((1u << DigitBits) - 1);
  }
  static void count(llvm::ArrayRef<float> Samples,
                    llvm::MutableArrayRef<uint32_t> Counts) {
    for (float X : Samples)
      for (unsigned D = 0; D != NumDigits; ++D)
        ++Counts[(D << DigitBits) + digit(X, D)];
  }
};

} // namespace

void concorde::sortSamples(llvm::MutableArrayRef<float> Samples,
                           SampleOrder How) {
  if (How == SampleOrder::ByDigits && !Samples.empty())
    DigitSort().run(Samples);
  else
    std::sort(Samples.begin(), Samples.end());
}

void concorde::encodeSamples(llvm::MutableArrayRef<float> Samples,
                             llvm::MutableArrayRef<float> Numbers) {
  uint64_t N = Samples.size();
  if (N == 0) {
    llvm::fill(Numbers, 0);
    return;
  }
  constexpr size_t Many = 500;
  sortSamples(Samples,
              N < Many ? SampleOrder::ByComparison : SampleOrder::ByDigits);
  std::vector<double> UpTo(N);
  double Sum = 0;
  for (size_t I = 0; I != N; ++I)
    UpTo[I] = Sum += Samples[I];
  for (unsigned J = 0; J != NumPercentiles; ++J)
    Numbers[J] = Samples[(2 * J + 1) * N / (2 * NumPercentiles)];
  auto First = UpTo.begin();
  for (unsigned J = 0; J != NumPercentiles; ++J) {
    double Target = (2 * J + 1) * Sum / (2 * NumPercentiles);
    // The last sum is the whole.
    First = std::lower_bound(First, UpTo.end() - 1, Target);
    Numbers[NumPercentiles + J] = Samples[First - UpTo.begin()];
  }
  Numbers[2 * NumPercentiles] = Sum / N;
}

void concorde::encodeCounts(llvm::ArrayRef<uint32_t> Counts,
                            llvm::MutableArrayRef<float> Numbers) {
  uint64_t N = 0, Sum = 0;
  for (size_t V = 0; V != Counts.size(); ++V) {
    N += Counts[V];
    Sum += Counts[V] * uint64_t(V);
  }
  llvm::fill(Numbers, 0);
  if (N == 0)
    return;
  constexpr uint64_t Parts = 2 * NumPercentiles;
  uint64_t Number = 0, Weight = 0;
  unsigned J = 0, K = 0;
  for (size_t V = 0; V != Counts.size(); ++V) {
    if (Counts[V] == 0)
      continue;
    Number += Counts[V];
    Weight += Counts[V] * uint64_t(V);
    for (; J != NumPercentiles && (2 * J + 1) * N / Parts < Number; ++J)
      Numbers[J] = V;
    for (; K != NumPercentiles && (2 * K + 1) * Sum <= Weight * Parts; ++K)
      Numbers[NumPercentiles + K] = V;
  }
  Numbers[2 * NumPercentiles] = double(Sum) / N;
}
