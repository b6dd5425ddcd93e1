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
#include "MatrixKernels.h"
#include "StableMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

/// Blocks of up to so many features join larger groups.
static constexpr unsigned SmallBlock = 2;
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
    for (unsigned B = 0; B != NumBlocks; ++B)
      if ((featureBlocks()[B].Size <= SmallBlock) == Small)
        Place(B, Small);
  for (Group &G : Groups) {
    size_t Size = 1;
    for (unsigned P = 0; P != NumDesignParameters; ++P)
      if (G.Parameters >> P & 1) {
        G.Strides.push_back({P, Size});
        Size *= designParameters()[P].numValues();
      }
    G.Slots.assign(Size, -1);
  }
}

RegionPredictor::Product RegionPredictor::multiply(const Group &G,
                                                   const CoreDesign &Design) {
  Product New;
  New.Sums.resize(Model.Net.shape().First);
  llvm::SmallVector<float, 0> Inputs;
  for (unsigned B : G.Blocks) {
    const FeatureBlock &Block = featureBlocks()[B];
    Inputs.clear();
    float Square = 0;
    for (auto [I, X] : llvm::enumerate(Source.block(B, Design))) {
      FeatureCode Code = packFeature(X);
      Inputs.push_back(Model.Scaling.apply(Block.Offset + I, Code));
      float Z = Model.Scaling.standardize(Block.Offset + I, Code);
      Square += Z * Z;
    }
    Model.Net.addProducts(Block.Offset, Inputs, New.Sums.data());
    if (B < FirstParameter)
      New.Square = std::max(New.Square, Square / float(Block.Size));
  }
  return New;
}

/// The place of a legal value among those of P.
static uint16_t positionOf(const DesignParameter &P, uint32_t Value) {
  if (P.Values.empty())
    return uint16_t(Value - P.Least);
  return uint16_t(llvm::find(P.Values, Value) - P.Values.begin());
}

const RegionPredictor::Product &
RegionPredictor::product(Group &G, const Positions &Values,
                         const CoreDesign &Design) {
  size_t Index = 0;
  for (auto [Parameter, Stride] : G.Strides)
    Index += Values[Parameter] * Stride;
  int32_t &Slot = G.Slots[Index];
  if (Slot < 0) {
    Slot = int32_t(Products.size());
    Products.push_back(multiply(G, Design));
  }
  return Products[Slot];
}

void RegionPredictor::addProducts(const CoreDesign &Design, float *Sums) {
  Positions Values;
  for (auto [I, P] : llvm::enumerate(designParameters()))
    Values[I] = positionOf(P, P.Get(Design));
  llvm::SmallVector<const float *, 32> Vectors;
  for (Group &G : Groups)
    Vectors.push_back(product(G, Values, Design).Sums.data());
  matrixKernels().SumRows(Vectors.data(), Vectors.size(), Sums,
                          Model.Net.shape().First);
}

void RegionPredictor::predict(llvm::ArrayRef<CoreDesign> Designs,
                              llvm::MutableArrayRef<double> Predictions) {
  size_t Width = Model.Net.shape().First;
  llvm::SmallVector<float, 0> Sums(std::min(Designs.size(), DesignsAtOnce) *
                                   Width);
  float Outputs[DesignsAtOnce];
  for (size_t From = 0; From < Designs.size(); From += DesignsAtOnce) {
    size_t Count = std::min(DesignsAtOnce, Designs.size() - From);
    for (size_t D = 0; D != Count; ++D)
      addProducts(Designs[From + D], Sums.data() + D * Width);
    Model.Net.finish(Sums.data(), Count, Outputs);
    for (size_t D = 0; D != Count; ++D)
      Predictions[From + D] = stableExp(Outputs[D]);
  }
}

double RegionPredictor::predict(const CoreDesign &Design) {
  double Prediction;
  predict(Design, Prediction);
  return Prediction;
}

float RegionPredictor::distance(const CoreDesign &Design) {
  Positions Values;
  for (auto [I, P] : llvm::enumerate(designParameters()))
    Values[I] = positionOf(P, P.Get(Design));
  float Greatest = 0;
  for (Group &G : Groups)
    Greatest = std::max(Greatest, product(G, Values, Design).Square);
  return std::sqrt(Greatest);
}
