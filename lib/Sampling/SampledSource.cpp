//===- SampledSource.cpp - Plays windows of a program ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/SampledSource.h"
#include "rafter/Stream/LineOrder.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;

static constexpr size_t Nowhere = ~size_t(0);

SampledSource::SampledSource(const SampledProgram &Program,
                             const TargetModel &Model)
    : Program(Program), Builder(Model, Table),
      Code(CodeLowering(Builder), Table) {
  for (const CodeBlock &Block : Program.Blocks)
    Code.define(Block);
  for (const BlockVariant &Variant : Program.Variants)
    Code.define(Variant);
}

void SampledSource::playLines(InstructionConsumer &Consumer,
                              const SampledThread &T,
                              const ProgramWindow &W) const {
  std::vector<LineUse> Lines;
  for (uint32_t Line : W.Lines) {
    uint32_t Place = Line & LineOrder::PlaceMask;
    Lines.push_back(
        {T.Pages[Place >> 6] + (uint64_t(Place & 63) << LineOrder::LineShift),
         (Line & LineOrder::DirtyBit) != 0});
  }
  Consumer.restore(Lines);
}

/// All but the first Seen blocks of the program.
void SampledSource::playBranches(InstructionAssembler &Assembler,
                                 const ProgramWindow &W, uint64_t Seen) {
  std::vector<uint64_t> NoWords;
  uint64_t First = W.BlocksBefore - W.Before.size();
  std::vector<uint32_t> Blocks = W.Before.variants();
  for (uint32_t Variant :
       ArrayRef(Blocks).drop_front(Seen > First ? Seen - First : 0)) {
    size_t Count = Program.Variants[Variant].Accesses.size();
    if (NoWords.size() < Count)
      NoWords.resize(Count);
    Assembler.execute(0, Variant, ArrayRef(NoWords).take_front(Count));
  }
}

size_t SampledSource::position(const ProgramWindow &W,
                               uint64_t Instructions) const {
  uint64_t Count = 0;
  size_t At = 0;
  for (; At != W.Variants.size() && Count < Instructions; ++At)
    Count += Program.Variants[W.Variants[At]].Instructions;
  return At;
}

/// Mark, Timed: positions of blocks before which the run-up and the warm-up
/// end.
void SampledSource::playBlocks(InstructionAssembler &Assembler,
                               const ProgramWindow &W, size_t Timed,
                               size_t Mark) {
  ArrayRef<uint64_t> Words = W.Words;
  for (auto [At, Variant] : llvm::enumerate(W.Variants)) {
    if (At == Timed)
      Assembler.endWarmUp();
    if (At == Mark)
      Assembler.endIteration();
    size_t Count = Program.Variants[Variant].Accesses.size();
    Assembler.execute(0, Variant, Words.take_front(Count));
    Words = Words.drop_front(Count);
  }
}

/// The beginning of the thread, all of which is measured.
void SampledSource::playStart(InstructionConsumer &Consumer,
                              const SampledThread &T, bool MarksRunUp) {
  InstructionAssembler Assembler(Code, Consumer, 0, /*DefinesCode=*/false);
  if (MarksRunUp)
    Consumer.endIteration();
  playBlocks(Assembler, T.Start, Nowhere, Nowhere);
  Assembler.finish();
}

InstructionSource SampledSource::source(Selection Chosen) {
  return [this, Chosen](InstructionConsumer &Consumer) {
    const SampledThread &T = Program.Threads[Chosen.Thread];
    uint64_t Seen = 0;
    if (Chosen.WithStart) {
      playStart(Consumer, T, Chosen.MarksRunUp);
      Seen = T.Start.Variants.size();
    } else {
      playLines(Consumer, T, T.Start);
    }
    size_t Next = 0;
    for (auto [Played, Number] : llvm::enumerate(Chosen.Windows)) {
      if (Chosen.GoOn && !Chosen.GoOn(Played))
        break;
      Consumer.setWarmUp(true);
      for (; Next <= Number; ++Next)
        playLines(Consumer, T, T.Windows[Next]);
      const ProgramWindow &W = T.Windows[Number];
      InstructionAssembler Assembler(Code, Consumer, 0, /*DefinesCode=*/false);
      playBranches(Assembler, W, Seen);
      playBlocks(Assembler, W, position(W, Program.Sampling.Training),
                 Chosen.MarksRunUp ? firstMeasured(W) : Nowhere);
      Assembler.finish();
      Seen = W.BlocksBefore + W.Variants.size();
    }
    return Error::success();
  };
}
