//===- AnalyzeProgram.cpp - What a program is bound by --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/AnalyzeProgram.h"
#include "ProgramParts.h"
#include "rafter/Simulation/PartSimulation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <cmath>

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;

/// Parts below this share of the cycles are not ranked.
static constexpr double LeastShare = 0.01;
/// Windows on which resources are removed: about two million instructions.
static constexpr size_t GainWindows = 192;

namespace {

class ProgramAnalysis {
public:
  ProgramAnalysis(const SampledProgram &Program, const Processor &CPU,
                  const TargetModel &Model)
      : Program(Program), CPU(CPU), Source(Program, Model),
        Parts(findParts(Program, Source)) {}

  Expected<ProgramFinding> run();

private:
  Error addThread(unsigned Number);
  Error addGains(unsigned Number);
  std::vector<PartSample> samples(ArrayRef<ProgramWindow> Windows,
                                  const PartTimes &Times) const;
  PartOptions partOptions() const {
    PartOptions Options;
    Options.PartOf = Parts.PartOf;
    Options.HasRunUp = true;
    return Options;
  }
  void rank();

  const SampledProgram &Program;
  const Processor &CPU;
  SampledSource Source;
  ProgramParts Parts;
  ProgramFinding Result;
};

} // namespace

/// Instructions and cycles of each part in each window, without run-ups.
std::vector<PartSample>
ProgramAnalysis::samples(ArrayRef<ProgramWindow> Windows,
                         const PartTimes &Times) const {
  std::vector<PartSample> Samples;
  std::vector<double> Instructions(Parts.Parts.size());
  size_t Next = 0;
  for (auto [Number, W] : llvm::enumerate(Windows)) {
    for (uint32_t V : ArrayRef(W.Variants).drop_front(Source.firstMeasured(W)))
      for (ProgramParts::Share S : Parts.OfVariant[V])
        Instructions[S.Part] += S.Instructions;
    for (; Next != Times.Entries.size() && Times.Entries[Next].Region == Number;
         ++Next) {
      uint32_t Part = Times.Entries[Next].Part;
      Samples.push_back({uint32_t(Number), Part,
                         std::exchange(Instructions[Part], 0),
                         Times.cycles(Next)});
    }
  }
  return Samples;
}

Error ProgramAnalysis::addThread(unsigned Number) {
  const SampledThread &T = Program.Threads[Number];
  if (T.Windows.empty())
    return Error::success();
  SampledSource::Selection All = {Number, {}, /*MarksRunUp=*/true};
  llvm::append_range(All.Windows, llvm::seq(T.Windows.size()));
  PartSimulation Simulation(Source.table(), CPU, Source.source(All),
                            partOptions());
  Expected<PartTimes> Times = Simulation.predict();
  if (!Times)
    return Times.takeError();
  std::vector<PartSample> Samples = samples(T.Windows, *Times);
  double Covered = double(T.Windows.size() * Program.Sampling.Instructions) /
                   double(T.Instructions);
  ProgramEstimate E =
      estimateProgram(Parts.countedIn(T), Samples, T.Windows.size(), Covered);
  auto add = [](Estimate &To, const Estimate &From) {
    To.Value += From.Value;
    To.HalfWidth = std::hypot(To.HalfWidth, From.HalfWidth);
  };
  add(Result.Cycles, E.Cycles);
  for (auto [P, Of] : llvm::zip(Parts.Parts, E.Parts))
    add(P.Cycles, Of);
  for (const PartSample &S : Samples)
    ++Parts.Parts[S.Part].Windows;
  Result.Windows += T.Windows.size();
  return Error::success();
}

/// What each part would gain without each resource, on some of the windows.
Error ProgramAnalysis::addGains(unsigned Number) {
  const SampledThread &T = Program.Threads[Number];
  SampledSource::Selection Some = {Number, {}, /*MarksRunUp=*/true};
  size_t Step = std::max<size_t>(1, T.Windows.size() / GainWindows);
  for (size_t I = Step / 2; I < T.Windows.size(); I += Step)
    Some.Windows.push_back(I);
  PartSimulation Simulation(Source.table(), CPU, Source.source(Some),
                            partOptions());
  if (Expected<PartTimes> Base = Simulation.predict(); !Base)
    return Base.takeError();
  const std::vector<Limit> &Limits = Simulation.candidates();
  std::vector<std::vector<unsigned>> Sets;
  for (unsigned I = 0; I != Limits.size(); ++I)
    Sets.push_back({I});
  Expected<PartTimes> Times = Simulation.without(Sets);
  if (!Times)
    return Times.takeError();
  std::vector<std::vector<double>> Sums(Parts.Parts.size(),
                                        std::vector<double>(Times->Machines));
  for (size_t E = 0; E != Times->Entries.size(); ++E)
    for (unsigned M = 0; M != Times->Machines; ++M)
      Sums[Times->Entries[E].Part][M] += Times->cycles(E, M);
  for (auto [P, Sum] : llvm::zip(Parts.Parts, Sums)) {
    if (Sum[0] <= 0)
      continue;
    double Scale = P.Cycles.Value / Sum[0];
    for (unsigned I = 0; I != Limits.size(); ++I)
      if (Sum[I + 1] * 1.005 < Sum[0])
        P.Gains.push_back({{Limits[I]}, Sum[I + 1] * Scale});
    llvm::stable_sort(P.Gains, [](const auto &A, const auto &B) {
      return A.Cycles < B.Cycles;
    });
  }
  return Error::success();
}

/// Fills in what depends on all parts.
void ProgramAnalysis::rank() {
  for (ProgramPart &P : Parts.Parts) {
    for (ProgramPart *At = &P;; At = &Parts.Parts[At->Parent]) {
      At->NestCycles += P.Cycles.Value;
      if (At->Parent == ProgramPart::None)
        break;
    }
  }
  for (size_t I = 0; I != Parts.Parts.size(); ++I)
    if (Parts.Parts[I].Cycles.Value >= LeastShare * Result.Cycles.Value)
      Result.Ranked.push_back(I);
  llvm::stable_sort(Result.Ranked, [&](size_t A, size_t B) {
    return Parts.Parts[A].Cycles.Value > Parts.Parts[B].Cycles.Value;
  });
}

Expected<ProgramFinding> ProgramAnalysis::run() {
  unsigned Most = 0;
  for (unsigned I = 0; I != Program.Threads.size(); ++I) {
    if (Error E = addThread(I))
      return E;
    if (Program.Threads[I].Instructions > Program.Threads[Most].Instructions)
      Most = I;
    Result.Instructions += Program.Threads[I].Instructions;
  }
  if (Error E = addGains(Most))
    return E;
  rank();
  Result.Outcome = Program.Run.Outcome.Description;
  Result.CPU = CPU.Name;
  Result.Threads = Program.Threads.size();
  Result.WindowInstructions = Program.Sampling.Instructions;
  Result.Remarks = Program.Run.Remarks;
  Result.Parts = std::move(Parts.Parts);
  return std::move(Result);
}

Expected<ProgramFinding> rafter::analyzeProgram(const SampledProgram &Program,
                                                const Processor &CPU) {
  auto Model = TargetModel::create(Program.Program->triple(), CPU);
  if (!Model)
    return Model.takeError();
  if (llvm::all_of(Program.Threads,
                   [](const SampledThread &T) { return T.Windows.empty(); }))
    return llvm::createStringError(
        "the program ended before the first window: " +
        Program.Run.Outcome.Description);
  return ProgramAnalysis(Program, CPU, **Model).run();
}
