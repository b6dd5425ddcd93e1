//===- SyntheticRegion.h - Features without a program ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_CONCORDE_SYNTHETICREGION_H
#define RAFTER_UNITTESTS_CONCORDE_SYNTHETICREGION_H

#include "FeatureScaling.h"
#include "Network.h"
#include "rafter/Concorde/ConcordeModel.h"
#include "rafter/Support/RandomNumbers.h"

namespace rafter::concorde {

/// Blocks of numbers that depend on the parameters of their masks alone.
class SyntheticRegion : public FeatureSource {
public:
  explicit SyntheticRegion(uint64_t Seed) : Seed(Seed) {}

  llvm::ArrayRef<float> block(unsigned Block,
                              const CoreDesign &Design) override {
    ++Calls;
    const FeatureBlock &B = featureBlocks()[Block];
    Numbers.resize(B.Size);
    if (Block >= FirstParameterBlock) {
      writeParameterBlock(Block, Design, Numbers);
      return Numbers;
    }
    uint64_t Key = Seed * 100 + Block;
    for (unsigned P = 0; P != NumDesignParameters; ++P)
      if (B.Parameters >> P & 1)
        Key = Key * 1031 + designParameters()[P].Get(Design);
    RandomNumbers Random(Key, 5);
    float X = 0.1f + 4 * Random.share();
    for (float &V : Numbers)
      V = X += 0.05f * Random.share();
    return Numbers;
  }

  unsigned Calls = 0;

private:
  uint64_t Seed;
  std::vector<float> Numbers;
};

/// The features of a design, as data sets hold them.
inline std::vector<FeatureCode> codesOf(FeatureSource &Source,
                                        const CoreDesign &Design) {
  std::vector<float> Features(NumFeatures);
  readFeatures(Source, Design, Features);
  std::vector<FeatureCode> Codes;
  for (float X : Features)
    Codes.push_back(packFeature(X));
  return Codes;
}

/// An untrained model, scaled for samples of the regions 0 to 9.
inline ConcordeModel syntheticModel() {
  std::vector<std::vector<FeatureCode>> Rows;
  for (uint64_t S = 0; S != 60; ++S) {
    SyntheticRegion Region(S % 10);
    Rows.push_back(codesOf(Region, randomDesign(S)));
  }
  ConcordeModel Model;
  *Model.Scaling = fitScaling(layoutTransforms(), Rows.size(), [&](size_t R) {
    return llvm::ArrayRef<FeatureCode>(Rows[R]);
  });
  *Model.Net = Network({NumFeatures, 256, 128});
  Model.Net->initialize(1);
  roundWeights(*Model.Net);
  // Designs differ by factors, not by magnitudes.
  for (size_t I = Model.Net->weights3(); I != Model.Net->bias1(); ++I)
    Model.Net->parameters()[I] *= 0.3f;
  Model.Source = "synthetic";
  Model.DataSetIdentity = 0x123456789abcdef0;
  Model.Samples = 60;
  Model.Errors = ErrorCalibration({0.05f, 0.01f, 0.03f});
  Model.DistanceLimit = 2.5f;
  return Model;
}

} // namespace rafter::concorde

#endif // RAFTER_UNITTESTS_CONCORDE_SYNTHETICREGION_H
