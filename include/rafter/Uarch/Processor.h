//===- Processor.h - Parameters of one CPU for the models ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The microarchitecture model of the generalized roofline (extended-roofline
// paper, Fig. 4 and Table I) as a plain value: what a CPU file says, after
// units have been converted. Reading files is the business of ProcessorFile.h.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UARCH_PROCESSOR_H
#define RAFTER_UARCH_PROCESSOR_H

#include "rafter/Uarch/CoreParameters.h"
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace rafter {

/// Stands for a feature that is absent: an unlimited buffer, an unlimited
/// throughput, an unbounded capacity.
inline constexpr double Unlimited = std::numeric_limits<double>::infinity();

/// The places an access can be served from, nearest first.
enum class MemoryLevel : uint8_t { L1, L2, L3, Memory };
inline constexpr unsigned NumCacheLevels = 3;
inline constexpr unsigned NumMemoryLevels = 4;

/// The kinds of floating-point computation the model tells apart.
enum class ComputeKind : uint8_t {
  Add,
  Multiply,
  FusedMultiplyAdd,
  Divide,
  SquareRoot
};
inline constexpr unsigned NumComputeKinds = 5;

/// The out-of-order buffers of the model (gamma_buf in the paper).
enum class BufferKind : uint8_t {
  ReorderBuffer,
  ReservationStation,
  LoadBuffer,
  StoreBuffer,
  LineFillBuffer
};
inline constexpr unsigned NumBufferKinds = 5;

/// Which accesses may pass each other.
enum class MemoryOrder : uint8_t {
  /// No order beyond data dependences (Arm, RISC-V without Ztso).
  Weak,
  /// x86 total store order (Intel SDM 3A 9.2): stores become visible in
  /// program order and after all older loads have completed, but fetch their
  /// lines early; loads execute out of order.
  TotalStoreOrder,
  /// Loads issue strictly in program order, as in the published program of the
  /// extended-roofline paper. For comparison with it only.
  InOrderLoads
};

/// What one access moves across the link of a level.
enum class TransferUnit : uint8_t { Access, Line };

/// One level of the memory hierarchy.
struct MemoryLevelParameters {
  /// mu: cycles from issue to data; 0 = free.
  double Latency = 0;
  /// beta: bytes per cycle that the level delivers; Unlimited = no limit.
  double Bandwidth = Unlimited;
  /// What an access that hits here moves: itself, or a whole line.
  TransferUnit Transfer = TransferUnit::Line;
  /// gamma: bytes; Unlimited = holds everything, 0 = there is no such cache.
  /// Meaningless for MemoryLevel::Memory.
  double Capacity = Unlimited;
  /// Ways of a set-associative cache; Unlimited = fully associative with LRU,
  /// as in the paper.
  double Ways = Unlimited;
};

/// One kind of computation.
struct ComputeParameters {
  /// lambda: cycles from issue to result.
  double Latency = 1;
  /// pi: operations issued per cycle, each up to SimdBytes wide.
  double Throughput = Unlimited;
};

/// All parameters of the model. The default is a machine without any limit and
/// with every latency 1: the PRAM of the paper's Section II.
struct Processor {
  std::string Name;
  std::string Description;
  /// The name LLVM knows the CPU by (-mcpu), where there is one.
  std::string LLVMName;
  /// The LLVM architecture ("x86_64", "aarch64"), where known.
  std::string Architecture;
  /// The file that the parameters came from, for errors about what it says.
  std::string File;
  /// Hash of the file that the parameters came from, for reports.
  std::string FileHash;

  /// phi: operations fetched per cycle.
  double FetchBandwidth = Unlimited;
  std::array<ComputeParameters, NumComputeKinds> Compute;
  /// Whether there is a unit for fused multiply-adds; otherwise each is a
  /// multiplication and an addition.
  bool HasFusedMultiplyAdd = true;
  /// All computations together per cycle (shared ports).
  double ComputeThroughput = Unlimited;
  /// Loads, stores and addresses (loads and stores together) per cycle.
  double LoadThroughput = Unlimited;
  double StoreThroughput = Unlimited;
  double AddressThroughput = Unlimited;
  std::array<MemoryLevelParameters, NumMemoryLevels> Memory;
  /// Cycles in which other cores bring as much into L3 as it holds; Unlimited:
  /// they leave it alone.
  double LastLevelTurnover = Unlimited;
  /// chi: bytes of a cache line, a power of two.
  uint32_t LineBytes = 64;
  /// Slots of each buffer; Unlimited = the buffer never fills.
  std::array<double, NumBufferKinds> Buffers = {Unlimited, Unlimited, Unlimited,
                                                Unlimited, Unlimited};
  /// Bytes that one operation may process; 8 makes every double its own
  /// operation, as in the paper.
  uint32_t SimdBytes = 8;
  MemoryOrder Order = MemoryOrder::Weak;
  /// Whether the next line is prefetched on a miss of L1.
  bool NextLinePrefetch = false;
  /// How many lines ahead a detected stride is prefetched; 0 = no prefetcher.
  unsigned StridePrefetchDistance = 0;
  /// Bytes of the greatest stride of a load that L1 follows, within a page of 4
  /// KiB unless it is one or more; and how many strides ahead it fetches.
  unsigned StrideReach = 2048;
  unsigned StridesAhead = 1;
  /// What the frames of physical memory that pages lie in are drawn by; 0:
  /// every address is its own physical address. Not a property of the CPU.
  uint64_t FrameSeed = 0;
  /// What only the machine level uses.
  CoreParameters Core;

  const ComputeParameters &compute(ComputeKind K) const {
    return Compute[static_cast<unsigned>(K)];
  }
  ComputeParameters &compute(ComputeKind K) {
    return Compute[static_cast<unsigned>(K)];
  }
  const MemoryLevelParameters &memory(MemoryLevel L) const {
    return Memory[static_cast<unsigned>(L)];
  }
  MemoryLevelParameters &memory(MemoryLevel L) {
    return Memory[static_cast<unsigned>(L)];
  }
  double buffer(BufferKind B) const {
    return Buffers[static_cast<unsigned>(B)];
  }
  double &buffer(BufferKind B) { return Buffers[static_cast<unsigned>(B)]; }
};

/// "L1", "L2", "L3", "mem": the names used in reports and keys.
const char *name(MemoryLevel L);
/// "add", "mul", "fma", "div", "sqrt".
const char *name(ComputeKind K);
/// "ROB", "RS", "LB", "SB", "LFB".
const char *name(BufferKind B);

} // namespace rafter

#endif // RAFTER_UARCH_PROCESSOR_H
