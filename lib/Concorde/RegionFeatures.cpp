//===- RegionFeatures.cpp - All features of a region ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distribution.h"
#include "RegionModels.h"
#include "rafter/CoreModel/BranchOutcomes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <future>
#include <numeric>
#include <optional>

using namespace rafter;
using namespace rafter::concorde;

using Sizes = llvm::SmallVector<uint32_t, 16>;

/// The reorder buffers that have features of their own.
static Sizes auxiliarySizes() {
  Sizes Result;
  for (unsigned I = 0; I != NumReorderBufferSizes; ++I)
    Result.push_back(1u << I);
  return Result;
}

llvm::Expected<std::unique_ptr<RegionFeatures>>
RegionFeatures::make(const TraceRegion &Region) {
  return RegionModels::make(Region);
}

llvm::Expected<std::unique_ptr<RegionModels>>
RegionModels::make(const TraceRegion &Region) {
  // Beside what the trace finds by itself.
  std::future<Dependences> Later = std::async(
      std::launch::async, [&] { return Dependences(Region.Instructions); });
  std::optional<Dependences> Producers;
  llvm::Expected<RegionTrace> Trace =
      RegionTrace::make(Region, [&]() -> const Dependences & {
        return Producers.emplace(Later.get());
      });
  if (!Trace)
    return Trace.takeError();
  return std::unique_ptr<RegionModels>(
      new RegionModels(Region, std::move(*Producers), std::move(*Trace)));
}

RegionModels::RegionModels(const TraceRegion &Region, Dependences D,
                           RegionTrace T)
    : Region(Region), Producers(std::move(D)), Trace(std::move(T)),
      Accesses(Region, Producers), Levels(Region, Trace, &Accesses),
      Buffers(Trace), Fetches(Trace.fetchSteps()), Queues(Trace, Accesses) {
  Barriers.resize(Region.Instructions.size());
  for (auto [I, Executed] : llvm::enumerate(Region.Instructions))
    Barriers[I] = Executed.has(CrackedInstruction::Barrier);
}

RegionModels::~RegionModels() = default;

RegionModels::Key RegionModels::keyOf(unsigned Block,
                                      const CoreDesign &Design) {
  const bool IsTage = Design.Predictor == PredictorKind::Tage;
  if (Block == MispredictionRate && IsTage)
    return 0;
  CoreDesign Of = Design;
  if (featureBlocks()[Block].Group == FeatureGroup::Joint) {
    // The narrowest counts.
    Of.FetchWidth = Of.DecodeWidth = Of.RenameWidth =
        std::min({Of.FetchWidth, Of.DecodeWidth, Of.RenameWidth});
    if (IsTage)
      Of.MispredictionPercent = 0;
  }
  Key Result = 1;
  uint32_t Mask = featureBlocks()[Block].Parameters;
  for (; Mask != 0; Mask &= Mask - 1) {
    const DesignParameter &P = designParameters()[llvm::countr_zero(Mask)];
    Result = Result * (P.Greatest + 1) + P.Get(Of);
  }
  return Result;
}

bool RegionModels::isKnown(unsigned Block, const CoreDesign &Design) const {
  std::lock_guard Lock(KnownMutex);
  return Known[Block].contains(keyOf(Block, Design));
}

llvm::MutableArrayRef<float> RegionModels::keep(unsigned Block,
                                                const CoreDesign &Design) {
  std::lock_guard Lock(KnownMutex);
  std::vector<float> &Numbers = Known[Block][keyOf(Block, Design)];
  Numbers.resize(featureBlocks()[Block].Size);
  return Numbers;
}

BranchOutcomes RegionModels::outcomes(const CoreDesign &Design) {
  if (Design.Predictor != PredictorKind::Tage)
    return predictBranches(Region, Design);
  if (!Tage)
    Tage = predictBranches(Region, Design);
  return *Tage;
}

llvm::ArrayRef<float> RegionModels::block(unsigned Block,
                                          const CoreDesign &Design) {
  auto Found = Known[Block].find(keyOf(Block, Design));
  if (Found != Known[Block].end())
    return Found->second;
  compute(Block, Design);
  return Known[Block].find(keyOf(Block, Design))->second;
}

