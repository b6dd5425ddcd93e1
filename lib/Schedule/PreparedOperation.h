//===- PreparedOperation.h - Operations and channels of a CPU --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the scheduler looks up for each operation, worked out once from the
// operation table and the parameters of the CPU (lambda, mu, pi, beta of the
// extended-roofline paper).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_PREPAREDOPERATION_H
#define RAFTER_LIB_SCHEDULE_PREPAREDOPERATION_H

#include "ActivityRecorder.h"
#include "rafter/Stream/Operation.h"

namespace rafter {

/// A static operation, made ready for the machine.
struct PreparedOperation {
  OperationKind Kind;
  Channel Unit = Channel::Add;
  uint8_t NumSources;
  /// Of a fused multiply-add on a CPU without a unit for it: sources before
  /// this are factors. NumSources for everything else.
  uint8_t NumFactors;
  uint8_t ElementBytes;
  /// A fused multiply-add that is a multiplication and an addition here.
  bool Separate;
  uint16_t Elements;
  /// Elements that one node processes (SIMD width).
  uint16_t Lanes;
  Register Sources[3];
  Register Result;
  Register Address;
};

inline constexpr unsigned index(Channel C) { return static_cast<unsigned>(C); }

/// O on a CPU: split by its SIMD width, fused if it can.
PreparedOperation prepare(const StaticOperation &O, const Processor &CPU);

/// From issue to result of a node of each channel, in cycles.
std::array<uint32_t, NumChannels> latencies(const Processor &CPU);

/// For how long a node of each channel executes: at least as long as it
/// occupies its unit, and never less than a cycle.
std::array<ActivityLength, NumChannels> activityLengths(const Processor &CPU);

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_PREPAREDOPERATION_H
