//===- SampledSource.cpp - Plays windows of a program ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/SampledSource.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::ArrayRef;
using llvm::Error;

/// A load and a store of a register at the address that it holds.
static std::pair<std::vector<uint8_t>, std::vector<uint8_t>>
lineAccesses(const llvm::Triple &Target) {
  switch (Target.getArch()) {
  case llvm::Triple::aarch64: // ldr x0, [x0]; str x0, [x0]
    return {{0x00, 0x00, 0x40, 0xf9}, {0x00, 0x00, 0x00, 0xf9}};
  case llvm::Triple::riscv64: // ld a0, 0(a0); sd a0, 0(a0)
    return {{0x03, 0x35, 0x05, 0x00}, {0x23, 0x30, 0xa5, 0x00}};
  default: // mov (%rax), %rax; mov %rax, (%rax)
    return {{0x48, 0x8b, 0x00}, {0x48, 0x89, 0x00}};
  }
}

SampledSource::SampledSource(const SampledProgram &Program,
                             const TargetModel &Model)
    : Program(Program), Builder(Model, Table),
      Code(CodeLowering(Builder), Table) {
  auto [Load, Store] = lineAccesses(Program.Program->triple());
  auto NoLine = [](uint64_t) { return 0u; };
  LoadLine = Builder.addBlock(Load, 0, 0, NoLine).Begin;
  StoreLine = Builder.addBlock(Store, 0, 0, NoLine).Begin;
  for (const CodeBlock &Block : Program.Blocks)
    Code.define(Block);
  for (const BlockVariant &Variant : Program.Variants)
    Code.define(Variant);
}

void SampledSource::playLines(InstructionConsumer &Consumer,
                              const SampledThread &T,
                              const ProgramWindow &W) const {
  std::vector<ExecutedInstruction> Instructions;
  std::vector<uint64_t> Addresses;
  for (uint32_t Line : W.Lines) {
    bool IsDirty = (Line & ProgramWindow::DirtyBit) != 0;
    Line &= ~ProgramWindow::DirtyBit;
    Instructions.push_back(IsDirty ? StoreLine : LoadLine);
    Addresses.push_back(T.Pages[Line >> 6] + ((Line & 63) << StateLineShift));
  }
  Consumer.consume({Instructions, Addresses});
}

void SampledSource::playBranches(InstructionConsumer &Consumer,
                                 const ProgramWindow &W) {
  InstructionAssembler Assembler(Code, Consumer, 0, /*DefinesCode=*/false);
  std::vector<uint64_t> Nowhere;
  for (uint32_t Variant : W.Before) {
    size_t Count = Program.Variants[Variant].Accesses.size();
    if (Nowhere.size() < Count)
      Nowhere.resize(Count);
    Assembler.execute(0, Variant, ArrayRef(Nowhere).take_front(Count));
  }
  Assembler.finish();
}

size_t SampledSource::firstMeasured(const ProgramWindow &W) const {
  uint64_t Count = 0;
  size_t At = 0;
  for (; At != W.Variants.size() && Count < Program.Sampling.RunUp; ++At)
    Count += Program.Variants[W.Variants[At]].Instructions;
  return At;
}

void SampledSource::playWindow(InstructionConsumer &Consumer,
                               const ProgramWindow &W, bool MarksRunUp) {
  InstructionAssembler Assembler(Code, Consumer, 0, /*DefinesCode=*/false);
  ArrayRef<uint64_t> Words = W.Words;
  size_t First = MarksRunUp ? firstMeasured(W) : ~size_t(0);
  for (auto [At, Variant] : llvm::enumerate(W.Variants)) {
    if (At == First)
      Assembler.endIteration();
    size_t Count = Program.Variants[Variant].Accesses.size();
    Assembler.execute(0, Variant, Words.take_front(Count));
    Words = Words.drop_front(Count);
  }
  Assembler.finish();
}

InstructionSource SampledSource::source(Selection Chosen) {
  return [this, Chosen](InstructionConsumer &Consumer) {
    const SampledThread &T = Program.Threads[Chosen.Thread];
    size_t Next = 0;
    for (auto [Played, Number] : llvm::enumerate(Chosen.Windows)) {
      if (Chosen.GoOn && !Chosen.GoOn(Played))
        break;
      Consumer.setWarmUp(true);
      Consumer.beginRegion();
      for (; Next <= Number; ++Next)
        playLines(Consumer, T, T.Windows[Next]);
      Consumer.endRegion();
      playBranches(Consumer, T.Windows[Number]);
      Consumer.setWarmUp(false);
      playWindow(Consumer, T.Windows[Number], Chosen.MarksRunUp);
    }
    return Error::success();
  };
}
