//===- TrainingTest.cpp - Gradients, optimizer and checkpoints ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Training.h"
#include "BatchGradient.h"
#include "SyntheticSets.h"
#include "gtest/gtest.h"
#include <cmath>
#include <numeric>

using namespace rafter;
using namespace rafter::concorde;

namespace {

/// The mean loss of a network in double precision, written anew.
double meanLoss(const NetworkShape &Shape, const std::vector<double> &P,
                const TrainingSet &Set) {
  auto Relu = [&](double X) { return X > 0 || Shape.Linear ? X : 0.0; };
  size_t W2 = size_t(Shape.Inputs) * Shape.First;
  size_t W3 = W2 + size_t(Shape.First) * Shape.Second, B1 = W3 + Shape.Second;
  size_t B2 = B1 + Shape.First, B3 = B2 + Shape.Second;
  double Sum = 0;
  for (size_t R = 0; R != Set.rows(); ++R) {
    std::vector<double> H1(Shape.First), H2(Shape.Second);
    for (unsigned J = 0; J != Shape.First; ++J) {
      double X = P[B1 + J];
      for (unsigned I = 0; I != Shape.Inputs; ++I)
        X += double(unpackBFloat16(Set.row(R)[I])) *
             P[(J / 32 * Shape.Inputs + I) * 32 + J % 32];
      H1[J] = Relu(X);
    }
    double Out = P[B3];
    for (unsigned J = 0; J != Shape.Second; ++J) {
      double X = P[B2 + J];
      for (unsigned I = 0; I != Shape.First; ++I)
        X += H1[I] * P[W2 + (J / 32 * Shape.First + I) * 32 + J % 32];
      Out += Relu(X) * P[W3 + J];
    }
    double D = Out - double(Set.LogTargets[R]);
    Sum += D > 1    ? std::exp(1) * D - 1
           : D < -1 ? 1 - (D + 2) / std::exp(1)
                    : std::abs(std::exp(D) - 1);
  }
  return Sum / double(Set.rows());
}

void expectGradient(bool Linear) {
  // Batches of more than one piece of rows, inputs of more than one block.
  TrainingSet Set = syntheticSet(120, 60, 3);
  NetworkShape Shape = {60, 32, 64, Linear};
  Network Net(Shape);
  Net.initialize(5);
  // The first layer's weights are bfloat16 in its products.
  for (size_t I = 0; I != Net.weights2(); ++I)
    Net.parameters()[I] = unpackBFloat16(packBFloat16(Net.parameters()[I]));
  for (size_t I = Net.bias1(); I != Net.parameters().size(); ++I)
    Net.parameters()[I] = 0.01f * float(I % 7);
  WorkerPool Pool(2);
  BatchGradient Batch(Shape, 128, Pool);
  std::vector<uint32_t> Rows(Set.rows());
  std::iota(Rows.begin(), Rows.end(), 0u);
  double Loss = Batch.compute(Net, Set, Rows) / double(Set.rows());

  std::vector<double> P(Net.parameters().begin(), Net.parameters().end());
  EXPECT_NEAR(Loss, meanLoss(Shape, P, Set), 1e-5);
  for (size_t I = 0; I < P.size(); I += I < Net.weights2() ? 37 : 11) {
    double Kept = P[I];
    P[I] = Kept + 1e-6;
    double Up = meanLoss(Shape, P, Set);
    P[I] = Kept - 1e-6;
    double Down = meanLoss(Shape, P, Set);
    P[I] = Kept;
    // There, the deltas of 120 rows, up to 0.02 each, lose half of 2^-8.
    double Tolerance = I < Net.weights2() ? 2e-4 : 2e-5;
    ASSERT_NEAR(Batch.gradient()[I], (Up - Down) / 2e-6, Tolerance) << I;
  }
}

TEST(TrainingTest, GradientsAreDifferencesOfTheLoss) { expectGradient(false); }

TEST(TrainingTest, GradientsOfLinearModelsAreDifferencesOfTheLoss) {
  expectGradient(true);
}

TEST(TrainingTest, LossIsTheRelativeErrorAndStraightFarAway) {
  EXPECT_NEAR(relativeLoss(std::log(1.1)).Value, 0.1, 1e-12);
  EXPECT_NEAR(relativeLoss(std::log(0.8)).Value, 0.2, 1e-12);
  EXPECT_NEAR(relativeLoss(std::log(0.8)).Slope, -0.8, 1e-12);
  EXPECT_NEAR(relativeLoss(3).Value, std::exp(1) * 3 - 1, 1e-12);
  EXPECT_EQ(relativeLoss(0).Value, 0);
  EXPECT_NEAR(relativeLoss(-1 - 1e-9).Value, relativeLoss(-1 + 1e-9).Value,
              1e-8);
  EXPECT_NEAR(relativeLoss(-9).Value, 1 - std::exp(-1) + 8 * std::exp(-1),
              1e-12);
  EXPECT_NEAR(relativeLoss(-1e6).Slope, -std::exp(-1), 1e-12);
  EXPECT_NEAR(relativeLoss(1e6).Slope, std::exp(1), 1e-12);
}

TEST(TrainingTest, RatesRiseAndFallToZero) {
  TrainingOptions O;
  EXPECT_FLOAT_EQ(learningRate(O, 0, 1000), O.Rate / 20);
  EXPECT_FLOAT_EQ(learningRate(O, 20, 1000), O.Rate);
  EXPECT_NEAR(learningRate(O, 510, 1000), O.Rate / 2, 1e-9);
  EXPECT_LT(learningRate(O, 999, 1000), 1e-5 * O.Rate);
  EXPECT_FLOAT_EQ(learningRate(O, 0, 1), O.Rate);
}

TrainingOptions smallOptions() {
  TrainingOptions O;
  O.Epochs = 6;
  O.BatchSize = 150;
  O.First = 64;
  O.Second = 32;
  return O;
}

std::string trained(const TrainingOptions &O, const TrainingSet &Set,
                    unsigned Threads) {
  Trainer T = llvm::cantFail(Trainer::create(O, Set, Threads));
  while (!T.done())
    llvm::cantFail(T.runEpoch());
  return writeCheckpoint({O, 1}, T.state());
}

TEST(TrainingTest, LearnsWhichBoundIsTheGreatest) {
  TrainingSet Set = syntheticSet(4000, 8, 1), Unseen = syntheticSet(500, 8, 2);
  TrainingOptions O;
  O.Epochs = 60;
  O.BatchSize = 100;
  O.First = 64;
  O.Second = 32;
  O.Rate = 3e-3f;
  O.WeightDecay = 0.01f;
  auto ErrorOf = [&](bool Linear) {
    O.Linear = Linear;
    Trainer T = llvm::cantFail(Trainer::create(O, Set));
    while (!T.done())
      llvm::cantFail(T.runEpoch());
    std::vector<float> Out = predictLogarithms(T.state().Net, Unseen);
    double Sum = 0;
    for (size_t R = 0; R != Out.size(); ++R)
      Sum += std::abs(std::exp(Out[R] - Unseen.LogTargets[R]) - 1);
    return Sum / double(Out.size());
  };
  EXPECT_LT(ErrorOf(false), 0.03);
  // No straight line is a maximum.
  EXPECT_GT(ErrorOf(true), 0.1);
}

TEST(TrainingTest, ThreadsChangeNothing) {
  TrainingSet Set = syntheticSet(500, 130, 1);
  std::string One = trained(smallOptions(), Set, 1);
  EXPECT_EQ(One, trained(smallOptions(), Set, 2));
  EXPECT_EQ(One, trained(smallOptions(), Set, 5));
}

TEST(TrainingTest, SeedsChangeTheResult) {
  TrainingSet Set = syntheticSet(500, 130, 1);
  TrainingOptions Other = smallOptions();
  Other.Seed = 2;
  Trainer A = llvm::cantFail(Trainer::create(smallOptions(), Set));
  Trainer B = llvm::cantFail(Trainer::create(Other, Set));
  llvm::cantFail(A.runEpoch());
  llvm::cantFail(B.runEpoch());
  EXPECT_NE(A.state().Net.parameters(), B.state().Net.parameters());
}

TEST(TrainingTest, ResumedTrainingEndsWithTheSameBytes) {
  TrainingSet Set = syntheticSet(500, 130, 1);
  TrainingOptions O = smallOptions();
  std::string Whole = trained(O, Set, 2);
  for (unsigned Stop : {1u, 4u}) {
    Trainer Begun = llvm::cantFail(Trainer::create(O, Set, 1));
    for (unsigned E = 0; E != Stop; ++E)
      llvm::cantFail(Begun.runEpoch());
    std::string Bytes = writeCheckpoint({O, 1}, Begun.state());
    Trainer Resumed = llvm::cantFail(Trainer::create(O, Set, 2));
    llvm::cantFail(
        Resumed.resume(llvm::cantFail(readCheckpoint(Bytes, "c", {O, 1}))));
    while (!Resumed.done())
      llvm::cantFail(Resumed.runEpoch());
    EXPECT_EQ(writeCheckpoint({O, 1}, Resumed.state()), Whole);
  }
}

TEST(TrainingTest, PredictionsAreTheNetworksOutputs) {
  TrainingSet Set = syntheticSet(300, 60, 1);
  Network Net({60, 64, 32});
  Net.initialize(3);
  roundWeights(Net);
  std::vector<float> Out = predictLogarithms(Net, Set, 2);
  for (size_t R = 0; R != Set.rows(); ++R) {
    std::vector<float> X(60);
    for (size_t I = 0; I != 60; ++I)
      X[I] = unpackBFloat16(Set.row(R)[I]);
    EXPECT_NEAR(Net.evaluate(X), Out[R], 1e-5);
  }
}

std::string errorOf(llvm::Error E) { return llvm::toString(std::move(E)); }

TEST(TrainingTest, ALossThatIsNoNumberStopsTraining) {
  TrainingSet Set = syntheticSet(300, 40, 1);
  TrainingOptions O = smallOptions();
  O.Rate = 1e30f;
  O.WeightDecay = 0;
  Trainer T = llvm::cantFail(Trainer::create(O, Set));
  llvm::Error E = llvm::Error::success();
  while (!E && !T.done())
    E = T.runEpoch();
  EXPECT_EQ(
      errorOf(std::move(E)),
      "epoch 1, step 2: the loss is not a number; a smaller learning rate "
      "may help");
}

TEST(TrainingTest, TargetsThatAreNoNumbersAreRefused) {
  TrainingSet Set = syntheticSet(10, 40, 1);
  Set.LogTargets[6] = NAN;
  EXPECT_EQ(errorOf(Trainer::create(smallOptions(), Set).takeError()),
            "the target of sample 7 is not a positive number");
}

TEST(TrainingTest, SenselessOptionsAreNamed) {
  TrainingSet Set = syntheticSet(10, 40, 1);
  auto ErrorWith = [&](auto Change) {
    TrainingOptions O = smallOptions();
    Change(O);
    return errorOf(Trainer::create(O, Set).takeError());
  };
  EXPECT_EQ(ErrorWith([](TrainingOptions &O) { O.Epochs = 0; }),
            "epochs and batches cannot be empty");
  EXPECT_EQ(ErrorWith([](TrainingOptions &O) { O.Rate = NAN; }),
            "the learning rate is not positive");
  EXPECT_EQ(ErrorWith([](TrainingOptions &O) { O.WeightDecay = 1000; }),
            "the weight decay is negative or too large for the rate");
  EXPECT_EQ(ErrorWith([](TrainingOptions &O) { O.First = 100; }),
            "a hidden layer of 100 is not a multiple of 32 up to 1024");
  EXPECT_EQ(errorOf(Trainer::create(smallOptions(), TrainingSet()).takeError()),
            "no samples to train with");
}

TEST(TrainingTest, BrokenCheckpointsAreRefused) {
  TrainingSet Set = syntheticSet(100, 40, 1);
  TrainingOptions O = smallOptions();
  Trainer T = llvm::cantFail(Trainer::create(O, Set));
  llvm::cantFail(T.runEpoch());
  std::string Bytes = writeCheckpoint({O, 7}, T.state());
  auto ErrorOf = [&](llvm::StringRef B, const CheckpointIdentity &Identity) {
    return errorOf(readCheckpoint(B, "c", Identity).takeError());
  };
  llvm::StringRef B = Bytes;
  EXPECT_EQ(ErrorOf("", {O, 7}), "c: no checkpoint of a training");
  for (size_t Length : {20, 100, 5000})
    EXPECT_EQ(ErrorOf(B.take_front(Length), {O, 7}),
              "c: the checkpoint is cut short or damaged (checksum)");
  std::string Changed = Bytes;
  Changed[3000] ^= 1;
  EXPECT_EQ(ErrorOf(Changed, {O, 7}),
            "c: the checkpoint is cut short or damaged (checksum)");
  Changed = Bytes;
  Changed[8] = 9;
  EXPECT_EQ(ErrorOf(Changed, {O, 7}),
            "c: a checkpoint of version 9, expected 1");
  const char *Other = "c: the checkpoint of another training: other samples or "
                      "other options; remove it to start again";
  EXPECT_EQ(ErrorOf(B, {O, 8}), Other);
  TrainingOptions Longer = O;
  Longer.Epochs = 7;
  EXPECT_EQ(ErrorOf(B, {Longer, 7}), Other);
  // A checkpoint of fewer inputs.
  TrainingSet Wider = syntheticSet(100, 50, 1);
  Trainer W = llvm::cantFail(Trainer::create(O, Wider));
  EXPECT_EQ(errorOf(W.resume(llvm::cantFail(readCheckpoint(B, "c", {O, 7})))),
            "the checkpoint's network has another shape or another step");
}

} // namespace
