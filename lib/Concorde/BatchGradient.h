//===- BatchGradient.h - Loss and gradient of a batch ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step of back-propagation. Pieces of work are rows (forward and the way
// back to the first layer) and then inputs (gradients of the weights); every
// sum runs in one order within one piece.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_BATCHGRADIENT_H
#define RAFTER_LIB_CONCORDE_BATCHGRADIENT_H

#include "Network.h"
#include "TrainingSet.h"
#include "WorkerPool.h"

namespace rafter::concorde {

/// The relative error of a prediction whose logarithm is Distance above the
/// target's, |e^Distance - 1|, and its derivative. Beyond a factor e both ways
/// it goes on as a straight line: above, numbers cannot overflow; below, where
/// the error itself hardly grows any more, a bad start is still led back.
struct RelativeLoss {
  double Value, Slope;
};
RelativeLoss relativeLoss(double Distance);

class BatchGradient {
public:
  BatchGradient(const NetworkShape &Shape, size_t BatchSize, WorkerPool &Pool);

  /// The sum of the losses of Rows (at most BatchSize of Set); gradient()
  /// becomes the gradient of their mean.
  double compute(const Network &Net, const TrainingSet &Set,
                 llvm::ArrayRef<uint32_t> Rows);
  /// The outputs for Rows, without gradients.
  void predict(const Network &Net, const TrainingSet &Set,
               llvm::ArrayRef<uint32_t> Rows, llvm::MutableArrayRef<float> Out);

  llvm::ArrayRef<float> gradient() const { return Gradient; }

private:
  void packWeights(size_t Piece);
  void forward(size_t From, size_t To);
  void forwardFirst(size_t From, size_t To);
  void backward(size_t From, size_t To);
  void packDeltas(size_t From, size_t To);
  void gradientFirst(size_t Strip, unsigned Thread);
  void gradientSecond(size_t Piece);
  void gradientRest();
  void transposeSecond();
  /// Without a branch, which half of the inputs would mispredict.
  bool passes(float X) const { return X > Floor; }

  NetworkShape Shape;
  /// What the rectifiers let through lies above it.
  float Floor;
  /// Rounded up to whole tiles: rows of a batch, and inputs.
  size_t BatchSize, Inputs;
  WorkerPool &Pool;
  const Network *Net = nullptr;
  const TrainingSet *Set = nullptr;
  llvm::ArrayRef<uint32_t> Rows;
  std::vector<float> Gradient;
  /// The batch's inputs, row after row, and the first layer's weights and
  /// deltas in panels of pairs: bfloat16.
  std::vector<uint16_t> BatchInputs, Weights1, PackedDelta1;
  /// Layers and their deltas in panels of all rows.
  std::vector<float> Hidden1, Hidden2, Delta1, Delta2, Transposed2;
  std::vector<float> Outputs, DeltaOut;
  std::vector<double> Losses;
  /// A strip of inputs, transposed, and its gradient.
  struct StripBuffers {
    std::vector<uint16_t> Inputs;
    std::vector<float> Gradient;
  };
  /// For each thread.
  std::vector<StripBuffers> Strips;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_BATCHGRADIENT_H
