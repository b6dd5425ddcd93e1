//===- ExplainMethods.cpp - What methods say of a program's windows -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExplainMethods.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/Sampling/SampledSource.h"
#include "rafter/Stream/RegionalSource.h"
#include "rafter/Stream/Vocabularies.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// As many as methods get, at equal distances: Concorde takes half a second for
/// the attribution of each.
static constexpr size_t MostWindows = 32;

/// The thread that has most instructions, and windows of it; its beginning, if
/// that is all there is.
static SampledSource::Selection choose(const SampledProgram &Program) {
  SampledSource::Selection Chosen;
  auto Most = llvm::max_element(
      Program.Threads, [](const SampledThread &A, const SampledThread &B) {
        return A.Instructions < B.Instructions;
      });
  Chosen.Thread = unsigned(Most - Program.Threads.begin());
  size_t All = Most->Windows.size(), Count = std::min(All, MostWindows);
  for (size_t I = 0; I != Count; ++I)
    Chosen.Windows.push_back((2 * I + 1) * All / (2 * Count));
  Chosen.WithStart = All == 0;
  return Chosen;
}

static void addOrigin(const SampledProgram &Program,
                      const SampledSource::Selection &Chosen, Origin &From) {
  const SampledThread &T = Program.Threads[Chosen.Thread];
  From.How = Mode::Modelled;
  From.Run = Program.Run.Outcome;
  for (const std::string &R : Program.Run.Remarks)
    From.assume(R);
  if (Program.Threads.size() > 1)
    From.assume("of " + std::to_string(Program.Threads.size()) +
                " threads the one that executes most");
  if (Chosen.WithStart) {
    From.assume("the program is short: all of it");
    return;
  }
  From.WarmCache = true;
  const WindowSampling &S = Program.Sampling;
  From.assume(
      std::to_string(Chosen.Windows.size()) + " windows of " +
      std::to_string(S.Instructions) + " instructions of " +
      std::to_string(T.Instructions) +
      ", at equal distances, each behind the state that the program is in "
      "there; but for Concorde the " +
      std::to_string(S.RunUp) +
      " instructions before each, which fill the pipeline, count as well");
}

Expected<Report> rafter::askMethods(const SampledProgram &Program,
                                    llvm::StringRef Name, const Processor &CPU,
                                    const MethodSet &Asked,
                                    llvm::function_ref<bool(double)> GoesOn) {
  auto Model = modelOfSamples(Program, CPU);
  if (!Model)
    return Model.takeError();
  SampledSource Windows(Program, **Model);
  SampledSource::Selection Chosen = choose(Program);
  RegisterNaming Registers(**Model);
  RegionalSource S;
  S.From.Name = Name.str();
  addOrigin(Program, Chosen, S.From);
  S.Instructions.emplace();
  S.Instructions->Table = &Windows.table();
  S.Instructions->IsPlaced = true;
  S.Instructions->Play = Windows.source(Chosen);
  addOperations(S);
  addCracked(S, Registers);
  S.Regions = [&](llvm::function_ref<Error(TraceRegion)> Take) {
    return Windows.cut(Chosen, Registers, Take);
  };
  Report Result;
  Result.Input = Name.str();
  Result.CPU = CPU;
  RegionReport Region;
  MethodTable Table;
  size_t Done = 0;
  for (unsigned Method : Asked.set_bits()) {
    if (!GoesOn(double(Done++) / double(Asked.count())))
      break;
    MethodSet One = Table.none();
    One.set(Method);
    Expected<RegionReport> Found = Table.run(One, S, CPU);
    if (!Found)
      return Found.takeError();
    for (std::shared_ptr<const Finding> &F : Found->Findings)
      Region.add(std::move(F));
  }
  static_cast<Origin &>(Region) = S.From;
  llvm::append_range(Region.Assumptions, (*Model)->remarks());
  Result.Regions.push_back(std::move(Region));
  return Result;
}