void RegionModels::compute(unsigned Block, const CoreDesign &Design) {
  if (Block >= FirstParameterBlock) {
    writeParameterBlock(Block, Design, keep(Block, Design));
    return;
  }
  if (Block < BarrierCounts) {
    Throughputs Sorted = bounds(Block, Design);
    encodeSamples(Sorted, keep(Block, Design));
    return;
  }
  switch (Block) {
  case MispredictionRate:
    keep(Block, Design)[0] =
        double(outcomes(Design).Mispredictions) / Trace.size();
    return;
  case QueuesOverall:
  case QueuesLoadTimes:
    runQueues(Design);
    return;
  case JointOverall:
  case JointReorderBufferOccupancy:
  case JointRenameQueueOccupancy:
    (void)bounds(JointThroughput, Design);
    return;
  case OverallThroughputs:
  case IssueLatencies:
  case CommitLatencies:
  case ExecutionLatencies:
    runReorderBuffers(Buffers, Design, {}, /*Keep=*/false);
    return;
  default:
    computeCounts(Block, Design);
  }
}

void RegionModels::computeCounts(unsigned Block, const CoreDesign &Design) {
  std::vector<uint32_t> Counts(WindowSize + 1);
  for (const WindowCounts &W : Trace.windows())
    ++Counts[Block == BarrierCounts       ? W.Barriers
             : Block == JumpCounts        ? W.Jumps
             : Block == ConditionalCounts ? W.Conditionals
                                          : W.Indirects];
  encodeCounts(Counts, keep(Block, Design));
}

Throughputs RegionModels::throughputs(unsigned Block,
                                      const CoreDesign &Design) {
  Windows Counts = Trace.windows();
  switch (Block) {
  case ReorderBufferThroughput:
    return reorderBufferThroughputs(Design);
  case LoadQueueThroughput:
    return loadQueueThroughputs(Design);
  case StoreQueueThroughput:
    return storeQueueThroughputs(Counts, Design.StoreQueue);
  case IntegerIssueThroughput:
    return issueThroughputs(Counts, IssueQueue::Integer, Design.IntegerIssue);
  case FloatIssueThroughput:
    return issueThroughputs(Counts, IssueQueue::Float, Design.FloatIssue);
  case MemoryIssueThroughput:
    return issueThroughputs(Counts, IssueQueue::Memory, Design.MemoryIssue);
  case PipesLowerThroughput:
    return pipesLowerThroughputs(Counts, Design.LoadStorePipes,
                                 Design.LoadPipes);
  case PipesUpperThroughput:
    return pipesUpperThroughputs(Counts, Design.LoadStorePipes,
                                 Design.LoadPipes);
  case InstructionFillsThroughput:
    return fillThroughputs(Trace, instructionMemory(Design).FetchCycles,
                           Design.InstructionFills);
  case FetchBuffersThroughput:
    return fetchBufferThroughputs(Design);
  case QueuesThroughput:
    return queuedBounds(Design).Bounds;
  case JointThroughput:
    return runJoint(Design);
  default:
    return bandwidthThroughputs(Counts, dataMemory(Design).MemoryLines);
  }
}

void RegionModels::runReorderBuffers(BufferModels &Models,
                                     const CoreDesign &Design,
                                     llvm::ArrayRef<uint32_t> Own, bool Keep) {
  ReorderBufferModel &Instructions = Models.Instructions;
  DataMemory &Memory = dataMemory(Design);
  bool Count = !isKnown(ExecutionLatencies, Design);
  Sizes All = Count ? auxiliarySizes() : Sizes();
  for (uint32_t Size : Own)
    if (!llvm::is_contained(All, Size))
      All.push_back(Size);
  for (size_t First = 0; First < All.size();) {
    llvm::ArrayRef<uint32_t> Some =
        llvm::ArrayRef(All).drop_front(First).take_front(
            ReorderBufferModel::NumLanes);
    bool CountThese = Count && First == 0;
    Instructions.run(Memory.instructions(Trace, Models), Some,
                     CountThese ? NumReorderBufferSizes : 0);
    if (CountThese)
      keepLatencies(Instructions, Design);
    for (auto [Lane, Size] : llvm::enumerate(Some)) {
      Throughputs Bounds =
          bufferThroughputs(Trace.windows(), Instructions.windowEnds(), Lane);
      if (Keep)
        Memory.ReorderBuffers[Size] = Bounds;
      CoreDesign Sized = Design;
      Sized.ReorderBuffer = Size;
      encodeSamples(Bounds, keep(ReorderBufferThroughput, Sized));
    }
    First += Some.size();
  }
}

