//===- ConcordeModel.h - What training leaves behind -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A network with the scaling of its inputs, how far it may be off, and where it
// comes from.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_CONCORDEMODEL_H
#define RAFTER_CONCORDE_CONCORDEMODEL_H

#include "rafter/Concorde/Conformal.h"
#include "rafter/Concorde/DataSet.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <limits>

namespace rafter {

namespace concorde {
struct FeatureScaling;
class Network;
} // namespace concorde

/// What a model predicts.
enum class PredictionTarget : uint8_t {
  CPI,
  ReorderBufferOccupancy,
  RenameQueueOccupancy
};

/// "cpi", "rob-occupancy", "rename-occupancy".
llvm::StringRef name(PredictionTarget Target);
llvm::Expected<PredictionTarget> parseTarget(llvm::StringRef Name);

/// Occupancies can be 0, of which there is no logarithm: what is predicted is
/// the label, but at least this.
inline constexpr double LeastTarget = 0x1p-10;
double targetOf(const SampleLabels &Labels, PredictionTarget Target);

struct ConcordeModel {
  ConcordeModel();
  ConcordeModel(ConcordeModel &&);
  ConcordeModel &operator=(ConcordeModel &&);
  ~ConcordeModel();

  PredictionTarget Target = PredictionTarget::CPI;
  /// Whether the network tells what multiple of a bound the prediction is, and
  /// not the prediction itself.
  bool OfBound = false;
  std::unique_ptr<concorde::FeatureScaling> Scaling;
  std::unique_ptr<concorde::Network> Net;
  ErrorCalibration Errors;
  /// The distance from the training set beyond which a sample lies outside
  /// (RegionPredictor::distance).
  float DistanceLimit = 0;
  /// The doubt from which on a prediction is flagged: few of the good ones have
  /// as much.
  float DoubtLimit = std::numeric_limits<float>::max();
  /// How the samples were made, their identity and number.
  std::string Source;
  uint64_t DataSetIdentity = 0;
  uint64_t Samples = 0;

  /// What the network's answer for a sample is a multiple of: of CPI the least
  /// bounds, of an occupancy that of the joint model.
  double baseOf(const SampleLabels &Labels,
                llvm::ArrayRef<FeatureCode> Features) const;
  /// The same for a region's features, which are asked for at Design.
  double baseOf(FeatureSource &Region, const CoreDesign &Design) const;
  /// How far a prediction is from what it is a multiple of, the logarithm of
  /// the ratio: what a network knows little of it moves far. 0 if it is a
  /// multiple of nothing.
  double doubt(double Predicted, double Base) const;
  /// The prediction for whole vectors of codes, without anything cached. Base
  /// is that of the sample.
  double predict(llvm::ArrayRef<FeatureCode> Features, double Base = 1) const;
};

/// The version of the format (docs/concorde.md).
inline constexpr unsigned ConcordeModelVersion = 3;

/// A line of JSON that says what the model is, then the numbers.
void writeConcordeModel(const ConcordeModel &Model, llvm::raw_ostream &OS);

/// Whether the buffer begins as a model of any version does.
bool isConcordeModel(llvm::MemoryBufferRef Buffer);

/// Reads what writeConcordeModel wrote. Errors name the buffer and what is
/// wrong: another version or layout, cut short, damaged.
llvm::Expected<ConcordeModel> readConcordeModel(llvm::MemoryBufferRef Buffer);

} // namespace rafter

#endif // RAFTER_CONCORDE_CONCORDEMODEL_H
