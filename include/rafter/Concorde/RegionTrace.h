//===- RegionTrace.h - A region as the analytical models see it -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What trace analysis finds out about a region once for all designs (Concorde
// paper, section 3.1): dependences, lines, and what each window of
// instructions holds.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_REGIONTRACE_H
#define RAFTER_CONCORDE_REGIONTRACE_H

#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Stream/TraceInstruction.h"

namespace rafter::concorde {

/// What the instructions of a window are.
struct WindowCounts {
  uint16_t Instructions = 0;
  uint16_t Loads = 0;
  uint16_t Stores = 0;
  uint16_t Integer = 0;
  uint16_t Float = 0;
  uint16_t Barriers = 0;
  /// Direct and unconditional; direct and conditional; indirect.
  uint16_t Jumps = 0;
  uint16_t Conditionals = 0;
  uint16_t Indirects = 0;
};

class RegionTrace {
public:
  /// The largest reorder buffer of table 1, and the times that are kept of the
  /// past: what is older has finished when an instruction enters the largest
  /// buffer.
  static constexpr unsigned LargestWindow = 1024;
  static constexpr unsigned RingSize = 4096;
  /// Cycles are 32 bits, and an instruction takes at most 200.
  static constexpr size_t MaxInstructions = 10'000'000;
  static constexpr uint32_t None = ~0u;

  /// What an instruction waits for: the places of its producers in a ring of
  /// RingSize times, behind which one more is always 0. Producers too far away
  /// to matter are left out. Those beyond two are in extras().
  struct Step {
    uint16_t First = RingSize;
    uint16_t Second = RingSize;
    /// In extras(), of this instruction; they begin where those of the
    /// instruction before end.
    uint32_t ExtraEnd = 0;
  };
  struct Load {
    uint32_t Position = 0;
    /// The load before it of the same line, by its number; or None.
    uint32_t Previous = None;
  };
  /// Where instructions of another line than the one before are fetched from.
  struct LineFetch {
    uint64_t Line = 0;
    uint32_t Position = 0;
  };

  /// The error says why a region is not fit for analysis: no instructions, or
  /// too many.
  static llvm::Expected<RegionTrace> make(const TraceRegion &Region);

  size_t size() const { return Steps.size(); }
  llvm::ArrayRef<Step> steps() const { return Steps; }
  llvm::ArrayRef<uint16_t> extras() const { return Extras; }
  /// Cycles from start to finish of what is no load; 0 for loads.
  llvm::ArrayRef<uint8_t> fixedLatencies() const { return FixedLatencies; }
  llvm::ArrayRef<Load> loads() const { return Loads; }
  llvm::ArrayRef<LineFetch> fetches() const { return Fetches; }
  /// Full windows, and no rest; a region of less than a window is one.
  llvm::ArrayRef<WindowCounts> windows() const { return Windows; }
  /// The instruction behind the last one of window W.
  size_t windowEnd(size_t W) const {
    return Windows.size() == 1 ? Windows[0].Instructions : (W + 1) * WindowSize;
  }

private:
  RegionTrace() = default;
  void findDependences(llvm::ArrayRef<TraceInstruction> Instructions);
  void findLines(llvm::ArrayRef<TraceInstruction> Instructions);
  void countWindows(llvm::ArrayRef<TraceInstruction> Instructions);

  std::vector<Step> Steps;
  std::vector<uint16_t> Extras;
  std::vector<uint8_t> FixedLatencies;
  std::vector<Load> Loads;
  std::vector<LineFetch> Fetches;
  std::vector<WindowCounts> Windows;
};

} // namespace rafter::concorde

#endif // RAFTER_CONCORDE_REGIONTRACE_H
