//===- Conformal.cpp - How far predictions may be off ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// |y' - y| <= q y holds for y from y' / (1 + q) to y' / (1 - q).
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/Conformal.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cmath>
#include <numeric>

using namespace rafter;

/// Shares of the samples with less doubt than each class but the first. Large
/// errors are among the few with most.
static constexpr double Shares[] = {0.25, 0.5, 0.75, 0.9, 0.97};
/// With fewer samples there is one class.
static constexpr size_t LeastForClasses = 1000;

ErrorCalibration::ErrorCalibration(std::vector<float> Sample,
                                   const std::vector<float> &Doubts) {
  if (Doubts.size() >= LeastForClasses) {
    std::vector<float> Sorted = Doubts;
    llvm::sort(Sorted);
    for (double Share : Shares)
      Edges.push_back(Sorted[size_t(Share * double(Sorted.size()))]);
  }
  std::vector<std::vector<float>> Classes(Edges.size() + 1);
  for (size_t I = 0; I != Sample.size(); ++I)
    Classes[Edges.empty() ? 0
                          : llvm::upper_bound(Edges, Doubts[I]) - Edges.begin()]
        .push_back(Sample[I]);
  Sizes.clear();
  for (std::vector<float> &Class : Classes) {
    llvm::sort(Class);
    Sizes.push_back(Class.size());
    llvm::append_range(Errors, Class);
  }
}

ErrorCalibration::ErrorCalibration(std::vector<float> Edges,
                                   std::vector<size_t> Sizes,
                                   std::vector<float> Errors)
    : Edges(std::move(Edges)), Sizes(std::move(Sizes)),
      Errors(std::move(Errors)) {
  assert(this->Sizes.size() == this->Edges.size() + 1 &&
         std::accumulate(this->Sizes.begin(), this->Sizes.end(), size_t(0)) ==
             this->Errors.size() &&
         "sizes of another calibration");
}

double ErrorCalibration::radius(double Coverage, double Doubt) const {
  size_t Class = llvm::upper_bound(Edges, float(Doubt)) - Edges.begin();
  size_t First =
      std::accumulate(Sizes.begin(), Sizes.begin() + Class, size_t(0));
  // The ceil((n + 1) Coverage)-th smallest; a rounding must not add one.
  double Rank = std::ceil(double(Sizes[Class] + 1) * Coverage - 1e-9);
  if (Rank > double(Sizes[Class]))
    return HUGE_VAL;
  return Rank < 1 ? 0 : double(Errors[First + size_t(Rank) - 1]);
}

PredictionInterval ErrorCalibration::interval(double Predicted, double Coverage,
                                              double Doubt) const {
  double Q = radius(Coverage, Doubt);
  return {Predicted / (1 + Q), Q < 1 ? Predicted / (1 - Q) : HUGE_VAL};
}
