//===- Training.cpp - Fitting the network ---------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the samples in an epoch follows from the seed and the epoch's
// number, so that an interrupted training goes on as if nothing had happened.
//
//===----------------------------------------------------------------------===//

#include "Training.h"
#include "BatchGradient.h"
#include "MatrixKernels.h"
#include "StableMath.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace rafter;
using namespace rafter::concorde;

/// Weights that one piece of work updates.
static constexpr size_t UpdatePiece = 1 << 15;
/// How much of the usual variance the output's first weights have.
static constexpr float StartScale = 0.1f;

void TrainingSet::add(const FeatureScaling &Scaling,
                      llvm::ArrayRef<FeatureCode> Codes, double Target) {
  for (size_t I = 0; I != NumInputs; ++I)
    Inputs.push_back(packBFloat16(Scaling.apply(I, Codes[I])));
  LogTargets.push_back(float(stableLog(Target)));
}

llvm::Error rafter::checkTrainingOptions(const TrainingOptions &O) {
  auto Bad = [](const llvm::Twine &What) {
    return llvm::createStringError(What);
  };
  if (O.Epochs == 0 || O.BatchSize == 0)
    return Bad("epochs and batches cannot be empty");
  if (!(O.Rate > 0) || !std::isfinite(O.Rate))
    return Bad("the learning rate is not positive");
  if (!(O.WeightDecay >= 0) || !(O.Rate * O.WeightDecay < 1))
    return Bad("the weight decay is negative or too large for the rate");
  if (!(O.Beta1 >= 0 && O.Beta1 < 1 && O.Beta2 >= 0 && O.Beta2 < 1))
    return Bad("the moments' factors are not in [0, 1)");
  return checkShape({1, O.First, O.Second, O.Linear});
}

float concorde::learningRate(const TrainingOptions &Options, uint64_t Step,
                             uint64_t Steps) {
  uint64_t Rising = std::max<uint64_t>(1, Steps / 50);
  if (Step < Rising)
    return float(double(Options.Rate) * double(Step + 1) / double(Rising));
  double P =
      double(Step - Rising) / double(std::max<uint64_t>(1, Steps - Rising));
  return float(double(Options.Rate) * (1 - P * P * (3 - 2 * P)));
}

class Trainer::Implementation {
public:
  Implementation(const TrainingOptions &Options, const TrainingSet &Set,
                 unsigned Threads)
      : Options(Options), Set(Set), Pool(Threads),
        Shape{Set.NumInputs, Options.First, Options.Second, Options.Linear},
        Batch(Shape, std::min<size_t>(Options.BatchSize, Set.rows()), Pool) {
    State.Net = Network(Shape);
    State.Net.initialize(Options.Seed);
    // Begins with the mean, and with small differences from it.
    double Sum = 0;
    for (float Log : Set.LogTargets)
      Sum += double(Log);
    State.Net.parameters().back() = float(Sum / double(Set.rows()));
    for (size_t I = State.Net.weights3(); I != State.Net.bias1(); ++I)
      State.Net.parameters()[I] *= StartScale;
    State.FirstMoments.resize(State.Net.parameters().size());
    State.SecondMoments.resize(State.Net.parameters().size());
  }

  uint64_t stepsPerEpoch() const {
    return llvm::divideCeil(Set.rows(), Options.BatchSize);
  }
  llvm::Error runEpoch();

  const TrainingOptions Options;
  const TrainingSet &Set;
  WorkerPool Pool;
  const NetworkShape Shape;
  TrainingState State;

private:
  void update();

  BatchGradient Batch;
};

