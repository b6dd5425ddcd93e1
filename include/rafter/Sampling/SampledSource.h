//===- SampledSource.h - Plays windows of a program -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SAMPLING_SAMPLEDSOURCE_H
#define RAFTER_SAMPLING_SAMPLEDSOURCE_H

#include "rafter/CodeGen/InstructionBuilder.h"
#include "rafter/Sampling/SampledProgram.h"
#include "rafter/TraceFiles/InstructionAssembler.h"

namespace rafter {

/// The code of a sampled program as instructions of one CPU.
class SampledSource {
public:
  /// Both must outlive the object.
  SampledSource(const SampledProgram &Program, const TargetModel &Model);

  const InstructionTable &table() const { return Table; }
  const AssembledCode &code() const { return Code; }

  struct Selection {
    unsigned Thread = 0;
    /// Positions in SampledThread::Windows, ascending.
    std::vector<size_t> Windows;
    /// The run-up of each window is an iteration of its own, which comes first.
    bool MarksRunUp = false;
    /// Asked before each window, if set, with the number of those played: false
    /// leaves it and the rest out.
    std::function<bool(size_t Played)> GoOn = nullptr;
  };
  /// Plays each window as a region. Between them warm-up brings caches and
  /// predictors from one to the next: loads and stores of lines, then branches.
  InstructionSource source(Selection Chosen);
  /// Where the measured part of a window begins: a position in its Variants.
  size_t firstMeasured(const ProgramWindow &W) const;

private:
  void playLines(InstructionConsumer &Consumer, const SampledThread &T,
                 const ProgramWindow &W) const;
  void playBranches(InstructionConsumer &Consumer, const ProgramWindow &W);
  void playWindow(InstructionConsumer &Consumer, const ProgramWindow &W,
                  bool MarksRunUp);

  const SampledProgram &Program;
  InstructionTable Table;
  InstructionBuilder Builder;
  AssembledCode Code;
  /// Instructions that load a line, and that write to it.
  uint32_t LoadLine = 0, StoreLine = 0;
};

} // namespace rafter

#endif // RAFTER_SAMPLING_SAMPLEDSOURCE_H
