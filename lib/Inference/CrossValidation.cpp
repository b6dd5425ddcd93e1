//===- CrossValidation.cpp - Errors on mixes that were not learned from ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/LearnMapping.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace rafter;
using llvm::ArrayRef;

namespace {

/// Collects the errors of one way to predict.
class ErrorCollector {
public:
  void add(double Error) {
    ++Summary.Mixes;
    Summary.Mean += Error;
    Summary.OverTenth += Error > 0.1;
    Summary.OverThird += Error > 0.3;
  }
  MixErrors result() const {
    MixErrors S = Summary;
    double Count = std::max<size_t>(S.Mixes, 1);
    S.Mean /= Count;
    S.OverTenth /= Count;
    S.OverThird /= Count;
    return S;
  }

private:
  MixErrors Summary;
};

/// The numbers below Count in random order, the I-th of them in fold I modulo
/// Folds.
std::vector<unsigned> drawFolds(size_t Count, unsigned Folds,
                                RandomNumbers &Random) {
  std::vector<size_t> Order(Count);
  std::iota(Order.begin(), Order.end(), 0);
  Random.shuffle(Order);
  std::vector<unsigned> Fold(Count);
  for (size_t I = 0; I < Count; ++I)
    Fold[Order[I]] = I % Folds;
  return Fold;
}

/// The constant with the least mean relative error: the median, each
/// measurement weighted by one over itself.
double bestConstant(const MeasuredMixes &Mixes, ArrayRef<uint32_t> Use) {
  std::vector<double> Cycles;
  double Sum = 0;
  for (uint32_t Mix : Use) {
    Cycles.push_back(Mixes.Mixes[Mix].Cycles);
    Sum += 1 / Cycles.back();
  }
  llvm::sort(Cycles);
  double Before = 0;
  for (double C : Cycles)
    if ((Before += 1 / C) >= Sum / 2)
      return C;
  return 1;
}

} // namespace

CrossValidation rafter::crossValidate(const MeasuredMixes &Mixes,
                                      const ResourceMapping &Prior,
                                      unsigned Folds,
                                      const LearningOptions &Options,
                                      LearningProgress Progress) {
  RandomNumbers Random(Options.Seed, 1);
  std::vector<unsigned> FoldOfMix =
      drawFolds(Mixes.Mixes.size(), Folds, Random);
  std::vector<unsigned> FoldOfForm =
      drawFolds(Mixes.Forms.size(), Folds, Random);
  bool HasMixes = llvm::any_of(
      Mixes.Mixes, [](const MeasuredMix &M) { return M.Forms.size() > 1; });
  auto IsJudged = [&](const MeasuredMix &M) {
    return M.Forms.size() > 1 || !HasMixes;
  };
  auto HoldsFormOf = [&](const MeasuredMix &M, unsigned Fold) {
    return llvm::any_of(
        M.Forms, [&](uint32_t Form) { return FoldOfForm[Form] == Fold; });
  };

  MixThroughput Start(Prior);
  ErrorCollector Constant, AsPrior, ByMixes, ByForms;
  for (unsigned Fold = 0; Fold < Folds; ++Fold) {
    std::vector<uint32_t> Learn, LearnForms, Judge, JudgeForms;
    for (uint32_t I = 0; I < Mixes.Mixes.size(); ++I) {
      const MeasuredMix &M = Mixes.Mixes[I];
      (IsJudged(M) && FoldOfMix[I] == Fold ? Judge : Learn).push_back(I);
      if (!HoldsFormOf(M, Fold))
        LearnForms.push_back(I);
      else if (IsJudged(M))
        JudgeForms.push_back(I);
    }
    auto Within = [&](unsigned Part) {
      return [&, Part](size_t Done, size_t Of) {
        Progress((2 * Fold + Part) * Of + Done, 2 * Folds * Of);
      };
    };
    std::vector<uint32_t> Alike = Learn;
    llvm::erase_if(Alike,
                   [&](uint32_t I) { return !IsJudged(Mixes.Mixes[I]); });
    double C = bestConstant(Mixes, Alike);
    MixThroughput Learned(
        learnMapping(Mixes, Prior, Learn, Options, Within(0)).Mapping);
    for (uint32_t I : Judge) {
      const MeasuredMix &M = Mixes.Mixes[I];
      Constant.add(relativeError(C, M.Cycles));
      AsPrior.add(relativeError(Start.cycles(M.Forms), M.Cycles));
      ByMixes.add(relativeError(Learned.cycles(M.Forms), M.Cycles));
    }
    MixThroughput OfOthers(
        learnMapping(Mixes, Prior, LearnForms, Options, Within(1)).Mapping);
    for (uint32_t I : JudgeForms) {
      const MeasuredMix &M = Mixes.Mixes[I];
      ByForms.add(relativeError(OfOthers.cycles(M.Forms), M.Cycles));
    }
  }
  return {Folds, Constant.result(), AsPrior.result(), ByMixes.result(),
          ByForms.result()};
}

Judgement rafter::judgeMapping(const LearnedMapping &Learned,
                               ArrayRef<MeasuredMix> KeptAway) {
  MeasuredMixes Kept;
  Kept.Mixes = KeptAway.vec();
  std::vector<uint32_t> All(KeptAway.size());
  std::iota(All.begin(), All.end(), 0);
  double Best = bestConstant(Kept, All);
  MixThroughput Before(Learned.Prior), After(Learned.Mapping);
  ErrorCollector Constant, Prior, Now;
  for (const MeasuredMix &Mix : KeptAway) {
    Constant.add(relativeError(Best, Mix.Cycles));
    Prior.add(relativeError(Before.cycles(Mix.Forms), Mix.Cycles));
    Now.add(relativeError(After.cycles(Mix.Forms), Mix.Cycles));
  }
  return {Constant.result(), Prior.result(), Now.result()};
}