/// One step of AdamW with the gradient of the batch.
void Trainer::Implementation::update() {
  float Rate =
      learningRate(Options, State.Step, stepsPerEpoch() * Options.Epochs);
  double T = double(State.Step + 1);
  auto Correction = [&](float Beta) {
    return Beta == 0 ? 1.0f : float(1 / (1 - stableExp(T * stableLog(Beta))));
  };
  AdamWFactors Factors = {Options.Beta1,
                          Options.Beta2,
                          1 - Options.Beta1,
                          1 - Options.Beta2,
                          Correction(Options.Beta1),
                          Correction(Options.Beta2),
                          Options.Epsilon,
                          Rate,
                          Rate * Options.WeightDecay};
  llvm::MutableArrayRef<float> Parameters = State.Net.parameters();
  size_t Weights = State.Net.numWeights();
  auto Update = [&](size_t From, size_t To, const AdamWFactors &F) {
    matrixKernels().AdamW(Parameters.data() + From,
                          State.FirstMoments.data() + From,
                          State.SecondMoments.data() + From,
                          Batch.gradient().data() + From, To - From, F);
  };
  Pool.forEach(llvm::divideCeil(Weights, UpdatePiece),
               [&](size_t Piece, unsigned) {
                 size_t From = Piece * UpdatePiece;
                 Update(From, std::min(From + UpdatePiece, Weights), Factors);
               });
  // Biases do not decay: they only shift.
  Factors.Decay = 0;
  Update(Weights, Parameters.size(), Factors);
  ++State.Step;
}

llvm::Error Trainer::Implementation::runEpoch() {
  std::vector<uint32_t> Order(Set.rows());
  std::iota(Order.begin(), Order.end(), 0u);
  RandomNumbers(Options.Seed, /*Stream=*/2 + State.Epoch).shuffle(Order);
  double Sum = 0;
  llvm::ArrayRef<uint32_t> Left = Order;
  while (!Left.empty()) {
    llvm::ArrayRef<uint32_t> Rows = Left.take_front(Options.BatchSize);
    Left = Left.drop_front(Rows.size());
    double Loss = Batch.compute(State.Net, Set, Rows);
    if (!std::isfinite(Loss))
      return llvm::createStringError(
          "epoch " + llvm::Twine(State.Epoch + 1) + ", step " +
          llvm::Twine(State.Step + 1) +
          ": the loss is not a number; a smaller learning rate may help");
    update();
    Sum += Loss;
  }
  State.Loss = Sum / double(Set.rows());
  ++State.Epoch;
  return llvm::Error::success();
}

Trainer::Trainer(std::unique_ptr<Implementation> Impl)
    : Impl(std::move(Impl)) {}
Trainer::Trainer(Trainer &&) = default;
Trainer::~Trainer() = default;

llvm::Expected<Trainer> Trainer::create(const TrainingOptions &Options,
                                        const TrainingSet &Set,
                                        unsigned Threads) {
  if (llvm::Error E = checkTrainingOptions(Options))
    return E;
  if (Set.rows() == 0)
    return llvm::createStringError("no samples to train with");
  for (size_t R = 0; R != Set.rows(); ++R)
    if (!std::isfinite(Set.LogTargets[R]))
      return llvm::createStringError("the target of sample " +
                                     llvm::Twine(R + 1) +
                                     " is not a positive number");
  return Trainer(std::make_unique<Implementation>(Options, Set, Threads));
}

llvm::Error Trainer::resume(TrainingState State) {
  if (State.Net.shape() != Impl->Shape ||
      State.FirstMoments.size() != State.Net.parameters().size() ||
      State.SecondMoments.size() != State.Net.parameters().size() ||
      State.Step != State.Epoch * Impl->stepsPerEpoch())
    return llvm::createStringError(
        "the checkpoint's network has another shape or another step");
  Impl->State = std::move(State);
  return llvm::Error::success();
}

bool Trainer::done() const { return Impl->State.Epoch >= Impl->Options.Epochs; }

llvm::Error Trainer::runEpoch() { return Impl->runEpoch(); }

const TrainingState &Trainer::state() const { return Impl->State; }

std::vector<float> concorde::predictLogarithms(const Network &Net,
                                               const TrainingSet &Set,
                                               unsigned Threads) {
  WorkerPool Pool(Threads);
  size_t BatchSize = std::min<size_t>(1024, std::max<size_t>(1, Set.rows()));
  BatchGradient Batch(Net.shape(), BatchSize, Pool);
  std::vector<uint32_t> Order(Set.rows());
  std::iota(Order.begin(), Order.end(), 0u);
  std::vector<float> Result(Set.rows());
  for (size_t From = 0; From < Set.rows(); From += BatchSize) {
    size_t Count = std::min(BatchSize, Set.rows() - From);
    Batch.predict(Net, Set, llvm::ArrayRef(Order).slice(From, Count),
                  llvm::MutableArrayRef(Result).slice(From, Count));
  }
  return Result;
}
