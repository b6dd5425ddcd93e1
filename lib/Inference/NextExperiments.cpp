//===- NextExperiments.cpp - What to measure next -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Query by committee (H. S. Seung, M. Opper, H. Sompolinsky, COLT 1992): the
// members learn from bootstrap samples of the measurements, and a mix on which
// they disagree most tells most.
//
//===----------------------------------------------------------------------===//

#include "rafter/Inference/LearnMapping.h"
#include "rafter/Support/RandomNumbers.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace rafter;

/// Members of the committee, and mixes drawn for each that is asked for.
static constexpr unsigned Members = 4;
static constexpr unsigned DrawnForEach = 40;
static constexpr unsigned MostForms = 5;

namespace {

struct Candidate {
  std::vector<uint32_t> Forms;
  /// Greatest less smallest prediction, relative to their mean.
  double Difference = 0;
};

} // namespace

static double difference(llvm::ArrayRef<MixThroughput> Committee,
                         llvm::ArrayRef<uint32_t> Forms) {
  double Least = HUGE_VAL, Most = 0, Sum = 0;
  for (const MixThroughput &Member : Committee) {
    double C = Member.cycles(Forms);
    Least = std::min(Least, C);
    Most = std::max(Most, C);
    Sum += C / Committee.size();
  }
  return (Most - Least) / Sum;
}

/// Forms of A that B has, too.
static size_t common(llvm::ArrayRef<uint32_t> A, llvm::ArrayRef<uint32_t> B) {
  return llvm::count_if(A,
                        [&](uint32_t F) { return llvm::is_contained(B, F); });
}

std::vector<std::vector<uint32_t>> rafter::nextExperiments(
    const MeasuredMixes &Mixes, const ResourceMapping &Prior, unsigned Count,
    const LearningOptions &Options, LearningProgress Progress) {
  RandomNumbers Random(Options.Seed, 2);
  std::vector<MixThroughput> Committee;
  for (unsigned M = 0; M < Members; ++M) {
    std::vector<uint32_t> Use(Mixes.Mixes.size());
    for (uint32_t &Mix : Use)
      Mix = Random.below(Mixes.Mixes.size());
    auto Within = [&](size_t Done, size_t Of) {
      Progress(M * Of + Done, Members * Of);
    };
    Committee.emplace_back(
        learnMapping(Mixes, Prior, Use, Options, Within).Mapping);
  }

  std::vector<Candidate> Drawn(size_t(Count) * DrawnForEach);
  for (Candidate &C : Drawn) {
    C.Forms.resize(1 + Random.below(MostForms));
    for (uint32_t &Form : C.Forms)
      Form = Random.below(Prior.Forms.size());
    llvm::sort(C.Forms);
    C.Difference = difference(Committee, C.Forms);
  }
  llvm::stable_sort(Drawn, [](const Candidate &A, const Candidate &B) {
    return A.Difference > B.Difference;
  });
  std::vector<std::vector<uint32_t>> Chosen;
  for (const Candidate &C : Drawn) {
    if (Chosen.size() == Count)
      break;
    if (llvm::all_of(Chosen, [&](const std::vector<uint32_t> &Other) {
          return 2 * common(C.Forms, Other) <= C.Forms.size();
        }))
      Chosen.push_back(C.Forms);
  }
  return Chosen;
}
