//===- SampledSource.cpp - Plays windows of a program ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Sampling/SampledSource.h"
#include "OtherCores.h"
#include "rafter/CodeGen/CrackingConsumer.h"
#include "rafter/Regions/StateKeeper.h"
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

std::vector<LineUse> SampledSource::linesOf(const SampledThread &T,
                                            const ProgramWindow &W) const {
  std::vector<LineUse> Lines;
  for (uint32_t Line : W.Lines)
    Lines.push_back(LineOrder::lineUse(Line, T.Pages));
  return Lines;
}

/// The block that T executed behind as many, which lies in Window or before it,
/// if that is known.
std::optional<uint32_t> SampledSource::variantAt(const SampledThread &T,
                                                 uint64_t Position,
                                                 size_t Window) const {
  if (Window >= T.Windows.size())
    return std::nullopt;
  const ProgramWindow &W = T.Windows[Window];
  uint64_t First = W.BlocksBefore - W.Before.size();
  if (Position < First || Position >= W.BlocksBefore + W.Variants.size())
    return std::nullopt;
  return Position < W.BlocksBefore ? W.Before.variants()[Position - First]
                                   : W.Variants[Position - W.BlocksBefore];
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
                               ArrayRef<uint64_t> Pages, const ProgramWindow &W,
                               size_t Timed, size_t Mark, OtherCores &Others) {
  ArrayRef<uint64_t> Words = W.Words;
  ArrayRef<ProgramWindow::NewPage> NewPages = W.NewPages;
  for (auto [At, Variant] : llvm::enumerate(W.Variants)) {
    if (At == Timed)
      Assembler.endWarmUp();
    if (At == Mark)
      Assembler.endIteration();
    std::vector<LineUse> Used;
    if (Others.areDue())
      Others.append(Used);
    for (; !NewPages.empty() && NewPages.front().Block == At;
         NewPages = NewPages.drop_front())
      llvm::append_range(Used,
                         LineOrder::wholePage(Pages[NewPages.front().Page]));
    Assembler.useBefore(Used);
    Others.pass(Program.Variants[Variant].Instructions);
    size_t Count = Program.Variants[Variant].Accesses.size();
    Assembler.execute(0, Variant, Words.take_front(Count));
    Words = Words.drop_front(Count);
  }
}

/// The beginning of the thread, all of which is measured.
void SampledSource::playStart(InstructionConsumer &Consumer,
                              const SampledThread &T, bool MarksRunUp,
                              OtherCores &Others) {
  InstructionAssembler Assembler(Code, Consumer, 0, /*DefinesCode=*/false);
  if (MarksRunUp)
    Consumer.endIteration();
  playBlocks(Assembler, T.Pages, T.Start, Nowhere, Nowhere, Others);
  Assembler.finish(variantAt(T, T.Start.Variants.size(), 0));
}

InstructionSource SampledSource::source(Selection Chosen) {
  return [this, Chosen](InstructionConsumer &Consumer) {
    const SampledThread &T = Program.Threads[Chosen.Thread];
    OtherCores Others(Chosen.LinesOfOthers, Chosen.MostOfOthers);
    uint64_t Seen = 0, At = T.StartInstructions;
    if (Chosen.WithStart) {
      playStart(Consumer, T, Chosen.MarksRunUp, Others);
      Seen = T.Start.Variants.size();
    } else if (!Chosen.Windows.empty()) {
      Consumer.restore(Others.among(linesOf(T, T.Start), At));
    }
    size_t Next = 0;
    for (auto [Played, Number] : llvm::enumerate(Chosen.Windows)) {
      if (Chosen.GoOn && !Chosen.GoOn(Played))
        break;
      Consumer.setWarmUp(true);
      for (; Next <= Number; ++Next) {
        const ProgramWindow &W = T.Windows[Next];
        Consumer.restore(
            Others.among(linesOf(T, W), W.Begin - std::min(At, W.Begin)));
        At = W.Begin;
      }
      const ProgramWindow &W = T.Windows[Number];
      InstructionAssembler Assembler(Code, Consumer, 0, /*DefinesCode=*/false);
      playBranches(Assembler, W, Seen);
      playBlocks(Assembler, T.Pages, W, position(W, Program.Sampling.Training),
                 Chosen.MarksRunUp ? firstMeasured(W) : Nowhere, Others);
      At = W.Begin + Program.Sampling.length();
      Seen = W.BlocksBefore + W.Variants.size();
      Assembler.finish(variantAt(T, Seen, Number + 1));
    }
    return Error::success();
  };
}

