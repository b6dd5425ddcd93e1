//===- EventSelection.h - Events that tell pathologies apart ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correlation-based feature selection (M. Hall, 1999), gain ratios, and the
// choice of key events by both (W. Yoo et al.: Automated fingerprinting of
// performance pathologies using performance monitoring units, HotPar 2012,
// section 3.1).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_EVENTSELECTION_H
#define RAFTER_FINGERPRINT_EVENTSELECTION_H

#include "rafter/Fingerprint/LabelledSlices.h"

namespace rafter {

/// The points that cut the values of a numeric attribute into intervals,
/// ascending, by the minimum description length (U. Fayyad, K. Irani: Multi-
/// Interval Discretization of Continuous-Valued Attributes, 1993). A value
/// equal to a cut is in the interval below.
std::vector<double> cutPoints(const LabelledSlices &Slices,
                              llvm::ArrayRef<uint32_t> Rows,
                              uint32_t Attribute);

/// How often each value of one attribute meets each of another; weights of
/// missing ones are spread over the values as these are spread.
using ContingencyTable = std::vector<std::vector<double>>;

/// 2 (H(X) + H(Y) - H(X,Y)) / (H(X) + H(Y)) of rows X and columns Y, between 0
/// and 1; 0 if either has one value.
double symmetricalUncertainty(const ContingencyTable &Table);

/// The share of the columns' entropy that the rows explain, per bit of the
/// rows' entropy: (H(X) + H(Y) - H(X,Y)) / H(X).
double gainRatio(const ContingencyTable &Table);

/// Attributes cut into intervals, and how they hang together. The table of
/// correlations is filled on demand.
class AttributeCorrelations {
public:
  AttributeCorrelations(const LabelledSlices &Slices,
                        llvm::ArrayRef<uint32_t> Rows);

  size_t size() const { return Codes.size(); }
  /// The symmetrical uncertainty with the class.
  double withClass(uint32_t Attribute) const { return ClassPart[Attribute]; }
  /// The symmetrical uncertainty of two attributes; 1 where it is 0, by which
  /// Weka keeps constant attributes out.
  double between(uint32_t A, uint32_t B);
  double gainRatioOf(uint32_t Attribute) const { return Ratios[Attribute]; }
  /// sum of withClass / sqrt(k + 2 sum of between over all pairs); 0 of no
  /// attributes.
  double merit(llvm::ArrayRef<uint32_t> Attributes);

private:
  /// A value's code; the last one is for missing values.
  struct CodedColumn {
    std::vector<uint32_t> Codes;
    uint32_t NumValues = 0;
  };
  ContingencyTable table(const CodedColumn &Rows,
                         const CodedColumn &Columns) const;

  std::vector<CodedColumn> Codes;
  CodedColumn Class;
  std::vector<double> ClassPart, Ratios;
  /// Of pairs (A, B) with B < A at A (A - 1) / 2 + B; negative: not yet known.
  std::vector<float> Pairs;
};

/// What a search among subsets found.
struct SelectedEvents {
  /// Ascending.
  std::vector<uint32_t> Attributes;
  /// The same, as the search added them, best first.
  std::vector<uint32_t> InOrder;
  /// Of what the search found, before locally predictive attributes.
  double Merit = 0;
};

/// Best-first search from no attribute, one more at a time, that ends after
/// five expansions without gain; then attributes are added that hang more
/// together with the class than with any selected one. Only attributes with
/// Allowed are looked at.
SelectedEvents selectByCorrelation(AttributeCorrelations &Correlations,
                                   const std::vector<bool> &Allowed);

/// Attributes by descending gain ratio; equal ones in their order.
std::vector<uint32_t> rankByGainRatio(const AttributeCorrelations &C);

/// Key events: as long as there are more than Number attributes, the one with
/// the worst mean of two ranks is dropped: that in the order in which the
/// correlation search selected it (those not selected share the last rank) and
/// that by gain ratio. Of equal means the lower gain ratio goes. Ascending.
std::vector<uint32_t> keyEvents(const LabelledSlices &Slices,
                                llvm::ArrayRef<uint32_t> Rows, size_t Number);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_EVENTSELECTION_H