void RegionModels::keepLatencies(const ReorderBufferModel &Instructions,
                                 const CoreDesign &Design) {
  llvm::MutableArrayRef<float> Overall = keep(OverallThroughputs, Design);
  llvm::MutableArrayRef<float> Issue = keep(IssueLatencies, Design);
  llvm::MutableArrayRef<float> Commit = keep(CommitLatencies, Design);
  for (unsigned L = 0; L != NumReorderBufferSizes; ++L) {
    Overall[L] = throughput(Trace.size(), Instructions.lastCommit(L));
    auto Slice = [&](llvm::MutableArrayRef<float> All) {
      return All.slice(L * DistributionSize, DistributionSize);
    };
    encodeCounts(Instructions.issueCounts(L), Slice(Issue));
    encodeCounts(Instructions.commitCounts(L), Slice(Commit));
  }
  encodeCounts(Instructions.executionCounts(),
               keep(ExecutionLatencies, Design));
}

void RegionModels::runLoadQueues(BufferModels &Models, const CoreDesign &Design,
                                 llvm::ArrayRef<uint32_t> Own, bool Keep) {
  ReorderBufferModel &Loads = Models.Loads;
  DataMemory &Memory = dataMemory(Design);
  while (!Own.empty()) {
    auto Some = Own.take_front(ReorderBufferModel::NumLanes);
    Loads.run(Memory.loads(Trace, Models), Some, 0);
    for (auto [Lane, Size] : llvm::enumerate(Some)) {
      Throughputs Bounds =
          bufferThroughputs(Trace.windows(), Loads.windowEnds(), Lane);
      if (Keep)
        Memory.LoadQueues[Size] = Bounds;
      CoreDesign Sized = Design;
      Sized.LoadQueue = Size;
      encodeSamples(Bounds, keep(LoadQueueThroughput, Sized));
    }
    Own = Own.drop_front(Some.size());
  }
}

const Throughputs &
RegionModels::reorderBufferThroughputs(const CoreDesign &Design) {
  DataMemory &Memory = dataMemory(Design);
  if (!Memory.ReorderBuffers.contains(Design.ReorderBuffer))
    runReorderBuffers(Buffers, Design, Design.ReorderBuffer, /*Keep=*/true);
  return Memory.ReorderBuffers[Design.ReorderBuffer];
}

const Throughputs &
RegionModels::loadQueueThroughputs(const CoreDesign &Design) {
  DataMemory &Memory = dataMemory(Design);
  if (!Memory.LoadQueues.contains(Design.LoadQueue))
    runLoadQueues(Buffers, Design, Design.LoadQueue, /*Keep=*/true);
  return Memory.LoadQueues[Design.LoadQueue];
}

const Throughputs &
RegionModels::fetchBufferThroughputs(const CoreDesign &Design) {
  InstructionMemory &Memory = instructionMemory(Design);
  if (Memory.FetchBuffers.empty()) {
    // All eight in one run.
    Sizes All(8);
    std::iota(All.begin(), All.end(), 1);
    Fetches.run(StepLatencies(Memory.FetchCycles), All, 0);
    for (unsigned L = 0; L != All.size(); ++L)
      Memory.FetchBuffers.push_back(
          bufferThroughputs(Trace.windows(), Fetches.windowEnds(), L));
  }
  return Memory.FetchBuffers[Design.FetchBuffers - 1];
}

const Throughputs &RegionModels::bounds(unsigned Block,
                                        const CoreDesign &Design) {
  Throughputs &Known = Bounds[Block][keyOf(Block, Design)];
  if (Known.empty())
    Known = throughputs(Block, Design);
  return Known;
}

/// Plain loops over arrays, which compilers make vectors of: a sweep asks for a
/// bound for each of its designs.
static void lower(float *Least, const float *Bounds, size_t Count) {
  for (size_t I = 0; I != Count; ++I)
    Least[I] = Bounds[I] < Least[I] ? Bounds[I] : Least[I];
}

