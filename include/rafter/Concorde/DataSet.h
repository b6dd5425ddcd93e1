//===- DataSet.h - Labelled samples on disk --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A data set is a number of shards: files that hold consecutive samples, each
// made by one process. A process that was killed goes on behind the last whole
// frame that it wrote, and the finished shard has the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_DATASET_H
#define RAFTER_CONCORDE_DATASET_H

#include "rafter/Concorde/FeatureLayout.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace rafter {

/// What the reference core found for a region and a design, and what the study
/// of errors needs.
struct SampleLabels {
  /// Cycles per instruction.
  float CPI = 0;
  /// Mean entries in use.
  float ReorderBufferOccupancy = 0, RenameQueueOccupancy = 0;
  float MispredictedBranches = 0;
  /// The loads' actual execution times by those that the in-order simulation of
  /// the caches estimates (figure 11).
  float ExecutionTimeRatio = 1;
  /// Cycles per instruction if every window ran at its least bound.
  float BoundCPI = 0;
  /// Those times by the ones that know of queues for memory.
  float QueuedTimeRatio = 1;

  bool operator==(const SampleLabels &) const = default;
};

struct LabelledSample {
  /// What the region is a part of; programs are left out one by one.
  std::string Program;
  /// Names the region among all of the data set.
  std::string Region;
  CoreDesign Design;
  SampleLabels Labels;

  bool operator==(const LabelledSample &) const = default;
};

/// What a shard holds.
struct ShardHeader {
  /// How the samples were made: whatever changes them is named here.
  std::string Source;
  /// Of the whole data set, counted from 0.
  uint64_t FirstSample = 0;
  uint64_t NumSamples = 0;
  /// The regions stand behind a warm state.
  bool HasState = false;

  bool operator==(const ShardHeader &) const = default;
};

/// Changes with the meaning of any feature or parameter.
uint64_t layoutIdentity();

/// Writes one shard.
class ShardWriter {
public:
  /// Begins Path or goes on with it. The file has the name Path.part until it
  /// is complete. Errors: what is there belongs to another shard, or cannot be
  /// read or written.
  static llvm::Expected<ShardWriter> open(llvm::StringRef Path,
                                          const ShardHeader &Header);
  ShardWriter(ShardWriter &&);
  ~ShardWriter();

  /// The number of the sample to add next, counted from 0 in the shard; samples
  /// before it are on disk.
  uint64_t next() const;
  /// Whether the shard is complete under its final name.
  bool complete() const;
  /// Adds a sample; the last one completes the shard. Errors: a feature or
  /// label that is negative or no number, and those of the file.
  llvm::Error add(const LabelledSample &Info, llvm::ArrayRef<float> Features);

private:
  class Implementation;
  explicit ShardWriter(std::unique_ptr<Implementation> Impl);
  std::unique_ptr<Implementation> Impl;
};

/// Samples in memory.
struct DataSet {
  /// How the samples were made; of shards from several sources, how many there
  /// are and the first.
  std::string Source;
  std::vector<LabelledSample> Samples;
  /// NumFeatures codes for each sample.
  std::vector<FeatureCode> Features;
  /// A hash of all samples, whatever shards they come in.
  uint64_t Identity = 0;

  llvm::ArrayRef<FeatureCode> features(size_t Sample) const;
};

/// Appends the samples of a shard's bytes to Set. Path is for errors: cut short
/// or damaged, another version or layout, illegal designs.
llvm::Expected<ShardHeader> readShard(llvm::StringRef Bytes,
                                      llvm::StringRef Path, DataSet &Set);

/// Reads shards in the order of their sources and samples, so that programs
/// that were labelled one by one are one data set; a region with a design is in
/// it once. Errors: those of the files, no shards, shards that overlap, the
/// same region and design with other labels.
llvm::Expected<DataSet> readDataSet(llvm::ArrayRef<std::string> Paths);

} // namespace rafter

#endif // RAFTER_CONCORDE_DATASET_H
