//===- ConcordeModel.cpp - What training leaves behind --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prediction without a cache, and distances.
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/ConcordeModel.h"
#include "FeatureScaling.h"
#include "Network.h"
#include "StableMath.h"
#include "rafter/Concorde/FeatureLayout.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

static constexpr llvm::StringRef Names[] = {"cpi", "rob-occupancy",
                                            "rename-occupancy"};

llvm::StringRef rafter::name(PredictionTarget Target) {
  return Names[size_t(Target)];
}

llvm::Expected<PredictionTarget> rafter::parseTarget(llvm::StringRef Name) {
  for (size_t I = 0; I != std::size(Names); ++I)
    if (Name == Names[I])
      return PredictionTarget(I);
  return llvm::createStringError("'" + Name +
                                 "' is not one of cpi|rob-occupancy|"
                                 "rename-occupancy");
}

double rafter::targetOf(const SampleLabels &Labels, PredictionTarget Target) {
  double Value = Target == PredictionTarget::CPI ? Labels.CPI
                 : Target == PredictionTarget::ReorderBufferOccupancy
                     ? Labels.ReorderBufferOccupancy
                     : Labels.RenameQueueOccupancy;
  return std::max(Value, LeastTarget);
}

ConcordeModel::ConcordeModel()
    : Scaling(std::make_unique<FeatureScaling>()),
      Net(std::make_unique<Network>()) {}
ConcordeModel::ConcordeModel(ConcordeModel &&) = default;
ConcordeModel &ConcordeModel::operator=(ConcordeModel &&) = default;
ConcordeModel::~ConcordeModel() = default;

/// The block whose only feature an occupancy is a multiple of.
static unsigned blockOf(PredictionTarget Target) {
  return Target == PredictionTarget::ReorderBufferOccupancy
             ? JointReorderBufferOccupancy
             : JointRenameQueueOccupancy;
}

static double baseOf(FeatureCode Occupancy) {
  return std::max(double(unpackFeature(Occupancy)), LeastTarget);
}

double ConcordeModel::baseOf(const SampleLabels &Labels,
                             llvm::ArrayRef<FeatureCode> Features) const {
  if (!OfBound)
    return 1;
  if (Target == PredictionTarget::CPI)
    return double(Labels.BoundCPI);
  return ::baseOf(Features[featureBlocks()[blockOf(Target)].Offset]);
}

double ConcordeModel::baseOf(FeatureSource &Region,
                             const CoreDesign &Design) const {
  if (!OfBound)
    return 1;
  if (Target == PredictionTarget::CPI)
    return Region.boundCPI(Design);
  return ::baseOf(packFeature(Region.block(blockOf(Target), Design)[0]));
}

double ConcordeModel::doubt(double Predicted, double Base) const {
  return OfBound ? std::abs(stableLog(Predicted / Base)) : 0;
}

double ConcordeModel::predict(llvm::ArrayRef<FeatureCode> Features,
                              double Base) const {
  std::vector<float> Inputs(Scaling->size());
  for (size_t I = 0; I != Inputs.size(); ++I)
    Inputs[I] = Scaling->apply(I, Features[I]);
  return Base * stableExp(Net->evaluate(Inputs));
}

float concorde::trainingDistance(const FeatureScaling &Scaling,
                                 llvm::ArrayRef<FeatureCode> Features) {
  float Greatest = 0;
  for (const FeatureBlock &B :
       featureBlocks().take_front(FirstParameterBlock)) {
    float Sum = 0;
    for (unsigned I = B.Offset; I != B.Offset + B.Size; ++I) {
      float Z = Scaling.standardize(I, Features[I]);
      Sum += Z * Z;
    }
    Greatest = std::max(Greatest, Sum / float(B.Size));
  }
  return std::sqrt(Greatest);
}
