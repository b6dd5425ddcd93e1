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

#ifndef RAFTER_LIB_CONCORDE_REGIONTRACE_H
#define RAFTER_LIB_CONCORDE_REGIONTRACE_H

#include "rafter/Concorde/FeatureLayout.h"
#include "rafter/Stream/Dependences.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter::concorde {

/// Consecutive instructions of a window (section 4: k).
inline constexpr unsigned WindowSize = 400;

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

/// What passes through a buffer in order and waits for earlier ones.
struct StepSequence {
  /// The largest buffer of table 1, and the times that are kept of the past:
  /// what is older has finished when something enters the largest buffer.
  static constexpr unsigned LargestBuffer = 1024;
  static constexpr unsigned RingSize = 4096;

  /// What an instruction waits for: the places of its producers in a ring of
  /// RingSize times, behind which one more is always 0. Producers too far away
  /// to matter are left out. Those beyond two are in Extras.
  struct Step {
    uint16_t First = RingSize;
    uint16_t Second = RingSize;
    /// In Extras, of this instruction; they begin where those of the
    /// instruction before end.
    uint32_t ExtraEnd = 0;
  };

  std::vector<Step> Steps;
  std::vector<uint16_t> Extras;
  /// For each window, the steps up to its end.
  std::vector<uint32_t> WindowEnds;

  size_t size() const { return Steps.size(); }
};

class RegionTrace {
public:
  /// Cycles are 32 bits, and an instruction takes at most 200.
  static constexpr size_t MaxInstructions = 10'000'000;
  static constexpr uint32_t None = ~0u;

  struct Load {
    uint32_t Position = 0;
    /// The load before it of the same line, by its number; or None.
    uint32_t Previous = None;
    /// How many loads before it that is, if it is less than the largest buffer
    /// away, in instructions and in loads; or 0.
    uint16_t NearInSteps = 0;
    uint16_t NearInLoads = 0;
  };
  /// An instruction of another line than the one before it.
  struct LineFetch {
    uint32_t Position = 0;
    /// Lines are numbered from 0.
    uint32_t Line = 0;
  };

  /// The error says why a region is not fit for analysis: no instructions, or
  /// too many.
  static llvm::Expected<RegionTrace> make(const TraceRegion &Region);
  /// The same; Producers gives those of the region's instructions, and is
  /// called when there is nothing else left to do.
  static llvm::Expected<RegionTrace>
  make(const TraceRegion &Region,
       llvm::function_ref<const Dependences &()> Producers);

  size_t size() const { return Instructions.size(); }
  /// Each kind of steps that is bounded by a buffer. Loads and lines depend on
  /// nothing.
  const StepSequence &instructions() const { return Instructions; }
  const StepSequence &loadSteps() const { return LoadSteps; }
  const StepSequence &fetchSteps() const { return FetchSteps; }
  /// Cycles from start to finish of what is no load; 0 for loads.
  llvm::ArrayRef<uint8_t> fixedLatencies() const { return FixedLatencies; }
  llvm::ArrayRef<Load> loads() const { return Loads; }
  llvm::ArrayRef<LineFetch> fetches() const { return Fetches; }
  size_t numLines() const { return NumLines; }
  /// Full windows, and no rest; a region of less than a window is one.
  llvm::ArrayRef<WindowCounts> windows() const { return Windows; }

private:
  RegionTrace() = default;
  void keepDependences(llvm::ArrayRef<CrackedInstruction> Executed,
                       const Dependences &Producers);
  void findLines(llvm::ArrayRef<CrackedInstruction> Executed);
  void countWindows(llvm::ArrayRef<CrackedInstruction> Executed);

  StepSequence Instructions, LoadSteps, FetchSteps;
  size_t NumLines = 0;
  std::vector<uint8_t> FixedLatencies;
  std::vector<Load> Loads;
  std::vector<LineFetch> Fetches;
  std::vector<WindowCounts> Windows;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_REGIONTRACE_H
