//===- CollectingSink.h - Executions as a list -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps what a recording or a trace sends, for comparison.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_TRACEFILES_COLLECTINGSINK_H
#define RAFTER_UNITTESTS_TRACEFILES_COLLECTINGSINK_H

#include "rafter/TraceFiles/ExecutionSink.h"

namespace rafter {

struct Executed {
  enum KindType { Enter, Leave, Block, Outside } Kind;
  uint32_t Variant;
  /// Of uses outside: plus 1 if dirty.
  std::vector<uint64_t> Addresses;
  bool operator==(const Executed &) const = default;
};

struct CollectingSink : ExecutionSink {
  std::vector<CodeBlock> Blocks;
  std::vector<BlockVariant> Variants;
  std::vector<std::vector<Executed>> Threads;

  void define(const CodeBlock &Block) override { Blocks.push_back(Block); }
  void define(const BlockVariant &Variant) override {
    Variants.push_back(Variant);
  }
  void useOutside(uint32_t Thread, llvm::ArrayRef<LineUse> Lines) override {
    Executed E = {Executed::Outside, 0, {}};
    for (LineUse L : Lines)
      E.Addresses.push_back(L.Address + L.IsDirty);
    thread(Thread).push_back(std::move(E));
  }
  void enter(uint32_t Thread) override {
    thread(Thread).push_back({Executed::Enter, 0, {}});
  }
  void leave(uint32_t Thread) override {
    thread(Thread).push_back({Executed::Leave, 0, {}});
  }
  void execute(uint32_t Thread, uint32_t Variant,
               llvm::ArrayRef<uint64_t> Words) override {
    Executed E = {Executed::Block, Variant, {}};
    for (uint64_t Word : Words)
      E.Addresses.push_back(Word & recording::AddressMask);
    thread(Thread).push_back(std::move(E));
  }
  std::vector<Executed> &thread(uint32_t Thread) {
    if (Thread >= Threads.size())
      Threads.resize(Thread + 1);
    return Threads[Thread];
  }
  const CodeBlock &blockOf(const Executed &E) const {
    return Blocks[Variants[E.Variant].Block];
  }
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_TRACEFILES_COLLECTINGSINK_H
