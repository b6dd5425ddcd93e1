//===- FixedTime.h - Time in fixed point ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulation counts time in 32-bit integers, so that results are the same
// in every instruction set, in every lane and in every order of the lanes. A
// lane subtracts whole cycles from all its times before they outgrow the type;
// totals have 64 bits. What the type must hold:
//
//    Floor .. Origin      times in the past; older ones become Floor
//    Origin .. Rebase     dispatch
//    .. + Window          what is in flight: dispatch never runs further ahead
//                         of the latest event, even on a machine without limits
//    .. + one instruction its clamped latencies, below
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_FIXEDTIME_H
#define RAFTER_LIB_SIMULATION_FIXEDTIME_H

#include <cstdint>
#include <limits>

namespace rafter::simulation {

/// 2^5 * 3^2 * 5 * 7: halves to tenths, twelfths, sixteenths and 32nds of a
/// cycle are exact, and so are they when 1.25, 2 or 4 times faster (mostly).
inline constexpr int32_t UnitsPerCycle = 10080;

/// Clamps, in cycles. No CPU file or scheduling model comes near them.
inline constexpr int32_t LongestMemoryLatency = 100000;
inline constexpr int32_t LongestExecution = 16000;
inline constexpr int32_t LongestOccupation = 8000;
inline constexpr int32_t LongestExtra = 16000;
inline constexpr int32_t LongestPenalty = 8000;

/// How far the latest event may be ahead of dispatch, in cycles.
inline constexpr int32_t WindowCycles = 131072;
/// Dispatch may be so far from the origin before a lane is rebased.
inline constexpr int32_t RebaseCycles = 61440;
/// So many cycles of the past are kept (delayed reads look back).
inline constexpr int32_t PastCycles = 36864;

inline constexpr int32_t Floor = std::numeric_limits<int32_t>::min();
/// Dispatch after a rebase; a multiple of 4096 cycles.
inline constexpr int32_t OriginCycles = -172032;
inline constexpr int32_t Origin = OriginCycles * UnitsPerCycle;
inline constexpr int32_t WindowUnits = WindowCycles * UnitsPerCycle;
inline constexpr int32_t RebaseLimit =
    (OriginCycles + RebaseCycles) * UnitsPerCycle;

static_assert(int64_t(OriginCycles - PastCycles) * UnitsPerCycle > Floor);
static_assert((int64_t(OriginCycles) + RebaseCycles + WindowCycles +
               LongestMemoryLatency + 2 * LongestExecution + LongestOccupation +
               LongestExtra + LongestPenalty) *
                  UnitsPerCycle <
              std::numeric_limits<int32_t>::max());

/// Cycles divided by Factor (which may be infinite) in units, rounded to the
/// nearest; at most Longest cycles. Never rises with Factor.
int32_t toUnits(double Cycles, double Factor, int32_t Longest);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_FIXEDTIME_H
