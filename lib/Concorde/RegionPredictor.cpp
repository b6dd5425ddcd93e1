//===- RegionPredictor.cpp - One region at any design ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small blocks join a group that depends on more: their products are computed
// more often, and one vector less is added for each design.
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/RegionPredictor.h"
#include "FeatureScaling.h"
#include "MatrixKernels.h"
#include "Network.h"
#include "StableMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

/// Blocks of up to so many features join larger groups.
static constexpr unsigned SmallBlock = 2;
/// Combinations of parameters for which a group has a table.
static constexpr size_t LargestTable = 1 << 17;
/// Designs that are evaluated together.
static constexpr size_t DesignsAtOnce = 28;

RegionPredictor::RegionPredictor(const ConcordeModel &Model,
                                 FeatureSource &Source)
    : Model(Model), Source(Source) {
  makeGroups();
}

void RegionPredictor::makeGroups() {
  auto Place = [&](unsigned B, bool Joins) {
    const FeatureBlock &Block = featureBlocks()[B];
    for (Group &G : Groups)
      if (G.Parameters == Block.Parameters ||
          (Joins && (G.Parameters | Block.Parameters) == G.Parameters)) {
        G.Blocks.push_back(B);
        return;
      }
    Group &G = Groups.emplace_back();
    G.Parameters = Block.Parameters;
    G.Blocks.push_back(B);
  };
  for (bool Small : {false, true})
    for (unsigned B = 0; B != NumFeatureBlocks; ++B)
      if ((featureBlocks()[B].Size <= SmallBlock) == Small)
        Place(B, Small);
  for (Group &G : Groups) {
    size_t Size = 1;
    for (unsigned P = 0; P != NumDesignParameters; ++P)
      if (G.Parameters >> P & 1) {
        G.Strides.push_back({P, Size});
        Size *= designParameters()[P].numValues();
      }
    if (Size <= LargestTable)
      G.Slots.assign(Size, -1);
  }
}

int32_t RegionPredictor::multiply(const Group &G, const CoreDesign &Design) {
  const size_t Width = Model.Net->shape().First;
  auto New = int32_t(Squares.size());
  Squares.push_back(0);
  Products.resize(Products.size() + Width);
  llvm::SmallVector<float, 0> Inputs;
  for (unsigned B : G.Blocks) {
    const FeatureBlock &Block = featureBlocks()[B];
    Inputs.clear();
    float Square = 0;
    for (auto [I, X] : llvm::enumerate(Source.block(B, Design))) {
      FeatureCode Code = packFeature(X);
      Inputs.push_back(Model.Scaling->apply(Block.Offset + I, Code));
      float Z = Model.Scaling->standardize(Block.Offset + I, Code);
      Square += Z * Z;
    }
    Model.Net->addProducts(Block.Offset, Inputs, Products.data() + New * Width);
    if (B < FirstParameterBlock)
      Squares.back() = std::max(Squares.back(), Square / float(Block.Size));
  }
  return New;
}

/// The place of a legal value among those of P.
static uint16_t positionOf(const DesignParameter &P, uint32_t Value) {
  if (P.Values.empty())
    return uint16_t(Value - P.Least);
  return uint16_t(llvm::find(P.Values, Value) - P.Values.begin());
}

void RegionPredictor::findProducts(const CoreDesign &Design,
                                   llvm::MutableArrayRef<int32_t> To) {
  uint16_t Values[NumDesignParameters];
  for (auto [I, P] : llvm::enumerate(designParameters()))
    Values[I] = positionOf(P, P.Get(Design));
  for (auto [G, Product] : llvm::zip_equal(Groups, To)) {
    size_t Index = 0;
    for (auto [Parameter, Stride] : G.Strides)
      Index += Values[Parameter] * Stride;
    int32_t &Slot = G.Slots.empty()
                        ? G.Known.try_emplace(Index, -1).first->second
                        : G.Slots[Index];
    if (Slot < 0)
      Slot = multiply(G, Design);
    Product = Slot;
  }
}

void RegionPredictor::predict(llvm::ArrayRef<CoreDesign> Designs,
                              llvm::MutableArrayRef<double> Predictions) {
  const size_t Width = Model.Net->shape().First, NumGroups = Groups.size();
  const size_t Most = std::min(Designs.size(), DesignsAtOnce);
  Found.resize(Most * NumGroups);
  Sums.resize(Most * Width);
  llvm::SmallVector<const float *, 32> Vectors(NumGroups);
  float Outputs[DesignsAtOnce];
  for (size_t From = 0; From < Designs.size(); From += DesignsAtOnce) {
    size_t Count = std::min(DesignsAtOnce, Designs.size() - From);
    llvm::MutableArrayRef<int32_t> Numbers = Found;
    // All first: a new product may move the others.
    for (size_t D = 0; D != Count; ++D)
      findProducts(Designs[From + D], Numbers.slice(D * NumGroups, NumGroups));
    for (size_t D = 0; D != Count; ++D) {
      for (size_t G = 0; G != NumGroups; ++G)
        Vectors[G] = Products.data() + Numbers[D * NumGroups + G] * Width;
      matrixKernels().AddVectors(Vectors.data(), NumGroups,
                                 Sums.data() + D * Width, Width);
    }
    Model.Net->finish(Sums.data(), Count, Outputs);
    for (size_t D = 0; D != Count; ++D)
      Predictions[From + D] = stableExp(Outputs[D]) * base(Designs[From + D]);
  }
}

double RegionPredictor::base(const CoreDesign &Design) {
  return Model.baseOf(Source, Design);
}

double RegionPredictor::predict(const CoreDesign &Design) {
  double Prediction;
  predict(Design, Prediction);
  return Prediction;
}

bool RegionPredictor::isFlagged(const CoreDesign &Design) {
  return distance(Design) > Model.DistanceLimit ||
         Model.doubt(predict(Design), base(Design)) > Model.DoubtLimit;
}

PredictionInterval RegionPredictor::interval(const CoreDesign &Design,
                                             double Coverage) {
  double Predicted = predict(Design);
  return Model.Errors.interval(Predicted, Coverage,
                               Model.doubt(Predicted, base(Design)));
}

float RegionPredictor::distance(const CoreDesign &Design) {
  Found.resize(Groups.size());
  findProducts(Design, Found);
  float Greatest = 0;
  for (int32_t Product : Found)
    Greatest = std::max(Greatest, Squares[Product]);
  return std::sqrt(Greatest);
}
