//===- SteadyLoop.cpp - One machine loop, simulated -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteadyLoop.h"
#include <limits>

using namespace rafter;
using llvm::Expected;

/// CPU where each miss of the levels before Level ends there: what is beyond is
/// as near, and limits nothing.
static Processor withDataIn(Processor CPU, DataLevel Level) {
  double Latency = CPU.Memory[static_cast<unsigned>(Level)].Latency;
  for (unsigned Beyond = static_cast<unsigned>(Level) + 1;
       Beyond < NumMemoryLevels; ++Beyond) {
    CPU.Memory[Beyond].Latency = Latency;
    CPU.Memory[Beyond].Bandwidth = Unlimited;
  }
  return CPU;
}

/// L with an end so far off that no line is seen a second time for having begun
/// again.
static MachineLoop withoutReuse(MachineLoop L) {
  L.Body.TripCounts.assign(1, std::numeric_limits<uint32_t>::max());
  return L;
}

SteadyLoop::SteadyLoop(const MachineLoop &Given, const Processor &OnCPU,
                       DataLevel Level)
    : Far(Level == DataLevel::L1
              ? nullptr
              : new Elsewhere{withoutReuse(Given), withDataIn(OnCPU, Level)}),
      Loop(Far ? Far->Loop : Given), CPU(Far ? Far->CPU : OnCPU), InL1(!Far) {
  LoopStreamOptions Chosen;
  Chosen.Iterations = steadyIterations(CPU, Loop.Body.Path.size());
  Source = repeat(Loop.Body, Loop.Table, Chosen);
}

Expected<Prediction> SteadyLoop::time() const {
  SimulationOptions Options;
  Options.PerfectMemory = InL1;
  Options.PerfectBranches = true;
  return predict(Loop.Table, CPU, Source, Options);
}

Expected<double> SteadyLoop::timeWithout(llvm::ArrayRef<Limit> Removed) const {
  SimulationOptions Options;
  Options.PerfectMemory = InL1;
  Options.PerfectBranches = true;
  return rafter::timeWithout(Removed, Loop.Table, CPU, Source, Options);
}

Expected<Sensitivity> SteadyLoop::sensitivity() const {
  SensitivityOptions Options;
  Options.PerfectMemory = InL1;
  Options.PerfectBranches = true;
  Options.Factors.clear();
  Options.RankingFactor = Unlimited;
  // The limit and the next one. In a short loop the whole front end, the
  // branch's ports and the counter may all take the same cycle.
  Options.LargestSet = 6;
  Options.MostSets = 1;
  Options.MostSteps = 2;
  return analyzeSensitivity(Loop.Table, CPU, Source, Options);
}

Expected<Causality> SteadyLoop::causality() const {
  CausalityOptions Options;
  Options.PerfectMemory = InL1;
  Options.PerfectBranches = true;
  return analyzeCausality(Loop.Table, CPU, Source, Options);
}

namespace {

/// What the path consists of.
struct Mix {
  unsigned All = 0;
  unsigned Integer = 0;
  unsigned Shuffles = 0;
  unsigned FloatAdds = 0;
  unsigned FloatMultiplies = 0;
  unsigned FusedMultiplyAdds = 0;
  unsigned WidestFloat = 0;
  unsigned WidestAccess = 0;
};

} // namespace

static Mix mixOf(const MachineLoop &Loop) {
  Mix M;
  for (ExecutedInstruction E : Loop.Body.Path) {
    const StaticInstruction &I = Loop.Table.Instructions[E & ~TakenBit];
    ++M.All;
    M.Integer += I.Class == InstructionClass::IntegerALU ||
                 I.Class == InstructionClass::IntegerMultiply;
    M.Shuffles += I.Class == InstructionClass::Shuffle;
    M.FloatAdds += I.Class == InstructionClass::FloatAdd;
    M.FloatMultiplies += I.Class == InstructionClass::FloatMultiply;
    M.FusedMultiplyAdds += I.Class == InstructionClass::FloatFusedMultiplyAdd;
    if (isCompute(I.Kind))
      M.WidestFloat =
          std::max(M.WidestFloat, unsigned(I.ElementBytes) * I.Elements);
    for (const MemoryOperand &Operand : Loop.Table.memory(I))
      M.WidestAccess = std::max(M.WidestAccess, Operand.Bytes);
  }
  return M;
}

/// A third of the instructions are more than a counter and an address each.
static constexpr unsigned LeastIntegerShare = 3;
static constexpr unsigned LeastShuffleShare = 5;
/// Of the narrowest vector registers.
static constexpr unsigned LeastVectorBytes = 16;

std::vector<LoopDifference>
SteadyLoop::differences(const LoopRemark &R, const SourceLoop *Before) const {
  std::vector<LoopDifference> Found;
  Mix M = mixOf(Loop);
  auto note = [&](bool Holds, LoopDifference D) {
    if (Holds)
      Found.push_back(D);
  };
  unsigned Element = Before ? Before->ElementBytes : 0;
  unsigned Width = Element ? M.WidestFloat : M.WidestAccess;
  if (Before && Element == 0)
    for (const SourceAccess &A : Before->Accesses)
      Element = std::max(Element, A.Bytes);
  if (Element != 0 && Width != 0 && CPU.SimdBytes > Element) {
    // Integer registers hold several bytes, characters or pointers: only wider
    // accesses are those of vectors.
    bool Vectors =
        Before->ElementBytes != 0 ? Width > Element : Width >= LeastVectorBytes;
    note(!Vectors, LoopDifference::NotVectorized);
    note(Vectors && Width < CPU.SimdBytes, LoopDifference::NarrowVectors);
  }
  note(R.Spills > 0, LoopDifference::Spills);
  note(Element != 0 && M.Integer * LeastIntegerShare >= M.All,
       LoopDifference::AddressArithmetic);
  bool HasPairs =
      Before && (Before->Fusible != 0 ||
                 Before->Operations[unsigned(ComputeKind::FusedMultiplyAdd)]);
  note(HasPairs && CPU.HasFusedMultiplyAdd && M.FusedMultiplyAdds == 0 &&
           M.FloatAdds != 0 && M.FloatMultiplies != 0,
       LoopDifference::FusionLost);
  note(M.Shuffles * LeastShuffleShare >= M.All && M.Shuffles != 0,
       LoopDifference::Shuffles);
  note(!Loop.Calls.empty() || Loop.MayCall, LoopDifference::Calls);
  return Found;
}
