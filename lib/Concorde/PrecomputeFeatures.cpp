//===- PrecomputeFeatures.cpp - Features of many designs at once ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionModels.h"
#include "WorkerPool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace rafter;
using namespace rafter::concorde;

namespace {

const DesignParameter &parameter(unsigned Block, unsigned Skip = 0) {
  uint32_t Mask = featureBlocks()[Block].Parameters;
  for (; Skip != 0; --Skip)
    Mask &= Mask - 1;
  return designParameters()[llvm::countr_zero(Mask)];
}

/// The values of a parameter, in ascending order.
llvm::SmallVector<uint32_t> valuesOf(const DesignParameter &P,
                                     RegionModels::Values Which) {
  llvm::SmallVector<uint32_t> Result;
  for (size_t I = 0; I != P.numValues(); ++I) {
    uint32_t Value = P.value(I);
    if (Which == RegionModels::Values::All || !P.Values.empty() ||
        !P.Words.empty() || Value == 0 || llvm::isPowerOf2_32(Value))
      Result.push_back(Value);
  }
  return Result;
}

/// Calls Visit for designs with all combinations of the parameters of Mask.
template <typename Function>
void forEachDesign(uint32_t Mask, RegionModels::Values Which,
                   CoreDesign &Design, Function Visit) {
  if (Mask == 0) {
    Visit(Design);
    return;
  }
  const DesignParameter &P = designParameters()[llvm::countr_zero(Mask)];
  for (uint32_t Value : valuesOf(P, Which)) {
    P.Set(Design, Value);
    forEachDesign(Mask & (Mask - 1), Which, Design, Visit);
  }
}

} // namespace

RegionModels::DataMemory &RegionModels::dataMemory(const CoreDesign &Design) {
  std::unique_ptr<DataMemory> &Memory =
      DataMemories[keyOf(MemoryBandwidthThroughput, Design)];
  if (!Memory)
    Memory = std::make_unique<DataMemory>(Levels.data(Design));
  return *Memory;
}

RegionModels::InstructionMemory &
RegionModels::instructionMemory(const CoreDesign &Design) {
  std::unique_ptr<InstructionMemory> &Memory =
      InstructionMemories[keyOfInstructions(Design)];
  if (!Memory) {
    Memory = std::make_unique<InstructionMemory>();
    Memory->FetchCycles = Levels.fetchCycles(Design);
  }
  return *Memory;
}

void RegionModels::prepare(llvm::ArrayRef<CoreDesign> Designs) {
  uint32_t Memory = featureBlocks()[MemoryBandwidthThroughput].Parameters;
  llvm::SmallVector<bool> Done(Designs.size());
  for (size_t I = 0; I != Designs.size(); ++I) {
    if (Done[I])
      continue;
    llvm::SmallVector<uint32_t, 16> Sizes, Queues;
    for (size_t J = I; J != Designs.size(); ++J) {
      if (!agreeInParameters(Designs[I], Designs[J], Memory))
        continue;
      Done[J] = true;
      if (!llvm::is_contained(Sizes, Designs[J].ReorderBuffer))
        Sizes.push_back(Designs[J].ReorderBuffer);
      if (!llvm::is_contained(Queues, Designs[J].LoadQueue))
        Queues.push_back(Designs[J].LoadQueue);
    }
    runReorderBuffers(Buffers, Designs[I], Sizes, /*Keep=*/true);
    runLoadQueues(Buffers, Designs[I], Queues, /*Keep=*/true);
  }
}

/// A design for each combination of the parameters of Mask.
static std::vector<CoreDesign> allDesigns(uint32_t Mask,
                                          RegionModels::Values Which) {
  std::vector<CoreDesign> Designs;
  CoreDesign First;
  forEachDesign(Mask, Which, First,
                [&](const CoreDesign &D) { Designs.push_back(D); });
  return Designs;
}

/// Caches and bounds of buffers, which are most of the time, by several
/// threads.
void RegionModels::precomputeMemories(Values Which) {
  const FeatureBlock *Blocks = featureBlocks().data();
  const std::vector<CoreDesign> Data =
      allDesigns(Blocks[MemoryBandwidthThroughput].Parameters, Which);
  const std::vector<CoreDesign> Fetching =
      allDesigns(Blocks[InstructionFillsThroughput].Parameters &
                     Blocks[FetchBuffersThroughput].Parameters,
                 Which);
  // Only what is there already may be asked for by several threads.
  for (const CoreDesign &D : Data)
    DataMemories[keyOf(MemoryBandwidthThroughput, D)];
  for (const CoreDesign &D : Fetching)
    InstructionMemories[keyOfInstructions(D)];
  WorkerPool Pool(/*Threads=*/0);
  std::vector<CoreDesign> All = Data;
  llvm::append_range(All, Fetching);
  Levels.prepare(All, [&](size_t Count, llvm::function_ref<void(size_t)> Run) {
    Pool.forEach(Count, [&](size_t I, unsigned) { Run(I); });
  });
  std::vector<std::unique_ptr<BufferModels>> Models(Pool.size());
  Pool.forEach(All.size(), [&](size_t Piece, unsigned Thread) {
    if (Piece >= Data.size()) {
      (void)instructionMemory(All[Piece]);
      return;
    }
    if (!Models[Thread])
      Models[Thread] = std::make_unique<BufferModels>(Trace);
    precomputeData(*Models[Thread], All[Piece], Which);
  });
  for (const CoreDesign &D : Data)
    (void)block(MemoryBandwidthThroughput, D);
}

void RegionModels::precomputeData(BufferModels &Models,
                                  const CoreDesign &Design, Values Which) {
  DataMemory &Memory = dataMemory(Design);
  runReorderBuffers(Models, Design,
                    valuesOf(parameter(ReorderBufferThroughput), Which),
                    /*Keep=*/false);
  runLoadQueues(Models, Design, valuesOf(parameter(LoadQueueThroughput), Which),
                /*Keep=*/false);
  Memory.release(Models);
}

void RegionModels::precompute(Values Which) {
  precomputeMemories(Which);
  CoreDesign Design;
  for (unsigned Block = StoreQueueThroughput; Block != NumFeatureBlocks;
       ++Block) {
    if (Block == MemoryBandwidthThroughput || Block == OverallThroughputs ||
        Block == IssueLatencies || Block == CommitLatencies ||
        Block == ExecutionLatencies ||
        featureBlocks()[Block].Group == FeatureGroup::Queues ||
        featureBlocks()[Block].Group == FeatureGroup::Joint)
      continue;
    Design = CoreDesign();
    forEachDesign(featureBlocks()[Block].Parameters, Which, Design,
                  [&](const CoreDesign &D) { (void)block(Block, D); });
  }
}
