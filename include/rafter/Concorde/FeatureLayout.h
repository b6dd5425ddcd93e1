//===- FeatureLayout.h - What each input of the model is -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input vector of the Concorde model (table 3 of the paper) as a list of
// blocks, each with the few parameters of the design that it depends on. Two
// designs that agree in these have the same block, so that whoever computes
// with features can keep what belongs to a block.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_FEATURELAYOUT_H
#define RAFTER_CONCORDE_FEATURELAYOUT_H

#include "rafter/CoreModel/CoreDesign.h"

namespace rafter {

/// A distribution is given by this many percentiles, as many of the
/// size-weighted distribution, and the mean.
inline constexpr unsigned NumPercentiles = 50;
inline constexpr unsigned DistributionSize = 2 * NumPercentiles + 1;

/// Reorder buffers of 1, 2, 4, ..., 1024 entries have features of their own.
inline constexpr unsigned NumReorderBufferSizes = 11;

inline constexpr unsigned NumFeatures = 4179;

/// A feature in 16 bits, as data sets hold it and the learned model takes it.
using FeatureCode = uint16_t;

/// The columns of table 3, what knows of queues for memory, and of these with
/// the front end and branches.
enum class FeatureGroup {
  Throughput,
  Stalls,
  Latency,
  Queues,
  Joint,
  Parameters
};

/// Groups of features for the study of what each adds (figure 12).
enum class FeatureSelection : uint8_t {
  All,
  /// Throughputs, parameters and the rate of mispredictions.
  Base,
  /// And what else tells of stalls.
  BaseAndStalls,
  /// All but the joint model of queues, front end and branches.
  WithoutJoint,
  /// Nor what knows of queues for memory: those of the paper.
  WithoutQueues
};

/// The positions of the blocks in featureBlocks(); the blocks of parameters
/// follow FirstParameterBlock in the order of designParameters().
enum FeatureBlockIndex : unsigned {
  ReorderBufferThroughput,
  LoadQueueThroughput,
  StoreQueueThroughput,
  IntegerIssueThroughput,
  FloatIssueThroughput,
  MemoryIssueThroughput,
  PipesLowerThroughput,
  PipesUpperThroughput,
  InstructionFillsThroughput,
  FetchBuffersThroughput,
  MemoryBandwidthThroughput,
  QueuesThroughput,
  JointThroughput,
  BarrierCounts,
  JumpCounts,
  ConditionalCounts,
  IndirectCounts,
  MispredictionRate,
  OverallThroughputs,
  IssueLatencies,
  CommitLatencies,
  ExecutionLatencies,
  QueuesOverall,
  QueuesLoadTimes,
  JointOverall,
  JointReorderBufferOccupancy,
  JointRenameQueueOccupancy,
  FirstParameterBlock,
  NumFeatureBlocks = FirstParameterBlock + NumDesignParameters
};

struct FeatureBlock {
  /// "rob-throughput", "issue-latency", "param:rob".
  llvm::StringRef Name;
  FeatureGroup Group = FeatureGroup::Throughput;
  /// In the vector of features.
  unsigned Offset = 0;
  unsigned Size = 0;
  /// Bit P: the block depends on designParameters()[P].
  uint32_t Parameters = 0;
};

/// All NumFeatureBlocks blocks, in the order of their offsets, without gaps.
llvm::ArrayRef<FeatureBlock> featureBlocks();

/// Whether A and B agree in every parameter of Mask.
bool agreeInParameters(const CoreDesign &A, const CoreDesign &B, uint32_t Mask);

/// The features of one region of a program.
class FeatureSource {
public:
  virtual ~FeatureSource();

  /// The features of a block for a legal design. They depend on no parameter
  /// that is not in the mask of the block. The numbers stay valid until the
  /// next call.
  virtual llvm::ArrayRef<float> block(unsigned Block,
                                      const CoreDesign &Design) = 0;

  /// Cycles per instruction if every window ran at its least bound, of which a
  /// predicted CPI is a multiple; 1 where no bound is known.
  virtual double boundCPI(const CoreDesign &Design);
};

/// Writes all NumFeatures features of a design.
void readFeatures(FeatureSource &Source, const CoreDesign &Design,
                  llvm::MutableArrayRef<float> Features);

/// The features of the blocks of parameters, which no program has a part in:
/// Block is FirstParameterBlock or later. Words and switches are one-hot pairs.
/// The percentage of mispredictions is 0 where TAGE predicts.
void writeParameterBlock(unsigned Block, const CoreDesign &Design,
                         llvm::MutableArrayRef<float> Features);

} // namespace rafter

#endif // RAFTER_CONCORDE_FEATURELAYOUT_H
