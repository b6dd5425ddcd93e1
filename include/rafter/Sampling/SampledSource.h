//===- SampledSource.h - Plays windows of a program -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SAMPLING_SAMPLEDSOURCE_H
#define RAFTER_SAMPLING_SAMPLEDSOURCE_H

#include "rafter/CodeGen/InstructionCracker.h"
#include "rafter/Sampling/SampledProgram.h"
#include "rafter/TraceFiles/InstructionAssembler.h"

namespace rafter {

class OtherCores;

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
    /// The beginning of the thread comes first, as a region of its own; without
    /// it only its lines do.
    bool WithStart = false;
    /// The run-up of each window is an iteration of its own, which comes first.
    bool MarksRunUp = false;
    /// Lines that other cores bring into the last level of the caches in the
    /// time of an instruction.
    double LinesOfOthers = 0;
    /// So many of them at a time are as good as more.
    double MostOfOthers = 0;
    /// Asked before each window, if set, with the number of those played: false
    /// leaves it and the rest out.
    std::function<bool(size_t Played)> GoOn = nullptr;
  };
  /// Plays each window as a region, of which the last part is no warm-up.
  /// Between them warm-up brings caches and predictors from one to the next:
  /// lines, branches, and the first part of the window.
  InstructionSource source(Selection Chosen);
  /// Gives the same windows to Take as regions of instructions that name no
  /// CPU, each with what is before it as its state, but for lines that were
  /// only prefetched; the beginning, if it is wanted, begins with nothing.
  /// Naming: of the model. The error is Take's.
  llvm::Error cut(const Selection &Chosen, const RegisterNaming &Naming,
                  llvm::function_ref<llvm::Error(TraceRegion)> Take);
  /// Where the measured part of a window begins: a position in its Variants.
  size_t firstMeasured(const ProgramWindow &W) const {
    return position(W,
                    Program.Sampling.length() - Program.Sampling.Instructions);
  }

private:
  std::vector<LineUse> linesOf(const SampledThread &T,
                               const ProgramWindow &W) const;
  std::optional<uint32_t> variantAt(const SampledThread &T, uint64_t Position,
                                    size_t Window) const;
  void playBranches(InstructionAssembler &Assembler, const ProgramWindow &W,
                    uint64_t Seen);
  /// Where so many instructions of the window were executed.
  size_t position(const ProgramWindow &W, uint64_t Instructions) const;
  void playBlocks(InstructionAssembler &Assembler,
                  llvm::ArrayRef<uint64_t> Pages, const ProgramWindow &W,
                  size_t Timed, size_t Mark, OtherCores &Others);
  void playStart(InstructionConsumer &Consumer, const SampledThread &T,
                 bool MarksRunUp, OtherCores &Others);

  const SampledProgram &Program;
  InstructionTable Table;
  InstructionBuilder Builder;
  AssembledCode Code;
};

/// CPU for the instructions of Program. Errors: CPU is of another architecture,
/// nothing was executed.
llvm::Expected<std::unique_ptr<TargetModel>>
modelOfSamples(const SampledProgram &Program, const Processor &CPU);

} // namespace rafter

#endif // RAFTER_SAMPLING_SAMPLEDSOURCE_H