namespace {

/// Branches and lines of code of what was executed before a region. Of data it
/// knows nothing: accesses without an address are left out.
class HistoryObserver final : public CrackedConsumer {
public:
  explicit HistoryObserver(StateKeeper &Keeper) : Keeper(Keeper) {}
  bool take(ArrayRef<CrackedInstruction> Parts) override {
    for (const CrackedInstruction &I : Parts)
      Keeper.observe(I);
    return true;
  }

private:
  StateKeeper &Keeper;
};

class RegionCollector final : public CrackedConsumer {
public:
  void setWarmUp(bool On) override { WarmsUp = On; }
  bool take(ArrayRef<CrackedInstruction> Parts) override {
    llvm::append_range(WarmsUp ? Region.WarmUp : Region.Instructions, Parts);
    return true;
  }
  TraceRegion Region;

private:
  bool WarmsUp = false;
};

} // namespace

Error SampledSource::cut(const Selection &Chosen, const RegisterNaming &Naming,
                         llvm::function_ref<Error(TraceRegion)> Take) {
  const SampledThread &T = Program.Threads[Chosen.Thread];
  InstructionCracker Cracker(Naming, Table);
  OtherCores Nobody(0, 0);
  if (Chosen.WithStart) {
    RegionCollector Collector;
    CrackingConsumer Cracking(Table, Cracker, Collector);
    playStart(Cracking, T, /*MarksRunUp=*/false, Nobody);
    if (Error E = Take(std::move(Collector.Region)))
      return E;
  }
  StateKeeper Keeper;
  auto restore = [&](const ProgramWindow &W) {
    for (LineUse L : linesOf(T, W))
      Keeper.restore(L);
  };
  restore(T.Start);
  size_t Next = 0;
  for (size_t Number : Chosen.Windows) {
    for (; Next <= Number; ++Next)
      restore(T.Windows[Next]);
    const ProgramWindow &W = T.Windows[Number];
    HistoryObserver Observer(Keeper);
    CrackingConsumer History(Table, Cracker, Observer);
    InstructionAssembler Before(Code, History, 0, /*DefinesCode=*/false);
    playBranches(Before, W, 0);
    Before.finish(variantAt(T, W.BlocksBefore, Number));
    RegionCollector Collector;
    Collector.setWarmUp(true);
    CrackingConsumer Cracking(Table, Cracker, Collector);
    InstructionAssembler Assembler(Code, Cracking, 0, /*DefinesCode=*/false);
    playBlocks(Assembler, T.Pages, W, firstMeasured(W), Nowhere, Nobody);
    Assembler.finish(
        variantAt(T, W.BlocksBefore + W.Variants.size(), Number + 1));
    TraceRegion &Region = Collector.Region;
    if (Region.Instructions.empty())
      continue;
    Region.Name = "@" + std::to_string(W.Begin);
    Region.State = Keeper.state(Region.WarmUp.front().Address);
    if (Error E = Take(std::move(Region)))
      return E;
  }
  return Error::success();
}

llvm::Expected<std::unique_ptr<TargetModel>>
rafter::modelOfSamples(const SampledProgram &Program, const Processor &CPU) {
  auto Model = TargetModel::create(Program.Program->triple(), CPU);
  if (!Model)
    return Model.takeError();
  if (llvm::all_of(Program.Threads,
                   [](const SampledThread &T) { return T.Instructions == 0; }))
    return llvm::createStringError("no instruction was executed: " +
                                   Program.Run.Outcome.Description);
  return Model;
}
