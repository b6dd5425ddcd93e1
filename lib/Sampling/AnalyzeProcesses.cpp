//===- AnalyzeProcesses.cpp - A program and what it started ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/AnalyzeProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace rafter;
using llvm::Expected;

/// For a process, however small its share.
static constexpr double LeastSeconds = 2;

/// Beside the program.
static constexpr size_t MostExplained = 16;

static std::string programOf(const StartedProcess &P) {
  return P.Command.empty() ? std::string("?")
                           : llvm::sys::path::filename(P.Command.front()).str();
}

/// Which of them are explained: those with LeastOfAll, and of a program whose
/// others have as much together the largest; of these the largest.
static std::vector<const StartedProcess *>
choose(llvm::ArrayRef<StartedProcess> Started, double All) {
  double Least = StartedProcess::LeastOfAll * All;
  std::map<std::string, double> Small;
  std::map<std::string, const StartedProcess *> Largest;
  std::vector<const StartedProcess *> Chosen;
  for (const StartedProcess &P : Started) {
    if (double(P.Instructions) >= Least && P.Sampled) {
      Chosen.push_back(&P);
      continue;
    }
    Small[programOf(P)] += double(P.Instructions);
    const StartedProcess *&L = Largest[programOf(P)];
    if (P.Sampled && (!L || L->Instructions < P.Instructions))
      L = &P;
  }
  for (const auto &[Name, Instructions] : Small)
    if (Instructions >= Least && Largest[Name])
      Chosen.push_back(Largest[Name]);
  llvm::stable_sort(Chosen, [](const auto *A, const auto *B) {
    return A->Instructions > B->Instructions;
  });
  Chosen.resize(std::min(Chosen.size(), MostExplained));
  return Chosen;
}

Expected<ProcessesFinding> rafter::analyzeProcesses(
    const SampledProgram &Program, std::vector<std::string> Command,
    llvm::ArrayRef<StartedProcess> Started, const Processor &CPU,
    const ProgramAnalysisOptions &Options) {
  ProcessesFinding Result;
  Result.CPU = CPU.Name;
  Result.Count = 1 + Started.size();
  Result.Instructions = Program.Run.Instructions;
  for (const StartedProcess &P : Started)
    Result.Instructions += P.Instructions;
  double All = double(Result.Instructions);
  auto analyze = [&](const SampledProgram &P) {
    ProgramAnalysisOptions Own = Options;
    Own.Seconds = std::max(LeastSeconds,
                           Options.Seconds * double(P.Run.Instructions) / All);
    return analyzeProgram(P, CPU, Own);
  };
  Expected<ProgramFinding> First = analyze(Program);
  if (!First)
    return First.takeError();
  First->Command = std::move(Command);
  std::vector<const StartedProcess *> Chosen = choose(Started, All);
  for (const StartedProcess *P : Chosen) {
    Expected<ProgramFinding> Found = analyze(*P->Sampled);
    if (!Found)
      return Found.takeError();
    Found->Command = P->Command;
    Result.Explained.push_back(std::move(*Found));
  }
  Result.Explained.push_back(std::move(*First));
  llvm::stable_sort(Result.Explained,
                    [](const ProgramFinding &A, const ProgramFinding &B) {
                      return A.Cycles.Value > B.Cycles.Value;
                    });
  double Explained = 0;
  for (const ProgramFinding &P : Result.Explained) {
    Result.Cycles.Value += P.Cycles.Value;
    Result.Cycles.HalfWidth =
        std::hypot(Result.Cycles.HalfWidth, P.Cycles.HalfWidth);
    Explained += double(P.Instructions);
  }
  double PerInstruction = Result.Cycles.Value / Explained;
  std::map<std::string, ProcessesFinding::Group> Others;
  for (const StartedProcess &P : Started) {
    if (llvm::is_contained(Chosen, &P))
      continue;
    auto &O = Others[programOf(P)];
    O.Program = programOf(P);
    ++O.Count;
    O.Instructions += P.Instructions;
    O.Cycles += double(P.Instructions) * PerInstruction;
  }
  for (auto &[Name, O] : Others) {
    Result.Cycles.Value += O.Cycles;
    Result.Others.push_back(std::move(O));
  }
  llvm::stable_sort(Result.Others, [](const auto &A, const auto &B) {
    return A.Instructions > B.Instructions;
  });
  for (ProgramFinding &P : Result.Explained)
    P.CyclesOfAll = Result.Cycles.Value;
  return Result;
}