static void divide(const double *Dividends, const float *Divisors,
                   double *Quotients, size_t Count) {
  for (size_t I = 0; I != Count; ++I)
    Quotients[I] = Dividends[I] / double(Divisors[I]);
}

double RegionModels::boundCPI(const CoreDesign &Design) {
  const size_t Count = Trace.windows().size();
  if (Executed.empty())
    for (const auto &Window : Trace.windows())
      Executed.push_back(double(Window.Instructions));
  Least.assign(Count, std::min({Design.CommitWidth, Design.FetchWidth,
                                Design.DecodeWidth, Design.RenameWidth}));
  for (unsigned Block = 0; Block != BarrierCounts; ++Block)
    if (Block != PipesLowerThroughput)
      lower(Least.data(), bounds(Block, Design).data(), Count);
  Cycles.resize(Count);
  divide(Executed.data(), Least.data(), Cycles.data(), Count);
  return std::accumulate(Cycles.begin(), Cycles.end(), 0.0) /
         std::accumulate(Executed.begin(), Executed.end(), 0.0);
}

uint64_t RegionModels::estimatedLoadCycles(const CoreDesign &Design) {
  const std::vector<uint8_t> &Cycles = dataMemory(Design).LoadCycles;
  return std::accumulate(Cycles.begin(), Cycles.end(), uint64_t(0));
}

uint64_t RegionModels::queuedLoadCycles(const CoreDesign &Design) {
  return queuedBounds(Design).LoadCycles;
}

Throughputs RegionModels::queueBounds() const {
  Throughputs Result;
  uint64_t Before = 0;
  for (auto [Window, End] :
       llvm::zip_equal(Trace.windows(), Queues.windowEnds())) {
    Result.push_back(throughput(Window.Instructions, double(End - Before)));
    Before = End;
  }
  return Result;
}

void RegionModels::runQueues(const CoreDesign &Design) {
  DataMemory &Memory = dataMemory(Design);
  MemoryQueues::Limits Limits;
  Limits.ReorderBuffer = Design.ReorderBuffer;
  Limits.LoadQueue = Design.LoadQueue;
  Queues.run(Memory.Traffic, Limits);
  keep(QueuesOverall, Design)[0] =
      throughput(Trace.size(), double(Queues.lastCommit()));
  encodeCounts(Queues.loadCounts(), keep(QueuesLoadTimes, Design));
  Memory.Queues[{Design.ReorderBuffer, Design.LoadQueue}] = {
      queueBounds(), Queues.loadCycles()};
}

Throughputs RegionModels::runJoint(const CoreDesign &Design) {
  BranchOutcomes Branches = outcomes(Design);
  MemoryQueues::Limits Limits;
  Limits.ReorderBuffer = Design.ReorderBuffer;
  Limits.LoadQueue = Design.LoadQueue;
  Limits.FrontEndWidth =
      std::min({Design.FetchWidth, Design.DecodeWidth, Design.RenameWidth});
  Limits.DecodeWidth = std::min(Design.FetchWidth, Design.DecodeWidth);
  Limits.CommitWidth = Design.CommitWidth;
  Limits.Mispredicted = &Branches.Mispredicted;
  Limits.Barriers = &Barriers;
  Queues.run(dataMemory(Design).Traffic, Limits);
  const auto Cycles = double(Queues.lastCommit());
  keep(JointOverall, Design)[0] = throughput(Trace.size(), Cycles);
  keep(JointReorderBufferOccupancy, Design)[0] =
      float(double(Queues.renamedCycles()) / Cycles);
  keep(JointRenameQueueOccupancy, Design)[0] =
      float(double(Queues.decodedCycles()) / Cycles);
  return queueBounds();
}

const RegionModels::Queued &
RegionModels::queuedBounds(const CoreDesign &Design) {
  DataMemory &Memory = dataMemory(Design);
  std::pair Sizes(Design.ReorderBuffer, Design.LoadQueue);
  if (!Memory.Queues.contains(Sizes))
    runQueues(Design);
  return Memory.Queues[Sizes];
}
