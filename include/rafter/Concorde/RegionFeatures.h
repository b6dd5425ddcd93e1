//===- RegionFeatures.h - All features of a region -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The features of a region for any design, computed when they are asked for
// and kept. Designs share what they can: trace analysis is done once, the
// caches once for each configuration of the memory, the eleven reorder buffers
// of the auxiliary features once for each of L1d, L2 and prefetcher, together
// with five sizes of the designs' own.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_REGIONFEATURES_H
#define RAFTER_CONCORDE_REGIONFEATURES_H

#include "rafter/Concorde/CacheLevels.h"
#include "rafter/Concorde/ThroughputModels.h"
#include "rafter/CoreModel/BranchOutcomes.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace rafter::concorde {

class RegionFeatures final : public FeatureSource {
public:
  /// Which values of the parameters to compute in advance.
  enum class Values {
    /// 1, 2, 4, ... where the paper quantizes a parameter; all values of those
    /// that have few.
    PowersOfTwo,
    /// All of table 1.
    All
  };

  /// Refers to Region. The error says why it cannot be analysed.
  static llvm::Expected<std::unique_ptr<RegionFeatures>>
  make(const TraceRegion &Region);
  ~RegionFeatures() override;

  llvm::ArrayRef<float> block(unsigned Block,
                              const CoreDesign &Design) override;

  /// Computes what the features of several designs need in fewer steps than
  /// one after the other.
  void prepare(llvm::ArrayRef<CoreDesign> Designs);
  /// Computes the features of all designs that have only such values.
  void precompute(Values Which);

  /// Cycles per instruction if each window took the longest of the times that
  /// its bounds allow, static widths included: the paper's minimum of the
  /// bounds, without learning. Pipes count with their upper bound.
  double boundCPI(const CoreDesign &Design);
  /// Cycles that the in-order simulation of the caches gives to all loads.
  uint64_t estimatedLoadCycles(const CoreDesign &Design);

  const RegionTrace &trace() const { return Trace; }
  /// Of the region's instructions, for whoever runs a core on them.
  const Dependences &producers() const { return Producers; }
  /// What the design's predictor does; TAGE, which has no parameters, is run
  /// once.
  BranchOutcomes outcomes(const CoreDesign &Design);

private:
  struct DataMemory;
  struct InstructionMemory;
  /// The values that a block depends on.
  using Key = uint64_t;

  static Key keyOf(unsigned Block, const CoreDesign &Design);

  RegionFeatures(const TraceRegion &Region, Dependences Producers,
                 RegionTrace Trace);

  DataMemory &dataMemory(const CoreDesign &Design);
  InstructionMemory &instructionMemory(const CoreDesign &Design);
  void runReorderBuffers(const CoreDesign &Design,
                         llvm::ArrayRef<uint32_t> Sizes, bool Keep);
  void runLoadQueues(const CoreDesign &Design, llvm::ArrayRef<uint32_t> Sizes,
                     bool Keep);
  void keepLatencies(const CoreDesign &Design);
  const Throughputs &reorderBufferThroughputs(const CoreDesign &Design);
  const Throughputs &loadQueueThroughputs(const CoreDesign &Design);
  const Throughputs &fetchBufferThroughputs(const CoreDesign &Design);
  Throughputs throughputs(unsigned Block, const CoreDesign &Design);
  void compute(unsigned Block, const CoreDesign &Design);
  void computeCounts(unsigned Block, const CoreDesign &Design);
  bool isKnown(unsigned Block, const CoreDesign &Design) const;
  void precomputeData(const CoreDesign &Design, Values Which);
  llvm::MutableArrayRef<float> keep(unsigned Block, const CoreDesign &Design);

  const TraceRegion &Region;
  Dependences Producers;
  std::optional<BranchOutcomes> Tage;
  RegionTrace Trace;
  CacheLevels Levels;
  ReorderBufferModel Instructions, Loads, Fetches;
  std::array<llvm::DenseMap<Key, std::vector<float>>, NumBlocks> Known;
  std::map<Key, std::unique_ptr<DataMemory>> DataMemories;
  std::map<Key, std::unique_ptr<InstructionMemory>> InstructionMemories;
};

} // namespace rafter::concorde

#endif // RAFTER_CONCORDE_REGIONFEATURES_H
