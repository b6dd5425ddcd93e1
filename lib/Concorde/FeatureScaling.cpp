//===- FeatureScaling.cpp - Features as the network takes them ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums are in double precision and in the order of the rows.
//
//===----------------------------------------------------------------------===//

#include "FeatureScaling.h"
#include "StableMath.h"
#include "rafter/Concorde/FeatureLayout.h"

using namespace rafter;
using namespace rafter::concorde;

static constexpr size_t NumCodes = 65536;
static constexpr double LeastThroughput = 0x1p-12;
static constexpr double Ln2 = 0.6931471805599453;

static std::vector<float> makeTable(FeatureTransform Transform) {
  std::vector<float> Table(NumCodes);
  for (size_t Code = 0; Code != NumCodes; ++Code) {
    double X = unpackFeature(static_cast<FeatureCode>(Code));
    if (Transform == FeatureTransform::LogarithmOfOneMore)
      X += 1;
    else if (X < LeastThroughput)
      X = LeastThroughput;
    Table[Code] = float(stableLog(X) / Ln2);
  }
  return Table;
}

llvm::ArrayRef<float> concorde::transformTable(FeatureTransform Transform) {
  static const std::vector<float> Logarithm =
      makeTable(FeatureTransform::Logarithm);
  static const std::vector<float> OneMore =
      makeTable(FeatureTransform::LogarithmOfOneMore);
  return Transform == FeatureTransform::Logarithm ? Logarithm : OneMore;
}

std::vector<FeatureTransform> concorde::layoutTransforms() {
  std::vector<FeatureTransform> Transforms;
  Transforms.reserve(NumFeatures);
  for (unsigned B = 0; B != NumFeatureBlocks; ++B) {
    const FeatureBlock &Block = featureBlocks()[B];
    bool IsThroughput = Block.Group == FeatureGroup::Throughput ||
                        B == QueuesThroughput || B == JointThroughput ||
                        B == JointOverall || B == OverallThroughputs ||
                        B == QueuesOverall;
    Transforms.insert(Transforms.end(), Block.Size,
                      IsThroughput ? FeatureTransform::Logarithm
                                   : FeatureTransform::LogarithmOfOneMore);
  }
  return Transforms;
}

std::vector<float> concorde::layoutWeights() {
  constexpr float Alone = 4;
  std::vector<float> Weights;
  Weights.reserve(NumFeatures);
  for (const FeatureBlock &Block : featureBlocks())
    Weights.insert(Weights.end(), Block.Size,
                   Block.Size <= 2 ? Alone
                                   : float(1 / std::sqrt(double(Block.Size))));
  return Weights;
}

static bool isSelected(unsigned B, FeatureSelection Selection) {
  switch (featureBlocks()[B].Group) {
  case FeatureGroup::Throughput:
  case FeatureGroup::Parameters:
    return true;
  case FeatureGroup::Stalls:
    return B == MispredictionRate || Selection != FeatureSelection::Base;
  case FeatureGroup::Latency:
    return Selection == FeatureSelection::All ||
           Selection == FeatureSelection::WithoutJoint ||
           Selection == FeatureSelection::WithoutQueues;
  case FeatureGroup::Queues:
    return Selection == FeatureSelection::All ||
           Selection == FeatureSelection::WithoutJoint;
  case FeatureGroup::Joint:
    return Selection == FeatureSelection::All;
  }
  return true;
}

FeatureScaling concorde::fitScaling(
    llvm::ArrayRef<FeatureTransform> Transforms, size_t Rows,
    llvm::function_ref<llvm::ArrayRef<FeatureCode>(size_t)> Row,
    FeatureSelection Selection) {
  size_t N = Transforms.size();
  std::vector<const float *> Tables(N);
  for (size_t I = 0; I != N; ++I)
    Tables[I] = transformTable(Transforms[I]).data();
  // Deviations from the first row: the sum of squares loses nothing.
  std::vector<double> First(N), Sum(N), Square(N);
  for (size_t R = 0; R != Rows; ++R) {
    llvm::ArrayRef<FeatureCode> Codes = Row(R);
    for (size_t I = 0; I != N; ++I) {
      double X = Tables[I][Codes[I]];
      if (R == 0)
        First[I] = X;
      double D = X - First[I];
      Sum[I] += D;
      Square[I] += D * D;
    }
  }
  FeatureScaling S;
  S.Transforms = Transforms;
  S.Means.resize(N);
  S.Factors.resize(N);
  S.Weights = N == NumFeatures ? layoutWeights() : std::vector<float>(N, 1.0f);
  for (size_t I = 0; I != N && Rows != 0; ++I) {
    double Mean = Sum[I] / double(Rows);
    double Variance = Square[I] / double(Rows) - Mean * Mean;
    S.Means[I] = float(First[I] + Mean);
    // Below this the codes' roundings are all that varies.
    S.Factors[I] = Variance > 1e-8 ? float(1 / std::sqrt(Variance)) : 0.0f;
  }
  if (Selection != FeatureSelection::All)
    for (unsigned B = 0; B != NumFeatureBlocks; ++B)
      if (!isSelected(B, Selection))
        std::fill_n(S.Factors.begin() + featureBlocks()[B].Offset,
                    featureBlocks()[B].Size, 0.0f);
  return S;
}
