//===- AnalyzeCalls.cpp - Who called what, and when -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallFollower.h"
#include "ProgramAnalysis.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace rafter;
using llvm::ArrayRef;
using llvm::StringRef;

static constexpr unsigned NumPhases = 10;
static constexpr size_t PartsOfPhase = 3;

/// The innermost call from another file than the part's.
size_t ProgramAnalysis::callerOf(size_t Part, ArrayRef<uint32_t> Calls) const {
  for (uint32_t Call : llvm::reverse(Calls)) {
    size_t Caller = Parts.PartOfCall[Call];
    if (Caller != ProgramPart::None &&
        Parts.Parts[Caller].File != Parts.Parts[Part].File)
      return Caller;
  }
  return ProgramPart::None;
}

/// The one that has most of the cycles of each part, the first of equal ones.
void ProgramAnalysis::nameCallers() {
  std::vector<double> Most(Parts.Parts.size()), All(Most.size());
  for (auto [Pair, Cycles] : CyclesByCaller) {
    auto [Part, Caller] = Pair;
    All[Part] += Cycles;
    if (Cycles > Most[Part]) {
      Most[Part] = Cycles;
      Parts.Parts[Part].Caller = Caller;
    }
  }
  for (auto [I, P] : llvm::enumerate(Parts.Parts))
    if (P.Caller != ProgramPart::None)
      P.CallerShare = Most[I] / All[I];
}

/// Adds to each part what passes in it and in all that it has called: windows
/// know the calls that led to them, and go on from there. Cycles are weighted
/// so that those of each part add up to its estimate.
void ProgramAnalysis::addCallers(const SampledThread &T,
                                 ArrayRef<PartSample> Samples,
                                 ArrayRef<Estimate> Estimates) {
  std::vector<double> Sums(Parts.Parts.size()), Weight(Sums.size()),
      Seen(Sums.size()), PerInstruction(Sums.size());
  std::vector<uint64_t> LastSeen(Sums.size());
  uint64_t Stamp = 0;
  for (auto [W, E] : llvm::zip(Weight, Estimates))
    W = E.Value;
  for (const PartSample &S : Samples) {
    if (S.Window == StartWindow)
      Weight[S.Part] -= S.Cycles;
    else
      Seen[S.Part] += S.Cycles;
  }
  for (auto [W, Of] : llvm::zip(Weight, Seen))
    W = Of > 0 ? W / Of : 0;
  auto addTo = [&](size_t Part, double Amount) {
    for (; Part != ProgramPart::None && LastSeen[Part] != Stamp;
         Part = Parts.Parts[Part].Parent) {
      LastSeen[Part] = Stamp;
      Sums[Part] += Amount;
    }
  };
  llvm::BitVector IsOfLibrary(Sums.size());
  StringRef Own = llvm::sys::path::filename(Program.Program->path());
  for (auto [I, P] : llvm::enumerate(Parts.Parts))
    IsOfLibrary[I] = P.File != Own;
  for (size_t I = 0; I != Samples.size();) {
    size_t Window = Samples[I].Window;
    std::fill(PerInstruction.begin(), PerInstruction.end(), 0);
    for (; I != Samples.size() && Samples[I].Window == Window; ++I) {
      const PartSample &S = Samples[I];
      if (S.Instructions > 0)
        PerInstruction[S.Part] = S.Cycles / S.Instructions *
                                 (Window == StartWindow ? 1 : Weight[S.Part]);
    }
    const ProgramWindow &W =
        Window == StartWindow ? T.Start : T.Windows[Window];
    CallFollower Calls(Source.code(), W.Calls);
    size_t Measured = W.Variants.size() - measured(T, Window).size();
    for (auto [At, V] : llvm::enumerate(W.Variants)) {
      Calls.execute(Program.Variants[V].Block);
      if (At < Measured)
        continue;
      for (ProgramParts::Share S : Parts.OfVariant[V]) {
        double Amount = S.Instructions * PerInstruction[S.Part];
        if (Amount <= 0)
          continue;
        ++Stamp;
        addTo(S.Part, Amount);
        if (IsOfLibrary[S.Part])
          if (size_t Caller = callerOf(S.Part, Calls.stack());
              Caller != ProgramPart::None)
            CyclesByCaller[{S.Part, Caller}] += Amount;
        for (uint32_t Call : Calls.stack())
          addTo(Parts.PartOfCall[Call], Amount);
      }
    }
  }
  for (auto [P, Sum] : llvm::zip(Parts.Parts, Sums))
    P.InclusiveCycles += Sum;
}

/// What was seen is of the phase that it began in; the beginning, which is not
/// cut, is of all that it reaches into.
void ProgramAnalysis::addPhases(const SampledThread &T,
                                ArrayRef<PartSample> Samples,
                                ArrayRef<PartSample> Start) {
  Result.Phases.assign(NumPhases, {});
  double Length = double(T.Instructions) / NumPhases;
  for (unsigned Phase = 0; Phase != NumPhases; ++Phase) {
    std::map<size_t, double> Cycles;
    double Instructions = 0, All = 0;
    auto add = [&](const PartSample &S, double Weight) {
      Cycles[S.Part] += S.Cycles * Weight;
      All += S.Cycles * Weight;
      Instructions += S.Instructions * Weight;
    };
    double Reach = double(T.StartInstructions) - Phase * Length;
    if (double Share = std::min(Reach, Length) / double(T.StartInstructions);
        Share > 0)
      for (const PartSample &S : Start)
        add(S, Share);
    for (const PartSample &S : Samples)
      if (T.Windows[S.Window].Begin * NumPhases / T.Instructions == Phase)
        add(S, double(T.Distance) / double(Program.Sampling.Instructions));
    ProgramPhase &P = Result.Phases[Phase];
    if (Instructions <= 0)
      continue;
    P.CyclesPerInstruction = All / Instructions;
    for (auto [Part, Sum] : Cycles)
      P.Parts.emplace_back(Part, Sum / All);
    llvm::stable_sort(P.Parts, [](const auto &A, const auto &B) {
      return A.second > B.second;
    });
    P.Parts.resize(std::min<size_t>(P.Parts.size(), PartsOfPhase));
  }
}
