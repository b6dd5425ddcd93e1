//===- SampledProgram.h - A run in counts and windows -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One run of a program of any length: how often each block was executed and
// each edge taken, and windows at equal distances in which all is known that
// was executed. With each window goes what happened since the one before it, as
// the order in which lines of memory were used last and the branches executed
// last: state for caches and predictors of every size and kind (live-points,
// Wenisch et al., ISPASS 2006, keep the contents of one design).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SAMPLING_SAMPLEDPROGRAM_H
#define RAFTER_SAMPLING_SAMPLEDPROGRAM_H

#include "rafter/Recorder/Record.h"
#include "rafter/Sampling/BlockHistory.h"
#include "rafter/TraceFiles/ExecutionSink.h"
#include "rafter/WholeProgram/LoopForest.h"
#include <atomic>
#include <memory>
#include <optional>

namespace rafter {

struct WindowSampling {
  /// Instructions of a window that are measured, before them those that only
  /// fill the pipeline, and before these those that only train prefetchers.
  uint64_t Instructions = 10000;
  uint64_t RunUp = 2000;
  uint64_t Training = 10000;
  /// Instructions of a thread that are kept whole from its beginning on: caches
  /// and predictors are empty there, and hardly any code comes twice.
  uint64_t Start = 1000000;
  /// Windows of a thread that are kept: at most so many, and when the program
  /// is long enough and uses no more than MostUses at least half.
  uint32_t MostWindows = 1024;
  /// Distance of the first windows. It doubles when there are too many.
  uint64_t FirstDistance = 50000;
  /// Blocks before a window that train branch predictors.
  uint32_t BranchBlocks = 131072;
  /// Lines that are kept for a window: those of 64 MB, the largest cache of
  /// any CPU file.
  uint32_t MostLines = 1 << 20;
  /// Uses of lines that are kept for all windows, in words: windows are halved
  /// when there are more.
  uint64_t MostUses = uint64_t(1) << 25;

  uint64_t length() const { return Training + RunUp + Instructions; }
};

/// A part of what a thread executed.
struct ProgramWindow {
  /// Instructions and blocks that the thread executed before it.
  uint64_t Begin = 0, BlocksBefore = 0;
  /// Executed variants, and the words of their accesses, one after the other.
  std::vector<uint32_t> Variants;
  std::vector<uint64_t> Words;
  /// Pages that the system has filled, with zeros or a copy of a file's, before
  /// one of the window's blocks, since it is the first that uses them.
  struct NewPage {
    uint32_t Block, Page;
  };
  std::vector<NewPage> NewPages;
  /// Blocks with the calls that have not returned at its beginning, the
  /// outermost first.
  std::vector<uint32_t> Calls;
  /// Variants before it.
  BlockHistory Before;
  /// First and last uses of lines since the beginning of the window before, as
  /// LineOrder has them, with numbers of pages in Pages.
  std::vector<uint32_t> Lines;
};

struct SampledThread {
  uint64_t Instructions = 0;
  /// Executions of each variant; the last ones may be missing.
  std::vector<uint64_t> Counts;
  std::vector<ProgramWindow> Windows;
  /// Addresses of pages of 4 KB, by number.
  std::vector<uint64_t> Pages;
  /// From the beginning of one window to that of the next.
  uint64_t Distance = 0;
  /// The beginning of the thread, up to Sampling.Start. Its lines are those
  /// that it has used itself, and what the system has filled for it.
  ProgramWindow Start;
  uint64_t StartInstructions = 0;
};

struct SampledProgram {
  std::unique_ptr<Executable> Program;
  RecordResult Run;
  WindowSampling Sampling;
  std::vector<CodeBlock> Blocks;
  std::vector<BlockVariant> Variants;
  /// Between blocks, by all threads.
  std::vector<FlowEdge> Edges;
  std::vector<SampledThread> Threads;
};

/// A process that the program, or another such process, has started.
struct StartedProcess {
  std::vector<std::string> Command;
  uint64_t Instructions = 0;
  /// What it did; not kept of one that has less than LeastOfAll of the
  /// instructions of all of them and is not the largest of its program.
  std::optional<SampledProgram> Sampled;

  static constexpr double LeastOfAll = 0.01;
};

/// Runs Program, which Options name, once; kills it when Cancelled, if there is
/// one, is set. What it starts is followed if Started is given. Errors as for
/// recordTrace.
llvm::Expected<SampledProgram>
sampleProgram(std::unique_ptr<Executable> Program, const RecordOptions &Options,
              const WindowSampling &Sampling,
              const std::atomic<bool> *Cancelled = nullptr,
              std::vector<StartedProcess> *Started = nullptr);

} // namespace rafter

#endif // RAFTER_SAMPLING_SAMPLEDPROGRAM_H
