//===- SimulationMethods.cpp - Sensitivity and causality of machine code --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Method/Method.h"
#include "rafter/Simulation/Analyze.h"
#include "rafter/Simulation/MachineFindings.h"

using namespace rafter;
using llvm::Expected;

namespace {

/// A method of the resource simulation. Options says what it takes beside the
/// assumptions of the stream, Analyze what it does.
template <typename Options, auto Analyze>
class SimulationMethod final : public Method {
public:
  SimulationMethod(llvm::StringRef Name, llvm::StringRef Description,
                   Options Chosen)
      : Name(Name), Description(Description), Chosen(std::move(Chosen)) {}

  llvm::StringRef name() const override { return Name; }
  llvm::StringRef description() const override { return Description; }
  Vocabulary wants() const override { return Vocabulary::Instructions; }

  Expected<std::shared_ptr<const Finding>>
  run(Source &S, const Processor &CPU) const override {
    InstructionStream &Stream = *S.Instructions;
    Options Assumed = Chosen;
    Assumed.PerfectMemory |= Stream.PerfectMemory;
    Assumed.PerfectBranches |= Stream.PerfectBranches;
    Assumed.IsPlaced |= Stream.IsPlaced;
    Assumed.IterationsAtOnce = Stream.IterationsAtOnce;
    Assumed.IterationsAreCalls = Stream.IterationsAreCalls;
    auto Result = Analyze(*Stream.Table, Stream.CPU ? *Stream.CPU : CPU,
                          Stream.Play, Assumed, &Stream.Kept);
    if (!Result)
      return Result.takeError();
    return makeFinding(std::move(*Result));
  }

private:
  llvm::StringRef Name, Description;
  Options Chosen;
};

} // namespace

namespace rafter {

std::unique_ptr<Method> sensitivityMethod(const MethodOptions &Options) {
  return std::make_unique<
      SimulationMethod<SensitivityOptions, analyzeSensitivity>>(
      "sensitivity", "what each resource would bring if it were faster",
      Options.get<SensitivityOptions>());
}

std::unique_ptr<Method> causalityMethod(const MethodOptions &Options) {
  return std::make_unique<SimulationMethod<CausalityOptions, analyzeCausality>>(
      "causality", "cycles by instruction, source line and resource",
      Options.get<CausalityOptions>());
}

} // namespace rafter
