//===- ProgramSampler.h - Counts a run and keeps windows --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_PROGRAMSAMPLER_H
#define RAFTER_LIB_SAMPLING_PROGRAMSAMPLER_H

#include "rafter/Recorder/BranchEnd.h"
#include "rafter/Sampling/SampledProgram.h"
#include "rafter/Stream/LineOrder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace rafter {

/// How often control went from a block to others.
class EdgeCounts {
public:
  void count(uint32_t From, uint32_t To) {
    if (From >= Recent.size())
      Recent.resize(From + 1);
    Pair &P = Recent[From];
    if (P.To[0] == To)
      ++P.Count[0];
    else if (P.To[1] == To)
      ++P.Count[1];
    else
      replace(From, To);
  }
  std::vector<FlowEdge> take();

private:
  struct Pair {
    uint32_t To[2] = {~0u, ~0u};
    uint64_t Count[2] = {0, 0};
  };
  void replace(uint32_t From, uint32_t To);
  void store(uint32_t From, uint32_t To, uint64_t Count) {
    if (Count != 0)
      Others[uint64_t(From) << 32 | To] += Count;
  }

  std::vector<Pair> Recent;
  llvm::DenseMap<uint64_t, uint64_t> Others;
};

class ProgramSampler final : public ExecutionSink {
public:
  ProgramSampler(const WindowSampling &Sampling, recording::Architecture Target)
      : Sampling(Sampling), Target(Target) {}

  void define(const CodeBlock &Block) override;
  void define(const BlockVariant &Variant) override;
  void enter(uint32_t) override {}
  void leave(uint32_t) override {}
  void execute(uint32_t Thread, uint32_t Variant,
               llvm::ArrayRef<uint64_t> Words) override;
  /// Pages that the system has filled for the block executed last; asked after
  /// each one.
  std::vector<uint64_t> takeFilledPages() { return std::exchange(Filled, {}); }
  /// What was seen.
  void finish(SampledProgram &Result);

private:
  static constexpr uint32_t NoBlock = ~uint32_t(0);
  struct ThreadState {
    SampledThread Result;
    LineOrder Lines{/*WithFirst=*/true};
    uint32_t LastBlock = NoBlock;
    /// Blocks with the calls that have not returned.
    std::vector<uint32_t> Calls;
    /// The variants executed last, and how many there were in all.
    std::vector<uint32_t> Last;
    uint64_t NumExecuted = 0;
    /// Pages of Lines that were looked at.
    size_t NumPages = 0;
    /// Where the next window begins, and where something changes next.
    uint64_t NextBegin = 0, Until = 0;
    /// What is being kept; null: nothing.
    ProgramWindow *Window = nullptr;
    bool InStart = true;
  };
  struct VariantFacts {
    uint32_t Block, Instructions;
  };
  ThreadState &threadState(uint32_t Thread);
  void follow(ThreadState &T, uint32_t Block);
  void enterPages(ThreadState &T, llvm::ArrayRef<uint64_t> Words);
  void change(ThreadState &T);
  void beginWindow(ThreadState &T);
  void halveWindows(ThreadState &State);
  bool hasTooMany(const SampledThread &T) const;

  WindowSampling Sampling;
  recording::Architecture Target;
  std::vector<CodeBlock> Blocks;
  std::vector<recording::BranchEnd> Ends;
  std::vector<BlockVariant> Variants;
  std::vector<VariantFacts> Facts;
  EdgeCounts Edges;
  std::vector<std::unique_ptr<ThreadState>> Threads;
  /// Numbers of the pages that any thread has used.
  llvm::DenseSet<uint64_t> UsedPages;
  /// Those that were filled last.
  std::vector<uint64_t> Filled;
  /// Words in Lines of all windows.
  uint64_t Uses = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_PROGRAMSAMPLER_H
