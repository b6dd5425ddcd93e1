//===- RegionModels.h - The analytical models of a region ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What evaluates the features of a region, and what these share between designs
// with the same caches.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_REGIONMODELS_H
#define RAFTER_LIB_CONCORDE_REGIONMODELS_H

#include "CacheLevels.h"
#include "ThroughputModels.h"
#include "rafter/Concorde/RegionFeatures.h"
#include "rafter/CoreModel/BranchOutcomes.h"
#include "llvm/ADT/DenseMap.h"
#include <mutex>
#include <optional>

namespace rafter::concorde {

class RegionModels final : public RegionFeatures {
public:
  /// Refers to Region. The error says why it cannot be analysed.
  static llvm::Expected<std::unique_ptr<RegionModels>>
  make(const TraceRegion &Region);
  ~RegionModels() override;

  llvm::ArrayRef<float> block(unsigned Block,
                              const CoreDesign &Design) override;
  void prepare(llvm::ArrayRef<CoreDesign> Designs) override;
  void precompute(Values Which) override;
  double boundCPI(const CoreDesign &Design) override;

  /// Cycles that the in-order simulation of the caches gives to all loads.
  uint64_t estimatedLoadCycles(const CoreDesign &Design);
  /// The same behind the queues for memory.
  uint64_t queuedLoadCycles(const CoreDesign &Design);
  /// Of the region's instructions, for whoever runs a core on them.
  const Dependences &producers() const { return Producers; }
  /// What the design's predictor does; TAGE, which has no parameters, is run
  /// once.
  BranchOutcomes outcomes(const CoreDesign &Design);
  FirstLevels &firstLevels() { return Levels.firstLevels(); }

private:
  struct DataMemory;
  /// What queues for memory leave, with one pair of sizes.
  struct Queued {
    Throughputs Bounds;
    uint64_t LoadCycles = 0;
  };
  struct InstructionMemory;
  /// What evaluates the bounds of buffers; one thread uses it at a time.
  struct BufferModels {
    explicit BufferModels(const RegionTrace &Trace)
        : Instructions(Trace.instructions()), Loads(Trace.loadSteps()) {}
    ReorderBufferModel Instructions, Loads;
    /// Of the latencies of instructions and loads.
    StepLatencies::Storage OfInstructions, OfLoads;
  };
  /// The values that a block depends on.
  using Key = uint64_t;

  static Key keyOf(unsigned Block, const CoreDesign &Design);
  /// Of memories for instructions.
  static Key keyOfInstructions(const CoreDesign &Design) {
    return uint64_t(Design.L1Instruction) << 32 | Design.L2;
  }

  RegionModels(const TraceRegion &Region, Dependences Producers,
               RegionTrace Trace);

  DataMemory &dataMemory(const CoreDesign &Design);
  InstructionMemory &instructionMemory(const CoreDesign &Design);
  // Several threads may run these for designs of which dataMemory() was asked
  // before, each for other ones of L1d, L2 and prefetcher.
  void runReorderBuffers(BufferModels &Models, const CoreDesign &Design,
                         llvm::ArrayRef<uint32_t> Sizes, bool Keep);
  void runLoadQueues(BufferModels &Models, const CoreDesign &Design,
                     llvm::ArrayRef<uint32_t> Sizes, bool Keep);
  void keepLatencies(const ReorderBufferModel &Model, const CoreDesign &Design);
  void runQueues(const CoreDesign &Design);
  Throughputs runJoint(const CoreDesign &Design);
  /// Of the last run of Queues.
  Throughputs queueBounds() const;
  const Throughputs &reorderBufferThroughputs(const CoreDesign &Design);
  const Throughputs &loadQueueThroughputs(const CoreDesign &Design);
  const Throughputs &fetchBufferThroughputs(const CoreDesign &Design);
  const Queued &queuedBounds(const CoreDesign &Design);
  const Throughputs &bounds(unsigned Block, const CoreDesign &Design);
  Throughputs throughputs(unsigned Block, const CoreDesign &Design);
  void compute(unsigned Block, const CoreDesign &Design);
  void computeCounts(unsigned Block, const CoreDesign &Design);
  bool isKnown(unsigned Block, const CoreDesign &Design) const;
  void precomputeMemories(Values Which);
  void precomputeData(BufferModels &Models, const CoreDesign &Design,
                      Values Which);
  llvm::MutableArrayRef<float> keep(unsigned Block, const CoreDesign &Design);

  const TraceRegion &Region;
  Dependences Producers;
  std::optional<BranchOutcomes> Tage;
  llvm::BitVector Barriers;
  RegionTrace Trace;
  DataAccesses Accesses;
  CacheLevels Levels;
  BufferModels Buffers;
  ReorderBufferModel Fetches;
  MemoryQueues Queues;
  std::array<llvm::DenseMap<Key, std::vector<float>>, NumFeatureBlocks> Known;
  /// Of Known while several threads fill it, but not of the numbers in it,
  /// which stay where they are.
  mutable std::mutex KnownMutex;
  /// Bounds of the blocks of throughputs, for boundCPI.
  std::array<llvm::DenseMap<Key, Throughputs>, BarrierCounts> Bounds;
  /// Of the windows: least bounds, instructions, cycles.
  std::vector<float> Least;
  std::vector<double> Executed, Cycles;
  std::map<Key, std::unique_ptr<DataMemory>> DataMemories;
  std::map<Key, std::unique_ptr<InstructionMemory>> InstructionMemories;
};

/// L1d, L2 and prefetcher.
struct RegionModels::DataMemory : CacheLevels::Data {
  explicit DataMemory(CacheLevels::Data D) : Data(std::move(D)) {}
  /// By the sizes of reorder buffer and load queue.
  std::map<std::pair<uint32_t, uint32_t>, Queued> Queues;
  /// Bounds by sizes, where they were asked for.
  std::map<uint32_t, Throughputs> ReorderBuffers, LoadQueues;

  const StepLatencies &instructions(const RegionTrace &Trace,
                                    BufferModels &Models) {
    if (!OfInstructions)
      OfInstructions = StepLatencies::ofInstructions(
          Trace, LoadCycles, std::move(Models.OfInstructions));
    return *OfInstructions;
  }
  const StepLatencies &loads(const RegionTrace &Trace, BufferModels &Models) {
    if (!OfLoads)
      OfLoads =
          StepLatencies::ofLoads(Trace, LoadCycles, std::move(Models.OfLoads));
    return *OfLoads;
  }
  /// Forgets what can be computed again, and leaves its storage to Models.
  void release(BufferModels &Models) {
    if (OfInstructions)
      std::move(*OfInstructions).giveBack(Models.OfInstructions);
    if (OfLoads)
      std::move(*OfLoads).giveBack(Models.OfLoads);
    OfInstructions.reset();
    OfLoads.reset();
  }

private:
  std::optional<StepLatencies> OfInstructions, OfLoads;
};

/// L1i and L2.
struct RegionModels::InstructionMemory {
  std::vector<uint8_t> FetchCycles;
  /// Bounds of 1, 2, ... buffers, once they were asked for.
  std::vector<Throughputs> FetchBuffers;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_REGIONMODELS_H
