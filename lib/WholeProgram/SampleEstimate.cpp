//===- SampleEstimate.cpp - Sums estimated from windows -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/WholeProgram/SampleEstimate.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;

/// Of the normal distribution, two-sided.
static constexpr double Quantile95 = 1.96;

namespace {
/// Sum and sum of squares over windows.
struct Spread {
  double Sum = 0, Squares = 0;
  void add(double X) {
    Sum += X;
    Squares += X * X;
  }
  /// Half the interval of the sum, when windows stand for all instructions but
  /// for those they cover.
  double halfWidth(uint64_t Windows, double Covered) const {
    if (Windows < 2)
      return std::abs(Sum);
    double N = double(Windows);
    double Variance = std::max(0.0, Squares - Sum * Sum / N) / (N - 1);
    return Quantile95 * std::sqrt(Variance * N * std::max(0.0, 1 - Covered));
  }
};
} // namespace

ProgramEstimate rafter::estimateProgram(ArrayRef<uint64_t> Counted,
                                        ArrayRef<PartSample> Samples,
                                        uint64_t Windows, double Covered) {
  std::vector<double> Instructions(Counted.size()), Cycles(Counted.size());
  double AllInstructions = 0, AllCycles = 0;
  for (const PartSample &S : Samples) {
    Instructions[S.Part] += S.Instructions;
    Cycles[S.Part] += S.Cycles;
    AllInstructions += S.Instructions;
    AllCycles += S.Cycles;
  }
  double Mean = AllInstructions > 0 ? AllCycles / AllInstructions : 0;
  ProgramEstimate Result;
  Result.Parts.resize(Counted.size());
  // Cycles that a window adds to the sum beyond what its instructions would at
  // the ratio of all windows (linearization of ratios, Cochran 6.4).
  std::vector<double> Residual;
  std::vector<Spread> Of(Counted.size());
  for (const PartSample &S : Samples) {
    double Seen = Instructions[S.Part];
    if (Seen <= 0)
      continue;
    double Beyond = double(Counted[S.Part]) / Seen *
                    (S.Cycles - Cycles[S.Part] / Seen * S.Instructions);
    if (S.Window >= Residual.size())
      Residual.resize(S.Window + 1);
    Residual[S.Window] += Beyond;
    Of[S.Part].add(Beyond);
  }
  for (size_t P = 0; P != Counted.size(); ++P) {
    double Ratio = Instructions[P] > 0 ? Cycles[P] / Instructions[P] : Mean;
    Result.Parts[P] = {Ratio * double(Counted[P]),
                       Of[P].halfWidth(Windows, Covered)};
    if (Instructions[P] <= 0)
      Result.Parts[P].HalfWidth = Result.Parts[P].Value;
    Result.Cycles.Value += Result.Parts[P].Value;
  }
  Spread All;
  for (double R : Residual)
    All.add(R);
  Result.Cycles.HalfWidth = All.halfWidth(Windows, Covered);
  return Result;
}
