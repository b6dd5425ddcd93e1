//===- ThroughputModels.h - Bounds of single resources ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Section 3.2.1 of the Concorde paper: for each window of instructions, the
// throughput that a resource would allow if nothing else took time, in
// instructions per cycle. The buffers that instructions, loads and lines pass
// through in order are in ReorderBufferModel.h; this is what they give per
// window, and all else.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_THROUGHPUTMODELS_H
#define RAFTER_LIB_CONCORDE_THROUGHPUTMODELS_H

#include "RegionTrace.h"
#include "ReorderBufferModel.h"
#include "rafter/CoreModel/Latencies.h"

namespace rafter::concorde {

/// Bounds are cut at twice the greatest width of table 1, which no core can
/// reach: where a resource is not used, it has no bound.
inline constexpr float MaxThroughput = 24;

/// Of Instructions in Cycles, at most MaxThroughput.
inline float throughput(double Instructions, double Cycles) {
  return Cycles * MaxThroughput <= Instructions ? MaxThroughput
                                                : Instructions / Cycles;
}

/// One number for each window.
using Throughputs = std::vector<float>;
using Windows = llvm::ArrayRef<WindowCounts>;

/// Equation (5), for one lane of a model of a buffer.
Throughputs bufferThroughputs(Windows Counts,
                              llvm::ArrayRef<ReorderBufferModel::Row> Ends,
                              unsigned Lane);

/// The queue of stores, each of which takes one and the same time.
Throughputs storeQueueThroughputs(Windows Counts, uint32_t Entries);

/// Equation (6).
Throughputs issueThroughputs(Windows Counts, IssueQueue Queue, uint32_t Width);

/// Loads take all pipes before the first store is issued: the longest time,
/// loads / (load-store pipes + load pipes) + stores / load-store pipes.
Throughputs pipesLowerThroughputs(Windows Counts, uint32_t LoadStorePipes,
                                  uint32_t LoadPipes);

/// Stores take the load-store pipes while loads take the load pipes, and what
/// is left of the loads then takes all: the shortest time, which is the larger
/// of stores / load-store pipes and (loads + stores) / all pipes.
Throughputs pipesUpperThroughputs(Windows Counts, uint32_t LoadStorePipes,
                                  uint32_t LoadPipes);

/// In order, each line that is not in L1i (FetchCycles, for each fetch of the
/// trace) and not on its way already takes the first of the fills to become
/// free, until it arrives.
Throughputs fillThroughputs(const RegionTrace &Trace,
                            llvm::ArrayRef<uint8_t> FetchCycles,
                            uint32_t Fills);

/// Memory moves MemoryLines, by windows, one line in LineTransfer1024 / 1024
/// cycles.
Throughputs bandwidthThroughputs(Windows Counts,
                                 llvm::ArrayRef<uint32_t> MemoryLines);

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_THROUGHPUTMODELS_H
