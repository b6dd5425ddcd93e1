//===- Training.h - Fitting the network ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AdamW on the relative error |y' - y| / y (Concorde paper, equation 7). The
// result depends on the samples and the options alone: not on the number of
// threads, on interruptions, nor, where processors have fused multiply-add, on
// the machine.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_TRAINING_H
#define RAFTER_LIB_CONCORDE_TRAINING_H

#include "Network.h"
#include "TrainingSet.h"
#include "rafter/Concorde/ModelTraining.h"
#include <memory>
#include <string>

namespace rafter::concorde {

/// The learning rate of step Step of Steps, both counted from 0.
float learningRate(const TrainingOptions &Options, uint64_t Step,
                   uint64_t Steps);

/// All that training carries from one epoch to the next.
struct TrainingState {
  Network Net;
  /// Moments of the gradient.
  std::vector<float> FirstMoments, SecondMoments;
  uint64_t Epoch = 0, Step = 0;
  /// The mean relative error over the last epoch, while it went on.
  double Loss = 0;
};

class Trainer {
public:
  /// Starts at the first epoch. Set must outlive the trainer. Errors: no rows,
  /// options that make no sense. 0 threads: as many as the computer has.
  static llvm::Expected<Trainer> create(const TrainingOptions &Options,
                                        const TrainingSet &Set,
                                        unsigned Threads = 0);
  Trainer(Trainer &&);
  ~Trainer();

  /// Goes on from a state that state() gave. An error if it does not fit.
  llvm::Error resume(TrainingState State);

  bool done() const;
  /// One pass over the samples in an order of its own. An error when the loss
  /// is no longer a number; the state is then of no use.
  llvm::Error runEpoch();
  const TrainingState &state() const;

private:
  class Implementation;
  explicit Trainer(std::unique_ptr<Implementation> Impl);
  std::unique_ptr<Implementation> Impl;
};

/// The network's logarithms for all rows of Set; the same for any number of
/// threads.
std::vector<float> predictLogarithms(const Network &Net, const TrainingSet &Set,
                                     unsigned Threads = 0);

/// What a checkpoint belongs to: it is of use for the same samples and options
/// only.
struct CheckpointIdentity {
  TrainingOptions Options;
  /// Of the training samples, scaling and target.
  uint64_t Samples = 0;
};

/// A checkpoint as bytes: the same for the same state.
std::string writeCheckpoint(const CheckpointIdentity &Identity,
                            const TrainingState &State);
/// Reads one; Path is for errors: cut short, changed, of another version, or of
/// another training.
llvm::Expected<TrainingState>
readCheckpoint(llvm::StringRef Bytes, llvm::StringRef Path,
               const CheckpointIdentity &Identity);

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_TRAINING_H
