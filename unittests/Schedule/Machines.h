//===- Machines.h - Processors and short calls for tests -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Table I of the extended-roofline paper, a machine with no limit at all, and
// schedules of streams written by hand.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SCHEDULE_MACHINES_H
#define RAFTER_UNITTESTS_SCHEDULE_MACHINES_H

#include "Kernels.h"
#include "SourcePaths.h"
#include "rafter/Schedule/Scheduler.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "gtest/gtest.h"

namespace rafter::test {

/// Table I, with some parameters replaced ("rs=20,latency.add=4").
inline Processor tableOne(llvm::StringRef Overrides = "") {
  auto File = readProcessorFile(RAFTER_SOURCE_DIR "/uarch/xeon-e5-2680.yaml");
  EXPECT_TRUE(static_cast<bool>(File)) << toString(File.takeError());
  llvm::Error E = applyOverrides(File->CPU, Overrides);
  EXPECT_FALSE(static_cast<bool>(E)) << toString(std::move(E));
  return File->CPU;
}

/// No limit at all: latencies of Table I, no bandwidths, no buffers.
inline Processor unlimited() {
  Processor P;
  P.compute(ComputeKind::Add).Latency = 3;
  P.compute(ComputeKind::Multiply).Latency = 5;
  P.compute(ComputeKind::Divide).Latency = 22;
  P.memory(MemoryLevel::L1) = {4, Unlimited, TransferUnit::Access, 32 << 10};
  P.memory(MemoryLevel::L2) = {12, Unlimited, TransferUnit::Line, 256 << 10};
  P.memory(MemoryLevel::L3) = {30, Unlimited, TransferUnit::Line, 20 << 20};
  P.memory(MemoryLevel::Memory).Latency = 100;
  return P;
}

/// Schedules a stream as one region; warm: after an execution that moves the
/// lines only.
inline ScheduleResult run(const Processor &CPU, const StreamWriter &W,
                          bool Warm = false, SchedulerOptions Options = {}) {
  Scheduler S(CPU, W.Table, Options);
  if (Warm) {
    S.setWarmUp(true);
    W.send(S);
    S.setWarmUp(false);
  }
  W.send(S);
  return S.result();
}

inline uint64_t stallsOf(const ScheduleResult &R, BufferKind B) {
  return R.Activity.count({stalls(B)});
}

/// Every field of both.
inline void expectEqual(const ScheduleResult &A, const ScheduleResult &B) {
  EXPECT_EQ(A.Cycles, B.Cycles);
  EXPECT_EQ(A.Flops, B.Flops);
  EXPECT_EQ(A.FlopBytes, B.FlopBytes);
  EXPECT_EQ(A.PrefetchedLines, B.PrefetchedLines);
  for (unsigned K = 0; K != NumChannels; ++K) {
    EXPECT_EQ(A.Channels[K].Nodes, B.Channels[K].Nodes);
    EXPECT_EQ(A.Channels[K].Flops, B.Channels[K].Flops);
    EXPECT_EQ(A.Channels[K].Bytes, B.Channels[K].Bytes);
  }
  EXPECT_EQ(A.Activity.entries(), B.Activity.entries());
}

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SCHEDULE_MACHINES_H
