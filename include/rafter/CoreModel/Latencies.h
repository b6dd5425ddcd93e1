//===- Latencies.h - What the reference core fixes -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times and sizes that no parameter of the paper's design space sets. The
// analytical models use the same ones (Concorde paper, section 3.1); the
// reference core lets some of them be set (furtherDesignParameters).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_LATENCIES_H
#define RAFTER_COREMODEL_LATENCIES_H

#include "rafter/Stream/CrackedInstruction.h"

namespace rafter {

/// Which issue width an instruction counts against.
enum class IssueQueue : uint8_t { Integer, Float, Memory };

IssueQueue issueQueue(InstructionClass Class);

/// Cycles from issue to result of what is no load. ARM Neoverse N1 Software
/// Optimization Guide, section 4; a store completes in one cycle, its data
/// reaches the cache after commit.
unsigned executionLatency(InstructionClass Class);

/// Bytes of a line of every cache.
inline constexpr unsigned LineBytes = 64;

/// Where a line was found.
enum class DataSource : uint8_t { L1, L2, LastLevel, Memory };
inline constexpr unsigned NumDataSources = 4;
/// Cycles from the issue of a load to its data (paper, section 3.1).
inline constexpr unsigned LoadLatency[NumDataSources] = {4, 10, 30, 200};
/// Cycles from the request of an instruction line to its first instruction. A
/// hit takes one (gem5's O3_ARM_v7a_ICache); misses take what loads take.
inline constexpr unsigned FetchLatency[NumDataSources] = {1, 10, 30, 200};

/// Lines of data on their way to L1d, for loads, stores and prefetches: as many
/// as the largest load queue, and as Ruby's default number of transactions.
inline constexpr unsigned MissRegisters = 256;

/// Instructions between fetch and decode, and between decode and rename
/// (gem5's fetchQueueSize).
inline constexpr unsigned FetchQueue = 32;
inline constexpr unsigned RenameQueue = 32;
/// Cycles from fetch to decode, decode to rename, rename to issue (gem5's sum
/// of 4), and from the end of a branch to the next request of a line.
inline constexpr unsigned FetchToDecode = 1;
inline constexpr unsigned DecodeToRename = 2;
inline constexpr unsigned RenameToIssue = 1;
inline constexpr unsigned RedirectDelay = 1;

/// Kilobytes and ways of the caches (gem5's defaults for O3 systems; the paper
/// gives the size of the last level and its tree-PLRU alone).
inline constexpr unsigned L1Ways = 4;
inline constexpr unsigned L2Ways = 8;
inline constexpr unsigned LastLevelWays = 16;
inline constexpr unsigned LastLevelKilobytes = 4096;

/// The paper's memory answers after 90 ns and moves 37 GB/s. Where 90 ns are
/// the 200 cycles above, a line takes 64 B / 37 GB/s = 1.73 ns = 3.844 cycles.
inline constexpr unsigned MemoryGigabytes = 37;
/// What a line takes at so many GB/s, in 1/1024 cycles, so that it adds up
/// exactly.
constexpr unsigned lineTransfer1024(unsigned Gigabytes) {
  return (1024u * LineBytes * 200 / 90 + Gigabytes / 2) / Gigabytes;
}
inline constexpr unsigned LineTransfer1024 = lineTransfer1024(MemoryGigabytes);
static_assert(LineTransfer1024 == 3936);

} // namespace rafter

#endif // RAFTER_COREMODEL_LATENCIES_H
