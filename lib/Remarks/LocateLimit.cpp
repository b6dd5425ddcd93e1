//===- LocateLimit.cpp - The part of the source that binds ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocateLimit.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

/// The variable of the chain that goes through the place of Blamed.
static const Recurrence *chainThrough(const InstructionCauses &Blamed,
                                      const SourceLoop &Source) {
  for (const Recurrence &R : Source.Recurrences)
    if (llvm::is_contained(R.Places,
                           std::pair(Blamed.Source.Line, Blamed.Source.Column)))
      return &R;
  return nullptr;
}

/// The array that an access at the place of Blamed goes to.
static std::string arrayOf(const InstructionCauses &Blamed,
                           const SourceLoop &Source) {
  bool IsStore = Blamed.Class == InstructionClass::Store;
  for (const SourceAccess &A : Source.Accesses)
    if (A.IsStore == IsStore && A.Operation.Line == Blamed.Source.Line &&
        A.Operation.Column == Blamed.Source.Column)
      return A.Name;
  return "";
}

/// Cycles until the result is ready; for one of its own kind that takes it as
/// an accumulator, if that is earlier.
static unsigned latencyOf(const StaticInstruction &I,
                          const InstructionTable &Table) {
  int Latency = 0;
  for (const RegisterWrite &W : Table.writes(I)) {
    int Ready = W.Latency;
    for (const RegisterRead &R : Table.reads(I))
      if (R.Unit == W.Unit && R.Stage == ReadStage::Execute)
        Ready -= R.Delay;
    Latency = std::max(Latency, Ready);
  }
  return Latency;
}

/// The chain or line that the latency is in.
static void locateLatency(const InstructionCauses &Blamed,
                          const InstructionTable &Table,
                          const SourceLoop *Source, LoopLimit &Result) {
  Result.Latency = latencyOf(Table.Instructions[Blamed.Instruction], Table);
  if (const Recurrence *R = Source ? chainThrough(Blamed, *Source) : nullptr)
    Result.Subject = R->Name;
  if (!Result.Subject.empty()) {
    Result.Part = LimitPart::Chain;
  } else if (Blamed.Source.isValid()) {
    Result.Part = LimitPart::Line;
    Result.Line = Blamed.Source.Line;
  }
}

LoopLimit rafter::locateStep(const NextStep &Step, const Causality *Why,
                             const InstructionTable &Table,
                             const SourceLoop *Source) {
  LoopLimit Result;
  Result.Resources = Step.Limits;
  if (!Why || Step.Position == NextStep::NoPosition)
    return Result;
  const InstructionCauses &Blamed = Why->Instructions[Step.Position];
  if (Step.Limits.size() == 1 &&
      Step.Limits.front().Kind == LimitKind::Latency) {
    locateLatency(Blamed, Table, Source, Result);
    return Result;
  }
  bool IsLoad = Blamed.Class == InstructionClass::Load;
  if (!Source || (!IsLoad && Blamed.Class != InstructionClass::Store))
    return Result;
  Result.Subject = arrayOf(Blamed, *Source);
  if (!Result.Subject.empty())
    Result.Part = IsLoad ? LimitPart::Loads : LimitPart::Stores;
  return Result;
}
